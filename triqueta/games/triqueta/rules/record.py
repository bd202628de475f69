"""The game record: a whole game as one JSON document that any program can check."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar

from triqueta.games.triqueta.rules.errors import RecordError, RulesError
from triqueta.games.triqueta.rules.game import Game
from triqueta.games.triqueta.rules.score import Outcome
from triqueta.games.triqueta.rules.setup import Pile, Setup
from triqueta.games.triqueta.rules.tiles import Edition

FORMAT = "triqueta-record/1"
SUFFIX = ".tqr.json"

_KNOWN_KEYS = ("format", "edition", "players", "rock", "piles", "moves", "result")
_JSON_TYPES = {dict: "an object", list: "a list", str: "text", int: "a whole number"}
_DEEPEST = 100
_MOST_DIGITS = 1000
_TOO_DEEP = "not a record: nested too deeply"
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Record:
    """A game, finished or not, and whatever else its document says about it."""

    game: Game
    extra: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key in self.extra:
            if key in _KNOWN_KEYS:
                raise RecordError(f"{key}: follows from the game, and can't be an extra key")

    @classmethod
    def loads(cls, text: str | bytes) -> Record:
        """Read a record and play it through; RecordError says where it is wrong, and why."""
        document = _parse(text)
        setup = _read_setup(document)
        game = Game(setup)
        _play_moves(game, _read(document, "moves", list))
        if "result" in document:
            _check_result(document["result"], game.outcome)
        extra = {key: value for key, value in document.items() if key not in _KNOWN_KEYS}
        return cls(game, extra)

    def dumps(self) -> str:
        """The record as text, one key to a line. A file of it is UTF-8 (see `encode`)."""
        lines = [
            f"  {json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}"
            for key, value in self.document().items()
        ]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def encode(self) -> bytes:
        """The record as the bytes of a file."""
        # A lone surrogate, which JSON can hold but UTF-8 can't, is written as JSON's own escape.
        return self.dumps().encode("utf-8", "backslashreplace")

    def document(self) -> dict[str, object]:
        setup = self.game.setup
        document: dict[str, object] = {
            "format": FORMAT,
            "edition": str(setup.edition),
            "players": list(setup.players),
            "rock": setup.rock,
            "piles": [list(pile) for pile in setup.piles],
            "moves": list(self.game.moves),
        }
        if self.game.outcome:
            document["result"] = _result_of(self.game.outcome)
        return document | dict(self.extra)


def _parse(text: str | bytes) -> dict[str, object]:
    try:
        document = json.loads(
            text,
            object_pairs_hook=_object_without_doubles,
            parse_float=_finite_float,
            parse_int=_whole_number,
            parse_constant=_refuse_constant,
        )
    except RecordError:
        raise
    except RecursionError:
        raise RecordError(_TOO_DEEP) from None
    except ValueError as error:  # also bad UTF-8
        raise RecordError(f"not JSON: {error}") from None
    _check_depth(document)
    return _checked(document, dict, "the record")


def _object_without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError(f'the key "{key[:20]}" stands there twice')
        found[key] = value
    return found


def _check_depth(document: object) -> None:
    """What is nested deeper than this could be read, but not safely written again."""
    level = [document]
    for _ in range(_DEEPEST):
        inner = [part for part in level if isinstance(part, dict | list)]
        level = [child for part in inner for child in _children(part)]
        if not level:
            return
    raise RecordError(_TOO_DEEP)


def _children(part: dict[str, object] | list[object]) -> Iterable[object]:
    return part.values() if isinstance(part, dict) else part


def _whole_number(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise RecordError(f"the number {text[:20]}... is too long")
    return int(text)


def _finite_float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise RecordError(f"the number {text[:20]} is too large")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise RecordError(f"not JSON: {name}")


def _read_setup(document: dict[str, object]) -> Setup:
    name = _read(document, "format", str)
    if name != FORMAT:
        raise RecordError(f'format: "{name}" instead of "{FORMAT}"')
    edition = _read(document, "edition", str)
    if edition not in tuple(Edition):
        raise RecordError(f'edition: "{edition}" instead of "base" or "shadow"')
    players = _read(document, "players", list)
    rock = _read(document, "rock", int)
    piles = _read(document, "piles", list)
    try:
        return Setup(
            Edition(edition),
            tuple(_checked(player, str, "players: a name") for player in players),
            rock,
            tuple(_read_pile(pile, number) for number, pile in enumerate(piles, start=1)),
        )
    except RulesError as error:
        raise RecordError(str(error)) from None


def _read_pile(pile: object, number: int) -> Pile:
    petals = _checked(pile, list, f"piles: pile {number}")
    return tuple(_checked(petal, str, f"piles: a petal of pile {number}") for petal in petals)


def _play_moves(game: Game, moves: list[object]) -> None:
    for number, move in enumerate(moves, start=1):
        text = _checked(move, str, f"move {number}")
        try:
            game.play(text)
        except RulesError as error:
            raise RecordError(f"move {number} ({text[:20]}): {error}") from None


def _check_result(given: object, outcome: Outcome | None) -> None:
    if outcome is None:
        raise RecordError("result: the game is not over after the moves given")
    result = _checked(given, dict, "result")
    for key, right in _result_of(outcome).items():
        if json.dumps(result.get(key)) != json.dumps(right):
            raise RecordError(f"result: {key} {_short(result.get(key))} instead of {right}")


def _result_of(outcome: Outcome) -> dict[str, list[int]]:
    return {
        "scores": list(outcome.scores),
        "tiles": list(outcome.tiles),
        "winners": list(outcome.winners),
    }


def _read(document: dict[str, object], key: str, kind: type[_T]) -> _T:
    if key not in document:
        raise RecordError(f"{key}: missing")
    return _checked(document[key], kind, key)


def _checked(value: object, kind: type[_T], place: str) -> _T:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise RecordError(f"{place}: {_short(value)} instead of {_JSON_TYPES[kind]}")
    return value


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:40] + "..."
