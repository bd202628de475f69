"""A finished game, looked at again with the coach: what was decided, and how the race went.

The game is replayed from its record, and at each decision the coach judges what the seat might
have done, from what the seat knew then. So it works with any record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.records.record import Result
from triqueta.table.coach import TOLD, AnyCoach, Decision, Outlook
from triqueta.table.session import AnySession


@dataclass(frozen=True, slots=True)
class Step:
    """One move, and the decision for it; None where there was no choice."""

    move: str
    decision: Decision | None


class Review:
    """Replays moves one by one, as slowly as the caller asks for them.

    `session` is the game as it was dealt, `moves` are those that were played in it, and `result`
    is how it ended.
    """

    def __init__(
        self, coach: AnyCoach, session: AnySession, moves: list[str], result: Result | None
    ) -> None:
        self._coach, self._session, self._moves, self._result = coach, session, moves, result

    def steps(self) -> Iterator[Step]:
        for number, move in enumerate(self._moves, start=1):
            _acknowledge(self._session)
            decision = self._decision(number, move)
            self._session.apply(move)
            yield Step(move, decision)

    def decisions(self) -> Iterator[Decision]:
        return (step.decision for step in self.steps() if step.decision is not None)

    def _decision(self, number: int, move: str) -> Decision | None:
        session, coach = self._session, self._coach
        seat = session.current_player
        if seat is None or session.chance() is not None:
            return None
        view, moves = session.view(seat), session.moves(seat)
        if move not in moves:  # where there are very many, a game lists some
            moves = (*moves, move)
        advice = coach.advise(view, moves)
        if len(advice) < 2:  # all moves come to the same
            return None
        told = tuple(one for rank, one in enumerate(advice) if rank < TOLD or move in one.moves)
        return Decision(number, seat, coach.moment(view), move, told)

    def outlook(self) -> Outlook:
        """Return what each seat may expect now; once the game is over, what it has."""
        session, result = self._session, self._result
        if result is not None and session.over:
            won = 1 / len(result.winners)
            chances = tuple(won * (seat in result.winners) for seat in range(len(result.scores)))
            return Outlook(tuple(map(float, result.scores)), chances)
        _acknowledge(session)
        return self._coach.outlook([session.view(seat) for seat in range(len(session.names))])


def _acknowledge(session: AnySession) -> None:
    """Apply the acknowledgements that are pending: a record does not have them."""
    while (seat := session.current_player) is not None and (
        ack := session.pending_ack(seat)
    ) is not None:
        session.apply(ack)
