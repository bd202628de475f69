"""Check how accurate Zatre's coach is.

    nice .venv/bin/python -m tools.check_zatre_coach --workers 2

As in `check_coach`, each deal is played with and without noise on one seat, and the cost that the
coach states is compared with the points really lost. The tool also prints the scores that the
coach predicted during the games without noise, next to the final scores. The exit code is 1 if a
cost is off by more than 25 %.
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

MOMENTS = 10  # how often a game's scores are predicted
TURNS = 60  # the approximate length of a game


@dataclass
class Erring:
    """A player whose evaluation has noise. `lost` is the cost of its moves, says the coach."""

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
    """A player that chooses like the robot `good` and records what the coach predicts.

    `found` has, by turn, the predicted points of all players.
    """

    found: dict[int, list[tuple[float, ...]]] = field(default_factory=lambda: defaultdict(list))

    def __call__(self, view: ZatreView, moves: Sequence[str], rng: Random) -> str:
        turn = view.table.turns
        if turn % (TURNS // MOMENTS) == 0:
            points = ZatreCoach().outlook([view] * len(view.table.players)).points
            self.found[turn].append(points)
        return by_points(view, moves, rng)


@dataclass(frozen=True)
class Measured:
    """The results of a deal.

    `compared` has the cost of noise. `predicted` has a row for each prediction: the turn, the
    predicted score of a seat, and its final score.
    """

    compared: list[Compared]
    predicted: list[tuple[int, float, int]]


def measured(players: int, seed: int, number: int) -> Measured:
    """Play deal `number` without noise, and with each noise on each seat."""
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
    predicted = [
        (turn, expected, score)
        for turn, all_points in expecting.found.items()
        for points in all_points
        for expected, score in zip(points, clean, strict=True)
    ]
    return Measured(compared, predicted)


def scores(players: int, seed: int, number: int, choosers: Sequence[Chooser]) -> tuple[int, ...]:
    game = play_to_the_end(dealt(players, seed, number), choosers, f"{seed} {number}")
    if game.outcome is None:
        raise ValueError("the game has no outcome")
    return game.outcome.scores


def outlooks(predicted: list[tuple[int, float, int]]) -> Iterator[str]:
    """Yield a line for each turn: predicted and final scores, and their mean difference."""
    by_turn: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for turn, expected, score in predicted:
        by_turn[turn].append((expected, score))
    for turn, pairs in sorted(by_turn.items()):
        expected, had = (fmean(column) for column in zip(*pairs, strict=True))
        off = fmean(abs(points - score) for points, score in pairs)
        yield (
            f"  before turn {turn + 1:2}: expected {expected:5.1f}, had {had:5.1f}; "
            f"off by {off:4.1f} on average"
        )


def main() -> int:
    about = "check how accurate Zatre's coach is"
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
        print(*outlooks([one for each in found for one in each.predicted]), sep="\n", flush=True)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
