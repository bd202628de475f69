"""The SH1106: 132 columns of which a module shows the middle 128, and page addressing only.

The SSD1306's commands for windows are nothing to it, and what was meant as their values it takes
for commands: that is the garbage that people see who have the wrong driver.
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
            return  # converter, read-modify-write, pump voltage
        super().obey(command, *given)

    def data(self, byte: int) -> None:
        """The column counts up to the last one and stays there; the page never changes."""
        if self.column < self.columns:
            self.memory[self.page][self.column] = byte
            self.column += 1
