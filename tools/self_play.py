"""Games of robots against themselves, in the mind: quick, and open to whoever watches."""

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

NOISE = 0.15  # in points, so that more is tried than what seems best


class Watcher(Protocol):
    """Somebody who learns from games."""

    def before_turn(self, game: SelfPlay, position: Position) -> None: ...

    def after_round(self, game: SelfPlay, position: Position) -> None: ...


Session: TypeAlias = Callable[[Watcher], list[float]]
"""Plays a game before somebody who watches, and says the points."""
Place: TypeAlias = tuple[int, int, int]
"""Rounds left, players in the round, and the place in its order."""
Look: TypeAlias = Callable[[Position, int, int, Sequence[int]], list[float]]
"""What is seen of a seat, with so many tiles left and the rows that each would like best."""
Count: TypeAlias = Callable[[Position], list[float]]


class Places:
    """What was seen of every place in rounds, and what the round has brought it.

    `count` tells what everybody has at a moment.
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
    """One game of robots that all know the same."""

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
        """The points of all."""
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
        position.reckon()
        return position

    def _look(self, position: Position) -> None:
        """What the seat to act has not seen."""
        own = position.order[0]
        pool = [10] * LIGHT
        for animal in range(LIGHT):
            pool[animal] -= sum(row[animal] for row in position.rows) + position.kept[own][animal]
            pool[animal] -= sum(front[animal] for front in position.front)
        position.pool = [max(tiles, 0) for tiles in pool]
        position.dark_pool = [1] * LIGHT + [9 - min(position.front[own][LIGHT], 9)]

    def _noise(self) -> float:
        return -NOISE * log(-log(self.rng.random() or 0.5))
