"""A model of the SH1106: 132 columns, of which modules show the middle 128; page addressing only.

It does not have the SSD1306's window commands and takes their parameters for commands. With the
wrong driver, that is why a display shows garbage.
"""

from __future__ import annotations

from typing import ClassVar

from tests.models.oled import Oled


class Sh1106(Oled):
    columns = 132
    first_visible = 2
    identity = 0x08
    fastest_clock = 4_000_000
    parameters: ClassVar = dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)

    def obey(self, command: int, *given: int) -> None:
        if command in (0xAD, 0xE0, 0xEE) or 0x30 <= command <= 0x33:
            return  # DC-DC converter, read-modify-write, pump voltage
        super().obey(command, *given)

    def data(self, byte: int) -> None:
        """Write a byte and advance the column, which stops after the last; the page stays."""
        if self.column < self.columns:
            self.memory[self.page][self.column] = byte
            self.column += 1
