"""A game of Zatre that was written down, as the journal and the commands know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from triqueta.games.zatre.account import account_of, score_lines
from triqueta.games.zatre.counts import counts_of
from triqueta.games.zatre.rules import Game, Outcome, Record
from triqueta.records.game_record import GameRecord, Result
from triqueta.records.lines import one_line


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
