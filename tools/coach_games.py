"""Play games to measure a coach: one player decides with noise, the others like the robot `hard`.

All games with the same number have the same deal. They also use the same random numbers as long as
they take the same course, so that all differences come from the noise.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias, TypeVar

from tqdm import tqdm

from triqueta.games.triqueta.robots.evaluation import points_of
from triqueta.games.triqueta.robots.levels import gumbel
from triqueta.games.triqueta.robots.model import ROUNDS, learnt
from triqueta.games.triqueta.rules import Edition, Game, SeatView, Setup, deal, seat_view

NOISES = (1.0, 2.0, 3.0, 4.0)
"""In points: from a player who errs occasionally to a player who hardly knows the game."""

VARIANTS = tuple(f"{edition}-{players}" for edition in Edition for players in range(2, 6))

Values: TypeAlias = Callable[[SeatView, Sequence[str]], dict[str, float]]
T = TypeVar("T")


@dataclass
class Moment:
    """A game before a move, as each seat sees it."""

    rounds_left: int
    views: list[SeatView]


@dataclass
class Played:
    """The result of a game. `losses` is the cost of the noise, by rounds left, says the judge."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    losses: list[float] = field(default_factory=lambda: [0.0] * ROUNDS)
    moments: list[Moment] = field(default_factory=list)

    def margin(self, seat: int) -> float:
        """Return how far the seat is ahead of the mean of the others, in points."""
        own = self.scores[seat]
        return own - (sum(self.scores) - own) / (len(self.scores) - 1)


def setup_of(variant: str, seed: int, number: int) -> Setup:
    name, players = variant.split("-")
    edition, seats = Edition(name), int(players)
    piles = deal(Random(f"{seed} {number}").randbytes(32), edition, seats, "")
    return Setup(edition, tuple("ABCDE"[:seats]), number % seats, piles)


@dataclass(frozen=True)
class Noise:
    """The scale of the random error, in points, in a seat's evaluation of moves."""

    points: float
    seat: int


def seeming(view: SeatView, moves: Sequence[str]) -> dict[str, float]:
    """Return the robots' evaluation of each move, in points."""
    return points_of(view, moves, learnt(view.table.edition, len(view.table.players)))


def play(
    setup: Setup,
    seed: str,
    noise: Noise | None = None,
    judge: Values = seeming,
    *,
    look: float = 0.0,
) -> Played:
    """Play a game, and return its result.

    `judge` evaluates the moves that the noisy player chose. `look` is the share of the game's
    moments that the result keeps.
    """
    game, chance, moments = Game(setup), Random(seed), []
    losses = [0.0] * ROUNDS
    while moves := game.legal_moves:
        seat, rng = game.order[0], Random(f"{seed} {len(game.moves)}")
        if look and chance.random() < look:
            seats = range(len(setup.players))
            moments.append(Moment(ROUNDS - game.round, [seat_view(game, s) for s in seats]))
        view = seat_view(game, seat)
        worth = seeming(view, moves)
        if noise and seat == noise.seat:
            worth = {move: points + noise.points * gumbel(rng) for move, points in worth.items()}
        move = max(rng.sample(moves, len(moves)), key=worth.__getitem__)
        if noise and seat == noise.seat:
            judged = judge(view, moves)
            losses[ROUNDS - game.round] += max(judged.values()) - judged[move]
        game.play(move)
    outcome = game.outcome
    if outcome is None:
        raise ValueError("the game has no outcome, although no move is left")
    return Played(outcome.scores, outcome.winners, losses, moments)


@dataclass(frozen=True)
class Compared:
    """The cost of noise in a game: as a judge states it (`losses`, by rounds left), and in fact.

    `clean` is how far the seat was ahead without noise, `noisy` with it. A deal is played with the
    noise on each seat in turn, so the `clean` of a deal add up to 0.
    """

    deal: int
    noise: float
    losses: tuple[float, ...]
    clean: float
    noisy: float


def compared(variant: str, seed: int, number: int, judge: Values) -> list[Compared]:
    """Play a deal without noise, then with each noise on each seat, and compare the results."""
    setup = setup_of(variant, seed, number)
    clean = play(setup, f"{seed} {number}")
    return [
        _compared(number, clean, play(setup, f"{seed} {number}", noise, judge), noise)
        for noise in (
            Noise(points, seat) for points in NOISES for seat in range(len(clean.scores))
        )
    ]


def _compared(deal: int, clean: Played, played: Played, noise: Noise) -> Compared:
    seat = noise.seat
    return Compared(
        deal, noise.points, tuple(played.losses), clean.margin(seat), played.margin(seat)
    )


def arguments(about: str, *, games: int, seed: int) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("variants", nargs="*", help="for example base-3 (default: all)")
    parser.add_argument(
        "--games", type=int, default=games, help=f"games for each variant (default {games})"
    )
    parser.add_argument("--seed", type=int, default=seed, help=f"default {seed}")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="number of processes")
    return parser


def of_all(
    work: Callable[[str, int, int], T], variant: str, args: argparse.Namespace
) -> Iterator[T]:
    """Yield the result of `work` for each deal of a variant, from worker processes.

    Each deal is played once per seat, so there are as many deals as `--games` needs.
    """
    deals = -(-args.games // int(variant[-1]))
    same = ([variant] * deals, [args.seed] * deals, range(deals))
    with (
        ProcessPoolExecutor(args.workers) as executor,
        tqdm(total=deals, desc=variant, unit=" deals", leave=False, disable=None) as bar,
    ):
        for one in executor.map(work, *same, chunksize=5):
            bar.update()
            yield one
