"""Zatre games as text: a readable account, the score, and the compact lines of QR codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from triqueta.games.zatre.rules import BlockRow, FinalBlock, Game, Outcome, Setup, TurnPlayed
from triqueta.games.zatre.rules.board import COLUMNS, column_and_row, field_at
from triqueta.games.zatre.rules.setup import deal
from triqueta.games.zatre.rules.turn import END, move_of_pairs, placed_by
from triqueta.records import codes
from triqueta.records.errors import RecordError
from triqueta.records.game import Decks
from triqueta.records.shuffle import Proof
from triqueta.records.text import counted, one_line

_TITLES = ("row", "cross", "10", "11", "12", "bonus", "total")
_WIDTH = 7
_BETWEEN = 5 * (_WIDTH + 1) - 1  # the columns from cross to bonus


def block_tables(outcome: Outcome, names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a table for each player: block rows, tiles still held, and the sum."""
    for name, sheet in zip(names, outcome.sheets, strict=True):
        yield name
        yield from _table(sheet)
        yield ""


def _table(sheet: FinalBlock) -> Iterator[str]:
    yield _line(_TITLES)
    for number, row in enumerate(sheet.block.rows, start=1):
        yield _line((str(number), *_cells(row)))
    if sheet.held:
        tiles = " ".join(map(str, sheet.held)).rjust(_BETWEEN)  # may be too many for one column
        yield _line(("held", tiles, str(-sheet.minus)))
    yield _line(("sum", "", "", "", "", "", str(sheet.total)))


def _cells(row: BlockRow) -> Iterator[str]:
    yield "x" if row.cross else ""
    for points in (row.ten, row.eleven, row.twelve, row.bonus):
        yield str(points or "")
    yield str(row.total)


def _line(cells: Sequence[str]) -> str:
    return " ".join(cell.rjust(_WIDTH) for cell in cells)


def verdict(outcome: Outcome, names: Sequence[str]) -> str:
    """Return a sentence that names the winners (Z16)."""
    winners, most = [names[seat] for seat in outcome.winners], max(outcome.scores)
    if len(winners) == 1:
        return f"{winners[0]} wins with {counted(most, 'point')}."
    points = counted(most, "point")
    return f"{', '.join(winners[:-1])} and {winners[-1]} win together with {points} each."


def account_of(game: Game) -> Iterator[str]:
    """Yield the lines of a readable account, ending with the blocks or with whose turn it is."""
    names = [one_line(name) for name in game.setup.players]
    yield f"{', '.join(names[:-1])} and {names[-1]} play Zatre."
    yield from _opening(game.setup, names)
    yield ""
    for played in game.history:
        yield f"  {names[played.seat]} {_turn_in_words(game, played)}."
    yield ""
    if game.to_act is None:
        yield from score_lines(game)
    else:
        hand = _tiles(game.hands[game.to_act])
        yield f"The game stops here. It is {names[game.to_act]}'s turn, with {hand} in hand."


def score_lines(game: Game) -> Iterator[str]:
    """Yield the players' blocks of a finished game, and its winner, line by line."""
    names = [one_line(name) for name in game.setup.players]
    if game.outcome is not None:
        yield from block_tables(game.outcome, names)
        yield verdict(game.outcome, names)


def _opening(setup: Setup, names: Sequence[str]) -> Iterator[str]:
    for drawing in setup.drawings:
        drawn = zip(drawing.seats, drawing.tiles, strict=True)
        yield f"Drawn: {', '.join(f'{names[seat]} {tile}' for seat, tile in drawn)}."
    yield f"{names[setup.starter]} starts."


def _turn_in_words(game: Game, played: TurnPlayed) -> str:
    if played.ends_game:
        return "ends the game because no tile fits any more"
    placed = " ".join(f"{field}={game.tiles[field]}" for field in played.placed) or "nothing"
    return f"({_tiles(played.hand)}) places {placed}{_scored(played)}"


def _scored(played: TurnPlayed) -> str:
    lines = [f"{line.sum} ({line})" for line in played.scored.lines]
    crosses = [f"a cross on {field}" for field in played.scored.crosses]
    return "".join(f", {part}" for part in (*lines, *crosses))


def _tiles(hand: Sequence[int]) -> str:
    return " ".join(map(str, hand))


# QR codes.


_TILE = re.compile(r"([A-O])([A-O])([1-6])")
_END = END.upper()
_LETTERS = COLUMNS  # the rows use the same letters, because the board is square


class Codec(codes.Codec[Game]):
    """A codec that writes each turn as its tiles: column, row and value."""

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
    tiles = [(*column_and_row(field), tile) for field, tile in placed_by(move).items()]
    return "".join(f"{COLUMNS[column]}{_LETTERS[row]}{tile}" for column, row, tile in tiles)


def _read(turn: str) -> str:
    if turn == _END:
        return END
    pairs = []
    for column, row, tile in _TILE.findall(turn):
        field = field_at(COLUMNS.index(column), _LETTERS.index(row))
        if field is None:
            raise RecordError(f"the tile {column}{row}{tile} is off the board")
        pairs.append((field, int(tile)))
    return move_of_pairs(pairs)
