"""The large board on its way to a page: what lies there, where the cursors are, what to tap.

These are messages of their own, since a cursor moves with most keys and the rest does not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache

from triqueta.screens.frame import LATELY
from triqueta.screens.large_board import BoardField, LargeBoard, Paint
from triqueta.screens.phrases import Language, said

NO_BOARD = json.dumps({"board": None})
DARK_BOARD = json.dumps({"board": "dark"})  # its place on the page is kept


class _AtRest:
    """A board without its cursors, equal to those that have the very same parts.

    Games draw a board once for all stations, and only its cursors differ from page to page. To
    compare or hash some 200 fields would take longer than the rest of an event does. An instance
    keeps its parts alive, so that no other part can get the identity of one of them.
    """

    __slots__ = ("_identity", "board")

    def __init__(self, board: LargeBoard) -> None:
        self.board = board
        self._identity = (id(board.name), id(board.fields), id(board.labels), id(board.legend))

    def __hash__(self) -> int:
        return hash(self._identity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _AtRest) and self._identity == other._identity


def board_messages(board: LargeBoard, language: Language) -> Iterator[tuple[str, str]]:
    """Each with its kind."""
    yield "board", _drawing(_AtRest(board), language)
    yield "cursors", _cursors(board.cursors)
    yield "tappable", _tappable(board.tappable)


@lru_cache(maxsize=LATELY)
def _cursors(cursors: tuple[str, ...]) -> str:
    return json.dumps({"cursors": cursors})


@lru_cache(maxsize=LATELY)
def _tappable(fields: frozenset[str]) -> str:
    return json.dumps({"tappable": sorted(fields)})


def _words(field: BoardField, language: Language) -> str:
    """Most fields are empty, and have nothing but a name."""
    return field.words if isinstance(field.words, str) else said(field.words, language)


@lru_cache(maxsize=LATELY)
def _drawing(at_rest: _AtRest, language: Language) -> str:
    """What lies there. Most fields are painted alike: each way is told once."""
    board = at_rest.board
    paints: dict[Paint, int] = {}
    numbers: dict[int, int] = {}  # by identity: most are the very same, and hashing takes long

    def number(paint: Paint) -> int:
        found = numbers.get(id(paint))
        if found is None:
            found = numbers[id(paint)] = paints.setdefault(paint, len(paints))
        return found

    drawing = {
        "name": said(board.name, language),
        "fields": [
            {
                "name": field.name,
                "x": field.x,
                "y": field.y,
                "size": field.size,
                "words": _words(field, language),
                "ground": number(field.ground),
                "piece": None if field.piece is None else number(field.piece),
            }
            for field in board.fields
        ],
        "labels": [{"x": label.x, "y": label.y, "text": label.text} for label in board.labels],
        "legend": [
            {
                "words": said(line.words, language),
                "ground": number(line.ground),
                "piece": None if line.piece is None else number(line.piece),
            }
            for line in board.legend
        ],
        "language": language,
    }
    shown = [
        {
            "colour": paint.colour,
            "text": paint.text,
            "cut": paint.cut,
            "marks": paint.marks,
            "flag": paint.flag,
        }
        for paint in paints
    ]
    return json.dumps({"board": {**drawing, "paints": shown}})
