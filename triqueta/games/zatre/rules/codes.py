"""A game of Zatre in short lines for QR codes."""

from __future__ import annotations

import re

from triqueta.games.zatre.rules.board import COLUMNS, field_at, place_of
from triqueta.games.zatre.rules.game import Game
from triqueta.games.zatre.rules.setup import Setup, deal
from triqueta.games.zatre.rules.turn import END, move_of_pairs, placed_by
from triqueta.records import codes
from triqueta.records.errors import RecordError
from triqueta.records.game import Decks
from triqueta.records.shuffle import Proof

_TILE = re.compile(r"([A-O])([A-O])([1-6])")
_END = END.upper()
_LETTERS = COLUMNS  # of the rows, of which there are as many


class Codec(codes.Codec[Game]):
    """Writes each turn as its tiles: column, row and value."""

    PREFIX = "ZA1/"
    HEAD = "(?P<players>[2-5])"
    MOVES = r"(?:[A-O]{2}[1-6]|-)*(?:END)?"

    def head(self, game: Game) -> str:
        return str(len(game.setup.players))

    def moves(self, game: Game) -> str:
        return "-".join(map(_written, game.moves))

    def game(
        self, content: re.Match[str], names: tuple[str, ...], proof: Proof, decks: Decks
    ) -> Game:
        turns = content["moves"].split("-") if content["moves"] else ()
        return Game(Setup(names, *deal(proof.secret, len(names), proof.cuts)), map(_read, turns))


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
