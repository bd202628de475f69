"""Tests of sessions: table and pod connect, notice losses, and ignore old messages."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from functools import partial
from gc import get_referents
from types import FunctionType, MethodType, ModuleType

import pytest

from tests.firmware.line import WAITING, Line, full_picture, picture, session_of, written
from tests.firmware.pod_code import link as pod_link
from triqueta.stations.pods import messages
from triqueta.stations.pods.link import Connected, Lost, WrongVersion
from triqueta.stations.pods.messages import DARK


def test_the_hello_says_who_the_pod_is(line: Line) -> None:
    [connected] = line.events
    assert isinstance(connected, Connected)
    hello = connected.hello
    assert hello.pod_id == "0102030405060708"
    assert (hello.protocol, hello.firmware) == (pod_link.PROTOCOL, pod_link.FIRMWARE)
    assert (hello.size, hello.keys) == ((128, 64), 8)


def test_both_ends_mean_the_same_by_each_number() -> None:
    for name in ("PROTOCOL", "ASK", "BEAT", "PICTURE", "BLANK", "CONTRAST", "UPDATE", "LONG"):
        assert getattr(messages, name) == getattr(pod_link, name)
    assert (messages.HELLO, messages.STATUS) == (pod_link.HELLO, pod_link.STATUS)


def test_a_pod_without_a_table_shows_that_it_waits_and_announces_itself() -> None:
    line = Line()
    line.to_pod = lambda data: b""
    line.run(2)
    assert line.display.words == ("Waiting for", "the table")
    assert line.display.eye() == WAITING
    assert len(line.sent_to_table) == 4


def test_a_line_without_anything_new_carries_two_heartbeats_a_second_each_way(line: Line) -> None:
    line.run(1)
    line.sent_to_pod.clear()
    line.sent_to_table.clear()
    line.run(10)
    for sent in (line.sent_to_pod, line.sent_to_table):
        assert 19 <= len(sent) <= 20
    assert sum(map(len, line.sent_to_pod)) < 300


def test_no_heartbeat_for_two_seconds_blanks_the_pod_which_then_says_that_it_waits(
    line: Line,
) -> None:
    line.table.show(picture(1))
    line.settle()
    line.run(0.6)
    line.to_pod = lambda data: b""
    line.display.seen.clear()
    heard = line.pod._heard
    while not line.display.seen:
        line.step()
    assert line.now - heard == 2000
    assert line.display.seen == [DARK, WAITING]
    assert line.display.words == ("Waiting for", "the table")


def _beginning(length: int, data: bytes) -> bytes:
    return data[:length]


def test_a_table_that_falls_silent_during_a_long_picture_leaves_the_pod_dark(line: Line) -> None:
    """Wherever the picture breaks off, the pod is dark within two seconds."""
    waited = 0
    for place in range(1, 1100, 7):
        line = Line()
        line.settle()
        line.table.show(picture(1))
        line.settle()
        line.to_pod = partial(_beginning, place)
        line.table.show(full_picture(2))
        line.step()
        line.to_pod = lambda data: b""
        waited += line.pod_waits
        line.run(2)
        assert line.display.eye() in (DARK, WAITING)
        assert line.restarts == 0 or not line.pod_waits
    assert waited > 50


def test_a_pod_that_is_silent_for_two_seconds_is_given_up(line: Line) -> None:
    line.to_table = lambda data: b""
    heard = session_of(line.table).heard
    while line.table.connected:
        line.step()
    assert line.now / 1000 - heard == pytest.approx(2.0)
    assert line.events[-1] == Lost()


def test_a_pod_back_on_the_line_has_the_right_picture(line: Line) -> None:
    line.table.show(picture(1))
    line.settle()
    line.to_pod = lambda data: b""
    line.run(3)
    line.table.show(picture(2))
    line.to_pod = bytes
    line.settle()
    assert line.display.eye() == picture(2)
    kinds = [type(event) for event in line.events]
    assert kinds == [Connected, Lost, Connected]


def test_a_silent_pod_is_lost_and_its_keys_are_released(line: Line) -> None:
    line.press((6, True))
    line.run(0.1)
    line.to_table = lambda data: b""
    line.run(2.1)
    assert line.keys() == [(6, True), (6, False)]
    assert line.events[-1] == Lost()


def test_a_restarted_pod_is_noticed_within_two_seconds(line: Line) -> None:
    line.table.show(picture(1))
    line.settle()
    line.start_pod()
    line.run(0.7)
    assert line.table.agreed
    assert line.display.eye() == picture(1)


@pytest.mark.parametrize(("version", "advice"), [(0, "update the table"), (2, "update this pod")])
def test_a_table_of_another_version_gets_an_answer_and_advice_is_shown(
    version: int, advice: str
) -> None:
    line = Line()
    nonce = struct.pack("<BH", version, 9)
    line.pod_hears(messages.framed(messages.ASK, 0, 0, 0, nonce))
    assert line.display.words[2] == advice
    assert line.display.eye() == written(*line.display.words)
    assert line.pod.session == 0
    assert line.pod_sends  # it reports its own version anyway


@pytest.mark.parametrize("version", [0, 2, 255])
def test_a_pod_of_another_version_is_reported_once_and_gets_no_picture(
    monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    line = Line()
    monkeypatch.setattr(pod_link, "PROTOCOL", version)
    line.table.show(picture(1))
    line.run(3)
    [event] = line.events
    assert isinstance(event, WrongVersion)
    assert event.hello.protocol == version
    assert picture(1) not in line.display.seen
    monkeypatch.undo()  # as if the pod were updated
    line.settle()
    assert line.display.eye() == picture(1)


def test_orders_of_an_earlier_session_are_not_obeyed(line: Line) -> None:
    line.table.show(picture(1))
    line.settle()
    old = b"".join(line.sent_to_pod)
    line.start_table()
    line.table.show(picture(2))
    line.settle()
    line.display.seen.clear()
    line.pod_hears(old)  # repeat everything, including the hello
    assert picture(1) not in line.display.seen
    line.settle()
    line.run(3)
    line.settle()
    assert line.display.eye() == picture(2)


def test_only_the_pod_that_is_named_accepts_an_update(line: Line) -> None:
    line.pod_hears(messages.update("0102030405060709"))
    line.pod_hears(messages.update("01"))
    assert not line.pod.update_wanted
    line.pod_hears(messages.update("0102030405060708"))
    assert line.pod.update_wanted


def test_a_restarted_table_finds_a_dark_pod_and_gets_its_keys(line: Line) -> None:
    line.table.show(picture(1))
    line.press((1, True), (1, False))
    line.settle()
    line.events.clear()
    line.start_table()
    line.step()
    assert line.display.eye() == DARK
    line.settle()
    line.press((2, True))
    line.run(0.1)
    assert line.keys() == [(2, True)]


def test_a_question_that_arrives_twice_is_one_hello() -> None:
    line = Line()
    line.to_pod = lambda data: data + data
    line.settle()
    line.run(1)
    assert [type(event) for event in line.events] == [Connected]


def test_messages_from_a_pods_earlier_session_are_ignored(line: Line) -> None:
    line.sent_to_table.clear()
    line.press((1, True))
    line.run(0.1)
    old = b"".join(line.sent_to_table)
    line.start_table()
    line.settle()
    line.events.clear()
    assert line.table.receive(old, line.now / 1000) == []


def test_an_old_hello_does_not_answer_a_new_question(line: Line) -> None:
    old = b"".join(line.sent_to_table)
    line.start_table()
    line.table.output(line.now / 1000)
    assert line.table.receive(old, line.now / 1000) == []
    assert not line.table.connected


def _memories(thing: object) -> Iterator[bytes]:
    """Yield all bytes objects that can be reached from an object."""
    found, todo = set(), [thing]
    while todo:
        thing = todo.pop()
        if id(thing) in found or isinstance(thing, ModuleType | FunctionType | MethodType | type):
            continue
        found.add(id(thing))
        if isinstance(thing, bytes | bytearray | memoryview):
            yield bytes(thing)
        todo += get_referents(thing)


def _go_silent(line: Line) -> None:
    line.to_pod = lambda data: b""
    line.run(2.1)


@pytest.mark.parametrize("end", [lambda line: line.table.blank(), Line.start_table, _go_silent])
def test_the_secret_is_gone_from_every_memory_of_a_dark_pod(
    line: Line, end: Callable[[Line], None]
) -> None:
    secret = full_picture(5)
    line.table.show(secret)
    line.settle()
    told = [line.pod, line.display]  # with the buffers and the screen's memory

    def traces() -> int:
        parts = {secret[place : place + 6] for place in range(251)}  # its period
        return sum(part in memory for memory in _memories(told) for part in parts)

    assert traces() > 4 * 200  # in the picture, the draft, the screen, and the read buffer
    line.display.seen.clear()
    end(line)
    line.run(0.1)
    line.display.seen.clear()
    assert traces() == 0
