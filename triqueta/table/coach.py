"""A coach: what a seat may do, what each of it is worth, and why; and what was lost by others.

Any game may bring one along (`GameModel.coach`). It is a function of what a seat may know, like
a robot, so its words and numbers give nothing away.

A `Review` looks at a finished game again with the coach: what was decided, and how the race went.
It replays the game from its record, and at each decision the coach judges what the seat might have
done, from what the seat knew then. So it works with any record.
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
    """Something that may be done: all `moves` that come to the same, and what it is called.

    `points` are points of the final margin, counted from what the game's coach says; those of
    one decision can be compared with each other. `reason` says in words what speaks for it,
    or against it.
    """

    moves: tuple[str, ...]
    label: Text
    points: float
    reason: Text


@dataclass(frozen=True, slots=True)
class Outlook:
    """What each seat may expect at the end: points, and its chance to win if that is known."""

    points: tuple[float, ...]
    chances: tuple[float, ...] | None = None


V_contra = TypeVar("V_contra", contravariant=True)


class Coach(Protocol[V_contra]):
    """Judges moves, and says why; it knows no more than a seat's view."""

    @property
    def about(self) -> Text:
        """What its points are, in a sentence."""

    @property
    def decisions_at_once(self) -> int:
        """How many are looked back at in one go: keys wait for that, 20 ms on a small Pi."""

    def advise(self, view: V_contra, moves: Sequence[str]) -> tuple[Advice, ...]:
        """What a seat may do, best first; `view` is what it may know (`Session.view`)."""

    def moment(self, view: V_contra) -> Text:
        """When this is, and what is to be decided about: for whoever looks back."""

    def outlook(self, views: Sequence[V_contra]) -> Outlook:
        """What each seat may expect, by what it knows itself: for looking back, all together."""


AnyCoach: TypeAlias = Coach[Any]


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat has chosen among the best that it might have done.

    `number` counts the moves from 1.
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
        """By how many points the best would have been better."""
        return self.best.points - self.chosen.points


MOST_ADVICE = 8
"""So many of the things to do are told, and what was chosen: nobody reads hundreds."""
COSTLIEST = 3
LEAST_LOSS = 0.05  # what reads as 0.0 is no mistake


def costliest(decisions: Sequence[Decision], seat: int) -> list[Decision]:
    """A seat's dearest decisions, the dearest first."""
    dear = [one for one in decisions if one.seat == seat and one.loss >= LEAST_LOSS]
    return sorted(dear, key=lambda one: -one.loss)[:COSTLIEST]


def more_or_less(points: float) -> Text:
    """Points with their sign."""
    if round(points * 10) < 0:
        return say("−{points}", points=in_tenths(points))
    return say("+{points}", points=in_tenths(points))


def in_tenths(points: float) -> Text:
    """Points to a tenth, as a language writes them, without a sign."""
    whole, tenth = divmod(round(abs(points) * 10), 10)
    return say("{whole}.{tenth}", whole=whole, tenth=tenth)


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
        told = tuple(
            one for rank, one in enumerate(advice) if rank < MOST_ADVICE or move in one.moves
        )
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
