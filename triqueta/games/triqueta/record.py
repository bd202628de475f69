"""A game of Triqueta that was written down, as the journal and the commands know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from triqueta.games.triqueta.account import account_of
from triqueta.games.triqueta.rules import Game, Outcome, Record
from triqueta.games.triqueta.score_table import score_table, verdict
from triqueta.games.triqueta.statistics import counts_of
from triqueta.records.lines import one_line
from triqueta.records.record import GameRecord, Result


@dataclass(frozen=True, kw_only=True)
class TriquetaRecord(GameRecord):
    """What its rules say of it."""

    played: Game

    @classmethod
    def of(cls, game: Game, extra: Mapping[str, object]) -> TriquetaRecord:
        return cls(
            game="triqueta",
            edition=str(game.setup.edition),
            content=Record(game).document(),
            extra=extra,
            to_act=game.to_act,
            legal_moves=game.legal_moves,
            result=_result_of(game.outcome),
            round=game.round,
            played=game,
        )

    def counts(self) -> Mapping[str, tuple[int, ...]]:
        return counts_of(self.played)

    def judgement(self) -> dict[str, object]:
        outcome = self.played.outcome
        judgement = super().judgement()
        winners = judgement.pop("winners")
        return {**judgement, "tiles": outcome and outcome.tiles, "winners": winners}

    def account(self) -> Iterator[str]:
        return account_of(self.played)

    def score_lines(self) -> Iterator[str]:
        outcome, names = self.played.outcome, list(map(one_line, self.names))
        if outcome is not None:
            yield from score_table(outcome, names)
            yield verdict(outcome, names)


def _result_of(outcome: Outcome | None) -> Result | None:
    if outcome is None:
        return None
    return Result(outcome.scores, outcome.winners, outcome.ranking)
