"""The warning of a tutorial before a move that a beginner may regret."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.triqueta.words import say
from triqueta.screens.screen import TextScreen
from triqueta.table.scene import Scene, SoftKey, Station, StationView
from triqueta.table.session import NO_HINTS, Hint

if TYPE_CHECKING:
    from triqueta.games.triqueta.scenes.game import TriquetaScene


class WarningPage(Scene):
    """A hint that appears before a move: OK makes the move, and Back leaves it."""

    bound_to_turn = True
    HELP = say("“Back” leaves the row. “OK” takes it.")

    def __init__(self, scene: TriquetaScene, hint: Hint, move: str) -> None:
        self._scene = scene
        self._hint = hint
        self._move = move

    def view_for(self, station: Station) -> StationView:
        title = say("Hint for {name}", name=self._scene.name(self._hint.seat))
        return StationView(
            TextScreen(title=title, text=self._hint.text, corner=self._hint.corner),
            soft=(
                SoftKey(say("Back"), partial(self._leave, station)),
                SoftKey(say("OK"), partial(self._go_on, station)),
                SoftKey(say("No hints"), partial(self._end_hints, station)),
            ),
            why_not=lambda _: self.HELP,
        )

    def _read(self, station: Station) -> None:
        self._scene.session.apply(self._hint.read_by(station.seat))

    def _leave(self, station: Station) -> None:
        """Close the warning and the page with the rows, so that the player can draw."""
        self._read(station)
        station.close_all()

    def _go_on(self, station: Station) -> None:
        self._read(station)
        self._scene.make(self._move)

    def _end_hints(self, station: Station) -> None:
        self._scene.session.apply(NO_HINTS)
        station.close()
