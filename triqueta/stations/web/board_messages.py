"""The large board on its way to a page: what lies there, where the cursors are, what to tap.

These are messages of their own, since a cursor moves with most keys and the rest does not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache

from triqueta.screens.frame import LATELY
from triqueta.screens.large_board import LargeBoard, Paint
from triqueta.screens.phrases import Language, said

NO_BOARD = json.dumps({"board": None})
DARK_BOARD = json.dumps({"board": "dark"})  # its place on the page is kept


def board_messages(board: LargeBoard, language: Language) -> Iterator[tuple[str, str]]:
    """Each with its kind."""
    yield "board", _drawing(_at_rest(board), language)
    yield "cursors", json.dumps({"cursors": board.cursors})
    yield "tappable", json.dumps({"tappable": sorted(board.tappable)})


def _at_rest(board: LargeBoard) -> LargeBoard:
    return LargeBoard(board.name, board.fields, board.labels, board.legend)


@lru_cache(maxsize=LATELY)
def _drawing(board: LargeBoard, language: Language) -> str:
    """What lies there. Most fields are painted alike: each way is told once."""
    paints: dict[Paint, int] = {}

    def number(paint: Paint | None) -> int | None:
        return None if paint is None else paints.setdefault(paint, len(paints))

    drawing = {
        "name": said(board.name, language),
        "fields": [
            {
                "name": field.name,
                "x": field.x,
                "y": field.y,
                "size": field.size,
                "words": said(field.words, language),
                "ground": number(field.ground),
                "piece": number(field.piece),
            }
            for field in board.fields
        ],
        "labels": [{"x": label.x, "y": label.y, "text": label.text} for label in board.labels],
        "legend": [
            {
                "words": said(line.words, language),
                "ground": number(line.ground),
                "piece": number(line.piece),
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
