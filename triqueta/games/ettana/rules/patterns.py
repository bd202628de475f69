"""Pattern cards, their decks (E5), and the search for patterns on the board (E13)."""

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
    """A pattern of coloured threads, and its value in annas.

    In `rows` equal letters are equal colours, different letters are different colours, and `.` is
    any colour.
    """

    annas: int
    rows: tuple[str, ...]


class Weave:
    """The threads on a board, indexed for the search for patterns."""

    __slots__ = ("_alike",)

    def __init__(self, threads: Mapping[Octagon, Thread]) -> None:
        letters = [threads[octagon] for octagon in OCTAGONS]
        colours = [sum(1 << at for at, one in enumerate(letters) if one == c) for c in COLOURS]
        g, r, y, b, v = colours
        # By distance: a bit for each octagon that has the colour of the octagon this far after it.
        self._alike = [
            g & g >> far | r & r >> far | y & y >> far | b & b >> far | v & v >> far
            for far in range(len(OCTAGONS))
        ]

    def has(self, pattern: Pattern) -> bool:
        """Return whether a pattern is anywhere on the board."""
        return any(self._corners(shape) for shape in _shapes(pattern.rows))

    def places(self, pattern: Pattern) -> list[Octagons]:
        """Return the octagons of the pattern's letters, row by row, for each place it occurs."""
        return [
            octagons
            for shape in _shapes(pattern.rows)
            if (corners := self._corners(shape))
            for corner, octagons in shape.placements
            if corners & corner
        ]

    def _corners(self, shape: _Shape) -> int:
        """Return the top left corners of the shape wherever it occurs, as a bit per octagon."""
        alike, found = self._alike, shape.corners
        for at, far in shape.same:
            found &= alike[far] >> at
        for at, far in shape.different:
            found &= ~(alike[far] >> at)
        return found


@dataclass(frozen=True, slots=True)
class _Shape:
    """A pattern in one rotation, as pairs of cells whose colours are the same or different.

    A pair is the first cell's distance from the top left corner, and the second cell's distance
    from the first. Distances are counted in octagons, row by row.
    """

    corners: int
    same: tuple[tuple[int, int], ...]
    different: tuple[tuple[int, int], ...]
    placements: tuple[tuple[int, Octagons], ...]  # the bit of the corner, and the octagons


@cache
def placements(rows: tuple[str, ...]) -> tuple[tuple[Octagons, ...], ...]:
    """Return all placements of a pattern on a board: the octagons of each of its letters."""
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
    """Return the rotations of a pattern, without those that only rename its letters."""
    turned: dict[tuple[str, ...], tuple[str, ...]] = {}
    for _ in range(4):
        turned.setdefault(_with_letters_in_order(rows), rows)
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
    return list(turned.values())


def _with_letters_in_order(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return the pattern with its letters renamed A, B, C and so on, in order of appearance."""
    letters = dict.fromkeys("".join(rows).replace(ANY, ""))
    names = dict(zip(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", strict=False))
    return tuple("".join(names.get(letter, ANY) for letter in row) for row in rows)


def _cells_of(rows: tuple[str, ...]) -> dict[str, list[int]]:
    """Return the cells of each letter, as distances from the top left corner."""
    cells: dict[str, list[int]] = {}
    for down, row in enumerate(rows):
        for right, letter in enumerate(row):
            if letter != ANY:
                cells.setdefault(letter, []).append(down * OCTAGONS_IN_A_ROW + right)
    return cells


def _corners_of(rows: tuple[str, ...]) -> list[int]:
    """Return where the top left corner of a pattern can be, as indexes of octagons."""
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
"""The ids of the pattern cards, in the order of the deck's file."""

WORTH = range(1, 4)
_OF_A_COLOUR = THREADS_OF_A_COLOUR - 1


class DeckError(RulesError):
    """An invalid deck. The message says which card is wrong, and why."""


@dataclass(frozen=True, slots=True)
class PatternDeck:
    """A deck of pattern cards. Its name, used in records, is the SHA-256 of its file."""

    patterns: tuple[Pattern, ...]
    name: str

    def __getitem__(self, card: int) -> Pattern:
        """Return a card by its id, counted from 1."""
        return self.patterns[card - 1]

    @classmethod
    def loads(cls, content: bytes) -> PatternDeck:
        """Return the deck in a file's content. Raise DeckError with the first problem in it."""
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
    """Yield all problems in a deck file's content, card by card."""
    try:
        yield from _problems(tomllib.loads(content.decode("utf-8")))
    except (ValueError, RecursionError) as error:  # the UTF-8 or the TOML is invalid
        yield f"not a deck: {error}"


def _problems(document: dict[str, object]) -> Iterator[str]:
    unknown = [key for key in document if key != "pattern"]
    if unknown:
        yield f"{unknown[0]}: unknown key; a deck has only cards, each headed [[pattern]]"
    cards = document.get("pattern", [])
    if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
        yield "pattern: not a list of cards, each headed [[pattern]]"
        return
    for number, card in enumerate(cards, start=1):
        yield from (f"pattern {number}: {problem}" for problem in _problems_of(card))
    if len(cards) != len(PATTERNS):
        yield f"{len(cards)} cards instead of {len(PATTERNS)} (E5)"


def _problems_of(card: dict[str, object]) -> Iterator[str]:
    unknown = (key for key in card if key not in ("annas", "rows"))
    yield from (f"{key}: unknown key; a card has only annas and rows" for key in unknown)
    annas, rows = card.get("annas"), card.get("rows")
    if type(annas) is not int or annas not in WORTH:
        yield f"annas: {_said(annas)} instead of {WORTH[0]} to {WORTH[-1]} (E5)"
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows) or not rows:
        yield f"rows: {_said(rows)} instead of a list of strings"
    else:
        yield from (f"rows: {problem}" for problem in _problems_in(rows))


def _said(value: object) -> str:
    return "missing" if value is None else repr(value)[:40]


def _problems_in(rows: list[str]) -> Iterator[str]:
    wrong = next((row for row in rows if not re.fullmatch(r"[A-Z.]*", row)), None)
    if wrong is not None:
        yield f"{wrong[:10]!r} has characters other than capital letters and {ANY!r}"
    elif len({len(row) for row in rows}) > 1:
        yield "not all have the same length"
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
        yield f"{len(letters)} different colours, but there are only {len(COLOURS)} (E1)"
    for letter, number in letters.items():
        if number > _OF_A_COLOUR:
            yield f"{number} times {letter}, but a colour has only {_OF_A_COLOUR} threads (E1)"
