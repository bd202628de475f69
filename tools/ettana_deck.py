"""Measure how hard the patterns of an Ettana deck are.

    nice .venv/bin/python -m tools.ettana_deck [FILE] [--boards 1000]

The tool lays out random boards, as a game does, and counts how often each pattern is on the board,
or a swap away. It prints the easiest card first. A card's place in this order decides whether it
should be worth 1, 2 or 3 annas; the tool marks the cards whose value in the file differs. The
shipped deck's figures are in docs/ettana.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tqdm import tqdm

from triqueta.games.ettana.rules import Pattern, PatternDeck, Weave
from triqueta.games.ettana.rules.board import (
    ALL_PAIRS,
    ON_THE_BOARD,
    Octagon,
    Thread,
    threads_by_octagon,
)
from triqueta.games.ettana.rules.patterns import shipped_deck

SEED = 1
WORTH_ONE, WORTH_TWO = 14, 26  # of 36 cards, how many are worth 1, and how many 1 or 2


@dataclass(frozen=True)
class Hardness:
    """The numbers of boards that have a card's pattern, as dealt or after a swap."""

    card: int
    boards: int
    there: int
    near: int  # as dealt or after a swap

    def shares(self) -> str:
        there, near = (100 * number / self.boards for number in (self.there, self.near))
        return f"{there:5.1f} % | {near:5.1f} %"


def measured(patterns: Sequence[Pattern], boards: int, seed: int = SEED) -> list[Hardness]:
    """Count on how many random boards each pattern is found, and return the cards, easiest first.

    They are sorted by `near`, then by `there`.
    """
    there, near = [0] * len(patterns), [0] * len(patterns)
    rng = Random(seed)
    for _ in tqdm(range(boards), unit=" boards", leave=False, disable=None):
        threads = threads_by_octagon(rng.sample(ON_THE_BOARD, len(ON_THE_BOARD)))
        on, after = found(patterns, threads)
        for card in on:
            there[card] += 1
        for card in on | after:
            near[card] += 1
    cards = [
        Hardness(card, boards, *numbers)
        for card, numbers in enumerate(zip(there, near, strict=True), start=1)
    ]
    return sorted(cards, key=lambda each: (-each.near, -each.there, each.card))


def found(
    patterns: Sequence[Pattern], threads: dict[Octagon, Thread]
) -> tuple[set[int], set[int]]:
    """Return the patterns on a board, and those that a swap creates, as indices."""
    left = set(range(len(patterns)))
    there = {card for card in left if Weave(threads).has(patterns[card])}
    left -= there
    near: set[int] = set()
    for weave in after_each_swap(threads):
        near |= {card for card in left if weave.has(patterns[card])}
        left -= near
    return there, near


def after_each_swap(threads: dict[Octagon, Thread]) -> Iterator[Weave]:
    for pair in ALL_PAIRS:
        one, other = pair.split("-")
        if threads[one] != threads[other]:
            yield Weave({**threads, one: threads[other], other: threads[one]})


def worth(place: int) -> int:
    """Return the annas of a card from its index in the order of difficulty."""
    return 1 if place < WORTH_ONE else 2 if place < WORTH_TWO else 3


def lines(deck: PatternDeck, cards: Sequence[Hardness]) -> Iterator[str]:
    yield "| card | annas | on a board | or a swap away | pattern |"
    yield "|---|---|---|---|---|"
    for place, each in enumerate(cards):
        pattern = deck[each.card]
        wrong = "" if pattern.annas == worth(place) else f"  should be worth {worth(place)}"
        rows = " ".join(pattern.rows)
        yield f"| {each.card:2} | {pattern.annas} | {each.shares()} | `{rows}` |{wrong}"


def main() -> None:
    parser = argparse.ArgumentParser(description="measure how hard the patterns of a deck are")
    parser.add_argument("file", nargs="?", type=Path, help="a deck (default: the shipped one)")
    parser.add_argument(
        "--boards", type=int, default=1000, help="number of random boards (default 1000)"
    )
    args = parser.parse_args()
    deck = PatternDeck.loads(args.file.read_bytes()) if args.file else shipped_deck()
    print(*lines(deck, measured(deck.patterns, args.boards)), sep="\n")


if __name__ == "__main__":
    main()
