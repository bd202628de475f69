"""What the chips want to hear: how luma.oled starts each, and where a piece of picture goes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import Any

from triqueta.config.settings import Driver
from triqueta.stations.oled.commands import (
    CONTRAST,
    DISPLAY_OFF,
    HIGH_COLUMN,
    LOW_COLUMN,
    PAGE,
    Command,
)
from triqueta.stations.oled.pages import PAGES, WHOLE, Area

STATUS_OFF = 0x40  # in the byte that a chip answers when it is read
_COLUMN_WINDOW, _PAGE_WINDOW = 0x21, 0x22


class Chip(ABC):
    """A kind of controller: how it is set up, switching it off and its contrast left out.

    An area's price is what it costs beside its own bytes.
    """

    price: int
    tall_areas: bool

    def __init__(self, start: tuple[Command, ...]) -> None:
        self.start = start

    @property
    @abstractmethod
    def everything(self) -> list[Area]:
        """The whole picture in as few areas as the chip takes."""

    @abstractmethod
    def place(self, area: Area) -> Command:
        """The command after which the bytes of an area are sent."""


class WindowChip(Chip):
    """SSD1306 and SSD1309 fill a window of columns and pages by themselves."""

    price = 10  # six bytes of command, and twice an address with a control byte
    tall_areas = True

    @property
    def everything(self) -> list[Area]:
        return [WHOLE]

    def place(self, area: Area) -> Command:
        columns = (_COLUMN_WINDOW, area.first, area.last)
        return (*columns, _PAGE_WINDOW, area.first_page, area.last_page)


class PageChip(Chip):
    """The SH1106 fills one page from one column on; its glass begins at the third column."""

    price = 7
    tall_areas = False

    def __init__(self, start: tuple[Command, ...], hidden_columns: int) -> None:
        super().__init__(start)
        self._hidden = hidden_columns

    @property
    def everything(self) -> list[Area]:
        return [Area(page, page, WHOLE.first, WHOLE.last) for page in range(PAGES)]

    def place(self, area: Area) -> Command:
        column = area.first + self._hidden
        return (PAGE | area.first_page, LOW_COLUMN | column & 0x0F, HIGH_COLUMN | column >> 4)


class _Listener:
    """Luma's serial interface without a wire: notes down the commands."""

    def __init__(self) -> None:
        self.commands: list[Command] = []

    def command(self, *command: int) -> None:
        self.commands.append(command)

    def data(self, _: list[int]) -> None:
        pass

    def cleanup(self) -> None:
        pass


@cache
def chip_of(driver: Driver) -> Chip:
    """The chip as luma.oled's driver starts it. Drivers start once: luma never forgets one.

    Luma would clear the glass, light it, then draw; and blank it when the program ends. Here a
    display is lit when its first picture is there, and what it ends with is our own business.
    """
    from luma.oled import device  # slow, and wanted with a display only

    base: Any = getattr(device, driver)

    class Quiet(base):  # type: ignore[misc]
        def clear(self) -> None:
            pass

        show = cleanup = clear

    listener = _Listener()
    started = Quiet(listener)
    start = tuple(_without_off(command) for command in listener.commands if command[0] != CONTRAST)
    if driver == Driver.SH1106:
        return PageChip(start, hidden_columns=started._page_address_offset)
    return WindowChip(start)


def _without_off(command: Command) -> Command:
    return command[1:] if command[0] == DISPLAY_OFF else command
