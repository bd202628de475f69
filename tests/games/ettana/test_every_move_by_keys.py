"""Tests that keys can reach every legal move and no other. They try all keys on all pages.

Entries are noted instead of applied, so that all pages of one moment can be explored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from unittest.mock import patch

import pytest

from tests.games.ettana.scenes import (
    ALL_KINDS,
    COLLECTED,
    FOUR_STARTED,
    MOVED,
    begun,
    fixed,
    no_more_cards,
    play_of,
    rich,
    wealthy,
)
from tests.games.ettana.tables import give, random_game
from tests.profiles import first
from tests.table.evening import in_game
from triqueta.games.ettana.rules import Game
from triqueta.games.ettana.scenes.game import EttanaScene
from triqueta.games.ettana.scenes.turn import TurnPage
from triqueta.games.ettana.session import TRIED, EttanaSession
from triqueta.screens.station import TABLE, Key, seat_station
from triqueta.table.scene import Scene, Station
from triqueta.table.session import UNDO
from triqueta.table.table import Table

Kept = list[tuple[object, dict[str, object]]]
_ALIKE = ("scene", "_scene", "_view")  # attributes that are the same on every page


def at_random(seed: int) -> Game:
    """Return a random position, in half of the cases with all kinds of cards in hand."""
    game = random_game(2 + seed % 3, seed, length=Random(seed).randrange(200))
    if seed % 2:
        give(game, game.position.seat, actions=ALL_KINDS, tokens=seed)
    return game


def nothing_to_take() -> Game:
    """Robbing a player who has no tokens is legal, although it gains nothing."""
    return give(wealthy(), 1, actions=(), tokens=0)


def no_cards_at_all() -> Game:
    game = rich()
    game.position.action_deck = game.position.pattern_deck = ()
    return game


def hemmed_in() -> Game:
    """Return a game whose current player has to waive the move, hemmed in by the others."""
    game = begun(f"{FOUR_STARTED}*K5", opening="", players=4)
    for seat, needle in enumerate(("A1", "A2", "B1", "C3")):
        give(game, seat, needle=needle, tokens=0)
    game.play("collect")
    return game


POSITIONS: dict[str, Callable[[], Game]] = {
    **{f"random-{seed}": partial(at_random, seed) for seed in range(6)},
    "first-needle": lambda: begun(opening="*6"),
    "to-roll": lambda: wealthy(""),
    "rolled": lambda: wealthy("*R3"),
    "fixed": fixed,
    "two-tokens": lambda: rich(tokens=2),
    "three-tokens": lambda: rich(tokens=3),
    "one-way-paid": lambda: give(begun(COLLECTED), 0, tokens=1),
    "moved": lambda: wealthy(MOVED),
    "gambling": lambda: play_on(wealthy(), "gamble:4"),
    "stealing": lambda: play_on(wealthy(), "steal:2"),
    "shuffling": lambda: play_on(no_more_cards(), "buy:action"),
    "nothing-to-take": nothing_to_take,
    "no-cards-at-all": no_cards_at_all,
    "hemmed-in": hemmed_in,
}


def play_on(game: Game, move: str) -> Game:
    game.play(move)
    return game


class Explorer:
    """A driver that presses every key on every reachable page and notes the entries."""

    def __init__(self, table: Table, station: Station) -> None:
        self.entered: set[str] = set()
        self._table = table
        self._station = station
        assert isinstance(table.scene, EttanaScene)
        self._placing = table.scene._placing

    def explore(self) -> None:
        seen, waiting = {self._now()}, [self._kept()]
        with patch.object(self._table.session, "apply", self.entered.add):
            while waiting:
                for _ in self._pressed(waiting.pop()):
                    if self._now() not in seen:
                        seen.add(self._now())
                        waiting.append(self._kept())

    def _pressed(self, here: Kept) -> Iterator[Key]:
        """Yield each active key, except keys that open a page which is always available."""
        for key in Key:
            self._restore(here)
            action = self._table.view_for(self._station).action(key)
            if action is not None:
                action()
                if all(isinstance(page, TurnPage) for page in self._station.pages):
                    yield key

    def _rooms(self) -> Iterator[object]:
        yield self._placing
        yield from self._station.pages

    def _now(self) -> tuple[object, ...]:
        """Return what identifies a moment: the open pages and their cursors."""
        return tuple(
            (type(room), *(item for item in vars(room).items() if item[0] not in _ALIKE))
            for room in self._rooms()
        )

    def _kept(self) -> Kept:
        return [(room, dict(vars(room))) for room in self._rooms()]

    def _restore(self, kept: Kept) -> None:
        for room, its in kept:
            vars(room).update(its)
        self._station.pages = [room for room, _ in kept if isinstance(room, Scene)]


def entered_by_keys(game: Game, *, own: bool) -> tuple[EttanaSession, set[str]]:
    session, seat = play_of(game), game.position.seat
    table = in_game(session, [seat] if own else []).table
    explorer = Explorer(table, table.stations[seat_station(seat) if own else TABLE])
    explorer.explore()
    return session, explorer.entered


def allowed(session: EttanaSession) -> set[str]:
    chance = session.chance()
    return {*session.moves(session.current_player or 0), *([] if chance is None else [chance])}


@pytest.mark.parametrize("own", [False, True], ids=["shared", "own"])
@pytest.mark.parametrize("name", first(list(POSITIONS), 8))
def test_every_move_can_be_made_by_keys_and_no_other(name: str, own: bool) -> None:
    session, entered = entered_by_keys(POSITIONS[name](), own=own)
    moves = {entry for entry in entered if entry != UNDO and not entry.startswith(TRIED)}
    assert moves == allowed(session)


def test_a_card_that_can_not_be_played_now_says_so() -> None:
    steal = "soft2 petal4 petal3"
    evening = in_game(play_of(nothing_to_take()), [0]).press(steal, "seat1")
    assert "not now" in evening.says("seat1")
    assert evening.says("seat1").endswith("Back | - | -")
