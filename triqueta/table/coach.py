"""A coach: what a seat may do, what each of it is worth, and why; and what was lost by others.

Any game may bring one along (`GameModel.coach`). It is a function of what a seat may know, like
a robot, so its words and numbers give nothing away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from triqueta.screens.phrases import Text, say


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


TOLD = 8
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
        return say("-{points}", points=in_tenths(points))
    return say("+{points}", points=in_tenths(points))


def in_tenths(points: float) -> Text:
    """Points to a tenth, as a language writes them, without a sign."""
    whole, tenth = divmod(round(abs(points) * 10), 10)
    return say("{whole}.{tenth}", whole=whole, tenth=tenth)
