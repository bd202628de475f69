"""One display: pictures and lights in; out goes what has changed since the picture before.

What the chip holds is known only as long as nothing went wrong. When it is not known, the chip is
started anew and gets the whole picture before it is lit, so a stale one is never seen.
"""

from __future__ import annotations

from PIL import Image

from triqueta.screens.canvas import SIZE
from triqueta.screens.frame import Light
from triqueta.stations.oled.chips import (
    CONTRAST,
    DISPLAY_OFF,
    DISPLAY_ON,
    FLUSH,
    STATUS_OFF,
    Chip,
    chip_of,
)
from triqueta.stations.oled.pages import Area, Pages, changed_areas, pages_of
from triqueta.stations.oled.settings import UPSIDE_DOWN, DisplaySettings
from triqueta.stations.oled.wires import Wire


class PowerWasLostError(OSError):
    """The chip answers, but it is off although it was switched on: it has started anew."""


class Display:
    """Any error of the wire comes out of `show` and `check`; the next `show` begins anew."""

    def __init__(self, settings: DisplaySettings, wire: Wire) -> None:
        self._settings = settings
        self._wire = wire
        self._held: Pages | None = None  # what the chip's memory holds; None: nobody knows
        self._light = Light.OFF
        self._tells = False  # whether its status can be believed

    def show(self, image: Image.Image, light: Light) -> None:
        """Bring a picture on the glass at a light."""
        upside_down = self._settings.rotation == UPSIDE_DOWN
        pages = pages_of(image, upside_down=upside_down)
        held, self._held = self._held, None  # until all of it has arrived
        # While it was off nobody noticed if it lost its power.
        if held is None or (self._light is Light.OFF and light is not Light.OFF):
            self._begin(pages, light)
        else:
            self._go_on(held, pages, light)
        self._held, self._light = pages, light

    def check(self) -> None:
        """Notice a chip that is gone, or was; one that cannot be asked is told all of it again."""
        held, self._held = self._held, None
        if held is None:
            return
        status = self._wire.status()
        if status is None:
            self._wire.command(*FLUSH)
            self._set_up()
            self._fill(held, self._light)
        elif self._tells and self._light is not Light.OFF and status & STATUS_OFF:
            raise PowerWasLostError("it was without power for a moment")
        self._held = held

    def close(self) -> None:
        """Make the glass dark, and leave nothing of the game in the chip's memory."""
        self._held = None
        self._wire.command(*FLUSH, DISPLAY_OFF)
        self._set_up()
        self._send(pages_of(Image.new("1", SIZE)), self._chip.everything)
        self._wire.close()

    @property
    def _chip(self) -> Chip:
        return chip_of(self._settings.driver)

    def _begin(self, pages: Pages, light: Light) -> None:
        """Start the chip, which is dark until the picture is there."""
        self._wire.command(*FLUSH, DISPLAY_OFF)
        self._set_up()
        self._fill(pages, light)
        status = self._wire.status()
        if light is not Light.OFF:
            self._tells = status is not None and not status & STATUS_OFF

    def _set_up(self) -> None:
        for command in self._chip.start:
            self._wire.command(*command)

    def _fill(self, pages: Pages, light: Light) -> None:
        """The whole picture, then the light."""
        self._send(pages, self._chip.everything)
        if light is not Light.OFF:
            self._wire.command(CONTRAST, self._settings.level(light), DISPLAY_ON)

    def _go_on(self, held: Pages, pages: Pages, light: Light) -> None:
        if light is Light.OFF and self._light is not Light.OFF:
            self._wire.command(DISPLAY_OFF)
        elif light is not self._light:
            self._wire.command(CONTRAST, self._settings.level(light))
        chip = self._chip
        self._send(pages, changed_areas(held, pages, chip.price, tall=chip.tall_areas))

    def _send(self, pages: Pages, areas: list[Area]) -> None:
        for area in areas:
            self._wire.command(*self._chip.place(area))
            self._wire.data(area.content(pages))
