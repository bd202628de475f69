"""Records of games: the set-up, the moves, the result and the proof in one JSON document."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Self, TypeAlias, TypeVar

from triqueta.records.document import checked, encoded, parse, play_moves, read, short, written
from triqueta.records.errors import ProofError, RecordError, SetupError, ShuffleError
from triqueta.records.game import AnyGame, Deal, Decks, Setup, is_chance
from triqueta.records.shuffle import Proof, check_commitment, proof_in


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game.

    `scores` has the points of each seat. `winners` and `ranking` are seats, counted from 0, and
    the ranking starts with the best. `counts` has the totals of `Game.counts` by name, with a
    number for each seat.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ranking: tuple[int, ...]
    counts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


G = TypeVar("G", bound=AnyGame)


@dataclass(frozen=True, slots=True)
class Record(Generic[G]):
    """A game, finished or not, with the metadata that is stored beside it.

    `extra` has the metadata by key, for example when the game was played, which seats were played
    by robots, and the proof.
    """

    game: G
    extra: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key in self.extra:
            if key in _keys_of(type(self.game.setup)):
                raise RecordError(f"{key}: follows from the game, so it can't be an extra key")

    @classmethod
    def loads(cls, text: str | bytes, game: type[G], decks: Decks | None = None) -> Self:
        """Parse the record of a game, replay it and return it.

        `game` is the class of the game, and `decks` are the custom decks that it may have been
        played with. Raise RecordError, which says what is wrong with the record, and where.
        """
        return cls.read(parse(text), game, decks)

    @classmethod
    def read(cls, document: dict[str, object], game: type[G], decks: Decks | None = None) -> Self:
        """Replay a document that is already parsed, and return its record. See `loads`."""
        played = game(read_setup(document, game.SETUP, decks))
        play_moves(document, played.play)
        keys = _keys_of(game.SETUP)
        record = cls(played, {key: value for key, value in document.items() if key not in keys})
        if "result" in document:
            _check_result(document["result"], record.result_document())
        return record

    @property
    def game_id(self) -> str:
        id_: str = self.game.setup.game_id
        return id_

    @property
    def edition(self) -> str:
        name: str = self.game.setup.edition_name
        return name

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, in the order of their seats."""
        players: tuple[str, ...] = self.game.setup.players
        return players

    @property
    def moves(self) -> list[str]:
        """All moves, including chance moves."""
        return self.game.moves

    @property
    def robots(self) -> dict[int, str]:
        """The level of each seat that a robot played.

        Any program can write a record, so a value that is not a list with one element per player
        is ignored.
        """
        found = self.extra.get("robots")
        if not isinstance(found, list) or len(found) != len(self.names):
            return {}
        return {seat: level for seat, level in enumerate(found) if isinstance(level, str)}

    @property
    def result(self) -> Result | None:
        """The result without counts, or None while the game is not over."""
        outcome = self.game.outcome
        if outcome is None:
            return None
        return Result(outcome.scores, outcome.winners, outcome.ranking)

    def result_document(self) -> dict[str, list[int]] | None:
        """Return the JSON object of the result, or None while the game is not over."""
        outcome = self.game.outcome
        if outcome is None:
            return None
        return {key: list(getattr(outcome, key)) for key in self.game.RESULT}

    def document(self) -> dict[str, object]:
        """Return the record as a JSON object."""
        setup = self.game.setup
        document = {"format": setup.FORMAT, **setup.document(), "moves": list(self.moves)}
        result = self.result_document()
        if result is not None:
            document["result"] = result
        return document | dict(self.extra)

    def dumps(self) -> str:
        """Return the record as JSON text, with one key per line.

        Use `encode` for the bytes of a file.
        """
        return written(self.document())

    def encode(self) -> bytes:
        """Return the record as the UTF-8 bytes of a file."""
        return encoded(self.document())

    def goes_further(self, than: AnyRecord) -> bool:
        """Return whether this record has all the moves of the other one, and more."""
        return goes_further(self.moves, than.moves)

    def as_dealt(self) -> G:
        """Return a new game with the same set-up and no moves."""
        return type(self.game)(self.game.setup)


AnyRecord: TypeAlias = Record[Any]
S = TypeVar("S", bound=Setup)


def read_setup(document: dict[str, object], setup: type[S], decks: Decks | None = None) -> S:
    """Return the set-up in a record's document, or raise RecordError.

    `setup` is the class of the set-up, and `decks` are the custom decks that the game may have
    been played with.
    """
    found = read(document, "format", str)
    if found != setup.FORMAT:
        raise RecordError(f'format: "{found}" instead of "{setup.FORMAT}"')
    try:
        return setup.read(document, decks or {})
    except SetupError as error:
        raise RecordError(str(error)) from None


def goes_further(moves: Sequence[str], than: Sequence[str]) -> bool:
    """Return whether `moves` starts with all the moves of `than` and continues after them."""
    return len(moves) > len(than) and list(moves[: len(than)]) == list(than)


def _keys_of(setup: type[Setup]) -> tuple[str, ...]:
    """Return the keys of a document that come from the game, not from `Record.extra`."""
    return ("format", *setup.DEALT, "moves", "result")


def _check_result(given: object, right: Mapping[str, list[int]] | None) -> None:
    if right is None:
        raise RecordError("result: the game is not over after the moves given")
    result = checked(given, dict, "result")
    for key, numbers in right.items():
        if json.dumps(result.get(key)) != json.dumps(numbers):
            raise RecordError(f"result: {key} {short(result.get(key))} instead of {numbers}")


# Proofs.


def read_proof(record: AnyRecord) -> Proof:
    """Return the proof in a record, or raise ProofError."""
    return proof_in(record.extra)


def verify(record: AnyRecord) -> Proof:
    """Check everything that was dealt and rolled against the record's proof, and return the proof.

    Raise ProofError, which says what differs.
    """
    proof = read_proof(record)
    check_proof(record.game, proof)
    return proof


def check_proof(game: AnyGame, proof: Proof) -> None:
    """Raise ProofError if a game was dealt or rolled differently from what a proof produces."""
    check_commitment(proof)
    setup = game.setup
    try:
        dealt = setup.deal(Deal(setup.edition_name, setup.players, setup.seat, proof))
    except ShuffleError as error:
        raise ProofError(f"proof: {error}") from None
    _compare_deals(dealt, setup)
    _compare_chance(game, proof)


def _compare_deals(dealt: Setup, played: Setup) -> None:
    right, found = dealt.document(), played.document()
    for key, name in dealt.DEALT.items():
        if name is not None and right[key] != found[key]:
            raise ProofError(f"proof: it deals {_difference(key, name, right[key], found[key])}")


def _difference(key: str, name: str, dealt: object, played: object) -> str:
    """Return the first difference between two values of a key, as the end of a sentence.

    `name` is what the key has in `Setup.DEALT`.
    """
    if not name or not isinstance(dealt, list | str) or not isinstance(played, list | str):
        return f"different {key} from the record"
    if len(dealt) != len(played):
        return f"different {key} from the record"
    if "{}" not in name:
        return f"{name} as {_joined(dealt)}, not {_joined(played)}"
    pairs = enumerate(zip(dealt, played, strict=True), start=1)
    number, (one, other) = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
    return f"{name.format(number)} as {_joined(one)}, not {_joined(other)}"


def _joined(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _compare_chance(game: AnyGame, proof: Proof) -> None:
    stream = game.setup.chance(proof)
    if stream is None:
        return
    again = type(game)(game.setup)
    for number, move in enumerate(game.moves, start=1):
        if is_chance(move):
            sealed = again.next_chance(stream)
            if sealed != move:
                raise ProofError(
                    f"proof: move {number} is {move}, but the sealed shuffle gives {sealed}"
                )
        again.play(move)
