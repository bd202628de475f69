"""Fast games of robots against themselves, for training: without records, views or a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import log
from random import Random
from typing import Protocol, TypeAlias

from triqueta.games.triqueta.robots.model import ANIMALS, LIGHT, NUMBERS, ROUNDS, Model
from triqueta.games.triqueta.robots.position import Position
from triqueta.games.triqueta.robots.search import Coming, play_turn
from triqueta.games.triqueta.robots.value_model import tops_of
from triqueta.games.triqueta.rules import Edition
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME, tiles_per_draw
from triqueta.games.triqueta.rules.tiles import LIGHT_TILES, PETALS, SHADOW_TILES

NOISE = 0.15  # in points, so that robots also explore moves that don't seem best


class Watcher(Protocol):
    """An object that collects training data from games."""

    def before_turn(self, game: SelfPlay, position: Position) -> None: ...

    def after_round(self, game: SelfPlay, position: Position) -> None: ...


Session: TypeAlias = Callable[[Watcher], list[float]]
"""A function that plays a game, calls the watcher during it, and returns the final points."""
Place: TypeAlias = tuple[int, int, int]
"""Rounds left, players still in the round, and a place in their turn order."""
Look: TypeAlias = Callable[[Position, int, int, Sequence[int]], list[float]]
"""A function that returns a seat's features: `look(position, seat, tiles left, best rows)`."""
Count: TypeAlias = Callable[[Position], list[float]]
"""A function that returns the current value of each seat."""


class Places:
    """A watcher that records the features of each place in the turn order, and its gain.

    The gain is how much the rest of the round adds to the seat's value. `look` computes a seat's
    features, `count` the values of all seats.
    """

    def __init__(self, look: Look, count: Count = lambda position: position.base) -> None:
        self.places: dict[Place, list[tuple[list[float], float]]] = defaultdict(list)
        self._look, self._count = look, count
        self._seen: list[tuple[Place, list[float], int, float]] = []

    def before_turn(self, _: SelfPlay, position: Position) -> None:
        left, rows = position.stage.rounds_left, len(position.order)
        tops, tiles, has = tops_of(position), position.tiles, self._count(position)
        for place, seat in enumerate(position.order):
            found = self._look(position, seat, tiles, tops)
            self._seen.append(((left, rows, place), found, seat, has[seat]))

    def after_round(self, _: SelfPlay, position: Position) -> None:
        has = self._count(position)
        for key, found, seat, before in self._seen:
            self.places[key].append((found, has[seat] - before))
        self._seen = []


class SelfPlay:
    """A game between robots that all use the same model."""

    def __init__(self, edition: Edition, players: int, model: Model, rng: Random) -> None:
        self.edition, self.players, self.model, self.rng = edition, players, model, rng
        self.light = [NUMBERS[tile] for tile in rng.sample(LIGHT_TILES, len(LIGHT_TILES))]
        self.dark = [NUMBERS[tile] for tile in rng.sample(SHADOW_TILES, len(SHADOW_TILES))]
        self.front = [[0] * len(ANIMALS) for _ in range(players)]
        self.kept = [[0] * len(ANIMALS) for _ in range(players)]
        self.keeps = [KEEPS_PER_GAME] * players
        self.rock = rng.randrange(players)
        self.trees = [0] * players

    def play(self, watcher: Watcher) -> list[float]:
        """Play the game, and return the points of all seats."""
        for number in range(1, ROUNDS + 1):
            if number > 1:
                self.trees[self.rock] += 1
            position = self._play_round(number, watcher)
            watcher.after_round(self, position)
        return self.with_trees(position.base)

    def with_trees(self, values: list[float]) -> list[float]:
        return [value + trees for value, trees in zip(values, self.trees, strict=True)]

    def _play_round(self, number: int, watcher: Watcher) -> Position:
        position = self._start(number)
        coming = Coming(self.light[:15], self.dark[:5])
        self.light, self.dark = self.light[15:], self.dark[5:] if sum(position.dark) else self.dark
        while position.order:
            self._look(position)
            watcher.before_turn(self, position)
            last = position.order[0]
            play_turn(position, coming, self._noise)
        self.rock = last
        return position

    def _start(self, number: int) -> Position:
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
        position.recompute()
        return position

    def _look(self, position: Position) -> None:
        """Set the pools to the tiles that the current player has not seen."""
        own = position.order[0]
        pool = [10] * LIGHT
        for animal in range(LIGHT):
            pool[animal] -= sum(row[animal] for row in position.rows) + position.kept[own][animal]
            pool[animal] -= sum(front[animal] for front in position.front)
        position.pool = [max(tiles, 0) for tiles in pool]
        position.dark_pool = [1] * LIGHT + [9 - min(position.front[own][LIGHT], 9)]

    def _noise(self) -> float:
        return -NOISE * log(-log(self.rng.random() or 0.5))
