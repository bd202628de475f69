"""Compare the speed of the rules with OpenSpiel's `hearts` in the same run.

    .venv/bin/pip install -q -e '.[bench]' && .venv/bin/python -m tests.benchmarks.rules_speed

Both play random games through their public Python interface: they get the legal moves, choose one
uniformly (with the same expression) and play it. `hearts` is C++, called through OpenSpiel's
Python binding `pyspiel`. There are four comparisons of games:

- Both dealt before the clock starts: only the players' decisions are timed and counted.
- Both dealing within the clock: every game has its own shuffle, Triqueta's by `random_piles`.
  `hearts` deals card by card; these chance moves count as moves, Triqueta's deal does not.
  The outcomes come from `chance_outcomes`, as in OpenSpiel's documentation.
- The same, but the outcomes come from `legal_actions`, which is cheaper.
- As published before: Triqueta dealt before the clock, `hearts` within it with its chance moves
  counted, and Triqueta's players draw more often than a uniform choice would.

A fifth comparison copies games. The two sides play in turns of some hundredths of a second, and
swap their order after every pair. The result is the median of the pairs' ratios, so that a busy
machine affects both alike. Times are processor time, so other processes hardly affect them.
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from math import floor
from random import Random
from statistics import median
from time import process_time
from typing import Any, TypeAlias

from tests.benchmarks.goals import Goal, report
from triqueta.games.triqueta.rules import Edition, Game, Record, Setup, random_piles

SLICE = 0.02
GAMES = 50  # per unit of work
COPIES = 1000
MAX_BYTES_IN_MEMORY = 2500
MAX_BYTES_OF_A_RECORD = 1000

Work: TypeAlias = Callable[[], int]
"""The work that is timed; it returns how many moves, or copies, it made."""
Prepare: TypeAlias = Callable[[], Work]
"""The preparation before the clock starts; it returns the work to time."""

rng = Random(1)
random = rng.random


def new_setup() -> Setup:
    return Setup(Edition.BASE, ("Ana", "Ben", "Chloé"), 0, random_piles(rng, Edition.BASE))


setups = [new_setup() for _ in range(GAMES)]


def play_evenly(games: Iterable[Game]) -> int:
    """Play all games to their end and return the number of moves."""
    moves = 0
    for game in games:
        while game.legal_moves:
            legal = game.legal_moves
            game.play(legal[floor(random() * len(legal))])
            moves += 1
    return moves


def triqueta_dealt() -> Work:
    return partial(play_evenly, [Game(setup) for setup in setups])


def triqueta_dealing() -> Work:
    return lambda: play_evenly(Game(new_setup()) for _ in range(GAMES))


def triqueta_as_before() -> Work:

    def play() -> int:
        moves = 0
        for setup in setups:
            game = Game(setup)
            while game.legal_moves:
                game.play(game.random_move(rng))
            moves += len(game.moves)
        return moves

    return play


class Hearts:
    """Random games of OpenSpiel's `hearts`."""

    def __init__(self) -> None:
        import pyspiel  # here, since everything else runs without it

        self._hearts = pyspiel.load_game("hearts")
        self._dealt = [self._deal() for _ in range(GAMES)]

    def dealt(self) -> Work:
        return partial(self._play, [state.clone() for state in self._dealt])

    def dealing(self) -> Work:
        return lambda: sum(self._play_with_outcomes() for _ in range(GAMES))

    def dealing_cheaply(self) -> Work:
        """Deal with `legal_actions`, which chance nodes have like any other node."""
        return lambda: self._play(self._hearts.new_initial_state() for _ in range(GAMES))

    def clones(self) -> Work:
        state = self._dealt[0].clone()
        for _ in range(32):  # of 52 or 64 decisions
            state.apply_action(state.legal_actions()[0])
        return partial(copy_often, state.clone)

    def _deal(self) -> Any:
        state = self._hearts.new_initial_state()
        while state.is_chance_node():
            actions = state.legal_actions()
            state.apply_action(actions[floor(random() * len(actions))])
        return state

    def _play(self, states: Iterable[Any]) -> int:
        moves = 0
        for state in states:
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[floor(random() * len(actions))])
                moves += 1
        return moves

    def _play_with_outcomes(self) -> int:
        moves, state = 0, self._hearts.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                # All outcomes of a deal are equally probable, so the probabilities are ignored.
                outcomes = state.chance_outcomes()
                action, _ = outcomes[floor(random() * len(outcomes))]
            else:
                actions = state.legal_actions()
                action = actions[floor(random() * len(actions))]
            state.apply_action(action)
            moves += 1
        return moves


def triqueta_copies() -> Work:
    game = Game(setups[0])
    rng = Random(1)
    for _ in range(50):  # of about 100 moves
        game.play(game.random_move(rng))
    return partial(copy_often, game.copy)


def copy_often(copy: Callable[[], object]) -> int:
    for _ in range(COPIES):
        copy()
    return COPIES


@dataclass(frozen=True)
class Contest:
    """The speeds of two sides, per second, and the ratio of the first to the second."""

    ours: float
    theirs: float
    ratio: float


def contest(ours: Prepare, theirs: Prepare, pairs: int) -> Contest:
    found = [in_turns(ours, theirs, turned=pair % 2 == 1) for pair in range(pairs)]
    return Contest(
        ours=median(first for first, _ in found),
        theirs=median(second for _, second in found),
        ratio=median(first / second for first, second in found),
    )


def in_turns(ours: Prepare, theirs: Prepare, *, turned: bool) -> tuple[float, float]:
    if turned:
        second = per_second(theirs)
        return per_second(ours), second
    return per_second(ours), per_second(theirs)


def per_second(prepare: Prepare) -> float:
    """Return how many moves, or copies, are made per second, measured during a time slice."""
    done, taken = 0, 0.0
    while taken < SLICE:
        work = prepare()
        started = process_time()
        done += work()
        taken += process_time() - started
    return done / taken


def bytes_per_game() -> tuple[float, float]:
    """Return the size of a finished game in memory, without its set-up, and of its record."""
    tracemalloc.start()
    games = [Game(setup) for setup in setups]
    play_evenly(games)
    memory = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    file = sum(len(Record(game).encode()) for game in games)
    return memory / len(games), file / len(games)


@dataclass(frozen=True)
class Comparison:
    """Two sides to compare; `goal` is the least ratio of our speed to theirs."""

    name: str
    goal: float
    ours: Prepare
    theirs: Prepare


def comparisons() -> tuple[Comparison, ...]:
    hearts = Hearts()
    return (
        Comparison("both dealt before the clock", 1.5, triqueta_dealt, hearts.dealt),
        Comparison("both dealing within it", 1.0, triqueta_dealing, hearts.dealing),
        Comparison("the same, cheap chance", 0.8, triqueta_dealing, hearts.dealing_cheaply),
        Comparison("as published before", 1.7, triqueta_as_before, hearts.dealing),
        Comparison("copies of a game", 0.7, triqueta_copies, hearts.clones),
    )


def measure(pairs: int) -> list[Goal]:
    """Print the speeds of Triqueta and `hearts`, and return the goals."""
    print(f"per second, median of {pairs} slices, Python {sys.version.split()[0]}:")
    goals = []
    for each in comparisons():
        found = contest(each.ours, each.theirs, pairs)
        print(f"  {each.name:29} triqueta {found.ours:9,.0f}   hearts {found.theirs:9,.0f}")
        goals.append(Goal(f"{each.name}, ratio", found.ratio, each.goal, at_least=True))
    memory, file = bytes_per_game()
    goals.append(Goal("a finished game in memory", memory, MAX_BYTES_IN_MEMORY, "bytes"))
    goals.append(Goal("its record", file, MAX_BYTES_OF_A_RECORD, "bytes"))
    return goals


def main() -> int:
    parser = argparse.ArgumentParser(description="moves per second beside OpenSpiel's hearts")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of slices (default 100)")
    return report(*measure(parser.parse_args().pairs))


if __name__ == "__main__":
    sys.exit(main())
