"""A game that was played, looked at again with its coach: what was decided, and the race.

It is replayed from its record, and the coach is asked at each decision what the seat might
have done, from what the seat knew then. So it works with any record, whoever has played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from triqueta.records.errors import ProofError
from triqueta.records.record import GameRecord
from triqueta.records.shuffle import SECRET_BYTES, Proof, proof_in
from triqueta.table.coach import TOLD, Coach, Decision, Outlook
from triqueta.table.session import Session

if TYPE_CHECKING:
    from triqueta.games.api import GameSpec


@dataclass(frozen=True, slots=True)
class Step:
    """One move: who decided for it, among what; nobody where there was no choice."""

    move: str
    decision: Decision | None


class Review:
    """Goes through a record, move by move, as slowly as somebody asks for it."""

    def __init__(self, kind: GameSpec, coach: Coach, record: GameRecord) -> None:
        self._coach, self._record = coach, record
        self._play = kind.as_dealt(record.document(), _proof_of(record))

    def steps(self) -> Iterator[Step]:
        play = self._play
        for number, move in enumerate(self._record.moves, start=1):
            _enter_what_is_due(play)
            decision = self._decision(number, move)
            play.apply(move)
            yield Step(move, decision)

    def decisions(self) -> Iterator[Decision]:
        return (step.decision for step in self.steps() if step.decision is not None)

    def _decision(self, number: int, move: str) -> Decision | None:
        seat = self._play.current_player
        if seat is None or self._play.chance() is not None:
            return None
        view, moves, coach = self._play.view(seat), self._play.moves(seat), self._coach
        if move not in moves:  # where there are very many, a game lists some
            moves = (*moves, move)
        advice = coach.advise(view, moves)
        if len(advice) < 2:  # all comes to the same
            return None
        told = tuple(one for rank, one in enumerate(advice) if rank < TOLD or move in one.moves)
        return Decision(number, seat, coach.moment(view), move, told)

    def outlook(self) -> Outlook:
        """What each seat may expect now; once it is over, what it has."""
        result = self._record.result
        if result is not None and self._play.over:
            won = 1 / len(result.winners)
            chances = tuple(won * (seat in result.winners) for seat in range(len(result.scores)))
            return Outlook(tuple(map(float, result.scores)), chances)
        _enter_what_is_due(self._play)
        return self._coach.outlook(
            [self._play.view(seat) for seat in range(len(self._play.names))]
        )


def _enter_what_is_due(play: Session) -> None:
    """Whoever has drawn has looked, and so on: a record does not have that."""
    while (seat := play.current_player) is not None and (
        due := play.pending_ack(seat)
    ) is not None:
        play.apply(due)


def _proof_of(record: GameRecord) -> Proof:
    """Who looks back needs none, unless the game has chance that comes from it."""
    try:
        return proof_in(record.extra)
    except ProofError:
        return Proof.of(bytes(SECRET_BYTES), "")
