"""The animation before the first turn, and the end: kept tiles, the score and the proof."""

from __future__ import annotations

from functools import partial

from triqueta.games.triqueta.rules import Outcome
from triqueta.games.triqueta.scenes.overview import SheetsPage
from triqueta.games.triqueta.screens.sheet import TurnUpScreen, ranking_screen
from triqueta.games.triqueta.screens.turn import PETALS_IN_ALL, BuildingScreen
from triqueta.games.triqueta.session import NEXT, TriquetaSession
from triqueta.games.triqueta.words import say
from triqueta.table.menu import Menu
from triqueta.table.scene import (
    AT_THE_TABLE,
    PetalKey,
    Scene,
    SoftKey,
    Station,
    StationView,
)
from triqueta.table.shuffle_scenes import ProofPage
from triqueta.table.table import Table

SECONDS_PER_PETAL = 0.1


class BuildingScene(Scene):
    """The animation of the four growing flowers, which any key skips."""

    def __init__(self, table: Table, session: TriquetaSession) -> None:
        self.table = table
        self._session = session
        self._started = table.now

    @property
    def _petals(self) -> int:
        # The 0.001 makes up for rounding errors: the time is a sum of tenths.
        return int((self.table.now - self._started) / SECONDS_PER_PETAL + 0.001)

    def view_for(self, station: Station) -> StationView:
        screen = BuildingScreen(grown=min(self._petals, PETALS_IN_ALL))
        return StationView(screen, otherwise=PetalKey(say("Skip"), self._finish))

    def tick(self) -> None:
        if self._petals > PETALS_IN_ALL:
            self._finish()

    def next_change(self) -> float | None:
        return self._started + SECONDS_PER_PETAL * (self._petals + 1)

    def _finish(self) -> None:
        self.table.go_on(self._session)


class EndScene(Scene):
    """The end of a game: first the kept tiles of each player, then the ranking."""

    HELP = say("Petals show each player's score. “Proof” lets you check that the deal was fair.")

    def __init__(self, table: Table, session: TriquetaSession, outcome: Outcome) -> None:
        self.table = table
        self._session = session
        self._outcome = outcome

    def view_for(self, station: Station) -> StationView:
        menu = SoftKey(say("Menu"), partial(station.open, Menu(self.table, self)))
        if self._turned_up < len(self._session.names):
            go_on = SoftKey(say("Next"), self._next)
            return StationView(self._turn_up(self._turned_up), soft=(None, menu, go_on))
        return StationView(
            ranking_screen(self._session.names, self._outcome),
            petals={
                rank: PetalKey(self._session.names[seat], partial(self._open_sheet, station, seat))
                for rank, seat in enumerate(self._outcome.ranking, start=1)
            },
            # Again is not on the key that was Next: one press too many must not start a new game.
            # Only the table has it, so that no single player starts a new game for all.
            soft=(
                SoftKey(say("Again"), self.table.start_over) if station.seat is None else None,
                menu,
                SoftKey(say("Proof"), partial(self._open_proof, station)),
            ),
            why_not=lambda key: None if key.is_petal else AT_THE_TABLE,
        )

    @property
    def _turned_up(self) -> int:
        return self._session.view(None).turned_up

    def _turn_up(self, seat: int) -> TurnUpScreen:
        tiles = self._session.view(None).revealed[seat]
        name, added = self._session.names[seat], tiles.added + tiles.shadow
        return TurnUpScreen(name=name, added=added, returned=tiles.returned)

    def _next(self) -> None:
        self._session.apply(NEXT)

    def _open_proof(self, station: Station) -> None:
        station.open(ProofPage(self.table.games.codes(self._session)))

    def _open_sheet(self, station: Station, seat: int) -> None:
        station.open(SheetsPage(self.table, self._session, seat))
