"""Robots of any game: what they are, and a loop that lets them play.

A robot gets what its seat may know, the moves it may make, and random numbers. It never gets the
running game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from triqueta.table.session import Session


class Robot(Protocol):
    """A player that needs no person."""

    def choose(self, view: object, moves: Sequence[str], rng: Random) -> str:
        """One of the moves; `view` is what its seat may know (`Session.view`)."""

    def rank(self, view: object, moves: Sequence[str], rng: Random) -> list[tuple[str, float]]:
        """The moves with what each is worth, best first."""


class RankingRobot(ABC):
    """Knows what each move is worth, and makes the best one; among equals chance decides."""

    def choose(self, view: object, moves: Sequence[str], rng: Random) -> str:
        return self.rank(view, moves, rng)[0][0]

    def rank(self, view: object, moves: Sequence[str], rng: Random) -> list[tuple[str, float]]:
        worth = self.worth(view, moves, rng)
        ranked = [(move, worth[move]) for move in rng.sample(moves, len(moves))]
        return sorted(ranked, key=lambda pair: -pair[1])

    @abstractmethod
    def worth(self, view: object, moves: Sequence[str], rng: Random) -> dict[str, float]:
        """What each move is worth to who is to act."""


class RandomRobot:
    """Chooses evenly among its moves, in any game."""

    def choose(self, view: object, moves: Sequence[str], rng: Random) -> str:
        return rng.choice(moves)

    def rank(self, view: object, moves: Sequence[str], rng: Random) -> list[tuple[str, float]]:
        return [(move, 0.0) for move in rng.sample(moves, len(moves))]


def play_out(play: Session, move_of: Callable[[int], str]) -> None:
    """Play to the end; `move_of` is asked for a move of the seat whose turn it is."""
    while (seat := play.current_player) is not None:
        play.apply(play.chance() or play.pending_ack(seat) or move_of(seat))


def let_play(play: Session, robots: Sequence[Robot], rngs: Sequence[Random]) -> None:
    """Let robots play to the end, one for each seat, with random numbers of its own."""

    def move_of(seat: int) -> str:
        return robots[seat].choose(play.view(seat), play.moves(seat), rngs[seat])

    play_out(play, move_of)
