"""The Rock and the Trees of a player, as marks beside the name and in words."""

from __future__ import annotations

from collections.abc import Iterator

from triqueta.games.triqueta.screens import art
from triqueta.games.triqueta.words import say
from triqueta.screens.canvas import Canvas
from triqueta.screens.phrases import Text

_TREE_PITCH = 4
MARKS_WIDTH = 5 + 3 * _TREE_PITCH


def draw_marks(canvas: Canvas, x: int, y: int, *, has_rock: bool, trees: int) -> None:
    """Draw a mark for the Rock and one for each Tree, at most `MARKS_WIDTH` wide."""
    if has_rock:
        canvas.stamp(x, y, art.mark("rock"))
    for tree in range(trees):
        canvas.stamp(x + 6 + _TREE_PITCH * tree, y, art.mark("tree"))


def marks_in_words(name: str, *, has_rock: bool, trees: int) -> Iterator[Text]:
    if has_rock:
        yield say("{name} has the Rock", name=name)
    if trees:
        yield say("{name} has Trees: {trees}", name=name, trees=trees)
