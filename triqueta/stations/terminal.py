"""The table in a terminal, drawn in braille characters and used by keyboard, for SSH sessions."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import termios
import tty
from functools import partial
from types import TracebackType

from PIL import Image

from triqueta.runtime.host import Host
from triqueta.screens.frame import Frame, Light, picture
from triqueta.screens.station import TABLE, Key

KEYS = {
    **{str(number): Key(f"petal{number}") for number in range(1, 6)},
    "j": Key.SOFT1,
    "k": Key.SOFT2,
    "l": Key.SOFT3,
}
QUIT = ("q", "\x03", "\x04")
LOOK_SECONDS = 3.0  # a terminal does not report key releases
_BRAILLE = 0x2800
# The bits of a braille character by column and row of its dots.
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
# Escape sequences of arrows, Delete and function keys: digits in them are not petal keys.
_ESCAPES = re.compile(rb"\x1b(\[[0-9;]*[A-Za-z~]|O.|.)?")
_HINT = "petals 1-5   soft keys j k l   q quits   Look stays on for 3 seconds"


def braille(image: Image.Image) -> list[str]:
    """Return a picture of 128 by 64 pixels as 16 lines of 64 braille characters."""
    pixels = image.tobytes()
    stride = image.width // 8

    def dot(x: int, y: int) -> bool:
        return bool(pixels[y * stride + x // 8] & (0x80 >> x % 8))

    return [
        "".join(
            chr(
                _BRAILLE
                + sum(_DOTS[dx][dy] for dx in range(2) for dy in range(4) if dot(x + dx, y + dy))
            )
            for x in range(0, image.width, 2)
        )
        for y in range(0, image.height, 4)
    ]


class Terminal:
    """A context manager that runs the table in the terminal and restores it on exit."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._input = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._input)

    async def __aenter__(self) -> Terminal:
        tty.setraw(self._input)
        sys.stdout.write("\x1b[?1049h\x1b[?25l\x1b[2J")
        self._host.attach(TABLE, self._show)
        asyncio.get_running_loop().add_reader(self._input, self._read)
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        asyncio.get_running_loop().remove_reader(self._input)
        self._host.detach(TABLE)
        # Clear first: some terminals keep the alternate screen, which may show a secret.
        sys.stdout.write("\x1b[2J\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()
        termios.tcsetattr(self._input, termios.TCSADRAIN, self._before)

    def stop(self) -> None:
        self._host.stopped.set()

    def _show(self, frame: Frame) -> None:
        lines = braille(picture(frame))
        dim = "\x1b[2m" if frame.light in (Light.DIM, Light.LOWEST) else ""
        margin = " " * 8
        screen = [f"\x1b[H\x1b[0m{dim}", *(f"{margin}{line}\x1b[K\r\n" for line in lines)]
        screen.append(f"\x1b[0m\r\n{margin}{_HINT}\x1b[K")
        sys.stdout.write("".join(screen))
        sys.stdout.flush()

    def _read(self) -> None:
        typed = os.read(self._input, 64)
        if not typed:
            self.stop()
        for char in _ESCAPES.sub(b"", typed).decode("ascii", "ignore"):
            if char in QUIT:
                self.stop()
            elif char.lower() in KEYS:
                self.press(KEYS[char.lower()])

    def press(self, key: Key) -> None:
        """Press and release a key. The Look key is released after LOOK_SECONDS."""
        self._host.when_saved(partial(self._press, key))

    def _press(self, key: Key) -> None:
        if self._host.table.stations[TABLE].looking:
            return  # Look is held and will be released by its timer
        self._host.down(TABLE, key)
        self._host.when_saved(partial(self._let_go, key))

    def _let_go(self, key: Key) -> None:
        if self._host.table.stations[TABLE].look_key is key:
            loop = asyncio.get_running_loop()
            loop.call_later(LOOK_SECONDS, self._host.up, TABLE, key)
        else:
            self._host.up(TABLE, key)
