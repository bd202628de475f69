"""Let robots play against themselves, and learn from it what they play by.

    nice .venv/bin/python -m tools.train_robots --seed 1

Each edition and number of players is learnt by itself. In every round of learning the robots
play games with what they know so far, and two things are fitted anew by ridge regression: what
a place in a round is worth at the round's end, and what tiles are worth with rounds to come, by
what they were worth a round later. Wants numpy.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import log
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triqueta.games.triqueta.robots.evaluating import standing
from triqueta.games.triqueta.robots.model import (
    ANIMALS,
    LEARNT_TILES,
    LIGHT,
    NUMBERS,
    OTHER_FEATURES,
    ROUNDS,
    TILES_APART,
    Model,
    model_of,
    untrained,
)
from triqueta.games.triqueta.robots.policy import Coming, play_turn
from triqueta.games.triqueta.robots.position import Position
from triqueta.games.triqueta.rules import Edition
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME, tiles_per_draw
from triqueta.games.triqueta.rules.tiles import LIGHT_TILES, PETALS, SHADOW_TILES

LEARNT = Path("triqueta/games/triqueta/robots/learnt.json")
NOISE = 0.15  # in points, so that more is tried than what seems best
REMEMBERED = 4  # rounds of learning whose games count
KEPTS = KEEPS_PER_GAME + 1
MOST_DRAWN = 20  # tiles of a pile
ENOUGH = 300  # games seen, to say something about a moment by itself
SPREADS = [round(1.1**power, 2) for power in range(1, 38)]  # points, up to 34
CELLS = (LEARNT_TILES + 1) * KEPTS
ROCK = len(ANIMALS) * CELLS + KEPTS
COLUMNS = ROCK + 2


@dataclass
class Notes:
    """What was seen in some games."""

    places: dict[tuple[int, int, int], list[tuple[list[float], float]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    worth: dict[int, list[tuple[list[int], float]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    hidden: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    standings: dict[tuple[int, int, int], list[tuple[list[float], list[float]]]] = field(
        default_factory=lambda: defaultdict(list)
    )


class SelfPlay:
    """One game of robots that all know the same."""

    def __init__(self, edition: Edition, players: int, model: Model, rng: Random) -> None:
        self.edition, self.players, self.model, self.rng = edition, players, model, rng
        self.light = [NUMBERS[tile] for tile in rng.sample(LIGHT_TILES, len(LIGHT_TILES))]
        self.dark = [NUMBERS[tile] for tile in rng.sample(SHADOW_TILES, len(SHADOW_TILES))]
        self.front = [[0] * len(ANIMALS) for _ in range(players)]
        self.kept = [[0] * len(ANIMALS) for _ in range(players)]
        self.dark_kept = [[0] * len(ANIMALS) for _ in range(players)]
        self.keeps = [KEEPS_PER_GAME] * players
        self.rock = rng.randrange(players)
        self.trees = [0] * players
        self.standings: list[tuple[tuple[int, int, int], list[float]]] = []

    def play(self, notes: Notes) -> list[float]:
        """The points of all; what was seen on the way is noted."""
        points = self.play_rounds(notes)
        wins = [float(value == max(points)) for value in points]
        for key, values in self.standings:
            notes.standings[key].append((values, wins))
        return points

    def play_rounds(self, notes: Notes) -> list[float]:
        worth_before: list[tuple[list[int], int]] = []
        for number in range(1, ROUNDS + 1):
            left = ROUNDS - number
            if number > 1:
                self.trees[self.rock] += 1
            position = self.play_round(number, notes)
            for seat, (cells, owner) in enumerate(worth_before):
                tree = 1.0 if owner else 0.0
                notes.worth[left + 1].append((cells, position.base[seat] + tree))
            if left:
                worth_before = [
                    (self.cells(position, seat), seat == self.rock) for seat in range(self.players)
                ]
        return self.with_trees(position.base)

    def with_trees(self, values: list[float]) -> list[float]:
        return [value + trees for value, trees in zip(values, self.trees, strict=True)]

    def play_round(self, number: int, notes: Notes) -> Position:
        left = ROUNDS - number
        position = self.start(number)
        coming = Coming(self.light[:15], self.dark[:5])
        self.light, self.dark = self.light[15:], self.dark[5:] if sum(position.dark) else self.dark
        seen: list[tuple[tuple[int, int, int], list[float], int, float]] = []
        while position.order:
            self.look(position)
            tiles = position.tiles
            self.standings.append((stood(position), self.with_trees(standing(position))))
            rows = len(position.order)
            for place, seat in enumerate(position.order):
                found = features(position, seat, tiles)
                seen.append(((left, rows, place), found, seat, position.base[seat]))
            if len(position.order) == 1:
                last = position.order[0]
            play_turn(position, coming, self.noise)
        self.rock = last
        self.standings.append((stood(position), self.with_trees(position.base)))
        for key, found, seat, base in seen:
            notes.places[key].append((found, position.base[seat] - base))
        stage = position.stage
        for seat in range(self.players):
            for animal in range(LIGHT):
                kept = position.kept[seat][animal]
                if kept:
                    worth = stage.worth[animal][position.front[seat][animal]]
                    notes.hidden[left].append((worth[kept] - worth[0]) / kept)
        return position

    def start(self, number: int) -> Position:
        position = Position.__new__(Position)
        position.stage = self.model[ROUNDS - number]
        position.order = [(self.rock + turn) % self.players for turn in range(self.players)]
        position.keeps, position.front, position.kept = self.keeps, self.front, self.kept
        position.rows = [[0] * len(ANIMALS) for _ in range(self.players)]
        position.numbers = list(range(self.players))
        position.light = [3] * PETALS
        with_dark = self.edition is Edition.SHADOW and number > 1
        position.dark = [int(with_dark)] * PETALS
        position.per_draw = tiles_per_draw(self.edition, self.players)
        position.pool, position.dark_pool = [], []
        position.reckon()
        return position

    def look(self, position: Position) -> None:
        """What the seat to act has not seen."""
        own = position.order[0]
        pool = [10] * LIGHT
        for animal in range(LIGHT):
            pool[animal] -= sum(row[animal] for row in position.rows) + position.kept[own][animal]
            pool[animal] -= sum(front[animal] for front in position.front)
        position.pool = [max(tiles, 0) for tiles in pool]
        position.dark_pool = [1] * LIGHT + [9]
        if position.dark:
            animal = LIGHT
            position.dark_pool[animal] = 9 - min(position.front[own][animal], 9)

    def noise(self) -> float:
        return -NOISE * log(-log(self.rng.random() or 0.5))

    def cells(self, position: Position, seat: int) -> list[int]:
        """The columns of a seat's tiles, keeps and Rock."""
        found = [
            animal * CELLS + min(tiles, LEARNT_TILES) * KEPTS + kept
            for animal, (tiles, kept) in enumerate(
                zip(position.front[seat], position.kept[seat], strict=True)
            )
        ]
        found.append(len(ANIMALS) * CELLS + position.keeps[seat])
        if seat == self.rock:
            found.append(ROCK)
        return found


def stood(position: Position) -> tuple[int, int, int]:
    """How far a game is, as `Stage.spread_of` tells it apart."""
    return position.stage.rounds_left, len(position.order), position.tiles // TILES_APART


def features(position: Position, seat: int, tiles: int) -> list[float]:
    """What the weights of a place are multiplied with (see `model.OTHER_FEATURES`)."""
    gains = position.gains[seat]
    by_gain = sorted(gains, reverse=True)
    best = by_gain[0]
    contested = 0.0
    if len(gains) > 1:
        at = gains.index(best)
        rivals = sum(
            1
            for other in position.order
            if other != seat and position.gains[other].index(max(position.gains[other])) == at
        )
        contested = rivals * (best - by_gain[1])
    return [*by_gain, contested, best * tiles, best * best, tiles, position.keeps[seat], 1.0]


class Sums:
    """Many rows of a regression, as far as it needs them: what is remembered stays small."""

    def __init__(self, x: NDArray[Any], y: NDArray[Any]) -> None:
        self.squares: NDArray[Any] = x.T @ x
        self.products: NDArray[Any] = x.T @ y


def ridge(sums: list[Sums], penalty: NDArray[Any]) -> NDArray[Any]:
    squares = sum((one.squares for one in sums), start=np.diag(penalty))
    products = sum((one.products for one in sums), start=np.zeros(len(penalty)))
    solved: NDArray[Any] = np.linalg.solve(squares, products)
    return solved


@dataclass
class Lesson:
    """What one round of learning has brought."""

    places: dict[tuple[int, int, int], Sums]
    worth: dict[int, Sums]
    hidden: dict[int, list[float]]

    @classmethod
    def of(cls, notes: Notes) -> Lesson:
        return cls(
            {key: _sums_of_places(rows) for key, rows in notes.places.items()},
            {left: _sums_of_worth(rows) for left, rows in notes.worth.items()},
            notes.hidden,
        )


def _sums_of_places(rows: list[tuple[list[float], float]]) -> Sums:
    return Sums(np.array([found for found, _ in rows]), np.array([target for _, target in rows]))


def exact_worth() -> NDArray[Any]:
    """What tiles score now, in the order of the columns."""
    return np.array(untrained(2)["stages"][0]["worth"]).reshape(-1)


def _sums_of_worth(rows: list[tuple[list[int], float]]) -> Sums:
    """What lies beyond the points that tiles have now, so that what was seldom seen has those."""
    exact = exact_worth()
    x = np.zeros((len(rows), COLUMNS))
    y = np.zeros(len(rows))
    for number, (cells, target) in enumerate(rows):
        x[number, cells] = 1.0
        x[number, -1] = 1.0
        y[number] = target - exact[[cell for cell in cells if cell < len(exact)]].sum()
    return Sums(x, y)


def fit(document: dict[str, Any], memory: list[Lesson], players: int) -> dict[str, Any]:
    stages = [dict(stage) for stage in document["stages"]]
    for left, stage in enumerate(stages):
        hidden = [worth for lesson in memory for worth in lesson.hidden.get(left, [])]
        stage["hidden"] = float(np.mean(hidden)) if hidden else stage["hidden"]
        stage["places"] = [
            [fit_place(memory, (left, rows, place)) for place in range(rows)]
            for rows in range(players + 1)
        ]
        if left:
            fit_worth(stage, [lesson.worth[left] for lesson in memory])
    return {"stages": stages}


def fit_place(memory: list[Lesson], key: tuple[int, int, int]) -> list[float]:
    penalty = np.full(key[1] + len(OTHER_FEATURES), 3.0)
    penalty[-1] = 0.01
    sums = [lesson.places[key] for lesson in memory if key in lesson.places]
    return [round(float(weight), 4) for weight in ridge(sums, penalty)]


def fit_worth(stage: dict[str, Any], sums: list[Sums]) -> None:
    exact = exact_worth()
    penalty = np.full(COLUMNS, 15.0)
    penalty[ROCK], penalty[-1] = 1.0, 0.01
    found = ridge(sums, penalty)
    worth = (exact + found[: len(exact)]).reshape(len(ANIMALS), LEARNT_TILES + 1, KEPTS)
    stage["worth"] = np.round(worth, 3).tolist()
    keeps = found[len(exact) : ROCK]
    stage["keeps"] = [round(float(keep - keeps[0]), 3) for keep in keeps]
    stage["rock"] = round(float(found[ROCK]), 3)


def fit_spreads(notes: Notes, left: int, players: int) -> list[list[float]]:
    """By how many points values have to differ to tell who wins, by how far a round is."""
    found = []
    for rows in range(players + 1):
        keys = [(left, rows, tiles) for tiles in range(MOST_DRAWN // TILES_APART + 1)]
        together = [row for key in keys for row in notes.standings.get(key, [])]
        all_of_them = spread_of(together)
        by_tiles = [notes.standings.get(key, []) for key in keys]
        found.append([spread_of(r) if len(r) > ENOUGH else all_of_them for r in by_tiles])
    return found


def spread_of(rows: list[tuple[list[float], list[float]]]) -> float:
    """The spread with which a softmax of the values says best who has won."""
    if not rows:
        return SPREADS[-1]
    values, wins = (np.array(part) for part in zip(*rows, strict=True))
    values = values - values.max(axis=1, keepdims=True)
    wins = wins / wins.sum(axis=1, keepdims=True)

    def likelihood(spread: float) -> float:
        shares = np.exp(values / spread)
        logs = values / spread - np.log(shares.sum(axis=1, keepdims=True))
        return float((wins * logs).sum())

    return max(SPREADS, key=likelihood)


def train(edition: Edition, players: int, args: argparse.Namespace) -> dict[str, Any]:
    rng, games = Random(f"{args.seed} {edition} {players}"), args.games
    document, memory = untrained(players), list[Lesson]()
    for number in range(1, args.rounds + 1):
        model, notes, started = model_of(document), Notes(), perf_counter()
        points = 0.0
        for _ in range(games):
            points += sum(SelfPlay(edition, players, model, rng).play(notes)) / players
        memory = [*memory, Lesson.of(notes)][-REMEMBERED:]
        document = fit(document, memory, players)
        pace = games / (perf_counter() - started)
        print(
            f"{edition}-{players} round {number}: {points / games:.1f} points, {pace:.0f} games/s"
        )
    model, notes = model_of(document), Notes()
    for _ in range(2 * games):
        SelfPlay(edition, players, model, rng).play(notes)
    for left, stage in enumerate(document["stages"]):
        stage["spread"] = fit_spreads(notes, left, players)
    return document


def revision() -> str:
    found = subprocess.run(
        ["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    )
    return found.stdout.strip()


def variants(wanted: list[str]) -> Iterator[tuple[Edition, int]]:
    for edition in Edition:
        for players in range(2, 6):
            if not wanted or f"{edition}-{players}" in wanted:
                yield edition, players


def main() -> int:
    parser = argparse.ArgumentParser(description="learn what the robots play by")
    parser.add_argument("variants", nargs="*", help="base-3, say; otherwise all of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=10, help="of learning (default 10)")
    parser.add_argument("--games", type=int, default=1000, help="in each (default 1000)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--out", type=Path, default=LEARNT)
    args = parser.parse_args()
    known = json.loads(args.out.read_text("utf-8")) if args.out.exists() else {"models": {}}
    asked, learnt_by = list(variants(args.variants)), revision()
    with ProcessPoolExecutor(args.workers) as executor:
        for (edition, players), learnt in zip(
            asked, executor.map(partial(train, args=args), *zip(*asked, strict=True)), strict=True
        ):
            known["models"][f"{edition}-{players}"] = {
                "revision": learnt_by,
                "seed": args.seed,
                "rounds": args.rounds,
                "games": args.games,
                **learnt,
            }
            args.out.write_text(json.dumps(known, separators=(",", ":")) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
