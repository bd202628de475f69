"""Drawings made of the symbols in `art.svg`.

A tile's origin is its tip, so turned tiles form a fan or a flower. That of the other symbols is
their centre.
"""

from __future__ import annotations

from pathlib import Path

from triqueta.games.triqueta.pages.pieces import art_of
from triqueta.games.triqueta.rules import Animal
from triqueta.table.drawn_rules import Box, Drawing, Symbol

SHEET = Path(__file__).with_name("art.svg")

_TILE: Box = (-48, -102, 96, 104)
_TOKEN: Box = (-50, -50, 100, 100)
_CROWN: Box = (-56, -56, 112, 112)
_APART = 90  # from tile to tile in a row
_FAN = (-58, 58, 0)  # degrees; the middle tile lies in front
_THICK = 8  # a tile of a stack

BACK, DARK_BACK, HOLE = "back", "back-shadow", "hole"


def _small(animal: Animal) -> str:
    """Return the name of the drawing for small sizes, without the number."""
    return f"{art_of(animal)}-s"


def tile(animal: Animal) -> Drawing:
    return in_line(_small(animal))


def in_line(*names: str) -> Drawing:
    """Return tiles or backs next to each other."""
    left, top, width, height = _TILE
    symbols = tuple(Symbol(name, _TILE, x=_APART * n) for n, name in enumerate(names))
    return Drawing((left, top, width + _APART * (len(names) - 1), height), symbols)


def row(*animals: Animal) -> Drawing:
    return in_line(*map(_small, animals))


def fan(animal: Animal) -> Drawing:
    """Return three tiles of an animal around one tip, tied with the knot: a Triqueta."""
    tiles = [Symbol(art_of(animal), _TILE, turn=turn) for turn in _FAN]
    knot = Symbol("knot", _TOKEN, y=4, size=0.3, look="medal")
    return Drawing((-100, -104, 200, 128), (*tiles, knot))


def dark_fan(*animals: Animal) -> Drawing:
    """Return three shadow tiles around one tip."""
    tiles = [
        Symbol(_small(animal), _TILE, turn=turn, look="dark")
        for animal, turn in zip(animals, _FAN, strict=True)
    ]
    return Drawing((-100, -104, 200, 110), tuple(tiles))


def pile(*, light: tuple[int, ...] = (3, 2, 1, 2, 3), dark: int = 1) -> Drawing:
    """Return a pile as a flower of five stacks, seen from the front.

    `light` are the light tiles of each petal, and `dark` is the number of shadow tiles below them.
    """
    front_last = (0, 4, 1, 3, 2)
    stacks = [symbol for petal in front_last for symbol in _stack(petal, light[petal], dark)]
    return Drawing((-104, -126, 208, 226), tuple(stacks))


def _stack(petal: int, light: int, dark: int) -> list[Symbol]:
    names = [DARK_BACK] * dark + [BACK] * light
    symbols: list[Symbol] = []
    for height, name in enumerate(names):
        bottom = 6 - _THICK * height
        for y in (bottom, bottom - _THICK / 2):
            symbols.append(Symbol(name, _TILE, y=y, turn=72 * petal, look="side"))
        symbols[-1] = Symbol(name, _TILE, y=bottom - _THICK / 2, turn=72 * petal)
    return symbols


def rock() -> Drawing:
    return Drawing(_TOKEN, (Symbol("rock", _TOKEN),))


def tree() -> Drawing:
    return Drawing(_TOKEN, (Symbol("tree", _TOKEN),))


def crown() -> Drawing:
    return Drawing(_CROWN, (Symbol("crown", _CROWN),))
