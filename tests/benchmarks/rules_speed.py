"""How fast the rules are, beside two card games of OpenSpiel's in the same run.

    .venv/bin/pip install -q -e '.[bench]' && .venv/bin/python -m tests.benchmarks.rules_speed

All play random games through their public Python interface: legal moves, choose, play. The
contenders take turns, and each one's median of five counts, so that a slow moment of the
machine hits none of them alone. OpenSpiel's games are C++ underneath. They deal card by card,
as chance moves, which count as moves here; Triqueta's piles are dealt before the clock starts.
Chance moves are asked for by `chance_outcomes`, as OpenSpiel's documentation does it; the last
lines show what its games reach when `legal_actions` is asked there instead, which is cheaper.
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter

from triqueta.games.triqueta.random_player import random_player
from triqueta.games.triqueta.rules import Edition, Game, Record, Setup, deal

REPEATS = 5
GOAL = 1.5
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
    import pyspiel  # noqa: PLC0415 - only here: the rest runs without it

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
                    action = outcomes[int(random() * len(outcomes))][0]
                else:
                    actions = state.legal_actions()
                    action = actions[int(random() * len(actions))]
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


def per_second(work: Callable[[], int], seconds: float) -> float:
    done, started = 0, perf_counter()
    while perf_counter() - started < seconds:
        done += work()
    return done / (perf_counter() - started)


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


def contenders() -> Iterator[tuple[str, Callable[[], int]]]:
    yield "triqueta", triqueta_games
    yield "hearts", openspiel_games("hearts")
    yield "crazy_eights", openspiel_games("crazy_eights")
    yield "hearts, cheap chance moves", openspiel_games("hearts", cheap_chance=True)
    yield "crazy_eights, cheap chance moves", openspiel_games("crazy_eights", cheap_chance=True)
    yield "copies", copies


def main() -> int:
    parser = argparse.ArgumentParser(description="moves per second beside OpenSpiel's")
    parser.add_argument("--seconds", type=float, default=1.0, help="per measurement (default 1)")
    seconds = parser.parse_args().seconds
    works = dict(contenders())
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(REPEATS):
        for name, work in works.items():
            rates[name].append(per_second(work, seconds))
    medians = {name: median(found) for name, found in rates.items()}
    copies_per_second = medians.pop("copies")
    print(f"moves per second, median of {REPEATS}, Python {sys.version.split()[0]}")
    for name, rate in medians.items():
        print(
            f"  {name:33} {rate:10,.0f}   triqueta is {medians['triqueta'] / rate:.2f} times that"
        )
    memory, file = bytes_per_game()
    print(f"copies per second {copies_per_second:,.0f}")
    print(f"bytes per game {memory:,.0f} in memory, {file:,.0f} as a record")
    reached = medians["triqueta"] / medians["hearts"] >= GOAL
    print(f"goal: {GOAL} times hearts: {'reached' if reached else 'missed'}")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
