"""An OLED display that receives only the changes between two pictures.

After any error, the content of the chip's memory is unknown. The chip is then restarted and gets
the whole picture before it is switched on, so that players never see an outdated picture.

A chip that lost power for a moment still acknowledges data, but is off. It may not report that:
some modules can't be read, others always give the same answer. So a chip's status is trusted only
if it reported "off" when it was off and "on" when it was on. All other chips are sent everything
again from time to time, without switching them off, which players do not notice.

A chip on SPI may need a reset before it accepts data again. A reset leaves the display dark for
some milliseconds. So the chip is reset only when the display is switched on or, on request,
together with a new picture.

Two displays behind a switch that change to the same picture can get the data at once: the changes,
or everything if they show different pictures so far. One of them may have missed it, hidden by the
acknowledgement of the other. So at their next check, each is sent everything again separately.

Chips store a picture in eight pages of 128 bytes; a byte is eight pixels in a column. A new
picture is sent as areas: columns of one or more pages. Each area costs extra bytes for its
address, so neighbouring areas are joined.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, TypeAlias

from PIL import Image

from triqueta.config.settings import Driver
from triqueta.screens.canvas import SIZE
from triqueta.screens.frame import Light
from triqueta.stations.oled.wires import (
    CONTRAST,
    DISPLAY_OFF,
    DISPLAY_ON,
    FLUSH,
    HIGH_COLUMN,
    LOW_COLUMN,
    PAGE,
    UPSIDE_DOWN,
    Command,
    DisplaySettings,
    Wire,
)

# Pages and areas.

PAGES = 8
COLUMNS = 128

Pages: TypeAlias = tuple[bytes, ...]
"""The eight pages of a picture, from the top."""


def pages_of(image: Image.Image, *, upside_down: bool = False) -> Pages:
    """Return the pages of a picture of 128 by 64 pixels of one bit."""
    # After a quarter turn, each row is a column of eight bytes, the lowest page first.
    turn = Image.Transpose.ROTATE_90 if upside_down else Image.Transpose.ROTATE_270
    columns = image.transpose(turn).tobytes()
    return tuple(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of whole pages and columns; first and last are inclusive."""

    first_page: int
    last_page: int
    first: int
    last: int

    @property
    def size(self) -> int:
        return (self.last_page - self.first_page + 1) * (self.last - self.first + 1)

    def joined(self, other: Area) -> Area:
        return Area(
            min(self.first_page, other.first_page),
            max(self.last_page, other.last_page),
            min(self.first, other.first),
            max(self.last, other.last),
        )

    def content(self, pages: Pages) -> bytes:
        return b"".join(
            page[self.first : self.last + 1]
            for page in pages[self.first_page : self.last_page + 1]
        )


WHOLE = Area(0, PAGES - 1, 0, COLUMNS - 1)


# Cached, because the displays of waiting seats often change to the same picture in turn.
@lru_cache(maxsize=4)
def changed_areas(old: Pages, new: Pages, price: int, *, tall: bool) -> tuple[Area, ...]:
    """Return the areas to send to turn `old` into `new`.

    `price` is the number of extra bytes per area. With `tall`, areas can span several pages.
    """
    areas: list[Area] = []
    for number, (before, after) in enumerate(zip(old, new, strict=True)):
        if before != after:
            for first, last in _spans(before, after, price):
                _add(areas, Area(number, number, first, last), price if tall else 0)
    if tall and sum(area.size + price for area in areas) > WHOLE.size + price:
        return (WHOLE,)
    return tuple(areas)


def _spans(before: bytes, after: bytes, price: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of changed columns in a page, including gaps that are cheaper to send."""
    first = last = -1
    for column, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        if first < 0:
            first = column
        elif column - last - 1 > price:
            yield first, last
            first = column
        last = column
    yield first, last


def _add(areas: list[Area], area: Area, price: int) -> None:
    """Add an area, joined with an adjacent area above it if that saves bytes."""
    best, saved = -1, -1
    for index, other in enumerate(areas):
        if other.last_page < area.first_page - 1:
            continue
        saving = other.size + area.size + price - other.joined(area).size
        if price and saving > saved:
            best, saved = index, saving
    if best >= 0:
        areas[best] = areas[best].joined(area)
    else:
        areas.append(area)


# Chips.

STATUS_OFF = 0x40  # bit of the status byte
_COLUMN_WINDOW, _PAGE_WINDOW = 0x21, 0x22


class Chip(ABC):
    """A type of display controller and the commands that initialize it.

    The commands in `start` neither switch the chip off nor set its contrast. `price` is the number
    of extra bytes per area.
    """

    price: int
    tall_areas: bool

    def __init__(self, start: tuple[Command, ...]) -> None:
        self.start = start

    @property
    @abstractmethod
    def everything(self) -> list[Area]:
        """The whole picture in as few areas as the chip allows."""

    @abstractmethod
    def address_command(self, area: Area) -> Command:
        """Return the command that directs the next bytes to this area."""


class WindowChip(Chip):
    """An SSD1306 or SSD1309, which fills a window of columns and pages."""

    price = 10  # six bytes of command, and an address and a control byte for each of two messages
    tall_areas = True

    @property
    def everything(self) -> list[Area]:
        return [WHOLE]

    def address_command(self, area: Area) -> Command:
        columns = (_COLUMN_WINDOW, area.first, area.last)
        return (*columns, _PAGE_WINDOW, area.first_page, area.last_page)


class PageChip(Chip):
    """An SH1106, which fills one page at a time. The first columns of its memory are hidden."""

    price = 7
    tall_areas = False

    def __init__(self, start: tuple[Command, ...], hidden_columns: int) -> None:
        super().__init__(start)
        self._hidden = hidden_columns

    @property
    def everything(self) -> list[Area]:
        return [Area(page, page, WHOLE.first, WHOLE.last) for page in range(PAGES)]

    def address_command(self, area: Area) -> Command:
        column = area.first + self._hidden
        return (PAGE | area.first_page, LOW_COLUMN | column & 0x0F, HIGH_COLUMN | column >> 4)


class _Listener:
    """A fake serial interface for luma that records the commands."""

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
    """Return the chip of a driver, with the start commands from luma.oled.

    Only the commands come from luma: it would switch the display on before the first picture, and
    blank it when the program ends. `Display` does both differently.

    Cached, because luma keeps each started driver alive.
    """
    from luma.oled import device  # slow to load, and needed only with a display

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


# Displays.

SHARED_BYTES = 512
"""Minimum size of a change that is sent to two displays at once, and later again to each.

Smaller changes are sent one by one: for six displays, they take 69 ms of a bus at 400 kHz.
"""


class Display:
    """A display on a wire.

    `show` and `check` raise the errors of the wire. After an error, the next `show` restarts the
    display.
    """

    def __init__(self, settings: DisplaySettings, wire: Wire) -> None:
        self._settings = settings
        self._wire = wire
        self._held: Pages | None = None  # content of the chip's memory, None if unknown
        self._light = Light.OFF
        self._said_off = False  # whether it reported "off" when it was switched off
        self.believed = False  # whether it reported correctly both when off and when on
        self._unproved = False  # whether it shared its last picture and may have missed it

    @property
    def needs_reset(self) -> bool:
        """Whether the chip ignores everything after a loss of power until it is reset."""
        return self._wire.needs_reset

    def show(self, image: Image.Image, light: Light, *, restart: bool = False) -> bool:
        """Show a picture at a brightness; return whether the chip was restarted."""
        pages = self._pages_of(image)
        held, self._held = self._held, None  # unknown until everything has arrived
        # A display that was off may have lost its power unnoticed.
        must_restart = light is not Light.OFF and (restart or self._light is Light.OFF)
        if held is None or must_restart:
            self._begin(pages, light)
        else:
            self._go_on(held, pages, light)
        self._held, self._light = pages, light
        return held is None or must_restart

    def show_with(self, other: Display, image: Image.Image, light: Light) -> bool:
        """Show a picture on two displays at once, if that is possible; return whether it was.

        Both must stay at the same brightness and change by at least SHARED_BYTES. If they hold
        different pictures, both get the whole new one, so no byte depends on what the other held.
        """
        held, others = self._held, other._held
        if held is None or others is None or not light is self._light is other._light:
            return False
        wire = self._wire.joined(other._wire)
        if wire is None:
            return False
        pages = self._pages_of(image)
        changes = [self._changes(each, pages) for each in (held, others)]
        if min(map(self._cost, changes)) < SHARED_BYTES:
            return False
        areas = changes[0] if held == others else self._chip.everything
        self._held = other._held = None  # unknown until everything has arrived
        self._unproved = other._unproved = True
        self._send(pages, areas, wire)
        self._held = other._held = pages
        return True

    def check(self) -> bool:
        """Check the chip, and send it everything again if it may have lost its state.

        Return False if a trusted status shows that it has. Raise an error if the chip is gone.
        """
        held, self._held = self._held, None
        if held is None:
            return True
        was_believed = self.believed
        right = was_believed and self._says_right()
        if not right or self._unproved:
            self._tell_again(held)
        self._held = held
        return right or not was_believed

    def leave(self, image: Image.Image, light: Light) -> None:
        """Show a picture, which stays as long as there is power, and close the wire."""
        self.show(image, light)
        self._held = None
        self._wire.close()

    def close(self) -> None:
        """Switch the display off, clear the chip's memory, and close the wire."""
        self._held = None
        self._wire.command(*FLUSH, DISPLAY_OFF)
        self._start_chip()
        self._send(pages_of(Image.new("1", SIZE)), self._chip.everything)
        self._wire.close()

    @property
    def _chip(self) -> Chip:
        return chip_of(self._settings.driver)

    def _pages_of(self, image: Image.Image) -> Pages:
        return pages_of(image, upside_down=self._settings.rotation == UPSIDE_DOWN)

    def _begin(self, pages: Pages, light: Light) -> None:
        """Restart the chip, and switch the display on once the picture is complete."""
        self.believed = False
        self._wire.restart()
        self._wire.command(*FLUSH, DISPLAY_OFF)
        self._said_off = self._says_off() is True
        self._start_chip()
        self._send(pages, self._chip.everything)
        self._unproved = False
        if light is not Light.OFF:
            self._wire.command(CONTRAST, self._settings.contrasts.of(light), DISPLAY_ON)

    def _tell_again(self, pages: Pages) -> None:
        """Send everything again, without switching on a chip that credibly reports being on.

        A chip may lose its power during this transfer. If it was switched on at the end, it would
        show random pixels, and no later check would notice.
        """
        self._wire.command(*FLUSH)
        self._start_chip()
        self._send(pages, self._chip.everything)
        self._unproved = False
        self.believed = self._said_off and self._says_right()
        if self._light is not Light.OFF:
            level = (CONTRAST, self._settings.contrasts.of(self._light))
            self._wire.command(*level, *(() if self.believed else (DISPLAY_ON,)))

    def _says_right(self) -> bool:
        is_off = self._light is Light.OFF
        return self._says_off() == is_off  # False if there is no answer

    def _says_off(self) -> bool | None:
        """Return whether the chip reports "off", or None without an answer.

        If the chip is gone, the next write fails.
        """
        with suppress(OSError):
            status = self._wire.status()
            return None if status is None else bool(status & STATUS_OFF)
        return None

    def _start_chip(self) -> None:
        for command in self._chip.start:
            self._wire.command(*command)

    def _go_on(self, held: Pages, pages: Pages, light: Light) -> None:
        before = self._light
        level = (CONTRAST, self._settings.contrasts.of(light))
        if light is Light.OFF and before is not Light.OFF:
            self._wire.command(DISPLAY_OFF)
        elif light is not before and before is not Light.LOWEST:
            self._wire.command(*level)
        self._send(pages, self._changes(held, pages))
        if before is Light.LOWEST and light not in (Light.LOWEST, Light.OFF):
            self._wire.command(*level)  # only now: the secret must not light up

    def _changes(self, held: Pages, pages: Pages) -> Sequence[Area]:
        return changed_areas(held, pages, self._chip.price, tall=self._chip.tall_areas)

    def _cost(self, areas: Sequence[Area]) -> int:
        """Return the number of bytes that it takes to send some areas."""
        return sum(area.size + self._chip.price for area in areas)

    def _send(self, pages: Pages, areas: Sequence[Area], wire: Wire | None = None) -> None:
        wire = wire or self._wire
        for area in areas:
            wire.command(*self._chip.address_command(area))
            wire.data(area.content(pages))
