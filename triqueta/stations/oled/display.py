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
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from PIL import Image

from triqueta.screens.canvas import SIZE
from triqueta.screens.frame import Light
from triqueta.stations.oled.chips import STATUS_OFF, Chip, chip_of
from triqueta.stations.oled.commands import CONTRAST, DISPLAY_OFF, DISPLAY_ON, FLUSH
from triqueta.stations.oled.pages import Area, Pages, changed_areas, pages_of
from triqueta.stations.oled.settings import UPSIDE_DOWN, DisplaySettings
from triqueta.stations.oled.wires import Wire

SHARED_BYTES = 512
"""What a change must cost at least to be sent to two displays at once, and then again to each.

Six displays that change by less take 69 ms of a bus at 400 kHz one by one.
"""


class Display:
    """Any error of the wire comes out of `show` and `check`; the next `show` begins anew."""

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
            wire.command(*self._chip.place(area))
            wire.data(area.content(pages))
