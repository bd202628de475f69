"""Models of the SSD1306 and the larger SSD1309: 128 columns and three addressing modes."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from tests.models.oled import PAGES, WIDTH, Oled

HORIZONTAL, VERTICAL, PAGE = 0, 1, 2


class Ssd1306(Oled):
    identity = 0x03
    parameters: ClassVar = {
        0x20: 1,
        0x21: 2,
        0x22: 2,
        0x23: 1,
        **dict.fromkeys((0x26, 0x27), 6),
        **dict.fromkeys((0x29, 0x2A), 5),
        0xA3: 2,
        **dict.fromkeys((0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD6, 0xD9, 0xDA, 0xDB), 1),
    }

    def reset(self) -> None:
        super().reset()
        self.mode = PAGE
        self.pump = False
        self.first_column, self.last_column = 0, WIDTH - 1
        self.first_page, self.last_page = 0, PAGES - 1
        self._page_start = 0

    @property
    def lit(self) -> bool:
        """Whether the glass is lit; without its charge pump the module has no voltage for it."""
        return self.on and self.pump

    def obey(self, command: int, *given: int) -> None:
        match command:
            case 0x20:
                self.mode = given[0] & 0x03
            case 0x21:
                self.first_column, self.last_column = (value & 0x7F for value in given)
                self.column = self.first_column
            case 0x22:
                self.first_page, self.last_page = (value & 0x07 for value in given)
                self.page = self.first_page
            case 0x8D:
                self.pump = bool(given[0] & 0x04)
            case 0x2E:
                pass  # stop scrolling, which the model does not have
            case _ if command <= 0x1F or 0xB0 <= command <= 0xB7:
                self._place_in_page(command)
            case _:
                super().obey(command, *given)

    def _place_in_page(self, command: int) -> None:
        """Obey a command that sets the page or the column, which works in page mode only."""
        if self.mode == PAGE:
            super().obey(command)
            self.column &= 0x7F
            self._page_start = self.column

    def data(self, byte: int) -> None:
        """Write a byte and advance the address as the addressing mode says.

        A reversed column order affects bytes written later, not those already in memory.
        """
        column = self.column if self.columns_turned else WIDTH - 1 - self.column
        self.memory[self.page][column] = byte
        if self.mode == PAGE:
            self.column = self._page_start if self.column == WIDTH - 1 else self.column + 1
        elif self.mode == VERTICAL:
            self._next_page(also=self._next_column)
        else:
            self._next_column(also=self._next_page)

    def _next_column(self, also: Callable[[], None] | None = None) -> None:
        at_end = self.column == self.last_column
        self.column = self.first_column if at_end else (self.column + 1) % WIDTH
        if at_end and also:
            also()

    def _next_page(self, also: Callable[[], None] | None = None) -> None:
        at_end = self.page == self.last_page
        self.page = self.first_page if at_end else (self.page + 1) % PAGES
        if at_end and also:
            also()

    def _visible(self, page: int) -> bytes:
        return bytes(self.memory[page])  # `data` has reversed the columns already


class Ssd1309(Ssd1306):
    """An SSD1309: it has a command lock but no pump, as its module supplies the voltage."""

    identity = 0x07
    parameters: ClassVar = {**Ssd1306.parameters, 0xFD: 1}

    def reset(self) -> None:
        super().reset()
        self.locked = False

    @property
    def lit(self) -> bool:
        return self.on

    def obey(self, command: int, *given: int) -> None:
        if command == 0xFD:
            self.locked = bool(given[0] & 0x04)
        elif not self.locked:
            super().obey(command, *given)
