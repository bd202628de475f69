"""Playing again: players ask for it at their own displays, and the table decides."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import TextScreen
from triqueta.screens.station import TABLE
from triqueta.table.names import in_a_sentence
from triqueta.table.scene import Action, Scene, SoftKey, Station, StationView, Taps

if TYPE_CHECKING:
    from triqueta.table.table import Table

AGAIN = "again"
"""The field that a seat's page taps to ask for another game."""


class RematchPage(Scene):
    """A page at the table station that says who wants to play again, with a key for it.

    The key is where the result has it as well: a press that comes too late for the result does
    the same here.
    """

    def __init__(self, names: tuple[str, ...], again: Action) -> None:
        self.wishes: set[int] = set()
        self._names = names
        self._again = again

    def view_for(self, station: Station) -> StationView:
        again, later = SoftKey(say("Again"), self._again), SoftKey(say("Not now"), station.close)
        screen = TextScreen(title=say("Again?"), text=self._text())
        return StationView(screen, soft=(again, None, later))

    def _text(self) -> Text:
        names = tuple(self._names[seat] for seat in sorted(self.wishes))
        if len(names) == 1:
            return say("{name} wants to play again.", name=names[0])
        return say("{names} want to play again.", names=in_a_sentence(names))


def again_key(table: Table, station: Station, again: Action) -> SoftKey | None:
    """Return the key that calls `again` at the table station, and asks for it at a player's."""
    if station.seat is None:
        return SoftKey(say("Again"), again)
    if not _plays(table, station.seat):
        return None
    return SoftKey(say("Again?"), partial(_ask, table, station, again))


def again_taps(table: Table, station: Station, again: Action) -> Taps | None:
    """Return what a player's page can tap to ask for another game, or None at other stations."""
    if station.seat is None or not _plays(table, station.seat):
        return None
    return Taps.on_page({AGAIN: partial(_ask, table, station, again)})


def _plays(table: Table, seat: int) -> bool:
    session = table.session
    return session is not None and seat < len(session.names) and not table.is_robot(seat)


def _ask(table: Table, station: Station, again: Action) -> None:
    """Ask at the table station whether to play again. Only a key there starts a game."""
    if table.session is None or station.seat is None:
        return
    shown = table.stations[TABLE]
    page = next((page for page in shown.pages if isinstance(page, RematchPage)), None)
    if page is None:
        page = RematchPage(table.session.names, again)
        shown.open(page)
    page.wishes.add(station.seat)
    table.tell(station, say("Now press “Again” at the table"))
