"""What all pages of a turn have in common, and pointing at the board with petals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.ettana.rules import PlayerView
from triqueta.games.ettana.screens.board import NOWHERE, Loom, Pointed, PointingScreen
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen
from triqueta.table.scene import PetalKey, Scene, SoftKey, Station, StationView

if TYPE_CHECKING:
    from triqueta.games.ettana.scenes.game import EttanaScene


class TurnPage(Scene):
    """At a station where the turn is played: the shared one, or the player's own.

    Three keys leave no room for a menu, so keys without a use tell what can be done.
    """

    bound_to_turn = True

    def __init__(self, scene: EttanaScene) -> None:
        self.scene = scene

    @property
    def own(self) -> PlayerView:
        """What everybody sees of who is to act."""
        return self.scene.view.players[self.scene.to_act]

    @property
    def pointed(self) -> Pointed:
        """What is pointed at on this page."""
        return NOWHERE

    def pointing(self, title: Text, lines: Sequence[Text], loom: Loom | None = None) -> Screen:
        """The board as it is, or would be, with what is pointed at."""
        return PointingScreen(
            title=title,
            lines=tuple(lines),
            loom=loom or Loom.of(self.scene.view),
            pointed=self.pointed,
            names=self.scene.session.names,
        )

    def back_key(self, station: Station) -> SoftKey:
        return SoftKey(say("Back"), station.close)

    def is_private(self, station: Station) -> bool:
        """Whether only who is to act looks at this station."""
        return station.seat is not None

    def hand_under_look(self, station: Station) -> StationView | None:
        """The whole hand, as long as Look is held at the shared station."""
        if not station.looking:
            return None
        screen = self.scene.hand_screen(self.scene.to_act)
        return StationView(
            screen, soft=(None, self.scene.look_key(station, self.scene.to_act), None)
        )


def cost_of(price: int, tokens: int) -> Text:
    """A price, and what is left of so many tokens."""
    return say("Costs {price}, leaves {left}", price=price, left=tokens - price)


STEPS: dict[int, tuple[tuple[int, int], Text]] = {
    1: ((0, -1), say("Up")),
    2: ((1, 0), say("Right")),
    3: ((0, 1), say("Down")),
    5: ((-1, 0), say("Left")),
}


def beside(place: str, step: tuple[int, int]) -> str:
    """The place that way, whether there is one or not: `b3` has `c3` at its right."""
    return chr(ord(place[0]) + step[0]) + chr(ord(place[1]) + step[1])


def step_petals(
    place: str, allowed: Collection[str], go: Callable[[str], None]
) -> dict[int, PetalKey]:
    """A petal for each way that leads to a place where one may point."""
    return {
        petal: PetalKey(label, partial(go, there), repeats=True)
        for petal, (step, label) in STEPS.items()
        if (there := beside(place, step)) in allowed
    }


def after(place: str, places: Collection[str]) -> str:
    """The next one of several, around to the first again."""
    ordered = list(places)
    behind = ordered.index(place) + 1 if place in ordered else 0
    return ordered[behind % len(ordered)]
