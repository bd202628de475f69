"""Import the pod's own files into CPython unchanged, with a simulated board and letters."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

from triqueta.stations.pods.tools import firmware_folder

FOLDER = firmware_folder() / "pod"
_NAMES = ("framing", "link", "keys", "display", "screen")
_THEIRS = (*_NAMES, "pins", "machine", "framebuf")


class Letters(ModuleType):
    """A stand-in for MicroPython's `framebuf`, in which no two letters look the same."""

    MONO_VLSB = 0

    class FrameBuffer:
        def __init__(self, buffer: bytearray, width: int, height: int, form: int) -> None:
            self._buffer, self._width = buffer, width

        def fill(self, colour: int) -> None:
            self._buffer[:] = bytes(len(self._buffer))

        def text(self, text: str, x: int, y: int) -> None:
            columns = b"".join(bytes((ord(letter), ord(letter) ^ 0xFF)) * 4 for letter in text)
            for place, column in enumerate(columns, start=y // 8 * self._width + x):
                self._buffer[place] |= column << y % 8 & 0xFF
                self._buffer[place + self._width] |= column << y % 8 >> 8


def _imported() -> list[ModuleType]:
    """Import the files under their own names, and remove these names from `sys.modules`."""
    folders = [str(FOLDER), str(FOLDER.parent / "simulator")]
    sys.path[:0] = folders
    sys.modules["framebuf"] = Letters("framebuf")
    try:
        return [import_module(name) for name in _NAMES]
    finally:
        del sys.path[: len(folders)]
        for name in _THEIRS:
            sys.modules.pop(name, None)


framing, link, keys, display, screen = _imported()
