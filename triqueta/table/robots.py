"""Robots of any game: what they are, and a loop that lets them play.

A robot gets what its seat may know, the moves it may make, and random numbers. It never gets the
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
"""The robot that every game has."""

Clock: TypeAlias = Callable[[], float]
"""Returns the time in seconds."""

V_contra = TypeVar("V_contra", contravariant=True)
T = TypeVar("T")


class Robot(Protocol[V_contra]):
    """A player that is not a person."""

    def choose(self, view: V_contra, moves: Sequence[str], rng: Random) -> str:
        """Return one of the moves; `view` is what the robot's seat may know."""

    def rank(self, view: V_contra, moves: Sequence[str], rng: Random) -> list[tuple[str, float]]:
        """Return the moves with what each is worth, best first."""


class RankingRobot(ABC, Generic[V_contra]):
    """Makes the move that is worth most; among equals it chooses at random."""

    def choose(self, view: V_contra, moves: Sequence[str], rng: Random) -> str:
        return self.rank(view, moves, rng)[0][0]

    def rank(self, view: V_contra, moves: Sequence[str], rng: Random) -> list[tuple[str, float]]:
        worth = self.worth(view, moves, rng)
        ranked = [(move, worth[move]) for move in rng.sample(moves, len(moves))]
        return sorted(ranked, key=lambda pair: -pair[1])

    @abstractmethod
    def worth(self, view: V_contra, moves: Sequence[str], rng: Random) -> dict[str, float]:
        """Return what each move is worth to the player to act."""


class RandomRobot(RankingRobot[object]):
    """Chooses evenly among its moves, in any game."""

    def choose(self, view: object, moves: Sequence[str], rng: Random) -> str:
        return rng.choice(moves)

    def worth(self, view: object, moves: Sequence[str], rng: Random) -> dict[str, float]:
        return dict.fromkeys(moves, 0.0)


def without_clock(robots: Mapping[str, Robot[T]]) -> dict[str, Callable[[Clock], Robot[T]]]:
    """Return functions that make these robots, which need no clock."""
    return {level: partial(_ignore_clock, robot) for level, robot in robots.items()}


def _ignore_clock(robot: Robot[T], _: Clock) -> Robot[T]:
    return robot


def play_out(session: AnySession, move_of: Callable[[int], str]) -> None:
    """Play to the end; `move_of` returns a move for the seat whose turn it is."""
    while (seat := session.current_player) is not None:
        session.apply(session.chance() or session.pending_ack(seat) or move_of(seat))


def let_play(session: AnySession, robots: Sequence[Robot[Any]], rngs: Sequence[Random]) -> None:
    """Let robots play to the end, one for each seat, with random numbers of its own."""

    def move_of(seat: int) -> str:
        return robots[seat].choose(session.view(seat), session.moves(seat), rngs[seat])

    play_out(session, move_of)
