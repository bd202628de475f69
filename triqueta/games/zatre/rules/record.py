"""The record of a game: one JSON document, or short lines for QR codes."""

from __future__ import annotations

import re

from triqueta.games.zatre.rules.board import COLUMNS, field_at, place_of
from triqueta.games.zatre.rules.game import Game
from triqueta.games.zatre.rules.setup import Setup, deal
from triqueta.games.zatre.rules.turn import END, move_of_pairs, placed_by
from triqueta.records import codes
from triqueta.records.document import all_of, parse, read
from triqueta.records.errors import RecordError, RulesError, SetupError
from triqueta.records.record import RecordOf, check_format
from triqueta.records.shuffle import proof_in

FORMAT = "zatre-record/1"


class Record(RecordOf[Game]):
    """A game of Zatre, finished or not, and whatever else its document says about it."""

    __slots__ = ()

    FORMAT = FORMAT
    DEALT = ("players", "opening", "bag")

    game: Game

    @classmethod
    def loads(cls, text: str | bytes) -> Record:
        """Read a record and play it through; RecordError says where it is wrong, and why."""
        return cls.read(parse(text))

    @classmethod
    def read(cls, document: dict[str, object]) -> Record:
        """The same of a document that has been parsed."""
        return cls.replayed(Game(read_setup(document)), document)

    def dealt(self) -> dict[str, object]:
        setup = self.game.setup
        return {
            "players": list(setup.players),
            "opening": list(setup.opening),
            "bag": setup.bag,
        }

    def result(self) -> dict[str, list[int]] | None:
        outcome = self.game.outcome
        if outcome is None:
            return None
        return {"scores": list(outcome.scores), "winners": list(outcome.winners)}


def read_setup(document: dict[str, object]) -> Setup:
    check_format(document, FORMAT)
    players = all_of(read(document, "players", list), str, "players")
    opening = all_of(read(document, "opening", list), str, "opening")
    try:
        return Setup(tuple(players), tuple(opening), read(document, "bag", str))
    except SetupError as error:
        raise RecordError(str(error)) from None


PREFIX = "ZA1/"

_CONTENT = re.compile(
    r"([2-5])([0-9A-F]{64})((?:\d\d)*)((?:\.[0-9A-F]*)+)\.((?:[A-O]{2}[1-6]|-)*(?:END)?)"
)
_TILE = re.compile(r"([A-O])([A-O])([1-6])")
_END = END.upper()
_LETTERS = COLUMNS  # of the rows, of which there are as many


def to_codes(record: Record) -> list[str]:
    """The lines for a record that has a proof."""
    setup, proof = record.game.setup, proof_in(record.extra)
    turns = "-".join(map(_written, record.game.moves))
    names = codes.written_names(setup.players)
    content = f"{len(setup.players)}{codes.written_proof(proof)}{names}.{turns}"
    return codes.to_lines(PREFIX, proof, content)


def from_codes(text: str) -> Record:
    """The record that the lines of a text hold, in whatever order they were read."""
    match = _CONTENT.fullmatch(codes.put_together(PREFIX, text))
    if match is None:
        raise RecordError("the codes hold no game")
    players, secret, cuts, names, turns = match.groups()
    proof = codes.read_proof(secret, cuts)
    named = codes.read_names(names, int(players))
    try:
        game = Game(Setup(named, *deal(proof.secret, int(players), proof.cuts)))
        for turn in turns.split("-") if turns else ():
            game.play(_read(turn))
    except RulesError as error:
        raise RecordError(f"the codes hold no game: {error}") from None
    codes.check_game(PREFIX, text, proof)
    return Record(game, {"proof": proof.document()})


def _written(move: str) -> str:
    if move == END:
        return _END
    places = [(*place_of(field), tile) for field, tile in placed_by(move).items()]
    return "".join(f"{COLUMNS[column]}{_LETTERS[row]}{tile}" for column, row, tile in places)


def _read(turn: str) -> str:
    if turn == _END:
        return END
    pairs = []
    for column, row, tile in _TILE.findall(turn):
        field = field_at(COLUMNS.index(column), _LETTERS.index(row))
        if field is None:
            raise RecordError("the codes hold no game: a tile lies beside the board")
        pairs.append((field, int(tile)))
    return move_of_pairs(pairs)
