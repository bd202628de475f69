"""The games of this table: a line each, loaded when they are asked for.

A table has them loaded ahead, in a thread: see `load_whole_games`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from importlib import import_module
from pkgutil import walk_packages
from random import Random
from typing import TYPE_CHECKING

from triqueta.records.document import checked, parse, read
from triqueta.records.errors import RecordError, RulesError, UnknownGameError

if TYPE_CHECKING:
    from PIL.Image import Image

    from triqueta.games.api import (
        Clock,
        Coach,
        GameEdition,
        GameSpec,
        MoveRequest,
        SeatQuestion,
        Session,
        Tutorial,
    )
    from triqueta.records.record import GameRecord
    from triqueta.records.shuffle import Proof
    from triqueta.screens.phrases import Text
    from triqueta.screens.screen import Screen
    from triqueta.table.coach import Decision

GAMES: dict[str, str] = {
    "triqueta": "triqueta.games.triqueta.spec",
    "zatre": "triqueta.games.zatre.spec",
    "ettana": "triqueta.games.ettana.spec",
}
"""The module of each game by its id; the first is the house's own."""


_locks: dict[str, AbstractContextManager[object]] = {}  # of games that are not loaded yet
_with_decks: dict[str, GameSpec] = {}  # games that owners' decks are played with, too


def game(name: str) -> GameSpec:
    """The game of this id; KeyError if there is none."""
    kind = _as_described(name)
    lock = _locks.get(name)
    if lock is not None:
        with lock:
            _load_whole(name)
    return kind


def _as_described(name: str) -> GameSpec:
    """Return the game of this id for its name, editions and so on; load no more of it."""
    kind: GameSpec = import_module(GAMES[name]).SPEC
    return _with_decks.get(name, kind)


def load_whole_games(new_lock: Callable[[], AbstractContextManager[object]]) -> None:
    """Have `game` load all modules of a game at once, in the first thread that asks for it.

    Other threads wait until it is loaded. Otherwise two threads that import modules of one package
    at the same time could each wait for the other, and Python raises an error then. `new_lock`
    returns a reentrant lock.
    """
    _locks.update({name: new_lock() for name in GAMES})


def _load_whole(name: str) -> None:
    if name not in _locks:  # another thread was first
        return
    try:
        folder = import_module(GAMES[name].rpartition(".")[0])
        for module in walk_packages(folder.__path__, f"{folder.__name__}."):
            import_module(module.name)
    finally:
        del _locks[name]


def use_decks(contents: Mapping[str, bytes]) -> None:
    """From now on these decks, by what they are called, are played with as well.

    There is one table to a program, whose settings name them; nobody else has any.
    """
    _with_decks.clear()
    for name in GAMES if contents else ():
        decks = game(name).decks()
        if decks is not None:
            _with_decks[name] = decks.game_with(contents)


def own_game() -> str:
    """The id of the house's own game."""
    return next(iter(GAMES))


def all_games() -> list[GameSpec]:
    return [game(name) for name in GAMES]


def edition_of(name: str, edition: str) -> GameEdition | None:
    """What a record's edition is called at the table; None for one that is not known here."""
    editions = _as_described(name).editions if name in GAMES else ()
    return next((known for known in editions if known.name == edition), None)


def suffix_of(name: str) -> str:
    """What the files of a game's records end with, also of one that is played here no more."""
    return _as_described(name).suffix if name in GAMES else f".{name}.json"


# Games that were written down.


def game_of(document: dict[str, object]) -> GameSpec:
    """The game of a record, by its format: UnknownGameError if it is none of this table's."""
    found = read(document, "format", str)
    name, _, _ = found.partition("-record/")
    if name in GAMES and game(name).record_format == found:
        return game(name)
    known = " or ".join(f'"{game(name).record_format}"' for name in GAMES)
    raise UnknownGameError(f'format: "{found}" instead of {known}')


def load_record(text: str | bytes, deck: bytes | None = None) -> GameRecord:
    """Read a record and play it through; RecordError says where it is wrong, and why.

    `deck` is the file of an owner's deck that it was played with.
    """
    document = parse(text)
    kind = game_of(document)
    if deck is not None:
        kind = _with_deck(kind, deck)
    for seat, name in enumerate(read(document, "players", list), start=1):
        checked(name, str, f"player {seat}")
    try:
        return kind.load(document)
    except RulesError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # No game is to stop a rescue, or a command, because of one odd record.
        raise RecordError(f"{kind.title} can't read it: {error}") from None


def _with_deck(kind: GameSpec, deck: bytes) -> GameSpec:
    decks = kind.decks()
    if decks is None:
        raise RecordError(f"{kind.title} is played without a deck of the owner's")
    return decks.game(deck)


def load_codes(text: str, deck: bytes | None = None) -> GameRecord | None:
    """The record in lines that were scanned from QR codes; None if they are no such lines."""
    for kind in all_games():
        if kind.code_prefix and text.startswith(kind.code_prefix):
            return (kind if deck is None else _with_deck(kind, deck)).from_codes(text)
    return None


class GamesOfThisTable:
    """What the house asks the games for."""

    @property
    def editions(self) -> Sequence[GameEdition]:
        return [edition for name in GAMES for edition in _as_described(name).editions]

    def about(self, name: str) -> Text:
        return _as_described(name).about

    def seat_question(self, name: str) -> SeatQuestion | None:
        return _as_described(name).seat_question

    def tutorial(self) -> Tutorial | None:
        tutorials = (_as_described(name).tutorial for name in GAMES)
        return next((tutorial for tutorial in tutorials if tutorial), None)

    def coach(self, name: str) -> Coach | None:
        return game(name).coach()

    def review(self, play: Session) -> Iterator[Decision]:
        return game(play.game).review(play)

    def robot_levels(self, name: str) -> tuple[str, ...]:
        return _as_described(name).robot_levels

    def load_robots(self, name: str) -> None:
        kind = game(name)
        for level in kind.robot_levels:
            kind.robot(level, float)  # a clock that stands still

    def think(self, request: MoveRequest, clock: Clock) -> str:
        robot = game(request.game).robot(request.level, clock)
        return robot.choose(request.view, request.moves, Random(request.seed))

    def fallback(self, request: MoveRequest) -> MoveRequest:
        kind = game(request.game)
        quick = kind.quick_level or kind.robot_levels[0]
        return replace(request, level=min(request.level, quick, key=kind.robot_levels.index))

    def deal(
        self, name: str, edition: str, names: tuple[str, ...], seat: int | None, proof: Proof
    ) -> Session:
        return game(name).deal(edition, names, seat, proof)

    @property
    def titles(self) -> Mapping[str, str]:
        return {name: _as_described(name).title for name in GAMES}

    def rules(self, name: str) -> tuple[Screen, ...]:
        return game(name).rules()

    def suffix(self, name: str) -> str:
        return suffix_of(name)

    def art(self, name: str, piece: str) -> Image | None:
        return game(name).art(piece) if name in GAMES else None
