"""The rules and the help of a game with drawings, as data. Web pages show them for any game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from triqueta.screens.phrases import Text

Box: TypeAlias = tuple[float, float, float, float]
"""The view box of a symbol or a drawing: left, top, width and height."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol of the game's sheet in a drawing.

    It is placed with its origin at `x` and `y`, turned clockwise by `turn` degrees, and `size`
    times as large. A "dark" symbol is drawn on dark ground, a "side" is the edge of a stack, and a
    "medal" lies on a disc.
    """

    name: str
    box: Box
    x: float = 0
    y: float = 0
    turn: float = 0
    size: float = 1
    look: Literal["", "dark", "side", "medal"] = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture made of symbols, the last one in front. The text beside it says what it shows."""

    box: Box
    symbols: tuple[Symbol, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A drawing with a title and a text below it."""

    drawing: Drawing
    title: Text
    text: Text


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards next to each other."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Pips:
    """The head of a column: how many tiles of a set there are, as dots and in words."""

    label: Text
    filled: int
    of: int
    mark: Literal["", "full", "spoilt"] = ""


@dataclass(frozen=True, slots=True)
class ValueLine:
    """A line of a table of values: a drawing, what it shows, and a value for each column."""

    drawing: Drawing
    name: Text
    values: tuple[int, ...]
    note: Text = ""


@dataclass(frozen=True, slots=True)
class ValueTable:
    """What sets of each size are worth."""

    columns: tuple[Pips, ...]
    lines: tuple[ValueLine, ...]


Block: TypeAlias = Text | Cards | ValueTable


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page. `name` is its anchor, and `label` is the text of the link to it."""

    name: str
    label: Text
    title: Text
    blocks: tuple[Block, ...]
    drawing: Drawing | None = None


@dataclass(frozen=True, slots=True)
class DrawnRules:
    """The rules of a game, what players do on their pages, and a drawing that stands for it."""

    emblem: Drawing
    rules: tuple[Section, ...]
    help: tuple[Section, ...] = ()
