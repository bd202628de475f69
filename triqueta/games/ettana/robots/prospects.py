"""What patterns lack on a board, and which swaps bring them nearer.

An aim is a way for a pattern to lie somewhere in certain colours; what it lacks are the octagons
with another thread on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from triqueta.games.ettana.rules.pattern_deck import PatternDeck
from triqueta.games.ettana.rules.patterns import Place, placements
from triqueta.games.ettana.rules.threads import COLOURS, OCTAGONS, Octagon, Thread, pair_of

FARTHEST = 2
"""Aims that lack more are not looked at."""

NEARNESS = (1.0, 0.5, 0.2, 0.05)
"""The part of its annas that a pattern is worth in the hand, by how much it lacks."""


class Prospects:
    """Of the patterns in a hand: what they lack, and what changes are worth, in annas."""

    def __init__(
        self, threads: Mapping[Octagon, Thread], deck: PatternDeck, cards: tuple[int, ...]
    ) -> None:
        board = "".join(threads[octagon] for octagon in OCTAGONS)
        self.swaps: dict[str, float] = {}  # by the pair, as moves name it
        self.lays: dict[str, float] = {}  # a thread of the reserve, as moves name it
        self.lacking: dict[int, int] = {}  # by the card
        for card in cards:
            found = changes(board, deck[card].rows)
            self.lacking[card] = found.lacks
            for gains, changed in ((self.swaps, found.swaps), (self.lays, found.lays)):
                for change, lacks in changed.items():
                    nearer = NEARNESS[lacks] - NEARNESS[found.lacks]
                    gains[change] = gains.get(change, 0.0) + nearer * deck[card].annas


class Changes:
    """What a pattern lacks at the least, and after each change that brings it nearer."""

    def __init__(self, threads: Mapping[Octagon, Thread], rows: tuple[str, ...]) -> None:
        self.swaps: dict[str, int] = {}
        self.lays: dict[str, int] = {}
        aims = [
            (wrong, aim)
            for groups in placements(rows)
            for wrong, aim in aims_at(groups, threads, COLOURS, FARTHEST)
        ]
        self.lacks = min((len(wrong) for wrong, _ in aims), default=FARTHEST + 1)
        by_colour: dict[Thread, list[Octagon]] = {colour: [] for colour in COLOURS}
        for octagon, thread in threads.items():
            by_colour[thread].append(octagon)
        for wrong, aim in aims:
            if len(wrong) <= self.lacks + 1:  # two of them may be made good by one swap
                self._bring_nearer(wrong, aim, threads, by_colour)

    def _bring_nearer(
        self,
        wrong: tuple[Octagon, ...],
        aim: Mapping[Octagon, Thread],
        threads: Mapping[Octagon, Thread],
        by_colour: Mapping[Thread, list[Octagon]],
    ) -> None:
        left = len(wrong) - 1
        for octagon in wrong:
            self._note(self.lays, f"{octagon}={aim[octagon]}", left)
            for other in by_colour[aim[octagon]]:
                if other not in aim:
                    self._note(self.swaps, pair_of(octagon, other), left)
                elif other in wrong:
                    both = aim[other] == threads[octagon]
                    self._note(self.swaps, pair_of(octagon, other), left - both)

    def _note(self, changed: dict[str, int], change: str, lacks: int) -> None:
        if lacks < changed.get(change, self.lacks):
            changed[change] = lacks


@lru_cache(maxsize=256)  # a board stays while a player thinks about act after act
def changes(board: str, rows: tuple[str, ...]) -> Changes:
    return Changes(dict(zip(OCTAGONS, board, strict=True)), rows)


def aims_at(
    groups: tuple[Place, ...], threads: Mapping[Octagon, Thread], colours: str, most: int
) -> Iterator[tuple[tuple[Octagon, ...], dict[Octagon, Thread]]]:
    """What is wrong, and what is wanted where, for each colouring that lacks at most so much."""
    if not groups:
        yield (), {}
        return
    first, *rest = groups
    for colour in colours:
        wrong = tuple(octagon for octagon in first if threads[octagon] != colour)
        if len(wrong) <= most:
            others = colours.replace(colour, "")
            for more, aim in aims_at(tuple(rest), threads, others, most - len(wrong)):
                yield wrong + more, {**dict.fromkeys(first, colour), **aim}
