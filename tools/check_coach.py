"""Show whether the coach of Triqueta is right, on games that nothing was learnt from.

    nice .venv/bin/python -m tools.check_coach --workers 2

What it says that noise has cost, against what it has: the same deals with and without. And how
often those win whom it gives some chance, in ten bins. Exit code 1 if the one is off by more than
25 %, or a bin by more than 5 points.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import TypeAlias

from tools.coach_games import (
    NOISES,
    VARIANTS,
    Compared,
    Moment,
    arguments,
    compared,
    of_all,
    play,
    setup_of,
)
from triqueta.games.triqueta.robots.coach import chances, prospects, worth_of

MOST_OFF = 0.25  # of what is really lost
MOST_OFF_IN_A_BIN = 0.05
BINS = 10
LOOK = 0.2

Foretold: TypeAlias = list[tuple[float, float]]
"""A chance to win, and what came of it: 1, 0, or a part of a shared win."""


def both(variant: str, seed: int, number: int) -> tuple[list[Compared], Foretold]:
    seats = int(variant[-1])
    others = range(number * seats, (number + 1) * seats)  # as many games as have noise
    chances_ = [one for deal in others for one in foretold(variant, seed, deal)]
    return compared(variant, seed, number, worth_of), chances_


def foretold(variant: str, seed: int, number: int) -> Foretold:
    setup = setup_of(variant, seed, number)
    played = play(setup, f"{seed} {number}", look=LOOK)
    share = 1 / len(played.winners)
    return [
        (chance, share * (seat in played.winners))
        for moment in played.moments
        for seat, chance in enumerate(chances_at(moment))
    ]


def chances_at(moment: Moment) -> Sequence[float]:
    return chances(moment.views[0], [prospects(view) for view in moment.views])


def interval(numbers: dict[int, list[float]]) -> tuple[float, str]:
    """The mean, and its interval for 95 %: deals are independent of each other, games are not."""
    means = [fmean(of_a_deal) for of_a_deal in numbers.values()]
    mean, half = fmean(means), 1.96 * stdev(means) / sqrt(len(means))
    return mean, f"{mean:5.2f} ({mean - half:5.2f} to {mean + half:5.2f})"


def losses(found: list[Compared]) -> Iterator[tuple[str, bool]]:
    """A line for each noise, and whether the coach is right there."""
    for noise in NOISES:
        said: dict[int, list[float]] = defaultdict(list)
        lost: dict[int, list[float]] = defaultdict(list)
        for one in found:
            if one.noise == noise:
                said[one.deal].append(sum(one.losses))
                lost[one.deal].append(one.clean - one.noisy)
        (said_mean, said_text), (lost_mean, lost_text) = interval(said), interval(lost)
        off = said_mean / lost_mean - 1
        yield (
            f"  noise {noise:.0f}: said {said_text}, lost {lost_text}: {off:+4.0%}",
            abs(off) <= MOST_OFF,
        )


def bins(found: Foretold) -> Iterator[tuple[str, bool]]:
    """A line for each tenth of chances."""
    by_bin: dict[int, Foretold] = defaultdict(list)
    for chance, won in found:
        by_bin[min(int(chance * BINS), BINS - 1)].append((chance, won))
    for number in range(BINS):
        if not by_bin[number]:
            yield f"  chance {number * 10:2} to {number * 10 + 10:3} %: never said", True
            continue
        said = fmean(chance for chance, _ in by_bin[number])
        won = fmean(won for _, won in by_bin[number])
        yield (
            f"  chance {number * 10:2} to {number * 10 + 10:3} %: said {said:6.1%}, won {won:6.1%}"
            f" of {len(by_bin[number]):6,}",
            abs(said - won) <= MOST_OFF_IN_A_BIN,
        )


def main() -> int:
    args = arguments("show whether the coach is right", games=2000, seed=7001).parse_args()
    right = True
    for variant in args.variants or VARIANTS:
        print(f"{variant}, {args.games:,} games, seed {args.seed}")
        found = list(of_all(both, variant, args))
        compared_ = [one for each, _ in found for one in each]
        foretold_ = [one for _, each in found for one in each]
        for line, holds in (*losses(compared_), *bins(foretold_)):
            print(line if holds else f"{line}  <- off", flush=True)
            right &= holds
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
