"""What somebody has done, in words: for the table in the open, notices, and robots' turns."""

from __future__ import annotations

from functools import lru_cache

from triqueta.games.triqueta.play_views import Deed
from triqueta.games.triqueta.rules import animal_of
from triqueta.games.triqueta.rules.moves import BOX, KEEP, OPEN, is_draw, is_take, number_of
from triqueta.games.triqueta.screens.animals import A_TILE, listed
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text

_LATELY = 64  # a move changes little of a log: what is kept is made once


def what_came_of(deed: Deed, name: str) -> Text | None:
    """What a deed has led to; nothing, as long as something is still to come of a draw."""
    if not is_draw(deed.move):
        return told(deed.move, name, deed.tiles)
    if not deed.shadow:
        return None
    both = deed.shadow == 2  # shadow tiles are kept by themselves
    return (
        say("{name} keeps both shadow tiles", name=name)
        if both
        else say("{name} keeps the shadow tile", name=name)
    )


@lru_cache(maxsize=_LATELY)
def told(move: str, name: str, tiles: str = "") -> Text:
    """All that everybody has seen of a move; `tiles` are those that lie open by it."""
    if move == KEEP:
        return say("{name} keeps a tile", name=name)
    if move == BOX:
        return say("{name} puts a tile into the box", name=name)
    number = number_of(move)
    if is_draw(move):
        return say("{name} draws from petal {petal}", name=name, petal=number)
    if move in OPEN:
        return say("{name} opens pile {pile} and gets its Tree", name=name, pile=number)
    if is_take(move):
        return _taken(name, number, tiles)
    animal = A_TILE[animal_of(tiles)]
    return say("{name} places {animal} in row {row}", name=name, animal=animal, row=number)


def _taken(name: str, row: int, tiles: str) -> Text:
    if not tiles:
        return say("{name} takes the empty row {row}", name=name, row=row)
    return say("{name} takes row {row}: {animals}", name=name, row=row, animals=listed(tiles))
