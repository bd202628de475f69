"""A game as text: its record, an account of it, its score, and what its statistics count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import overload

from triqueta.games.api import Bars, GameStatistics
from triqueta.games.zatre.rules import (
    BlockRow,
    FinalBlock,
    Game,
    Outcome,
    Record,
    Setup,
    TurnPlayed,
    some_legal_turns,
)
from triqueta.games.zatre.rules.board import WORTH
from triqueta.games.zatre.words import say
from triqueta.records.record import GameRecord, Result
from triqueta.records.text import one_line

_TITLES = ("row", "cross", "10", "11", "12", "bonus", "total")
_WIDTH = 7
_BETWEEN = 5 * (_WIDTH + 1) - 1  # the columns from cross to bonus


def block_tables(outcome: Outcome, names: Sequence[str]) -> Iterator[str]:
    """A table for each player: the rows of the block, what is still held, and the sum."""
    for name, sheet in zip(names, outcome.sheets, strict=True):
        yield name
        yield from _table(sheet)
        yield ""


def _table(sheet: FinalBlock) -> Iterator[str]:
    yield _line(_TITLES)
    for number, row in enumerate(sheet.block.rows, start=1):
        yield _line((str(number), *_cells(row)))
    if sheet.held:
        tiles = " ".join(map(str, sheet.held)).rjust(_BETWEEN)  # there may be many
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
    """Who has won (Z16)."""
    winners, most = [names[seat] for seat in outcome.winners], max(outcome.scores)
    if len(winners) == 1:
        return f"{winners[0]} wins with {most} points."
    return f"{', '.join(winners[:-1])} and {winners[-1]} win together with {most} points each."


def account_of(game: Game) -> Iterator[str]:
    """The lines of the account, ending with the blocks or with who is to act."""
    names = [one_line(name) for name in game.setup.players]
    yield f"{', '.join(names[:-1])} and {names[-1]} play Zatre."
    yield from _opening(game.setup, names)
    yield ""
    for played in game.history:
        yield f"  {names[played.seat]} {_deed(game, played)}."
    yield ""
    if game.to_act is None:
        yield from score_lines(game, names)
    else:
        hand = _tiles(game.hands[game.to_act])
        yield f"The game stops here. {names[game.to_act]} is to act with {hand}."


def score_lines(game: Game, names: Sequence[str]) -> Iterator[str]:
    if game.outcome is not None:
        yield from block_tables(game.outcome, names)
        yield verdict(game.outcome, names)


def _opening(setup: Setup, names: Sequence[str]) -> Iterator[str]:
    for drawing in setup.drawings:
        drawn = zip(drawing.seats, drawing.tiles, strict=True)
        yield f"Drawn: {', '.join(f'{names[seat]} {tile}' for seat, tile in drawn)}."
    yield f"{names[setup.starter]} starts."


def _deed(game: Game, played: TurnPlayed) -> str:
    if played.ends_game:
        return "ends the game, as no tile fits any more"
    placed = " ".join(f"{field}={game.tiles[field]}" for field in played.placed) or "nothing"
    return f"({_tiles(played.hand)}) places {placed}{_scored(played)}"


def _scored(played: TurnPlayed) -> str:
    lines = [f"{line.sum} ({line})" for line in played.scored.lines]
    crosses = [f"a cross on {field}" for field in played.scored.crosses]
    return "".join(f", {part}" for part in (*lines, *crosses))


def _tiles(hand: Sequence[int]) -> str:
    return " ".join(map(str, hand))


def counts_of(game: Game) -> Mapping[str, tuple[int, ...]]:
    """Of a finished game, seat by seat; of one that goes on nothing is told."""
    if game.outcome is None:
        return {}
    return {
        "twelves": tuple(sum(block.twelves) // WORTH[12] for block in game.blocks),
        "crosses": tuple(block.crosses for block in game.blocks),
        "bonuses": tuple(block.bonuses for block in game.blocks),
        "minus": tuple(sheet.minus for sheet in game.outcome.sheets),
    }


STATISTICS = GameStatistics(
    columns={
        "12s": itemgetter("twelves"),
        "crosses": itemgetter("crosses"),
        "bonuses": itemgetter("bonuses"),
        "minus": itemgetter("minus"),
    },
    legend=(
        "12s: lines of 12; bonuses: rows of the block with all three sums",
        "minus: points lost by tiles still held",
    ),
    pictures=(
        Bars(
            say("Per game: lines of 12, crosses and bonuses"),
            (
                (say("lines of 12"), "#4f7942", "twelves"),
                (say("crosses"), "#c9a227", "crosses"),
                (say("bonuses"), "#5b5470", "bonuses"),
            ),
        ),
    ),
)


FOLLOWED_UP = 500  # half turns of a size: four tiles seldom have more


@dataclass(frozen=True, kw_only=True)
class ZatreRecord(GameRecord):
    """What its rules say of it."""

    played: Game

    @classmethod
    def of(cls, game: Game, extra: Mapping[str, object]) -> ZatreRecord:
        return cls(
            game="zatre",
            edition="zatre",
            content=Record(game).document(),
            extra=extra,
            to_act=game.to_act,
            legal_moves=_LegalMoves(game),
            result=_result_of(game.outcome),
            played=game,
        )

    def judgement(self) -> dict[str, object]:
        """With `legal_all`: of very many turns some are told, from everywhere on the board."""
        game = self.played
        if game.to_act is None:
            return {**super().judgement(), "legal_all": True}
        turns, complete = some_legal_turns(game.tiles, game.hands[game.to_act], FOLLOWED_UP)
        told = replace(self, legal_moves=game.moves_of(turns))
        return {**super(ZatreRecord, told).judgement(), "legal_all": complete}

    def counts(self) -> Mapping[str, tuple[int, ...]]:
        return counts_of(self.played)

    def account(self) -> Iterator[str]:
        return account_of(self.played)

    def score_lines(self) -> Iterator[str]:
        return score_lines(self.played, list(map(one_line, self.names)))


class _LegalMoves(Sequence[str]):
    """Found when somebody asks: few do, and who has held many tiles may have very many turns."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self._game.legal_moves[index]

    def __len__(self) -> int:
        return len(self._game.legal_moves)


def _result_of(outcome: Outcome | None) -> Result | None:
    if outcome is None:
        return None
    return Result(outcome.scores, outcome.winners, outcome.ranking)
