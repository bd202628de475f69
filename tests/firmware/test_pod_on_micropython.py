"""Tests of the real firmware on a real MicroPython, with the table's end of the line on a pty."""

from __future__ import annotations

import os
import random
import select
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.firmware.line import Fault, full_picture, picture, session_of
from tests.firmware.pty_table import PATIENCE, PlugIn, Table
from tests.firmware.test_pod_torture import cut, doubled, dropped, flipped
from triqueta.stations.pods import messages
from triqueta.stations.pods.framing import Reader
from triqueta.stations.pods.link import (
    Connected,
    KeyChange,
    Lost,
    PodLink,
    WrongVersion,
)
from triqueta.stations.pods.messages import DARK, Hello
from triqueta.stations.pods.simulator import Board, SimulatorError

Written = Callable[..., bytes]  # takes any number of lines
WRITTEN = """
import framebuf, sys
drawn = bytearray(1024)
canvas = framebuf.FrameBuffer(drawn, 128, 64, framebuf.MONO_VLSB)
for row, text in enumerate(sys.argv[1:]):
    canvas.text(text, 64 - 4 * len(text), 12 + 16 * row)
print("".join("%02x" % byte for byte in drawn))
"""


@pytest.fixture
def written(micropython: str, tmp_path: Path) -> Written:
    """Return a function that draws words in MicroPython's font in the middle of the screen."""
    script = tmp_path / "written.py"
    script.write_text(WRITTEN)

    def drawn(*lines: str) -> bytes:
        return bytes.fromhex(subprocess.check_output([micropython, script, *lines], text=True))

    return drawn


def test_a_pod_without_a_table_says_that_it_waits(plug_in: PlugIn, written: Written) -> None:
    shown = plug_in().pod.shown()
    assert shown.on
    assert shown.contrast == 16
    assert shown.picture == written("Waiting for", "the table")


@pytest.mark.parametrize("screen", ["SSD1306", "SH1106"])
@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_each_screen_at_each_address(plug_in: PlugIn, screen: str, address: int) -> None:
    table = plug_in(Board(screen=screen, address=address))
    table.show(bytes(range(256)) * 4)
    assert table.pod.picture() == bytes(range(256)) * 4
    assert table.link.screen_works


def test_the_screen_shows_the_tables_picture_after_every_key(plug_in: PlugIn) -> None:
    table = plug_in(Board(pod_id="e66138528361372b"))
    table.show(DARK)
    [connected] = table.events
    assert isinstance(connected, Connected)
    assert connected.hello.pod_id == "e66138528361372b"
    chance = random.Random(3)
    for number in range(24):
        table.events.clear()
        table.tap(number % 8)
        assert table.events == [KeyChange(number % 8, True), KeyChange(number % 8, False)]
        wanted = bytearray(table.pod.picture())
        for _ in range(chance.randrange(1, 40)):
            wanted[chance.randrange(1024)] = chance.randrange(256)
        table.show(bytes(wanted))
        assert table.pod.picture() == wanted


def test_contrast_and_blank(plug_in: PlugIn) -> None:
    table = plug_in()
    table.link.set_contrast(123)
    table.show(picture(1))
    assert table.pod.shown().contrast == 123
    table.link.blank()
    table.settle()
    assert not table.pod.shown().on


def test_two_seconds_without_the_table_and_the_pod_is_dark_then_says_that_it_waits(
    plug_in: PlugIn,
) -> None:
    table = plug_in()
    waiting = table.pod.shown()
    table.show(picture(1))
    table.pass_time(1999)
    assert table.pod.picture() == picture(1)
    table.pass_time(1)
    assert table.pod.shown() == waiting
    table.show(picture(2))  # the table is back
    assert table.pod.picture() == picture(2)
    assert [type(event) for event in table.events] == [Connected, Lost, Connected]


def test_a_table_that_keeps_talking_keeps_the_picture(plug_in: PlugIn) -> None:
    table = plug_in()
    table.show(picture(1))
    for _ in range(8):
        session = session_of(table.link)
        heard, session.heard = session.heard, -1.0
        table.pass_time(500)
        session.heard = heard
        table.until(lambda: session_of(table.link).heard == table.now / 1000)
        assert table.pod.picture() == picture(1)
    assert [type(event) for event in table.events] == [Connected]


def test_the_interrupt_byte_does_not_stop_it(plug_in: PlugIn) -> None:
    table = plug_in()
    table.show(picture(1))
    os.write(table.line, b"\x03" * 200 + b"\x04\x01\x02\0")
    table.show(picture(3))
    assert table.pod.picture() == picture(3)


@pytest.mark.parametrize(
    ("version", "advice"),
    [
        (0, ("The table speaks", "an older version", "update the table")),
        (2, ("The table speaks", "a newer version", "update this pod")),
    ],
)
def test_a_table_of_another_version_gets_an_answer_and_the_screen_says_so(
    plug_in: PlugIn, written: Written, version: int, advice: tuple[str, ...]
) -> None:
    table = plug_in()
    question = messages.framed(messages.ASK, 0, 0, 0, struct.pack("<BH", version, 77))
    os.write(table.line, question)
    reader, answer = Reader(messages.MAX_BODY), None
    while not (isinstance(answer, Hello) and answer.nonce == 77):
        assert select.select([table.line], [], [], PATIENCE)[0]
        length = reader.take(os.read(table.line, 1)[0])
        answer = messages.parsed(bytes(reader.body[:length]))
    assert answer.session == 0
    assert answer.protocol == messages.PROTOCOL
    assert table.pod.picture() == written(*advice)


def test_a_pod_without_a_screen_says_so_and_finds_one_later(plug_in: PlugIn) -> None:
    table = plug_in(Board(address=0))
    table.show(picture(1))
    assert not table.link.screen_works
    table.pod.plug_screen(0x3D)
    table.pass_time(1000)
    assert table.pod.picture() == picture(1)


def test_a_screen_that_loses_its_wire_gets_its_picture_back(plug_in: PlugIn) -> None:
    table = plug_in()
    table.show(picture(1))
    table.pod.plug_screen(0)
    table.show(picture(2))
    table.pod.plug_screen(0x3C)
    table.pass_time(1000)
    assert table.pod.picture() == picture(2)


@pytest.mark.parametrize("screen", ["SSD1306", "SH1106"])
def test_a_screen_that_was_without_power_gets_its_picture_back(
    plug_in: PlugIn, screen: str
) -> None:
    table = plug_in(Board(screen=screen))
    table.link.set_contrast(99)
    table.show(picture(1))
    before = table.pod.shown()
    table.pod.cut_screen_power()
    table.pass_time(900)
    assert not table.pod.shown().on
    table.pass_time(100)
    assert table.pod.shown() == before


def test_a_screen_that_misses_the_command_to_go_dark_goes_dark_all_the_same(
    plug_in: PlugIn,
) -> None:
    table = plug_in()
    table.show(picture(1))
    table.pod.ask("deaf 1")
    table.link.blank()
    table.settle()
    assert not table.pod.shown().on


def test_the_prompt_key_held_at_power_on_leaves_the_program_out(plug_in: PlugIn) -> None:
    table = plug_in(Board(held=(5,)))
    assert table.pod.wait(PATIENCE) == 0
    assert not select.select([table.line], [], [], 0)[0]  # nothing was sent


def test_an_update_is_asked_for_over_the_line(plug_in: PlugIn) -> None:
    table = plug_in()
    table.show(picture(1))
    os.write(table.line, messages.update("0102030405060708"))
    assert table.pod.wait(PATIENCE) == 3  # it has reset itself
    table.pod.restart()
    assert table.pod.wait(PATIENCE) == 0  # it waits at the prompt
    table.pod.restart()
    table.pod.press(0)  # the next start runs the program again


def test_a_restarted_pod_gets_its_picture(plug_in: PlugIn) -> None:
    table = plug_in()
    table.show(picture(1))
    table.pod.restart()
    table.pod.set_time(500)  # it announces itself
    table.until(lambda: Lost() in table.events)
    table.settle()
    assert table.pod.picture() == picture(1)


def test_a_table_that_never_reads_does_not_stop_the_pod(plug_in: PlugIn) -> None:
    table = plug_in()
    table.write(messages.ask(5) * 4000)  # the answers do not fit into the line's buffer

    def connected() -> bool:
        table.pass_time(100)  # ask again, since the first answer may not have fitted
        return table.link.connected

    table.until(connected)


def test_a_pod_that_hangs_is_given_up_and_taken_back(plug_in: PlugIn) -> None:
    table = plug_in()
    table.show(picture(1))
    table.pod.freeze()
    table.now += 2000
    table.turn()
    assert table.events[-1] == Lost()
    table.pod.thaw()
    table.pass_time(0)
    table.show(picture(2))
    assert table.pod.picture() == picture(2)


def test_the_line_of_a_pod_that_was_pulled_out_is_dead(plug_in: PlugIn) -> None:
    table = plug_in()
    table.show(picture(1))
    table.pod.close()
    table.read_to_the_end()


def test_the_watchdog_is_quicker_than_two_seconds(plug_in: PlugIn) -> None:
    assert 0 < int(plug_in().pod.ask("watchdog")) < 2000


def test_a_pod_that_is_gone_says_so(plug_in: PlugIn) -> None:
    pod = plug_in().pod
    pod._process.kill()
    pod.wait(PATIENCE)
    with pytest.raises(SimulatorError, match="has stopped"):
        pod.press(0)


def test_memory_does_not_grow(plug_in: PlugIn) -> None:
    table = plug_in()
    table.show(picture(1))
    table.tap(1)
    before, free = table.pod.memory()
    for number in range(2, 40):
        table.tap(number % 8)
        table.show(picture(number))
    after, _ = table.pod.memory()
    assert after <= before + 200
    assert free > 64_000


@pytest.mark.parametrize("make", [dropped, doubled, flipped, cut])
def test_a_bad_line(plug_in: PlugIn, make: Callable[[random.Random], Fault]) -> None:
    table = plug_in()
    waiting = table.pod.picture()
    chance = random.Random(11)
    meant = {DARK, waiting}
    table.to_pod, table.to_table = make(chance), make(chance)
    for number in range(1, 40):
        meant.add(picture(number))
        table.link.show(picture(number))
        if number % 2:
            table.pod.press(3)
        else:
            table.pod.release(3)
        for _ in range(4):
            table.turn()
            table.pass_time(50)
            assert table.pod.picture() in meant
    table.to_pod = table.to_table = bytes
    table.pod.release(3)
    for _ in range(12):
        table.pass_time(300)
        table.turn(0.02)
    table.settle()
    assert table.pod.picture() == picture(39)
    keys = [event.down for event in table.events if isinstance(event, KeyChange)]
    assert keys == [True, False] * (len(keys) // 2)
    assert not any(isinstance(event, WrongVersion) for event in table.events)


def test_unplugged_at_every_byte_of_a_frame(plug_in: PlugIn) -> None:
    """A truncated frame leaves the pod unchanged, ready for the next table."""
    table = plug_in()
    table.show(picture(1))
    session = session_of(table.link)
    for place in range(len(_order(table, picture(2)))):
        _break_off(table, picture(2), place)
        assert table.pod.picture() == picture(1)
    assert session.number != session_of(table.link).number


def test_unplugged_while_the_pod_reads_in_blocks(plug_in: PlugIn) -> None:
    table = plug_in()
    table.show(picture(1))
    for place in range(1, len(_order(table, full_picture(2))), 37):
        _break_off(table, full_picture(2), place)
        assert table.pod.picture() == picture(1)
    table.show(full_picture(2))
    assert table.pod.picture() == full_picture(2)


def _break_off(table: Table, shown: bytes, place: int) -> None:
    """Send only the first `place` bytes of an order, then connect as another table."""
    table.write(_order(table, shown)[:place])
    table.link = PodLink()
    table.link.show(picture(1))
    table.settle()


def _order(table: Table, shown: bytes) -> bytes:
    """Return the bytes that the table would send to show this picture."""
    whole = b""

    def keep(data: bytes) -> bytes:
        nonlocal whole
        whole = data
        return b""

    table.to_pod = keep
    table.link.show(shown)
    table.turn()
    table.to_pod = bytes
    return whole
