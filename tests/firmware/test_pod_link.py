"""Table and pod on a good line: what each promises the other."""

from __future__ import annotations

import struct
from binascii import crc32

import pytest

from tests.firmware.line import Line, picture
from tests.firmware.pod_code import keys as pod_keys
from tests.firmware.pod_code import link as pod_link
from triqueta.stations.pods import messages
from triqueta.stations.pods.link import Connected, Lost, WrongVersion
from triqueta.stations.pods.pictures import DARK, DARK_CRC


@pytest.fixture
def line() -> Line:
    line = Line()
    line.settle()
    return line


def test_the_hello_says_who_the_pod_is(line):
    [connected] = line.events
    hello = connected.hello
    assert hello.pod_id == "0102030405060708"
    assert (hello.protocol, hello.firmware) == (pod_link.PROTOCOL, pod_link.FIRMWARE)
    assert (hello.size, hello.keys) == ((128, 64), 8)


def test_both_ends_mean_the_same_by_each_number():
    for name in ("PROTOCOL", "ASK", "BEAT", "PICTURE", "BLANK", "CONTRAST", "UPDATE"):
        assert getattr(messages, name) == getattr(pod_link, name)
    assert (messages.HELLO, messages.STATUS) == (pod_link.HELLO, pod_link.STATUS)


def test_a_pod_alone_says_what_it_waits_for_and_announces_itself():
    line = Line()
    line.to_pod = lambda data: b""
    line.run(2)
    assert line.display.words == ("Waiting for", "the table")
    assert len(line.sent_to_table) == 4


def test_pictures_arrive_and_the_change_is_small(line):
    line.table.show(picture(1))
    line.settle()
    assert bytes(line.display.picture) == picture(1)
    line.sent_to_pod.clear()
    changed = bytearray(picture(1))
    changed[700] = 0x55
    line.table.show(bytes(changed))
    line.settle()
    assert bytes(line.display.picture) == changed
    assert sum(map(len, line.sent_to_pod)) < 30


def test_only_the_last_of_many_pictures_is_sent(line):
    line.display.seen.clear()
    for number in range(1, 20):
        line.table.show(picture(number))
    line.settle()
    assert line.display.seen == [picture(19)]


def test_a_pod_whose_picture_differs_gets_the_whole_one(line):
    line.table.show(picture(1))
    line.settle()
    line.display.picture[5] ^= 1  # a bit of its memory falls over
    line.run(0.6)  # the next heartbeat tells
    line.settle()
    assert bytes(line.display.picture) == picture(1)


def test_a_change_of_another_picture_is_refused(line):
    line.table.show(picture(1))
    line.settle()
    line.display.picture[5] ^= 1
    line.display.seen.clear()
    line.table.show(picture(2))
    line.settle()
    assert line.display.seen == [picture(2)]


def test_contrast(line):
    line.table.set_contrast(77)
    line.settle()
    assert line.display.contrast == 77


def test_blank_turns_the_screen_off_and_forgets_the_picture(line):
    line.table.show(picture(1))
    line.settle()
    line.table.blank()
    line.step()
    assert not line.display.lit
    assert bytes(line.display.picture) == DARK
    line.settle()
    line.table.show(picture(1))
    line.settle()
    assert line.display.lit


def test_blank_does_not_wait_for_an_order_that_is_under_way(line):
    line.table.show(picture(1))
    line.settle()
    line.to_table = lambda data: b""  # nothing is confirmed
    line.table.show(picture(2))
    line.step()
    line.table.blank()
    line.step()
    assert not line.display.lit


def test_keys_arrive_once_and_in_order(line):
    changes = [(3, True), (3, False), (0, True), (7, True), (0, False), (7, False)]
    line.press(*changes)
    line.run(1)
    assert line.keys() == changes


def test_a_key_is_told_at_once_and_confirmed_at_once(line):
    line.press((2, True))
    line.step()
    assert line.keys() == [(2, True)]
    line.step()
    assert line.pod._count == 0


def test_more_keys_than_the_pod_can_keep_wait_their_turn(line):
    line.to_table = lambda data: b""
    taken = 0
    while line.pod.key(1, taken % 2 == 0):
        taken += 1
    assert taken == pod_link.MAX_EVENTS
    line.to_table = bytes
    line.run(0.5)
    assert len(line.keys()) == taken
    assert line.pod.key(1, True)


def test_a_key_pressed_while_nobody_listens_is_for_nobody():
    line = Line()
    line.press((4, True))
    line.settle()
    line.press((4, False), (4, True))
    line.run(0.1)
    assert line.keys() == [(4, True)]


def test_a_line_without_anything_new_carries_two_heartbeats_a_second_each_way(line):
    line.run(1)
    line.sent_to_pod.clear()
    line.sent_to_table.clear()
    line.run(10)
    for sent in (line.sent_to_pod, line.sent_to_table):
        assert 19 <= len(sent) <= 20
    assert sum(map(len, line.sent_to_pod)) < 300


def test_no_heartbeat_for_two_seconds_blanks_the_pod_which_then_says_that_it_waits(line):
    line.table.show(picture(1))
    line.settle()
    line.run(0.6)
    line.to_pod = lambda data: b""
    line.display.seen.clear()
    heard = line.pod._heard
    while not line.display.seen:
        line.step()
    assert line.now - heard == pod_link.SILENCE_MS
    assert line.display.seen[0] == DARK
    assert line.display.words == ("Waiting for", "the table")


def test_a_pod_back_on_the_line_has_the_right_picture(line):
    line.table.show(picture(1))
    line.settle()
    line.to_pod = lambda data: b""
    line.run(3)
    line.table.show(picture(2))
    line.to_pod = bytes
    line.settle()
    assert bytes(line.display.picture) == picture(2)
    kinds = [type(event) for event in line.events]
    assert kinds == [Connected, Lost, Connected]


def test_a_silent_pod_is_lost_and_its_keys_come_up(line):
    line.press((6, True))
    line.run(0.1)
    line.to_table = lambda data: b""
    line.run(2.1)
    assert line.keys() == [(6, True), (6, False)]
    assert line.events[-1] == Lost()


def test_a_pod_that_starts_anew_is_noticed_before_two_seconds(line):
    line.table.show(picture(1))
    line.settle()
    line.start_pod()
    line.run(0.7)
    assert line.table.agreed
    assert bytes(line.display.picture) == picture(1)


@pytest.mark.parametrize(("version", "advice"), [(0, "update the table"), (2, "update this pod")])
def test_a_table_of_another_version_is_told_and_shown(version, advice):
    line = Line()
    nonce = struct.pack("<BH", version, 9)
    line.pod_hears(messages.framed(messages.ASK, 0, 0, 0, nonce))
    assert line.display.words[2] == advice
    assert line.pod.session == 0
    assert line.pod_sends  # it says its own version all the same


@pytest.mark.parametrize("version", [0, 2, 255])
def test_a_pod_of_another_version_is_reported_once_and_gets_no_picture(monkeypatch, version):
    line = Line()
    monkeypatch.setattr(pod_link, "PROTOCOL", version)
    line.table.show(picture(1))
    line.run(3)
    [event] = line.events
    assert isinstance(event, WrongVersion)
    assert event.hello.protocol == version
    assert picture(1) not in line.display.seen
    monkeypatch.undo()  # it has been updated
    line.settle()
    assert bytes(line.display.picture) == picture(1)


def test_orders_of_an_earlier_session_are_not_obeyed(line):
    line.table.show(picture(1))
    line.settle()
    old = b"".join(line.sent_to_pod)
    line.start_table()
    line.table.show(picture(2))
    line.settle()
    line.display.seen.clear()
    line.pod_hears(old)  # all of it once more, hello included
    assert picture(1) not in line.display.seen
    line.settle()
    line.run(3)
    line.settle()
    assert bytes(line.display.picture) == picture(2)


def test_late_orders_of_the_same_session_are_not_obeyed(line):
    line.sent_to_pod.clear()
    line.table.show(picture(1))
    line.settle()
    line.table.show(picture(2))
    line.settle()
    line.display.seen.clear()
    for data in line.sent_to_pod:
        line.pod_hears(data)
    assert line.display.seen == []


def test_numbers_of_orders_and_keys_begin_again_after_the_largest(line):
    line.pod._done = line.table._session.order = 0xFFFE
    line.pod._first = line.table._session.got = 0xFFFE
    for number in range(1, 6):
        line.table.show(picture(number))
        line.press((1, True), (1, False))
        line.settle()
        line.run(0.1)
        assert bytes(line.display.picture) == picture(number)
    assert line.keys() == [(1, True), (1, False)] * 5


@pytest.mark.parametrize(
    "spans",
    [b"\x08\x00\x01\x00", b"\x00\x7f\x02\x00\x00", b"\x00\x00\x05\x00", b"\x00\x00", b"\x01"],
)
def test_spans_outside_of_the_picture_are_refused(line, spans):
    payload = messages.picture(DARK_CRC, 0, spans)
    line.display.seen.clear()
    line.pod_hears(messages.framed(messages.PICTURE, line.pod.session, 900, 0, payload))
    assert line.display.seen == []


def test_only_the_pod_that_is_named_lets_itself_be_updated(line):
    line.pod_hears(messages.update("0102030405060709"))
    line.pod_hears(messages.update("01"))
    assert not line.pod.update_wanted
    line.pod_hears(messages.update("0102030405060708"))
    assert line.pod.update_wanted


def test_a_picture_of_the_wrong_size_is_the_callers_mistake(line):
    with pytest.raises(ValueError, match="1024 bytes, not 1"):
        line.table.show(b"\0")


class FakePin:
    def __init__(self) -> None:
        self.level = 1

    def value(self) -> int:
        return self.level


class Changes:
    """Takes key changes, or has no room for them."""

    def __init__(self) -> None:
        self.room = True
        self.taken: list[tuple[int, bool]] = []

    def key(self, index: int, down: bool) -> bool:
        if self.room:
            self.taken.append((index, down))
        return self.room


def test_a_bouncing_key_is_one_press():
    pin, changes = FakePin(), Changes()
    keys = pod_keys.Keys([FakePin(), pin])
    bounces = [0, 1, 0, 1, 1, 0, 0, 1] + [0] * 20 + [1, 0, 1, 1, 0] + [1] * 20
    for now, level in enumerate(bounces, start=2**30 - 10):  # also where the clock starts over
        pin.level = level
        keys.scan(now & 0x3FFFFFFF, changes)
    assert changes.taken == [(1, True), (1, False)]


def test_a_key_waits_for_room():
    pin, changes = FakePin(), Changes()
    keys = pod_keys.Keys([pin])
    pin.level, changes.room = 0, False
    for now in range(50):
        keys.scan(now, changes)
    changes.room = True
    keys.scan(50, changes)
    keys.scan(51, changes)
    assert changes.taken == [(0, True)]


def test_a_picture_with_a_checksum_other_than_its_own_is_not_shown(line):
    span = b"\x02\x10\x01\xff"
    payload = messages.picture(DARK_CRC, 0x12345678, span)
    line.display.seen.clear()
    line.pod_hears(messages.framed(messages.PICTURE, line.pod.session, 900, 0, payload))
    assert line.display.seen == []
    drawn = DARK[:272] + b"\xff" + DARK[273:]
    payload = messages.picture(DARK_CRC, crc32(drawn), span)
    line.pod_hears(messages.framed(messages.PICTURE, line.pod.session, 901, 0, payload))
    assert line.display.seen == [drawn]


def test_a_table_that_starts_anew_finds_a_dark_pod_and_gets_its_keys(line):
    line.table.show(picture(1))
    line.press((1, True), (1, False))
    line.settle()
    line.events.clear()
    line.start_table()
    line.step()
    assert bytes(line.display.picture) == DARK
    line.settle()
    line.press((2, True))
    line.run(0.1)
    assert line.keys() == [(2, True)]


def test_a_question_that_arrives_twice_is_one_hello():
    line = Line()
    line.to_pod = lambda data: data + data
    line.settle()
    line.run(1)
    assert [type(event) for event in line.events] == [Connected]


def test_a_key_whose_frame_was_lost_comes_soon(line):
    line.to_table = lambda data: b""
    line.press((5, True))
    line.step()
    line.to_table = bytes
    line.run(0.12)
    assert line.keys() == [(5, True)]


def test_after_an_order_without_an_answer_the_picture_is_sent_whole(line):
    line.table.show(picture(1))
    line.settle()
    line.to_table = lambda data: b""
    line.table.show(picture(2))
    line.run(0.05)  # the pod has shown it, but the table does not know
    line.to_table = bytes
    line.sent_to_pod.clear()
    line.table.show(picture(3))
    line.settle()
    assert len(line.sent_to_pod) == 1
    assert bytes(line.display.picture) == picture(3)


def test_what_a_pod_said_in_an_earlier_session_counts_no_more(line):
    line.sent_to_table.clear()
    line.press((1, True))
    line.run(0.1)
    old = b"".join(line.sent_to_table)
    line.start_table()
    line.settle()
    line.events.clear()
    assert line.table.receive(old, line.now / 1000) == []


def test_an_old_hello_is_no_answer_to_a_new_question(line):
    old = b"".join(line.sent_to_table)
    line.start_table()
    line.table.output(line.now / 1000)
    assert line.table.receive(old, line.now / 1000) == []
    assert not line.table.connected
