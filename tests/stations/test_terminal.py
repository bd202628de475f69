"""Tests of the table in a terminal of 80 by 24 characters, driven through a pty."""

from __future__ import annotations

import asyncio
import codecs
import os
import pty
import re
import select
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest

from tests.screens.scenes import frame_of
from tests.stations.test_web_server import table_in_game
from tests.table.evening import play_at
from triqueta.runtime.host import Host
from triqueta.screens.frame import picture
from triqueta.screens.phrases import Language, say
from triqueta.screens.station import Key
from triqueta.stations.terminal import LOOK_SECONDS, Terminal, braille


def test_braille_shows_every_pixel() -> None:
    image = picture(frame_of("turn-5", Language.ENGLISH))
    lines = braille(image)
    assert [len(line) for line in lines] == [64] * 16
    for y in range(64):
        for x in range(128):
            bits = ord(lines[y // 4][x // 2]) - 0x2800
            dot = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]][x % 2][y % 4]
            assert bool(bits & dot) == bool(image.getpixel((x, y)))


PATIENCE = 60  # seconds; only a failing test waits so long


class Session:
    """A process of `triqueta play --terminal` in its own terminal."""

    def __init__(self, rows: int = 24, columns: int = 80) -> None:
        self._ours, theirs = pty.openpty()
        self.descriptor = self._ours
        termios.tcsetwinsize(theirs, (rows, columns))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "triqueta", "play", "--terminal"],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
        )
        os.close(theirs)
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.output = ""

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def read_until(self, pattern: str) -> str:
        """Read output until the pattern occurs in it, not counting what was read before."""
        start = len(self.output)
        while not re.search(pattern, self.output[start:]):
            ready, _, _ = select.select([self._ours], [], [], PATIENCE)
            assert ready, f"no output after {self.output[-300:]!r}"
            try:
                self.output += self._decoder.decode(os.read(self._ours, 4096))
            except OSError:
                break
        return self.output[start:]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()
        os.close(self._ours)


@pytest.fixture
def session() -> Iterator[Session]:
    session = Session()
    yield session
    session.close()


def screen_of(output: str) -> list[str]:
    """Return the lines of braille of the last complete screen."""
    return re.findall(r"[\u2800-\u28ff]{64}", output)[-16:]


def test_a_game_is_set_up_and_left(session: Session) -> None:
    first = session.read_until("q quits")
    assert screen_of(first) == braille(picture(frame_of("language", Language.ENGLISH)))
    lines = first.split("\r\n")
    assert len(lines) <= 24
    assert max(len(re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", line)) for line in lines) <= 80
    session.type("1")
    second = session.read_until("q quits")
    assert screen_of(second) != screen_of(first)
    session.type("q")
    left = session.read_until(r"\x1b\[\?1049l")
    assert "\x1b[2J" in left  # nothing stays on the screen
    assert session.process.wait(PATIENCE) == 0


def test_arrows_delete_and_odd_bytes_are_not_taken_for_keys(session: Session) -> None:
    session.read_until("q quits")
    os.write(session.descriptor, b"\x1b[3~\x1b[A\x1bOP\xe9\xff")
    session.type("j")  # does nothing on this screen, which says so
    shown = session.read_until("q quits")
    reason = say("This key isn't in use here: press a petal ({petals})", petals="1\N{EN DASH}3")
    notice = replace(frame_of("language", Language.ENGLISH), notice=reason)
    assert screen_of(shown) == braille(picture(notice))


def test_a_terminal_that_is_too_small_is_reported() -> None:
    session = Session(rows=10, columns=40)
    assert session.process.wait(PATIENCE) == 2
    assert session.process.stderr is not None
    assert b"needs 80 x 24 characters; this one has 40 x 10" in session.process.stderr.read()
    session.close()


def test_ctrl_c_ends_it_cleanly(session: Session) -> None:
    session.read_until("q quits")
    session.type("\x03")
    session.read_until(r"\x1b\[\?1049l")
    assert session.process.wait(PATIENCE) == 0


def test_look_shows_for_three_seconds_since_a_terminal_reports_no_release(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Run the terminal in this process, with a clock that the test puts forward."""
    ours, theirs = pty.openpty()
    timers: list[tuple[float, Callable[[], None]]] = []
    now = 0.0

    async def look() -> None:
        nonlocal now
        loop = asyncio.get_running_loop()
        with open(theirs, encoding="utf-8") as stdin, monkeypatch.context() as patch:
            patch.setattr("sys.stdin", stdin)
            host = Host(table_in_game(0.0), clock=lambda: now)
            async with Terminal(host) as terminal:
                terminal.press(Key.PETAL1)
                patch.setattr(loop, "call_later", _note_timer(timers))
                terminal.press(Key.SOFT2)
                station = host.table.stations["table"]
                assert station.looking
                now += LOOK_SECONDS
                ((_, let_go),) = [timer for timer in timers if timer[0] == LOOK_SECONDS]
                let_go()
                assert not host.table.stations["table"].looking
                assert not play_at(host.table)._unseen

    asyncio.run(look())
    os.close(ours)
    assert "\u2800" in capsys.readouterr().out


def _note_timer(timers: list[tuple[float, Callable[[], None]]]) -> Callable[..., object]:
    def call_later(delay: float, call: Callable[..., None], *args: object) -> asyncio.Handle:
        timers.append((delay, partial(call, *args)))
        return asyncio.Handle(call, args, asyncio.get_running_loop())

    return call_later


def test_without_a_terminal_it_says_so() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "triqueta", "play", "--terminal"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert result.stderr == ("triqueta play: --terminal needs a terminal to read keys from\n")
