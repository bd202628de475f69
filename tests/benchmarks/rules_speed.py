"""How fast the rules are, beside two card games of OpenSpiel's in the same run.

    .venv/bin/pip install -q -e '.[bench]' && .venv/bin/python -m tests.benchmarks.rules_speed

All play random games through their public Python interface: legal moves, choose, play.
OpenSpiel's games are C++ underneath. They deal card by card, as chance moves, which count as
moves here; Triqueta's piles are dealt before the clock starts. Chance moves are asked for by
`chance_outcomes`, as OpenSpiel's documentation does it; the last lines show what its games
reach when `legal_actions` is asked there instead, which is cheaper.

Triqueta and each rival play in turns, some hundredths of a second each, and change places after
every pair. What counts is the median of the pairs' ratios, so that a busy machine hits both
alike; and time is the processor's, so that what other processes take is nobody's.
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from math import floor
from random import Random
from statistics import median
from time import process_time

from triqueta.games.triqueta.random_player import random_player
from triqueta.games.triqueta.rules import Edition, Game, Record, Setup, deal

SLICE = 0.02
GOAL = 1.7
rng = Random(1)
setups = [
    Setup(Edition.BASE, ("Ana", "Ben", "Chloé"), 0, deal(rng.randbytes(32), Edition.BASE, 3, ""))
    for _ in range(50)
]


def triqueta_games() -> int:
    """Play one game with each set-up; the number of moves."""
    choose = random_player(rng)
    moves = 0
    for setup in setups:
        game = Game(setup)
        while game.legal_moves:
            game.play(choose(game))
        moves += len(game.moves)
    return moves


def openspiel_games(name: str, *, cheap_chance: bool = False) -> Callable[[], int]:
    import pyspiel  # only here: the rest runs without it

    spiel = pyspiel.load_game(name)
    random = rng.random

    def play() -> int:
        moves = 0
        for _ in range(50):
            state = spiel.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node() and not cheap_chance:
                    # Both games deal evenly, so the probabilities need not be looked at.
                    outcomes = state.chance_outcomes()
                    action = outcomes[floor(random() * len(outcomes))][0]
                else:
                    actions = state.legal_actions()
                    action = actions[floor(random() * len(actions))]
                state.apply_action(action)
                moves += 1
        return moves

    return play


def copies() -> int:
    """Copy a game in its middle."""
    game = Game(setups[0])
    choose = random_player(Random(1))
    for _ in range(50):
        game.play(choose(game))
    for _ in range(5000):
        game.copy()
    return 5000


@dataclass(frozen=True)
class Contest:
    """What two reached in turns, per second, and how many times as fast the first was."""

    ours: float
    theirs: float
    ratio: float


def contest(ours: Callable[[], int], theirs: Callable[[], int], pairs: int) -> Contest:
    found = [in_turns(ours, theirs, turned=pair % 2 == 1) for pair in range(pairs)]
    return Contest(
        ours=median(first for first, _ in found),
        theirs=median(second for _, second in found),
        ratio=median(first / second for first, second in found),
    )


def in_turns(
    ours: Callable[[], int], theirs: Callable[[], int], *, turned: bool
) -> tuple[float, float]:
    if turned:
        second = per_second(theirs)
        return per_second(ours), second
    return per_second(ours), per_second(theirs)


def per_second(work: Callable[[], int]) -> float:
    """How much of it is done in a slice of time."""
    done, started = 0, process_time()
    while (taken := process_time() - started) < SLICE:
        done += work()
    return done / taken


def bytes_per_game() -> tuple[float, float]:
    """A finished game in memory, its set-up apart; and its record in a file."""
    choose = random_player(Random(1))
    tracemalloc.start()
    games = [Game(setup) for setup in setups]
    for game in games:
        while game.legal_moves:
            game.play(choose(game))
    memory = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    file = sum(len(Record(game).encode()) for game in games)
    return memory / len(games), file / len(games)


def rivals() -> dict[str, Callable[[], int]]:
    return {
        "hearts": openspiel_games("hearts"),
        "crazy_eights": openspiel_games("crazy_eights"),
        "hearts, cheap chance moves": openspiel_games("hearts", cheap_chance=True),
        "crazy_eights, cheap chance moves": openspiel_games("crazy_eights", cheap_chance=True),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="moves per second beside OpenSpiel's")
    parser.add_argument("--pairs", type=int, default=100, help="of slices, for each (default 100)")
    pairs = parser.parse_args().pairs
    print(f"moves per second, median of {pairs} slices, Python {sys.version.split()[0]}")
    found = {name: contest(triqueta_games, rival, pairs) for name, rival in rivals().items()}
    print(f"  {'triqueta':33} {median(each.ours for each in found.values()):10,.0f}")
    for name, each in found.items():
        print(f"  {name:33} {each.theirs:10,.0f}   triqueta is {each.ratio:.2f} times that")
    memory, file = bytes_per_game()
    print(f"copies per second {median(per_second(copies) for _ in range(pairs)):,.0f}")
    print(f"bytes per game {memory:,.0f} in memory, {file:,.0f} as a record")
    reached = found["hearts"].ratio >= GOAL
    print(f"goal: {GOAL} times hearts: {'reached' if reached else 'missed'}")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
