"""The set-up of a game: its players, deck and layout, and how the layout is dealt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from triqueta.games.ettana.rules.board import (
    ALL_TILES,
    COLOURS,
    OCTAGONS_IN_A_ROW,
    ON_THE_BOARD,
    SPACES_IN_A_ROW,
)
from triqueta.games.ettana.rules.patterns import PATTERNS, PatternDeck, shipped_deck
from triqueta.records import game as base
from triqueta.records.document import all_of, read
from triqueta.records.errors import SetupError, UnknownDeckError
from triqueta.records.shuffle import Proof, Stream


class Action(StrEnum):
    """The effect of an action card, as written in records."""

    MOVE = "move"
    SWAP = "swap"
    STEAL = "steal"
    ROB = "rob"
    REPLACE = "replace"
    FIX = "fix"
    PATTERN = "pattern"
    THREE = "three"
    GAMBLE = "gamble"
    AGAIN = "again"
    ANNA = "anna"
    TAX = "tax"


CARDS_PER_ACTION = 3
ALL_ACTIONS = tuple(action for action in Action for _ in range(CARDS_PER_ACTION))


MIN_PLAYERS = 2
MAX_PLAYERS = 4
TOKENS = 48
SPARE_TILES = 2


@dataclass(frozen=True, slots=True)
class Layout:
    """The random layout before the first roll: board, reserve and decks (E1, E2, E4, E5).

    `threads` and `numbers` are the rows of the board, and `reserve` is the two number tiles beside
    it. `patterns` (ids of pattern cards) and `actions` have the top card of their deck first.
    """

    threads: tuple[str, ...]
    numbers: tuple[str, ...]
    reserve: str
    patterns: tuple[int, ...]
    actions: tuple[str, ...]

    def __post_init__(self) -> None:
        _check_rows("threads", self.threads, OCTAGONS_IN_A_ROW, f"[{COLOURS}]", "E1")
        _check_each("threads", "".join(self.threads), ON_THE_BOARD, "E1")
        _check_rows("numbers", self.numbers, SPACES_IN_A_ROW, "[1-6]", "E2")
        if not re.fullmatch(f"[1-6]{{{SPARE_TILES}}}", self.reserve) or len({*self.reserve}) == 1:
            raise SetupError(
                f'reserve: "{self.reserve[:10]}" instead of two different numbers 1 to 6 (E2)'
            )
        tiles = [str(tile) for tile in ALL_TILES]
        _check_each("numbers with the reserve", "".join(self.numbers) + self.reserve, tiles, "E2")
        if sorted(self.patterns) != list(PATTERNS):
            raise SetupError(
                f"patterns: not a permutation of {PATTERNS[0]} to {PATTERNS[-1]} (E5)"
            )
        _check_each("actions", self.actions, ALL_ACTIONS, "E4")


@dataclass(frozen=True, slots=True)
class Setup(base.Setup):
    """Everything that the device knows before the first roll.

    `names_deck` says whether the record names its deck; records of early versions may not.
    """

    FORMAT: ClassVar = "ettana-record/1"
    DEALT: ClassVar = {
        "players": "",
        "threads": "",
        "numbers": "",
        "reserve": "",
        "patterns": "",
        "deck": None,
        "actions": "",
    }

    players: tuple[str, ...]
    layout: Layout
    deck: PatternDeck
    names_deck: bool = True

    @classmethod
    def deal(cls, source: base.Deal) -> Setup:
        layout, _ = deal(source.proof.secret, len(source.players), source.proof.cuts)
        return cls(source.players, layout, deck_of(source.edition, source.decks))

    @classmethod
    def read(cls, document: dict[str, object], decks: base.Decks) -> Setup:
        """Return the set-up in a record. Raise UnknownDeckError if `decks` lacks its deck."""
        players = all_of(read(document, "players", list), str, "players")
        layout = Layout(
            threads=tuple(all_of(read(document, "threads", list), str, "threads")),
            numbers=tuple(all_of(read(document, "numbers", list), str, "numbers")),
            reserve=read(document, "reserve", str),
            patterns=tuple(all_of(read(document, "patterns", list), int, "patterns")),
            actions=tuple(all_of(read(document, "actions", list), str, "actions")),
        )
        if "deck" not in document:
            return cls(tuple(players), layout, deck_of(EDITION, decks), names_deck=False)
        return cls(tuple(players), layout, deck_called(read(document, "deck", str), decks))

    def document(self) -> dict[str, object]:
        layout, deck = self.layout, {"deck": self.deck.name} if self.names_deck else {}
        return {
            "players": list(self.players),
            "threads": list(layout.threads),
            "numbers": list(layout.numbers),
            "reserve": layout.reserve,
            "patterns": list(layout.patterns),
            **deck,
            "actions": list(layout.actions),
        }

    def chance(self, proof: Proof) -> Stream:
        return deal(proof.secret, len(self.players), proof.cuts)[1]

    def __post_init__(self) -> None:
        check_players(len(self.players))

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(map(Action, self.layout.actions))


EDITION = "ettana"


def deck_of(edition: str, decks: base.Decks) -> PatternDeck:
    """Return the deck of an edition: an owner's, or else the shipped one."""
    deck: PatternDeck = decks.get(edition) or shipped_deck()
    return deck


def deck_called(name: str, decks: base.Decks, digits: int | None = None) -> PatternDeck:
    """Return the deck called `name`; with `digits`, compare only the first digits of its name.

    Raise UnknownDeckError if there is no such deck.
    """
    every: list[PatternDeck] = [deck_of(EDITION, decks), *decks.values()]
    for deck in every:
        if deck.name[:digits] == name:
            return deck
    raise UnknownDeckError(
        f"deck: the game was played with {name[:16]}..., which is not a known deck"
    )


def check_players(players: int) -> None:
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise SetupError(f"players: {players} instead of {MIN_PLAYERS} to {MAX_PLAYERS} (E6)")


def _check_rows(key: str, rows: tuple[str, ...], side: int, letter: str, clause: str) -> None:
    if len(rows) != side:
        raise SetupError(f"{key}: {len(rows)} rows instead of {side} ({clause})")
    for number, row in enumerate(rows, start=1):
        if not re.fullmatch(f"{letter}{{{side}}}", row):
            raise SetupError(
                f'{key}: row {number} is "{row[:10]}" instead of {side} of {letter} ({clause})'
            )


def _check_each(key: str, found: Sequence[str], right: Sequence[str], clause: str) -> None:
    counted = Counter(found)
    for what, number in Counter(right).items():
        if counted[what] != number:
            raise SetupError(f"{key}: {counted[what]} times {what} instead of {number} ({clause})")
    if len(found) != len(right):
        other = next(what for what in found if what not in right)
        raise SetupError(f'{key}: "{other[:20]}" is not a valid value ({clause})')


def deal(secret: bytes, players: int, cuts: str) -> tuple[Layout, Stream]:
    """Return the layout, and the stream for the rolls and shuffles during the game."""
    check_players(players)
    stream = Stream(secret, "ettana-deal/1", players, cuts)
    in_order = sorted(ON_THE_BOARD, key=COLOURS.index)
    threads = _rows("".join(stream.shuffled(in_order)), OCTAGONS_IN_A_ROW)
    tiles = list(map(str, stream.shuffled(ALL_TILES)))
    first = tiles.pop(0)
    second = next(tile for tile in tiles if tile != first)
    tiles.remove(second)
    layout = Layout(
        threads=threads,
        numbers=_rows("".join(tiles), SPACES_IN_A_ROW),
        reserve=first + second,
        patterns=tuple(stream.shuffled(PATTERNS)),
        actions=tuple(map(str, stream.shuffled(ALL_ACTIONS))),
    )
    return layout, stream


def _rows(signs: str, side: int) -> tuple[str, ...]:
    return tuple(signs[start : start + side] for start in range(0, len(signs), side))
