"""A game of Zatre that was written down, as the journal and the commands know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import overload

from triqueta.games.zatre.account import account_of, score_lines
from triqueta.games.zatre.counts import counts_of
from triqueta.games.zatre.rules import Game, Outcome, Record, some_legal_turns
from triqueta.records.game_record import GameRecord, Result
from triqueta.records.lines import one_line

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
