"""A game of Ettana that was written down, as the journal and the commands know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from triqueta.games.ettana.account import account_of
from triqueta.games.ettana.counts import counts_of
from triqueta.games.ettana.rules import Game, Outcome, Record
from triqueta.records.game_record import GameRecord, Result


@dataclass(frozen=True, kw_only=True)
class EttanaRecord(GameRecord):
    """What its rules say of it."""

    played: Game

    @classmethod
    def of(cls, game: Game, extra: Mapping[str, object]) -> EttanaRecord:
        return cls(
            game="ettana",
            edition="ettana",
            content=Record(game).document(),
            extra=extra,
            to_act=game.to_act,
            legal_moves=game.legal_moves,
            result=_result_of(game.outcome),
            played=game,
        )

    def judgement(self) -> dict[str, object]:
        """With `chance`: whether the dice or a shuffle may be next."""
        return {**super().judgement(), "chance": self.played.chance_may_be_next}

    def counts(self) -> Mapping[str, tuple[int, ...]]:
        return counts_of(self.played)

    def account(self) -> Iterator[str]:
        yield from account_of(self.played)
        yield from self.score_lines()


def _result_of(outcome: Outcome | None) -> Result | None:
    if outcome is None:
        return None
    return Result(outcome.annas, outcome.winners, outcome.ranking)
