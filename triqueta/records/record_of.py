"""A record as the rules of any game read and write it: one JSON document for a whole game."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from triqueta.records.document import checked, encoded, play_moves, read, short, written
from triqueta.records.errors import RecordError


class Playable(Protocol):
    """A game that moves are played in."""

    moves: list[str]

    def play(self, move: str) -> None: ...


G = TypeVar("G", bound=Playable)


@dataclass(frozen=True, slots=True)
class RecordOf(ABC, Generic[G]):
    """A game, finished or not, and whatever else its document says about it."""

    FORMAT: ClassVar[str]
    DEALT: ClassVar[tuple[str, ...]]  # the keys of what was dealt

    game: G
    extra: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key in self.extra:
            if self._follows(key):
                raise RecordError(f"{key}: follows from the game, and can't be an extra key")

    @classmethod
    def _follows(cls, key: str) -> bool:
        return key in ("format", *cls.DEALT, "moves", "result")

    @classmethod
    def replayed(cls, game: G, document: dict[str, object]) -> Self:
        """The record of a document, whose moves are played in the game that was dealt."""
        play_moves(document, game.play)
        extra = {key: value for key, value in document.items() if not cls._follows(key)}
        record = cls(game, extra)
        if "result" in document:
            _check_result(document["result"], record.result())
        return record

    @abstractmethod
    def dealt(self) -> dict[str, object]:
        """What was dealt, by its keys."""

    @abstractmethod
    def result(self) -> dict[str, list[int]] | None:
        """How it ended, if it has: all of it can be worked out."""

    def document(self) -> dict[str, object]:
        document = {"format": self.FORMAT, **self.dealt(), "moves": list(self.game.moves)}
        result = self.result()
        if result is not None:
            document["result"] = result
        return document | dict(self.extra)

    def dumps(self) -> str:
        """The record as text, one key to a line. A file of it is UTF-8 (see `encode`)."""
        return written(self.document())

    def encode(self) -> bytes:
        """The record as the bytes of a file."""
        return encoded(self.document())


def check_format(document: dict[str, object], right: str) -> None:
    found = read(document, "format", str)
    if found != right:
        raise RecordError(f'format: "{found}" instead of "{right}"')


def _check_result(given: object, right: Mapping[str, list[int]] | None) -> None:
    if right is None:
        raise RecordError("result: the game is not over after the moves given")
    result = checked(given, dict, "result")
    for key, numbers in right.items():
        if json.dumps(result.get(key)) != json.dumps(numbers):
            raise RecordError(f"result: {key} {short(result.get(key))} instead of {numbers}")
