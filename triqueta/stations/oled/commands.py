"""Commands that all chips understand."""

from __future__ import annotations

from typing import TypeAlias

Command: TypeAlias = tuple[int, ...]

NOTHING = 0xE3
DISPLAY_OFF, DISPLAY_ON = 0xAE, 0xAF
CONTRAST = 0x81
PAGE, LOW_COLUMN, HIGH_COLUMN = 0xB0, 0x00, 0x10
# A transfer that broke off may have left a command without its values: they come as nothings.
FLUSH: Command = (NOTHING,) * 6
