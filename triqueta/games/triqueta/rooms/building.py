"""The four flowers grow before the first turn."""

from __future__ import annotations

from triqueta.games.triqueta.running_game import TriquetaPlay
from triqueta.games.triqueta.screens.piles import PETALS_IN_ALL, BuildingScreen
from triqueta.games.triqueta.words import say
from triqueta.table.rooms import Offer, PetalKey, Room, Station
from triqueta.table.table import Table

SECONDS_PER_PETAL = 0.1


class BuildingRoom(Room):
    """The four flowers grow; a key skips that."""

    def __init__(self, table: Table, play: TriquetaPlay) -> None:
        self.table = table
        self._play = play
        self._started = table.now

    @property
    def _petals(self) -> int:
        # A little more than the time itself: it is a sum of tenths.
        return int((self.table.now - self._started) / SECONDS_PER_PETAL + 0.001)

    def offer(self, station: Station) -> Offer:
        screen = BuildingScreen(grown=min(self._petals, PETALS_IN_ALL))
        return Offer(screen, otherwise=PetalKey(say("Skip"), self._finish))

    def tick(self) -> None:
        if self._petals > PETALS_IN_ALL:
            self._finish()

    def next_change(self) -> float | None:
        return self._started + SECONDS_PER_PETAL * (self._petals + 1)

    def _finish(self) -> None:
        self.table.go_on(self._play)
