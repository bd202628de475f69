"""How bright a display is. A separate module, because frames load Pillow."""

from __future__ import annotations

from enum import StrEnum


class Light(StrEnum):
    """How bright a display is; the number behind it is up to the display."""

    FULL = "full"
    SOFT = "soft"
    DIM = "dim"
    OFF = "off"
