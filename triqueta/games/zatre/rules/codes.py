"""A finished game as short lines of text, small enough for a few QR codes.

The opening and the bag follow from the secret and the cuts, so the lines hold the secret instead
of them. Their content (`triqueta.records.code_lines`) is

    PLAYERS SECRET CUTS.NAME.NAME.TURN-TURN-TURN

with three characters for each tile of a turn: its column, its row as a letter (A is 1), its value.
The turn that ends the game on a dead board is written `END`.
"""

from __future__ import annotations

import re

from triqueta.games.zatre.rules.dealt_bag import deal
from triqueta.games.zatre.rules.fields import COLUMNS, field_at, place_of
from triqueta.games.zatre.rules.game import Game
from triqueta.games.zatre.rules.moves import END, move_of_pairs, placed_by
from triqueta.games.zatre.rules.record import Record
from triqueta.games.zatre.rules.setup import Setup
from triqueta.records import code_lines
from triqueta.records.errors import RecordError, RulesError
from triqueta.records.proof import proof_in

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
    names = code_lines.written_names(setup.players)
    content = f"{len(setup.players)}{code_lines.written_proof(proof)}{names}.{turns}"
    return code_lines.to_lines(PREFIX, proof, content)


def from_codes(text: str) -> Record:
    """The record that the lines of a text hold, in whatever order they were read."""
    match = _CONTENT.fullmatch(code_lines.put_together(PREFIX, text))
    if match is None:
        raise RecordError("the codes hold no game")
    players, secret, cuts, names, turns = match.groups()
    proof = code_lines.read_proof(secret, cuts)
    named = code_lines.read_names(names, int(players))
    try:
        game = Game(Setup(named, *deal(proof.secret, int(players), proof.cuts)))
        for turn in turns.split("-") if turns else ():
            game.play(_read(turn))
    except RulesError as error:
        raise RecordError(f"the codes hold no game: {error}") from None
    code_lines.check_game(PREFIX, text, proof)
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
