"""A record: a whole game as one JSON document, and what the journal and the commands ask of it."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from triqueta.records.document import checked, encoded, play_moves, read, short, written
from triqueta.records.errors import RecordError
from triqueta.records.text import one_line


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. Seats are counted from 0; `counts` has a number for each of them."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ranking: tuple[int, ...]
    counts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, scores: tuple[int, ...]) -> Result:
        """Where most points win, and nothing but points counts."""
        ranking = sorted(range(len(scores)), key=lambda seat: -scores[seat])
        winners = (seat for seat, points in enumerate(scores) if points == max(scores))
        return cls(scores, tuple(winners), tuple(ranking))


@dataclass(frozen=True)
class GameRecord:
    """A game, finished or not, that its rules have played through: so it is sound.

    `content` is its document but for `extra`, what it says besides the game: when it was played,
    its proof. `to_act` is the seat that is to make one of the `legal_moves`; it has none when
    chance is to do something. `round` is how far it has got, 0 in a game without rounds.
    """

    game: str  # its id
    edition: str
    content: dict[str, object]
    extra: Mapping[str, object]
    to_act: int | None
    legal_moves: Sequence[str]
    result: Result | None  # without counts
    round: int = 0
    seat: int | None = None  # the answer to the question that the game asks before it is dealt

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of their seats."""
        return tuple(read(self.content, "players", list))

    @property
    def robots(self) -> dict[int, str]:
        """The seats that robots played, and of which level they were.

        A record may have anything of that name: what is no level for each player says nothing.
        """
        found = self.extra.get("robots")
        if not isinstance(found, list) or len(found) != len(self.names):
            return {}
        return {seat: level for seat, level in enumerate(found) if isinstance(level, str)}

    @property
    def moves(self) -> list[str]:
        """All that was played, what chance did among it."""
        return read(self.content, "moves", list)

    def document(self) -> dict[str, object]:
        return {**self.content, **self.extra}

    def encode(self) -> bytes:
        """As the bytes of a file."""
        return encoded(self.document())

    def goes_further(self, than: GameRecord) -> bool:
        """Whether of two copies of one game this one knows more of it."""
        return goes_further(self.moves, than.moves)

    def counts(self) -> Mapping[str, tuple[int, ...]]:
        """Of a finished game: what its statistics add up, seat by seat."""
        return {}

    def judgement(self) -> dict[str, object]:
        """Where it stands, for programs."""
        return {
            "over": self.result is not None,
            "turn": self.to_act,
            "legal": tuple(self.legal_moves),
            "scores": self.result and self.result.scores,
            "winners": self.result and self.result.winners,
        }

    def account(self) -> Iterator[str]:
        """What happened, for persons, line by line; names are on one line each."""
        yield from self.moves
        yield ""
        yield from self.score_lines()

    def score_lines(self) -> Iterator[str]:
        """Of a finished game: how it ended, for persons."""
        if self.result is not None:
            for seat, points in enumerate(self.result.scores):
                won = " *" * (seat in self.result.winners)
                yield f"{one_line(self.names[seat])}: {points}{won}"


def goes_further(moves: Sequence[str], than: Sequence[str]) -> bool:
    return len(moves) > len(than) and list(moves[: len(than)]) == list(than)


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
