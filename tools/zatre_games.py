"""Play games of Zatre to measure its robots and its coach.

All games with the same number have the same deal. They also use the same random numbers as long as
they take the same course, so that all differences come from the players' decisions.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import TypeAlias, TypeVar

from tqdm import tqdm

from triqueta.games import installed_games
from triqueta.games.triqueta.robots.levels import gumbel
from triqueta.games.zatre.robots import TAKEN, Judge
from triqueta.games.zatre.rules import Game, Record
from triqueta.games.zatre.rules.turn import END
from triqueta.games.zatre.session import ZatreSession
from triqueta.games.zatre.views import ZatreView
from triqueta.records.shuffle import Proof
from triqueta.table.robots import play_out

T = TypeVar("T")

Chooser: TypeAlias = Callable[[ZatreView, Sequence[str], Random], str]


def by_points(
    view: ZatreView, moves: Sequence[str], rng: Random, *, taken: float = TAKEN, noise: float = 0.0
) -> str:
    """Choose a move like the robot `good`.

    `taken` is the share of a turn's new opportunities that the next player is assumed to use.
    `noise` is the scale of a random error in the evaluation, in points.
    """
    if END in moves:
        return END
    judge = Judge(view.table, taken)
    worth = {move: judge.of(move).points + noise * gumbel(rng) for move in moves}
    return max(rng.sample(moves, len(moves)), key=worth.__getitem__)


def dealt(players: int, seed: int, number: int) -> ZatreSession:
    proof = Proof.of(Random(f"{seed} {number}").randbytes(32), "")
    session = installed_games().deal(
        "zatre", "zatre", ("A", "B", "C", "D", "E")[:players], None, proof
    )
    if not isinstance(session, ZatreSession):
        raise TypeError("a Zatre deal is not a ZatreSession")
    return session


def play_to_the_end(session: ZatreSession, choosers: Sequence[Chooser], seed: str) -> Game:
    """Play the session with one chooser per seat, and return the finished game."""

    def move_of(seat: int) -> str:
        rng = Random(f"{seed} {len(session.entries)}")
        return choosers[seat](session.view(seat), session.moves(seat), rng)

    play_out(session, move_of)
    return Record.read(session.document(), Game).game


def margin(scores: Sequence[int], seat: int) -> float:
    """Return how far the seat is ahead of the mean of the others, in points."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def arguments(about: str, *, games: int, seed: int) -> ArgumentParser:
    parser = ArgumentParser(description=about)
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5], metavar="N")
    parser.add_argument(
        "--games", type=int, default=games, help=f"for each number of players (default {games})"
    )
    parser.add_argument("--seed", type=int, default=seed, help=f"default {seed}")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="number of processes")
    return parser


def of_all(work: Callable[[int], T], numbers: Iterable[int], workers: int) -> Iterator[T]:
    """Yield the result of `work` for each number, in order, from worker processes."""
    listed = list(numbers)
    with (
        ProcessPoolExecutor(workers) as executor,
        tqdm(total=len(listed), leave=False, disable=None) as bar,
    ):
        for one in executor.map(work, listed, chunksize=4):
            bar.update()
            yield one
