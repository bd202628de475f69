"""A record of which player has seen which tile, derived from the moves and not from the views.

A tile is identified by where it was dealt: (pile, petal, depth), counted from 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import TypeAlias

from triqueta.games.triqueta.rules import Game, Setup

Place: TypeAlias = tuple[int, int, int]
SHADOW_DEPTH = 3


class Witness:
    """An observer that replays a game and notes who sees which tile."""

    def __init__(self, setup: Setup, placed: Iterable[Place] = ()) -> None:
        self._game = Game(setup)
        self._seen_by: list[set[Place]] = [set() for _ in setup.players]
        self._placed: set[Place] = set(placed)
        self._turned_up_at_the_end: set[Place] = set()
        self._kept: list[Place] = []
        self._in_hand: list[Place] = []
        self._pile = 0
        self._depths = [0] * 5

    def known_to(self, seat: int | None) -> set[Place]:
        """Return the tiles that a seat knows; with None, those that all players know."""
        known = set(self._placed)
        if not self._game.legal_moves:
            known |= self._turned_up_at_the_end
        return known if seat is None else known | self._seen_by[seat]

    def play(self, move: str) -> None:
        seat = self._game.order[0]
        self._game.play(move)
        match move[0]:
            case "d":
                self._draw(int(move[1]) - 1, seat)
            case "r":
                self._placed.add(self._in_hand.pop(0))
            case "k":
                self._kept.append(self._in_hand.pop(0))
            case "x":
                self._in_hand.pop(0)
            case "p":
                self._pile, self._depths = int(move[1]) - 1, [0] * 5
            case "+" | "-":
                self._decide(move, seat)

    def earlier(self) -> Witness:
        """Return the witness after an undo of the last move.

        A draw can be undone only while no player has looked. Placed tiles stay known.
        """
        witness = Witness(self._game.setup, self._placed)
        for move in self._game.moves[:-1]:
            witness.play(move)
        return witness

    def _draw(self, petal: int, seat: int) -> None:
        self._in_hand.append((self._pile, petal, self._depths[petal]))
        self._depths[petal] += 1
        if len(self._in_hand) < self._game.setup.tiles_per_draw:
            return
        self._seen_by[seat].update(self._in_hand)
        shadow = {place for place in self._in_hand if place[2] == SHADOW_DEPTH}
        self._turned_up_at_the_end |= shadow
        self._in_hand = [place for place in self._in_hand if place not in shadow]

    def _decide(self, move: str, seat: int) -> None:
        own = next(place for place in self._kept if place in self._seen_by[seat])
        self._kept.remove(own)
        if move == "+":
            self._turned_up_at_the_end.add(own)


def exchange_unknown(setup: Setup, known: set[Place], rng: Random) -> Setup:
    """Return the set-up with all other tiles shuffled, light and shadow tiles separately."""
    piles = [[list(petal) for petal in pile] for pile in setup.piles]
    unknown = {
        (pile, petal, depth)
        for pile, petals in enumerate(setup.piles)
        for petal, tiles in enumerate(petals)
        for depth in range(len(tiles))
    } - known
    for is_shadow in (False, True):
        places = sorted(place for place in unknown if (place[2] == SHADOW_DEPTH) is is_shadow)
        tiles = [piles[pile][petal][depth] for pile, petal, depth in places]
        rng.shuffle(tiles)
        for (pile, petal, depth), tile in zip(places, tiles, strict=True):
            piles[pile][petal][depth] = tile
    return replace(setup, piles=tuple(tuple("".join(p) for p in pile) for pile in piles))
