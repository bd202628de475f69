"""Base classes for robots, and functions that let them play a whole game.

A robot gets the view of its seat, its legal moves and a random number generator. It never gets the
session.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from triqueta.table.session import AnySession

RANDOM = "random"
"""The name of the robot that every game has. It chooses moves at random."""

Clock: TypeAlias = Callable[[], float]
"""A function that returns the time in seconds."""

V_contra = TypeVar("V_contra", contravariant=True)
T = TypeVar("T")


class Robot(Protocol[V_contra]):
    """A computer player."""

    def choose(self, view: V_contra, moves: Sequence[str], rng: Random) -> str:
        """Return one of the legal moves. `view` is what the robot's seat may know."""

    def rank(self, view: V_contra, moves: Sequence[str], rng: Random) -> list[tuple[str, float]]:
        """Return the legal moves with their values, best first."""


class RankingRobot(ABC, Generic[V_contra]):
    """A base class for robots that choose the move of the highest value.

    Among moves of equal value it chooses at random.
    """

    def choose(self, view: V_contra, moves: Sequence[str], rng: Random) -> str:
        return self.rank(view, moves, rng)[0][0]

    def rank(self, view: V_contra, moves: Sequence[str], rng: Random) -> list[tuple[str, float]]:
        worth = self.worth(view, moves, rng)
        ranked = [(move, worth[move]) for move in rng.sample(moves, len(moves))]
        return sorted(ranked, key=lambda pair: -pair[1])

    @abstractmethod
    def worth(self, view: V_contra, moves: Sequence[str], rng: Random) -> dict[str, float]:
        """Return the value of each legal move for the player to act."""


class RandomRobot(RankingRobot[object]):
    """A robot for any game that chooses all legal moves with equal probability."""

    def choose(self, view: object, moves: Sequence[str], rng: Random) -> str:
        return rng.choice(moves)

    def worth(self, view: object, moves: Sequence[str], rng: Random) -> dict[str, float]:
        return dict.fromkeys(moves, 0.0)


def without_clock(robots: Mapping[str, Robot[T]]) -> dict[str, Callable[[Clock], Robot[T]]]:
    """Return `GameModel.robots` for robots that need no clock."""
    return {level: partial(_ignore_clock, robot) for level, robot in robots.items()}


def _ignore_clock(robot: Robot[T], _: Clock) -> Robot[T]:
    return robot


def play_out(session: AnySession, move_of: Callable[[int], str]) -> None:
    """Play a session to its end. `move_of` returns the move of the seat whose turn it is.

    Chance moves and acknowledgements are applied without asking.
    """
    while (seat := session.current_player) is not None:
        session.apply(session.chance() or session.pending_ack(seat) or move_of(seat))


def let_play(session: AnySession, robots: Sequence[Robot[Any]], rngs: Sequence[Random]) -> None:
    """Let robots play a session to its end.

    `robots` and `rngs` have a robot and a random number generator for each seat.
    """

    def move_of(seat: int) -> str:
        return robots[seat].choose(session.view(seat), session.moves(seat), rngs[seat])

    play_out(session, move_of)
