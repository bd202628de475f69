"""Show whether the coach of Zatre is right: what it says errors have cost, and what they have.

    nice .venv/bin/python -m tools.check_zatre_coach --workers 2

The same deals with and without noise on one seat, as for the coach of Triqueta; and what the coach
expected of everybody, at some moments of the games without noise, beside what they had at the
end. Exit code 1 if what is said to be lost is off by more than 25 %.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from statistics import fmean

from tools.check_coach import losses
from tools.coach_games import NOISES, Compared
from tools.zatre_games import Chooser, arguments, by_points, dealt, margin, of_all, play_to_the_end
from triqueta.games.zatre.coach import ZatreCoach
from triqueta.games.zatre.rules.turn import END
from triqueta.games.zatre.views import ZatreView

MOMENTS = 10  # of a game
TURNS = 60  # that a game has, more or less


@dataclass
class Erring:
    """Goes by points that are off, and notes what the coach says that this has cost."""

    noise: float
    lost: float = 0.0

    def __call__(self, view: ZatreView, moves: Sequence[str], rng: Random) -> str:
        chosen = by_points(view, moves, rng, noise=self.noise)
        if chosen == END:
            return chosen
        advice = ZatreCoach().advise(view, moves)
        self.lost += advice[0].points - next(a.points for a in advice if chosen in a.moves)
        return chosen


@dataclass
class Expecting:
    """Plays as good does, and notes what the coach expects of everybody now and then."""

    found: dict[int, list[tuple[float, ...]]] = field(default_factory=lambda: defaultdict(list))

    def __call__(self, view: ZatreView, moves: Sequence[str], rng: Random) -> str:
        turn = view.table.turns
        if turn % (TURNS // MOMENTS) == 0:
            points = ZatreCoach().outlook([view] * len(view.table.players)).points
            self.found[turn].append(points)
        return by_points(view, moves, rng)


@dataclass(frozen=True)
class Measured:
    """Of a deal: what noise has cost, and by turn what was expected of a seat, and what it had."""

    compared: list[Compared]
    foretold: list[tuple[int, float, int]]


def measured(players: int, seed: int, number: int) -> Measured:
    expecting = Expecting()
    clean = scores(players, seed, number, [expecting] * players)
    compared = []
    for noise in NOISES:
        for seat in range(players):
            choosers: list[Chooser] = [by_points] * players
            choosers[seat] = erring = Erring(noise)
            noisy = scores(players, seed, number, choosers)
            lost = (erring.lost,)
            ahead = margin(clean, seat), margin(noisy, seat)
            compared.append(Compared(number, noise, lost, *ahead))
    foretold = [
        (turn, expected, score)
        for turn, all_points in expecting.found.items()
        for points in all_points
        for expected, score in zip(points, clean, strict=True)
    ]
    return Measured(compared, foretold)


def scores(players: int, seed: int, number: int, choosers: Sequence[Chooser]) -> tuple[int, ...]:
    game = play_to_the_end(dealt(players, seed, number), choosers, f"{seed} {number}")
    if game.outcome is None:
        raise ValueError("the game was played to its end")
    return game.outcome.scores


def outlooks(foretold: list[tuple[int, float, int]]) -> Iterator[str]:
    by_turn: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for turn, expected, score in foretold:
        by_turn[turn].append((expected, score))
    for turn, pairs in sorted(by_turn.items()):
        expected, had = (fmean(column) for column in zip(*pairs, strict=True))
        off = fmean(abs(points - score) for points, score in pairs)
        yield (
            f"  before turn {turn + 1:2}: expected {expected:5.1f}, had {had:5.1f}; "
            f"off by {off:4.1f} on average"
        )


def main() -> int:
    about = "show whether the coach of Zatre is right"
    args = arguments(about, games=200, seed=7001).parse_args()
    right = True
    for players in args.players:
        deals = -(-args.games // players)
        print(f"{players} players, {deals * players:,} games, seed {args.seed}")
        work = partial(measured, players, args.seed)
        found = list(of_all(work, range(deals), args.workers))
        for line, holds in losses([one for each in found for one in each.compared]):
            print(line if holds else f"{line}  <- off", flush=True)
            right &= holds
        print(*outlooks([one for each in found for one in each.foretold]), sep="\n", flush=True)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
