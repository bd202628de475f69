"""The record of a game of Zatre: a whole game as one JSON document that any program can check."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from triqueta.games.zatre.rules.game import Game
from triqueta.games.zatre.rules.score import Outcome
from triqueta.games.zatre.rules.setup import Setup
from triqueta.records.document import (
    all_of,
    checked,
    encoded,
    parse,
    play_moves,
    read,
    short,
    written,
)
from triqueta.records.errors import RecordError, SetupError

FORMAT = "zatre-record/1"

_KNOWN_KEYS = ("format", "players", "opening", "bag", "moves", "result")


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
        return cls.read(parse(text))

    @classmethod
    def read(cls, document: dict[str, object]) -> Record:
        """The same of a document that has been parsed."""
        game = Game(read_setup(document))
        play_moves(document, game.play)
        if "result" in document:
            _check_result(document["result"], game.outcome)
        extra = {key: value for key, value in document.items() if key not in _KNOWN_KEYS}
        return cls(game, extra)

    def dumps(self) -> str:
        """The record as text, one key to a line. A file of it is UTF-8 (see `encode`)."""
        return written(self.document())

    def encode(self) -> bytes:
        """The record as the bytes of a file."""
        return encoded(self.document())

    def document(self) -> dict[str, object]:
        setup = self.game.setup
        document: dict[str, object] = {
            "format": FORMAT,
            "players": list(setup.players),
            "opening": list(setup.opening),
            "bag": setup.bag,
            "moves": list(self.game.moves),
        }
        outcome = self.game.outcome
        if outcome:
            document["result"] = _result_of(outcome)
        return document | dict(self.extra)


def read_setup(document: dict[str, object]) -> Setup:
    name = read(document, "format", str)
    if name != FORMAT:
        raise RecordError(f'format: "{name}" instead of "{FORMAT}"')
    players = all_of(read(document, "players", list), str, "players")
    opening = all_of(read(document, "opening", list), str, "opening")
    try:
        return Setup(tuple(players), tuple(opening), read(document, "bag", str))
    except SetupError as error:
        raise RecordError(str(error)) from None


def _check_result(given: object, outcome: Outcome | None) -> None:
    if outcome is None:
        raise RecordError("result: the game is not over after the moves given")
    result = checked(given, dict, "result")
    for key, right in _result_of(outcome).items():
        if json.dumps(result.get(key)) != json.dumps(right):
            raise RecordError(f"result: {key} {short(result.get(key))} instead of {right}")


def _result_of(outcome: Outcome) -> dict[str, list[int]]:
    return {"scores": list(outcome.scores), "winners": list(outcome.winners)}
