"""The pages that lead phones to seats: one QR code for the table, and one for each free seat."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from triqueta.screens.phrases import Text, say
from triqueta.screens.qr import QrScreen
from triqueta.screens.screen import TextScreen
from triqueta.screens.station import Key
from triqueta.table import joining
from triqueta.table.scene import Choice, MenuPage, Scene, SoftKey, Station, StationView

if TYPE_CHECKING:
    from triqueta.table.table import Table

EVERY_SEAT_IS_TAKEN = say("Every seat has a display of its own.")


class PhonesPage(MenuPage):
    """The settings for phones: the codes to scan, and whether one code is enough for all."""

    def title(self) -> Text:
        return say("Phones")

    def view_for(self, station: Station) -> StationView:
        services = self.table.services
        if services.seat_link(0) is None:
            return _no_code(station, services.why_no_link())
        return super().view_for(station)

    def answers(self, station: Station) -> list[Choice]:
        one, each = CodesPage(self.table), CodesPage(self.table, first=0)
        is_on = self.table.preferences.joining
        switch = say("One code for all: yes") if is_on else say("One code for all: no")
        answers = [
            Choice(2, say("A code for each seat"), partial(station.open, each)),
            Choice(3, switch, self._switch),
        ]
        if joining.is_open(self.table):
            answers.insert(0, Choice(1, say("Join the table"), partial(station.open, one)))
        return answers

    def why_not(self, key: Key) -> Text | None:
        return joining.NOT_NOW if key is Key.PETAL1 and self.table.session else None

    def _switch(self) -> None:
        preferences = self.table.preferences
        self.table.preferences = replace(preferences, joining=not preferences.joining)


class CodesPage(Scene):
    """QR codes, one at a time: the table's, which leads to all free seats, then each free seat's.

    A phone that scans a seat's code becomes the seat's own station. The address beside the code is
    for a TV, or for a player who can't scan. It opens a page that shows the table and helps. Only
    the code leads to a seat: its link is far too long to type.

    `first` is the seat to begin with, or None for the table's own code.
    """

    def __init__(self, table: Table, first: int | None = None) -> None:
        self.table = table
        self._at = first

    def view_for(self, station: Station) -> StationView:
        codes = self._codes()
        if not codes:
            return _no_code(station, EVERY_SEAT_IS_TAKEN)
        shown = self._shown(codes)
        link = self._link(shown)
        if link is None:
            return _no_code(station, self.table.services.why_no_link())
        after = codes[(codes.index(shown) + 1) % len(codes)]
        turn = SoftKey(say("Next"), partial(self._turn_to, after)) if len(codes) > 1 else None
        screen = QrScreen(
            title=self._title(shown),
            address=urlsplit(link).netloc,
            lines=() if shown is None else (say("scan me"),),  # its title takes two lines
            content=link,
        )
        return StationView(screen, soft=(SoftKey(say("Back"), station.close), None, turn))

    def _codes(self) -> list[int | None]:
        """Return the seats whose codes are shown. None stands for the table's code."""
        table = self.table
        free = [seat for seat in joining.seats(table) if joining.is_free(table, seat)]
        return [None, *free] if free and joining.is_open(table) else [*free]

    def _shown(self, codes: list[int | None]) -> int | None:
        """Return the code to show now, which may have been scanned since the last key press."""
        if self._at in codes:
            return self._at
        later = (seat for seat in codes if seat is not None and seat >= (self._at or 0))
        return next(later, codes[0])

    def _link(self, seat: int | None) -> str | None:
        services = self.table.services
        return services.join_link() if seat is None else services.seat_link(seat)

    def _title(self, seat: int | None) -> Text:
        if seat is None:
            return say("Join the table")
        if self.table.session is not None:
            return self.table.session.names[seat]
        return say("Seat {seat}", seat=seat + 1)

    def _turn_to(self, code: int | None) -> None:
        self._at = code


def _no_code(station: Station, why_not: Text) -> StationView:
    back = SoftKey(say("Back"), station.close)
    return StationView(TextScreen(title=say("Phones"), text=why_not), soft=(back, None, None))
