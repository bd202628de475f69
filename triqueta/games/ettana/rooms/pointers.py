"""Pointing at the board with petals, which lie as the directions do, petal 1 on top."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text
from triqueta.table.rooms import PetalKey

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
