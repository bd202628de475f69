"""One display: pictures and lights in; out goes what has changed since the picture before.

What the chip holds is known only as long as nothing went wrong. When it is not known, the chip is
started anew and gets the whole picture before it is lit, so a stale one is never seen.

A chip that was without power for a moment takes what it is sent as if nothing had happened, but is
off. Whether it says so when it is asked depends on the module: some can't be read, some always
answer the same. So an answer is believed of a chip that said "off" when it was switched off and
"on" when it was on; any other is told everything again from time to time, without being switched
off, so that nobody sees it. A chip on SPI may hear that only after a reset, which leaves the glass
dark for some milliseconds: it gets one when it is lit, and with a new picture where that is asked
for, so that the dark moment is one in which the glass changes anyway.

Two displays behind a switch that go from the same picture to the same picture can be sent it at
once. Then one of them may have missed it, since the other one's acknowledgement hides that: both
are told everything again, one by one, when they are checked next.

Chips keep a picture in eight pages of 128 bytes; a byte is eight pixels, one below the other. What
is sent of a new picture are areas: columns of one or more pages. An area costs more than its own
bytes, since the chip has to be told where it goes, so areas that lie close together are joined.
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
    """Return the pages of a picture of 128 by 64 pixels, one bit each.

    After a quarter turn each row is a column of eight bytes, the lowest page first.
    """
    turn = Image.Transpose.ROTATE_90 if upside_down else Image.Transpose.ROTATE_270
    columns = image.transpose(turn).tobytes()
    return tuple(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of whole pages and columns; both ends are included."""

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


# Waiting seats often show the same picture one after the other: compute each change once.
@lru_cache(maxsize=4)
def changed_areas(old: Pages, new: Pages, price: int, *, tall: bool) -> tuple[Area, ...]:
    """Return what to send to turn `old` into `new`; `tall` areas may span several pages."""
    areas: list[Area] = []
    for number, (before, after) in enumerate(zip(old, new, strict=True)):
        if before != after:
            for first, last in _spans(before, after, price):
                _add(areas, Area(number, number, first, last), price if tall else 0)
    if tall and sum(area.size + price for area in areas) > WHOLE.size + price:
        return (WHOLE,)
    return tuple(areas)


def _spans(before: bytes, after: bytes, price: int) -> Iterator[tuple[int, int]]:
    """Yield the changed columns of a page, with gaps that are cheaper to send than to skip."""
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
    """Add an area, joined with the adjoining area above it if that saves bytes."""
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

STATUS_OFF = 0x40  # in the byte that a chip answers when it is read
_COLUMN_WINDOW, _PAGE_WINDOW = 0x21, 0x22


class Chip(ABC):
    """A type of controller, and the commands that start it.

    `start` neither switches the chip off nor sets its contrast. `price` is the number of bytes
    that an area costs on top of its own.
    """

    price: int
    tall_areas: bool

    def __init__(self, start: tuple[Command, ...]) -> None:
        self.start = start

    @property
    @abstractmethod
    def everything(self) -> list[Area]:
        """The whole picture, in as few areas as the chip accepts."""

    @abstractmethod
    def address_command(self, area: Area) -> Command:
        """Return the command that tells the chip where the next bytes go."""


class WindowChip(Chip):
    """SSD1306 and SSD1309 fill a window of columns and pages by themselves."""

    price = 10  # six bytes of command, and twice an address with a control byte
    tall_areas = True

    @property
    def everything(self) -> list[Area]:
        return [WHOLE]

    def address_command(self, area: Area) -> Command:
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

    def address_command(self, area: Area) -> Command:
        column = area.first + self._hidden
        return (PAGE | area.first_page, LOW_COLUMN | column & 0x0F, HIGH_COLUMN | column >> 4)


class _Listener:
    """A serial interface for luma without a wire: it records the commands."""

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
    """Return the chip that luma.oled's driver starts. Each driver starts once: luma keeps them.

    Luma would clear the glass, light it, then draw, and blank it when the program ends. A
    `Display` is lit only once its first picture is there, and decides itself what stays on it.
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


# Displays.

SHARED_BYTES = 512
"""The least cost of a change that is sent to two displays at once, and then again to each.

Six displays that change by less take 69 ms of a bus at 400 kHz one by one.
"""


class Display:
    """A display. `show` and `check` raise the errors of its wire; the next `show` restarts it."""

    def __init__(self, settings: DisplaySettings, wire: Wire) -> None:
        self._settings = settings
        self._wire = wire
        self._held: Pages | None = None  # what the chip's memory holds; None: nobody knows
        self._light = Light.OFF
        self._said_off = False  # when it was switched off
        self.believed = False  # it has said the truth about both being off and being on
        self._unproved = False  # whether it heard its picture: another one acknowledged it, too

    @property
    def needs_reset(self) -> bool:
        """Whether a chip that lost power ignores everything until it is reset."""
        return self._wire.needs_reset

    def show(self, image: Image.Image, light: Light, *, restart: bool = False) -> bool:
        """Show a picture at a brightness; return whether the chip was restarted."""
        pages = self._pages_of(image)
        held, self._held = self._held, None  # until all of it has arrived
        # While it was off nobody noticed if it lost its power.
        anew = light is not Light.OFF and (restart or self._light is Light.OFF)
        if held is None or anew:
            self._begin(pages, light)
        else:
            self._go_on(held, pages, light)
        self._held, self._light = pages, light
        return held is None or anew

    def show_with(self, other: Display, image: Image.Image, light: Light) -> bool:
        """Show a picture on two displays at once; return false if they have to be told singly.

        That is so unless both hold the same, change by much, and are lit as before. Only then do
        they need the same bytes, and each is sent what it would have been sent by itself.
        """
        held = self._held
        if held is None or held != other._held or not light is self._light is other._light:
            return False
        wire = self._wire.joined(other._wire)
        if wire is None:
            return False
        pages = self._pages_of(image)
        areas = self._changes(held, pages)
        if sum(area.size + self._chip.price for area in areas) < SHARED_BYTES:
            return False
        self._held = other._held = None  # until all of it has arrived
        self._unproved = other._unproved = True
        self._send(pages, areas, wire)
        self._held = other._held = pages
        return True

    def check(self) -> bool:
        """Notice a chip that is gone, and repair one that was; false if its answer told so."""
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
        """Close it, but for a picture that stays on the glass as long as there is power."""
        self.show(image, light)
        self._held = None
        self._wire.close()

    def close(self) -> None:
        """Make the glass dark, and leave nothing of the game in the chip's memory."""
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
        """Start the chip, which is dark until the picture is there."""
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
        """All of it, but for switching on a chip that is on: that one has heard all of it.

        If it was switched on whatever it says, it would be on, too, if it lost its power just
        before; it would show anything and never be noticed.
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
        return self._says_off() == is_off  # never if it says nothing

    def _says_off(self) -> bool | None:
        """What the chip answers; None if it does not. If it is gone, the next write fails."""
        with suppress(OSError):
            status = self._wire.status()
            return None if status is None else bool(status & STATUS_OFF)
        return None

    def _start_chip(self) -> None:
        for command in self._chip.start:
            self._wire.command(*command)

    def _go_on(self, held: Pages, pages: Pages, light: Light) -> None:
        if light is Light.OFF and self._light is not Light.OFF:
            self._wire.command(DISPLAY_OFF)
        elif light is not self._light:
            self._wire.command(CONTRAST, self._settings.contrasts.of(light))
        self._send(pages, self._changes(held, pages))

    def _changes(self, held: Pages, pages: Pages) -> Sequence[Area]:
        return changed_areas(held, pages, self._chip.price, tall=self._chip.tall_areas)

    def _send(self, pages: Pages, areas: Sequence[Area], wire: Wire | None = None) -> None:
        wire = wire or self._wire
        for area in areas:
            wire.command(*self._chip.address_command(area))
            wire.data(area.content(pages))
