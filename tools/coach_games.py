"""Games to measure a coach by: one player chooses with noise, the others as hard does.

All games with one number have the same deal, and the same random numbers wherever they go on
alike, so that what they differ in comes from the noise.
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
"""In points: from a player who now and then errs to one who hardly knows the game."""

VARIANTS = tuple(f"{edition}-{players}" for edition in Edition for players in range(2, 6))

Values: TypeAlias = Callable[[SeatView, Sequence[str]], dict[str, float]]
T = TypeVar("T")


@dataclass
class Moment:
    """The game before a move, and what every seat knew."""

    rounds_left: int
    views: list[SeatView]


@dataclass
class Played:
    """How a game ended, and what the noisy player has lost by `values`, by rounds left."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    losses: list[float] = field(default_factory=lambda: [0.0] * ROUNDS)
    moments: list[Moment] = field(default_factory=list)

    def margin(self, seat: int) -> float:
        """Points more than the others have in the mean."""
        own = self.scores[seat]
        return own - (sum(self.scores) - own) / (len(self.scores) - 1)


def setup_of(variant: str, seed: int, number: int) -> Setup:
    name, players = variant.split("-")
    edition, seats = Edition(name), int(players)
    piles = deal(Random(f"{seed} {number}").randbytes(32), edition, seats, "")
    return Setup(edition, tuple("ABCDE"[:seats]), number % seats, piles)


@dataclass(frozen=True)
class Noise:
    """How far the points are off that a seat goes by."""

    points: float
    seat: int


def seeming(view: SeatView, moves: Sequence[str]) -> dict[str, float]:
    """Points as the robots see them."""
    return points_of(view, moves, learnt(view.table.edition, len(view.table.players)))


def play(
    setup: Setup,
    seed: str,
    noise: Noise | None = None,
    judge: Values = seeming,
    *,
    look: float = 0.0,
) -> Played:
    """One game; `judge` says what noise has cost, `look` is the share of moments that are kept."""
    game, chance, moments = Game(setup), Random(seed), []
    losses = [0.0] * ROUNDS
    while moves := game.legal_moves:
        seat, rng = game.order[0], Random(f"{seed} {len(game.moves)}")
        if look and chance.random() < look:
            everybody = range(len(setup.players))
            moments.append(Moment(ROUNDS - game.round, [seat_view(game, s) for s in everybody]))
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
        raise ValueError("a game without moves is over")
    return Played(outcome.scores, outcome.winners, losses, moments)


@dataclass(frozen=True)
class Compared:
    """What a judge says that noise has cost in a game, by rounds left, and what it has.

    `clean` is by how much the same seat was ahead without noise, `noisy` with it. A deal is played
    with the noise on each seat in turn: so `clean` adds up to nothing.
    """

    deal: int
    noise: float
    losses: tuple[float, ...]
    clean: float
    noisy: float


def compared(variant: str, seed: int, number: int, judge: Values) -> list[Compared]:
    """One deal, played without noise, and with each noise on each seat."""
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


# Many of them.


def arguments(about: str, *, games: int, seed: int) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("variants", nargs="*", help="base-3, say; otherwise all of them")
    parser.add_argument("--games", type=int, default=games, help=f"of each (default {games})")
    parser.add_argument("--seed", type=int, default=seed, help=f"(default {seed})")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes")
    return parser


def of_all(
    work: Callable[[str, int, int], T], variant: str, args: argparse.Namespace
) -> Iterator[T]:
    """What `work` makes of each deal of a variant; there is a game of it for each seat."""
    deals = -(-args.games // int(variant[-1]))
    same = ([variant] * deals, [args.seed] * deals, range(deals))
    with (
        ProcessPoolExecutor(args.workers) as executor,
        tqdm(total=deals, desc=variant, unit=" deals", leave=False, disable=None) as bar,
    ):
        for one in executor.map(work, *same, chunksize=5):
            bar.update()
            yield one
