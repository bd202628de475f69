"""A deck of pattern cards (E5), as its file has it."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from triqueta.games.ettana.rules.patterns import ANY, Pattern
from triqueta.games.ettana.rules.threads import COLOURS, SIDE, THREADS_OF_A_COLOUR
from triqueta.records.errors import RulesError

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
    elif max(len(rows), len(rows[0])) > SIDE:
        yield f"{len(rows[0])} by {len(rows)} octagons, but the board has {SIDE} by {SIDE}"
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
