"""Patterns: decks of pattern cards (E5), and where patterns lie on the board (E13)."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import combinations, pairwise
from typing import TypeAlias

from triqueta.games.ettana.rules.board import (
    COLOURS,
    OCTAGONS,
    OCTAGONS_IN_A_ROW,
    THREADS_OF_A_COLOUR,
    Octagon,
    Thread,
)
from triqueta.records.errors import RulesError

ANY = "."
Octagons: TypeAlias = tuple[Octagon, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """The same letter is the same colour, different letters are different ones, `.` is any."""

    annas: int
    rows: tuple[str, ...]


class Weave:
    """The threads on a board, to look for patterns."""

    __slots__ = ("_alike",)

    def __init__(self, threads: Mapping[Octagon, Thread]) -> None:
        letters = [threads[octagon] for octagon in OCTAGONS]
        colours = [sum(1 << at for at, one in enumerate(letters) if one == c) for c in COLOURS]
        g, r, y, b, v = colours
        # Of each distance, the octagons with the colour of the one so far behind them.
        self._alike = [
            g & g >> far | r & r >> far | y & y >> far | b & b >> far | v & v >> far
            for far in range(len(OCTAGONS))
        ]

    def has(self, pattern: Pattern) -> bool:
        """Whether a pattern lies anywhere."""
        return any(self._corners(shape) for shape in _shapes(pattern.rows))

    def places(self, pattern: Pattern) -> list[Octagons]:
        """Wherever it lies: the octagons of its letters, row by row."""
        return [
            octagons
            for shape in _shapes(pattern.rows)
            if (corners := self._corners(shape))
            for corner, octagons in shape.placements
            if corners & corner
        ]

    def _corners(self, shape: _Shape) -> int:
        """The octagons that are its top left corner wherever it lies, a bit each."""
        alike, found = self._alike, shape.corners
        for at, far in shape.same:
            found &= alike[far] >> at
        for at, far in shape.different:
            found &= ~(alike[far] >> at)
        return found


@dataclass(frozen=True, slots=True)
class _Shape:
    """A pattern turned one way: how far from its corner, and from there, what is alike or not."""

    corners: int
    same: tuple[tuple[int, int], ...]
    different: tuple[tuple[int, int], ...]
    placements: tuple[tuple[int, Octagons], ...]  # by the bit of the corner


@cache
def placements(rows: tuple[str, ...]) -> tuple[tuple[Octagons, ...], ...]:
    """All ways for a pattern to lie on a board: the octagons of each of its letters."""
    return tuple(
        tuple(tuple(OCTAGONS[corner + far] for far in found) for found in cells.values())
        for turned in _turned(rows)
        for cells in (_cells_of(turned),)
        for corner in _corners_of(turned)
    )


@cache
def _shapes(rows: tuple[str, ...]) -> tuple[_Shape, ...]:
    return tuple(map(_shape_of, _turned(rows)))


def _turned(rows: tuple[str, ...]) -> list[tuple[str, ...]]:
    """All ways to turn it that differ by more than the names of its letters."""
    turned: dict[tuple[str, ...], tuple[str, ...]] = {}
    for _ in range(4):
        turned.setdefault(_named_anew(rows), rows)
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
    return list(turned.values())


def _named_anew(rows: tuple[str, ...]) -> tuple[str, ...]:
    """With the letters in the order they come in."""
    letters = dict.fromkeys("".join(rows).replace(ANY, ""))
    names = dict(zip(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", strict=False))
    return tuple("".join(names.get(letter, ANY) for letter in row) for row in rows)


def _cells_of(rows: tuple[str, ...]) -> dict[str, list[int]]:
    """How far from the corner each letter is."""
    cells: dict[str, list[int]] = {}
    for down, row in enumerate(rows):
        for right, letter in enumerate(row):
            if letter != ANY:
                cells.setdefault(letter, []).append(down * OCTAGONS_IN_A_ROW + right)
    return cells


def _corners_of(rows: tuple[str, ...]) -> list[int]:
    """Where its top left corner may be."""
    return [
        down * OCTAGONS_IN_A_ROW + right
        for down in range(OCTAGONS_IN_A_ROW - len(rows) + 1)
        for right in range(OCTAGONS_IN_A_ROW - len(rows[0]) + 1)
    ]


def _shape_of(rows: tuple[str, ...]) -> _Shape:
    cells, corners = _cells_of(rows), _corners_of(rows)
    firsts = [far for far, *_ in cells.values()]
    same = [between for found in cells.values() for between in pairwise(found)]
    covered = sorted(far for found in cells.values() for far in found)
    return _Shape(
        corners=sum(1 << corner for corner in corners),
        same=tuple(_distances(same)),
        different=tuple(_distances(combinations(sorted(firsts), 2))),
        placements=tuple(
            (1 << corner, tuple(OCTAGONS[corner + far] for far in covered)) for corner in corners
        ),
    )


def _distances(pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    return ((near, far - near) for near, far in pairs)


PATTERNS = range(1, 37)
"""The ids of the cards, in the order of the file."""

WORTH = range(1, 4)
_OF_A_COLOUR = THREADS_OF_A_COLOUR - 1


class DeckError(RulesError):
    """A deck that can't be played with; the message says which card it is, and why."""


@dataclass(frozen=True, slots=True)
class PatternDeck:
    """The cards in order, and the SHA-256 of their file, by which a record names it."""

    patterns: tuple[Pattern, ...]
    name: str

    def __getitem__(self, card: int) -> Pattern:
        """A card by its id, counted from 1."""
        return self.patterns[card - 1]

    @classmethod
    def loads(cls, content: bytes) -> PatternDeck:
        """The deck in the bytes of a file; DeckError tells the first thing that is wrong."""
        for problem in problems_in(content):
            raise DeckError(problem)
        document = tomllib.loads(content.decode("utf-8"))
        patterns = (Pattern(card["annas"], tuple(card["rows"])) for card in document["pattern"])
        return cls(tuple(patterns), sha256(content).hexdigest())


@cache
def shipped_deck() -> PatternDeck:
    """Return the deck that comes with the program."""
    return PatternDeck.loads(
        files("triqueta.games.ettana.rules").joinpath("deck.toml").read_bytes()
    )


def problems_in(content: bytes) -> Iterator[str]:
    """All that is wrong with a deck, card by card."""
    try:
        yield from _problems(tomllib.loads(content.decode("utf-8")))
    except (ValueError, RecursionError) as error:  # of UTF-8, or of TOML
        yield f"no deck: {error}"


def _problems(document: dict[str, object]) -> Iterator[str]:
    unknown = [key for key in document if key != "pattern"]
    if unknown:
        yield f"{unknown[0]}: a deck has cards alone, each headed [[pattern]]"
    cards = document.get("pattern", [])
    if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
        yield "pattern: no list of cards, each headed [[pattern]]"
        return
    for number, card in enumerate(cards, start=1):
        yield from (f"pattern {number}: {problem}" for problem in _problems_of(card))
    if len(cards) != len(PATTERNS):
        yield f"{len(cards)} cards instead of {len(PATTERNS)} (E5)"


def _problems_of(card: dict[str, object]) -> Iterator[str]:
    unknown = (key for key in card if key not in ("annas", "rows"))
    yield from (f"{key}: a card has annas and rows" for key in unknown)
    annas, rows = card.get("annas"), card.get("rows")
    if type(annas) is not int or annas not in WORTH:
        yield f"annas: {_said(annas)} instead of {WORTH[0]} to {WORTH[-1]} (E5)"
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows) or not rows:
        yield f"rows: {_said(rows)} instead of a list of texts"
    else:
        yield from (f"rows: {problem}" for problem in _problems_in(rows))


def _said(value: object) -> str:
    return "missing" if value is None else repr(value)[:40]


def _problems_in(rows: list[str]) -> Iterator[str]:
    wrong = next((row for row in rows if not re.fullmatch(r"[A-Z.]*", row)), None)
    if wrong is not None:
        yield f"{wrong[:10]!r} has other signs than capital letters and {ANY!r}"
    elif len({len(row) for row in rows}) > 1:
        yield "they are not all equally long"
    elif max(len(rows), len(rows[0])) > OCTAGONS_IN_A_ROW:
        most = f"{OCTAGONS_IN_A_ROW} by {OCTAGONS_IN_A_ROW}"
        yield f"{len(rows[0])} by {len(rows)} octagons, but the board has {most}"
    else:
        yield from _empty_edges(rows)
        yield from _impossible(rows)


def _empty_edges(rows: list[str]) -> Iterator[str]:
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    edges = {"first row": rows[:1], "last row": rows[-1:]}
    edges |= {"first column": columns[:1], "last column": columns[-1:]}
    for name, (edge,) in ((name, edge or [""]) for name, edge in edges.items()):
        if not edge.strip(ANY):
            yield f"the {name} is empty"
            return


def _impossible(rows: list[str]) -> Iterator[str]:
    letters = Counter("".join(rows).replace(ANY, ""))
    if len(letters) > len(COLOURS):
        yield f"{len(letters)} different colours, but there are {len(COLOURS)} (E1)"
    for letter, number in letters.items():
        if number > _OF_A_COLOUR:
            yield f"{number} times {letter}, but there are {_OF_A_COLOUR} threads of a colour (E1)"
