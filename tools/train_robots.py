"""Train the robots by self-play.

    nice .venv/bin/python -m tools.train_robots --seed 1

Each edition and number of players is trained separately. In each training round the robots play
games with the current model, and two ridge regressions fit a new one: the value of a place in the
turn order at the end of the round, and the value of tiles before later rounds, from their value a
round later. Run `fit_value_model` afterwards. The tool needs numpy.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.self_play import Places, SelfPlay
from triqueta.games.triqueta.robots.model import (
    ANIMALS,
    LEARNT_TILES,
    LIGHT,
    OTHER_FEATURES,
    model_of,
    untrained,
)
from triqueta.games.triqueta.robots.position import Position
from triqueta.games.triqueta.robots.value_model import features
from triqueta.games.triqueta.rules import Edition
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME

LEARNT = Path("triqueta/games/triqueta/robots/learnt.json")
REMEMBERED = 4  # the latest training rounds whose games are used
KEPTS = KEEPS_PER_GAME + 1
CELLS = (LEARNT_TILES + 1) * KEPTS
ROCK = len(ANIMALS) * CELLS + KEPTS
COLUMNS = ROCK + 2


class Notes(Places):
    """A watcher that collects the training data of a training round."""

    def __init__(self) -> None:
        super().__init__(features)
        self.worth: dict[int, list[tuple[list[int], float]]] = defaultdict(list)
        self.hidden: dict[int, list[float]] = defaultdict(list)
        self._before: list[tuple[list[int], bool]] = []

    def after_round(self, game: SelfPlay, position: Position) -> None:
        super().after_round(game, position)
        left = position.stage.rounds_left
        for seat, (cells, had_rock) in enumerate(self._before):
            self.worth[left + 1].append((cells, position.base[seat] + had_rock))
        self._note_hidden(game, position)
        seats = range(game.players) if left else ()
        self._before = [(cells_of(position, s, s == game.rock), s == game.rock) for s in seats]

    def _note_hidden(self, game: SelfPlay, position: Position) -> None:
        """Record the mean value of each kept tile to its owner."""
        stage = position.stage
        for seat in range(game.players):
            for animal in range(LIGHT):
                kept = position.kept[seat][animal]
                if kept:
                    worth = stage.worth[animal][position.front[seat][animal]]
                    self.hidden[stage.rounds_left].append((worth[kept] - worth[0]) / kept)


def cells_of(position: Position, seat: int, has_rock: bool) -> list[int]:
    """Return the columns of the regression that are 1 for a seat's tiles, keeps and Rock."""
    found = [
        animal * CELLS + min(tiles, LEARNT_TILES) * KEPTS + kept
        for animal, (tiles, kept) in enumerate(
            zip(position.front[seat], position.kept[seat], strict=True)
        )
    ]
    found.append(len(ANIMALS) * CELLS + position.keeps[seat])
    if has_rock:
        found.append(ROCK)
    return found


class Sums:
    """The sums that a regression needs from many rows, so that the rows can be discarded."""

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
    """The results of a training round, as sums for the regressions."""

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
    """Return the points that tiles score at the end of the game, in the order of the columns."""
    return np.array(untrained(2)["stages"][0]["worth"]).reshape(-1)


def _sums_of_worth(rows: list[tuple[list[int], float]]) -> Sums:
    """Return sums whose target is the value beyond the tiles' points.

    So rare combinations of tiles keep their points as their value.
    """
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
    parser = argparse.ArgumentParser(description="train the robots by self-play")
    parser.add_argument("variants", nargs="*", help="for example base-3 (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    parser.add_argument("--rounds", type=int, default=10, help="training rounds (default 10)")
    parser.add_argument(
        "--games", type=int, default=1000, help="games in each training round (default 1000)"
    )
    parser.add_argument("--workers", type=int, default=1, help="number of processes (default 1)")
    parser.add_argument("--out", type=Path, default=LEARNT, help=f"default {LEARNT}")
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
