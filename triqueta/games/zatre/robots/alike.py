"""Turns that come to the same: on the empty board, those that mirrors turn into each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from triqueta.games.zatre.robots.judging import Judged
from triqueta.games.zatre.rules.fields import COLUMNS, place_of
from triqueta.games.zatre.rules.sums import Tiles

_LAST = len(COLUMNS) - 1  # the board is as high as it is wide

Pattern: TypeAlias = tuple[tuple[int, int, int], ...]


def said_once(turns: Iterable[Judged]) -> list[list[Judged]]:
    """All turns, those together that come to the same, in the order they have."""
    found: dict[Pattern, list[Judged]] = {}
    for judged in turns:
        turn = judged.turn
        images = _images(turn.placed)
        found.setdefault(next(images) if turn.before else min(images), []).append(judged)
    return list(found.values())


def _images(placed: Tiles) -> Iterator[Pattern]:
    """In all eight ways to look at the board; first as it lies."""
    places = [(*place_of(field), tile) for field, tile in placed.items()]
    for turned in (places, [(row, column, tile) for column, row, tile in places]):
        for across in (False, True):
            for down in (False, True):
                yield tuple(
                    sorted(
                        (_LAST - column if across else column, _LAST - row if down else row, tile)
                        for column, row, tile in turned
                    )
                )
