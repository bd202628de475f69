"""The table in a terminal of 80 by 24, driven through a pty."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import termios
from collections.abc import Iterator

import pytest

from tests.screens.scenes import frame_of
from triqueta.screens.frame import picture
from triqueta.screens.phrases import Language
from triqueta.stations.terminal import braille


def test_braille_shows_every_pixel() -> None:
    image = picture(frame_of("turn-5", Language.ENGLISH))
    lines = braille(image)
    assert [len(line) for line in lines] == [64] * 16
    for y in range(64):
        for x in range(128):
            bits = ord(lines[y // 4][x // 2]) - 0x2800
            dot = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]][x % 2][y % 4]
            assert bool(bits & dot) == bool(image.getpixel((x, y)))


class Session:
    """`triqueta play --terminal` in a terminal of its own."""

    def __init__(self) -> None:
        self._ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (24, 80))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "triqueta", "play", "--terminal"],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
        )
        os.close(theirs)
        self.output = ""

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def read_until(self, pattern: str) -> str:
        """Read on until the pattern has come, counted from what was read before."""
        start = len(self.output)
        while not re.search(pattern, self.output[start:]):
            ready, _, _ = select.select([self._ours], [], [], 20)
            assert ready, f"nothing came after {self.output[-300:]!r}"
            try:
                self.output += os.read(self._ours, 4096).decode("utf-8", "ignore")
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
    """The lines of braille of the last whole screen."""
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
    assert session.process.wait(20) == 0


def test_ctrl_c_ends_it_cleanly(session: Session) -> None:
    session.read_until("q quits")
    session.type("\x03")
    session.read_until(r"\x1b\[\?1049l")
    assert session.process.wait(20) == 0


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
