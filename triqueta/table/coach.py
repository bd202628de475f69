"""The coach: it evaluates the moves of a seat, gives reasons, and reviews finished games.

Any game can have a coach (`GameModel.coach`). Like a robot, it gets only what a seat may know, so
its advice reveals no secret.

A `Review` replays a finished game from its record. At each decision the coach evaluates the moves
that the seat had, from what the seat knew at that time. So it works with any record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from triqueta.records.record import Result
from triqueta.screens.phrases import Text, say
from triqueta.table.session import AnySession


@dataclass(frozen=True, slots=True)
class Advice:
    """The evaluation of a move, or of several equivalent moves.

    `label` describes the moves. `points` is their expected effect on the final margin, relative to
    a baseline that the game's coach chooses (see `Coach.about`), so only the points of the same
    decision can be compared. `reason` gives the main argument for or against the moves.
    """

    moves: tuple[str, ...]
    label: Text
    points: float
    reason: Text


@dataclass(frozen=True, slots=True)
class Outlook:
    """The prediction for each seat: its final points, and its probability of winning if known."""

    points: tuple[float, ...]
    chances: tuple[float, ...] | None = None


V_contra = TypeVar("V_contra", contravariant=True)


class Coach(Protocol[V_contra]):
    """A coach that evaluates moves and gives reasons, using only what a seat may know."""

    @property
    def about(self) -> Text:
        """A sentence that explains what the points of an `Advice` mean."""

    @property
    def decisions_at_once(self) -> int:
        """How many decisions the table reviews in one step.

        Keys are not handled during a step, so it should take at most 20 ms on a small Pi.
        """

    def advise(self, view: V_contra, moves: Sequence[str]) -> tuple[Advice, ...]:
        """Return the advice for a seat's legal moves, best first.

        `view` is what the seat may know (`Session.view`).
        """

    def moment(self, view: V_contra) -> Text:
        """Return a title for a decision in a review: when it was, and what it was about."""

    def outlook(self, views: Sequence[V_contra]) -> Outlook:
        """Return a prediction for all seats, given the view of each. Used in reviews only."""


AnyCoach: TypeAlias = Coach[Any]


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat's choice of a move in a finished game, with the coach's evaluation.

    `number` is the number of the move, counted from 1. `advice` has the best moves, best first,
    and always includes the one that was chosen.
    """

    number: int
    seat: int
    moment: Text
    move: str
    advice: tuple[Advice, ...]

    @property
    def best(self) -> Advice:
        return self.advice[0]

    @property
    def chosen(self) -> Advice:
        return next(advice for advice in self.advice if self.move in advice.moves)

    @property
    def loss(self) -> float:
        """How many points better the best move would have been."""
        return self.best.points - self.chosen.points


MOST_ADVICE = 8
"""How many pieces of advice a `Decision` keeps, not counting the move that was chosen."""
COSTLIEST = 3
LEAST_LOSS = 0.05  # a loss that is displayed as 0.0 is not a mistake


def costliest(decisions: Sequence[Decision], seat: int) -> list[Decision]:
    """Return the decisions of a seat that lost the most points, the worst first."""
    dear = [one for one in decisions if one.seat == seat and one.loss >= LEAST_LOSS]
    return sorted(dear, key=lambda one: -one.loss)[:COSTLIEST]


def more_or_less(points: float) -> Text:
    """Return points with one decimal and a sign, in the format of each language."""
    if round(points * 10) < 0:
        return say("−{points}", points=in_tenths(points))
    return say("+{points}", points=in_tenths(points))


def in_tenths(points: float) -> Text:
    """Return points with one decimal and without a sign, in the format of each language."""
    whole, tenth = divmod(round(abs(points) * 10), 10)
    return say("{whole}.{tenth}", whole=whole, tenth=tenth)


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a reviewed game, and its decision (None if there was no real choice)."""

    move: str
    decision: Decision | None


class Review:
    """A review of a game, computed move by move as the caller iterates over it.

    `session` is a new session with the game's deal, to which the review applies `moves`. `result`
    is the result of the game, or None if it is not over.
    """

    def __init__(
        self, coach: AnyCoach, session: AnySession, moves: list[str], result: Result | None
    ) -> None:
        self._coach, self._session, self._moves, self._result = coach, session, moves, result

    def steps(self) -> Iterator[Step]:
        """Yield each move of the game with its decision, after applying it to the session."""
        for number, move in enumerate(self._moves, start=1):
            _acknowledge(self._session)
            decision = self._decision(number, move)
            self._session.apply(move)
            yield Step(move, decision)

    def decisions(self) -> Iterator[Decision]:
        """Return an iterator over the decisions of the game."""
        return (step.decision for step in self.steps() if step.decision is not None)

    def _decision(self, number: int, move: str) -> Decision | None:
        session, coach = self._session, self._coach
        seat = session.current_player
        if seat is None or session.chance() is not None:
            return None
        view, moves = session.view(seat), session.moves(seat)
        if move not in moves:  # a game with very many legal moves lists only some of them
            moves = (*moves, move)
        advice = coach.advise(view, moves)
        if len(advice) < 2:  # all moves are equivalent
            return None
        told = tuple(
            one for rank, one in enumerate(advice) if rank < MOST_ADVICE or move in one.moves
        )
        return Decision(number, seat, coach.moment(view), move, told)

    def outlook(self) -> Outlook:
        """Return the prediction for each seat now, or the actual result once the game is over."""
        session, result = self._session, self._result
        if result is not None and session.over:
            won = 1 / len(result.winners)
            chances = tuple(won * (seat in result.winners) for seat in range(len(result.scores)))
            return Outlook(tuple(map(float, result.scores)), chances)
        _acknowledge(session)
        return self._coach.outlook([session.view(seat) for seat in range(len(session.names))])


def _acknowledge(session: AnySession) -> None:
    """Apply the pending acknowledgements, which records don't contain."""
    while (seat := session.current_player) is not None and (
        ack := session.pending_ack(seat)
    ) is not None:
        session.apply(ack)
