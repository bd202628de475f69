"""Pages that players can open at any time: cards, players, reserve and rules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.ettana.screens.cards import PatternScreen
from triqueta.games.ettana.screens.sheets import PlayerScreen, ReserveScreen
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen, numbered
from triqueta.table.menu import RulesPage
from triqueta.table.private_pages import Hands, WhoPage
from triqueta.table.proof_pages import SHUFFLE, open_shuffle
from triqueta.table.scene import (
    Choice,
    MenuPage,
    PetalKey,
    Scene,
    SoftKey,
    Station,
    StationView,
)

if TYPE_CHECKING:
    from triqueta.games.ettana.scenes.game import EttanaScene


RULES: tuple[Text, ...] = (
    say("Weave the patterns in your hand. The first to 8 annas wins."),
    say("Roll both dice. Each thread of that colour at a needle gives its player a token."),
    say("Black gives you an action card instead, and there are no tokens."),
    say("Then move your needle: as many steps as you rolled, or jump to that number."),
    say("Stepping over another needle costs a token. That player gets it."),
    say("Right after the move you can swap two threads at your needle for free."),
    say("2 tokens buy an action card, 3 a pattern card or a swap of any two threads."),
    say("Is your pattern on the board, turned or not? Claim it for its annas."),
    say("In a pattern, the same sign means the same colour, and other signs other colours."),
    say("Instead of acting, you can exchange a pattern card. Your turn is then over."),
)


def rules_pages() -> tuple[Screen, ...]:
    """Return a screen for each rule."""
    return tuple(numbered(say("The rules"), RULES))


class InfoPage(MenuPage):
    """The menu of information pages."""

    def __init__(self, scene: EttanaScene) -> None:
        super().__init__(scene.table)
        self._scene = scene

    def title(self) -> Text:
        return say("Info")

    def answers(self, station: Station) -> list[Choice]:
        scene = self._scene
        seat = scene.session.current_player if station.seat is None else station.seat
        pages: list[tuple[Text, Scene]] = [
            (say("Players"), PlayerPage(scene, seat or 0)),
            (say("My cards"), self._hand(station)),
            (say("Reserve and decks"), ReservePage(scene)),
        ]
        pages.append((say("The rules"), RulesPage(self.table.games.rules(scene.session.game_id))))
        return [
            *(
                Choice(number, label, partial(station.open, page))
                for number, (label, page) in enumerate(pages, start=1)
            ),
            Choice(5, SHUFFLE, partial(open_shuffle, self.table, scene.session, station)),
        ]

    def _hand(self, station: Station) -> Scene:
        own = self.table.private_seat(station)
        if own is not None:
            return HandPage(self._scene, own)
        return WhoPage(self.table, Hands(self._scene.session.names, self._scene.hand_screen))


class HandPage(Scene):
    """A page with a player's cards at the player's own station; petals enlarge the patterns."""

    def __init__(self, scene: EttanaScene, seat: int) -> None:
        self._scene = scene
        self._seat = seat
        self._index: int | None = None

    def view_for(self, station: Station) -> StationView:
        patterns = self._scene.hand_screen(self._seat).patterns
        petals = {
            petal: PetalKey(say("Pattern {number}", number=petal), partial(self._show, petal - 1))
            for petal in range(1, min(len(patterns), 5) + 1)
        }
        if self._index is None or self._index >= len(patterns):
            back = SoftKey(say("Back"), station.close)
            screen = self._scene.hand_screen(self._seat)
            return StationView(
                screen, petals=petals, soft=(back, None, self._next_key(len(patterns)))
            )
        large = PatternScreen(
            title=say("Pattern of {name}", name=self._scene.name(self._seat)),
            corner=f"{self._index + 1}/{len(patterns)}",
            pattern=patterns[self._index],
        )
        back = SoftKey(say("Back"), partial(self._show, None))
        return StationView(large, petals=petals, soft=(back, None, self._next_key(len(patterns))))

    def _next_key(self, patterns: int) -> SoftKey | None:
        if not patterns:
            return None
        following = 0 if self._index is None else (self._index + 1) % patterns
        return SoftKey(say("Next"), partial(self._show, following))

    def _show(self, index: int | None) -> None:
        self._index = index


class PlayerPage(Scene):
    """A page with a player's public cards and counts; petals turn to the other players."""

    def __init__(self, scene: EttanaScene, seat: int) -> None:
        self._scene = scene
        self._seat = seat

    def view_for(self, station: Station) -> StationView:
        view = self._scene.view
        following = (self._seat + 1) % len(view.players)
        return StationView(
            PlayerScreen.of(view, self._seat),
            petals={
                seat + 1: PetalKey(player.name, partial(self._turn_to, seat))
                for seat, player in enumerate(view.players)
            },
            soft=(
                SoftKey(say("Back"), station.close),
                None,
                SoftKey(say("Next"), partial(self._turn_to, following)),
            ),
        )

    def _turn_to(self, seat: int) -> None:
        self._seat = seat


class ReservePage(Scene):
    """A page with the reserve, the bank, the decks and the discard."""

    def __init__(self, scene: EttanaScene) -> None:
        self._scene = scene

    def view_for(self, station: Station) -> StationView:
        screen = ReserveScreen.of(self._scene.view)
        return StationView(screen, soft=(SoftKey(say("Back"), station.close), None, None))
