"""Check how accurate Triqueta's coach is, on games that were not used to fit it.

    nice .venv/bin/python -m tools.check_coach --workers 2

The first check plays each deal with and without noise in one player's decisions, and compares the
cost that the coach states with the points really lost. The second compares the predicted chances
to win with the wins, in ten bins. The exit code is 1 if a cost is off by more than 25 %, or a bin
by more than 5 percentage points.
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

MOST_OFF = 0.25  # as a share of the points really lost
MOST_OFF_IN_A_BIN = 0.05
BINS = 10
LOOK = 0.2  # the share of moments at which the chances are recorded

Predictions: TypeAlias = list[tuple[float, float]]
"""Pairs of a predicted chance to win and the result: 1, 0, or the share of a shared win."""


def both(variant: str, seed: int, number: int) -> tuple[list[Compared], Predictions]:
    """Play the games of both checks for deal `number`, and return their results."""
    seats = int(variant[-1])
    others = range(number * seats, (number + 1) * seats)  # as many games as with noise
    chances_ = [one for deal in others for one in predicted(variant, seed, deal)]
    return compared(variant, seed, number, worth_of), chances_


def predicted(variant: str, seed: int, number: int) -> Predictions:
    """Play a game without noise, and return the predicted chances with the results."""
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
    """Return the mean, and a text with its 95 % interval.

    `numbers` has the figures of each deal. Deals are independent of each other, but the games of
    one deal are not, so the interval is that of the deals' means.
    """
    means = [fmean(of_a_deal) for of_a_deal in numbers.values()]
    mean, half = fmean(means), 1.96 * stdev(means) / sqrt(len(means))
    return mean, f"{mean:5.2f} ({mean - half:5.2f} to {mean + half:5.2f})"


def losses(found: list[Compared]) -> Iterator[tuple[str, bool]]:
    """Yield a line for each noise, and whether the coach's cost is close enough."""
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


def bins(found: Predictions) -> Iterator[tuple[str, bool]]:
    """Yield a line for each bin of chances, and whether the wins match it closely enough."""
    by_bin: dict[int, Predictions] = defaultdict(list)
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
    about = "check how accurate the coach is"
    args = arguments(about, games=2000, seed=7001).parse_args()
    right = True
    for variant in args.variants or VARIANTS:
        print(f"{variant}, {args.games:,} games, seed {args.seed}")
        found = list(of_all(both, variant, args))
        compared_ = [one for each, _ in found for one in each]
        predicted_ = [one for _, each in found for one in each]
        for line, holds in (*losses(compared_), *bins(predicted_)):
            print(line if holds else f"{line}  <- off", flush=True)
            right &= holds
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
