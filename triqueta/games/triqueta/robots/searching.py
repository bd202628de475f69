"""Thinking ahead: every candidate is tried in the same imagined worlds, the bad ones less often.

A world is a guess at all that the seat has not seen: the tiles to come and what others have
kept. After the candidate everybody plays some turns as `policy` has it, and the chance to win
is read off what can be foreseen for all seats then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, inf
from random import Random

from triqueta.games.triqueta.robots.evaluating import Turn
from triqueta.games.triqueta.robots.foresight import Foresights
from triqueta.games.triqueta.robots.imagining import Imagined
from triqueta.games.triqueta.robots.model import NUMBERS, Model
from triqueta.games.triqueta.robots.policy import Coming, draw_tiles, play_turn
from triqueta.games.triqueta.robots.position import Position
from triqueta.games.triqueta.robots.racing import Effort, Race
from triqueta.games.triqueta.robots.seeing import position_of, shown_of
from triqueta.games.triqueta.robots.weighing import hands_after, points_of
from triqueta.games.triqueta.rules.moves import BOX, DRAW, KEEP, PLACE, TAKE
from triqueta.games.triqueta.rules.tiles import Layer
from triqueta.games.triqueta.rules.views import SeatView


class Search:
    """One decision of one seat."""

    def __init__(
        self, view: SeatView, model: Model, foresights: Foresights, effort: Effort, rng: Random
    ) -> None:
        self._view, self._effort, self._rng = view, effort, rng
        self._root = position_of(view, model)
        self._shown = shown_of(view, model)
        self._model, self._foresight = model, foresights[self._root.stage.rounds_left]
        is_last = not self._root.stage.rounds_left
        self._turns = effort.last_turns if is_last else effort.turns
        self._hand = [NUMBERS[tile] for tile in view.drawn]

    def chances(self, moves: Sequence[str], late: Callable[[], bool]) -> dict[str, float]:
        """The chance to win after each of these moves."""
        points = points_of(self._view, moves, self._model)
        twins = self._twins(moves)
        race = Race(
            {move: self._chance_of(points[move]) for move in dict.fromkeys(twins.values())},
            self._effort,
        )
        for _ in range(self._effort.worlds):
            if len(race.running) < 2 or late():
                break
            world = Imagined(self._view, self._root, self._shown, self._model, self._rng)
            race.add([self._try(move, world) for move in race.running])
        return self._ordered(race.found(), twins, moves, race.best)

    @staticmethod
    def _ordered(
        found: dict[str, float], twins: dict[str, str], moves: Sequence[str], best: str
    ) -> dict[str, float]:
        """The one that was tried most is the best, whatever luck others had with fewer trials."""
        top = found[best]
        return {m: top if twins[m] == best else min(found[twins[m]], top - 1e-9) for m in moves}

    def _twins(self, moves: Sequence[str]) -> dict[str, str]:
        """For each move the first that leads to the same: equal rows, petals with equal backs."""
        first: dict[object, str] = {}
        return {move: first.setdefault(self._sense(move), move) for move in moves}

    def _sense(self, move: str) -> object:
        if move in DRAW:
            return hands_after(self._root, DRAW.index(move), self._view.table.drawn)
        if move in TAKE or move in PLACE:
            return move[0], tuple(self._root.rows[self._row(move)])
        return move

    def _row(self, move: str) -> int:
        return self._root.numbers.index(int(move[1]) - 1)

    def _chance_of(self, advantage: float) -> float:
        others = len(self._root.base) - 1
        return 1 / (1 + others * exp(-advantage / self._foresight.spread_at(self._root)))

    def _try(self, move: str, world: Imagined) -> float:
        position, coming = world.position.copy(), world.coming.copy()
        self._make(move, position, coming)
        for _ in range(self._turns):
            if not position.order:
                break
            play_turn(position, coming)
        chances = self._foresight.chances(position, self._foresight.values(position))
        return chances[self._view.seat]

    def _make(self, move: str, position: Position, coming: Coming) -> None:
        if move in TAKE:
            position.take(self._row(move))
        elif move in DRAW:
            self._draw(DRAW.index(move), position, coming)
        else:
            self._choose(move, position)
            position.end_turn()

    def _draw(self, petal: int, position: Position, coming: Coming) -> None:
        drawn = self._view.table.drawn
        hands = hands_after(position, petal, drawn)
        for layer in drawn:
            put_back(layer, position)
        turn = Turn(position, max(position.tiles - position.per_draw, 0))
        draw_tiles(position, turn, max(hands, key=lambda hand: turn.draw(*hand)), coming)

    def _choose(self, move: str, position: Position) -> None:
        tile, *rest = self._hand
        turn = Turn(position, position.tiles)
        if move in PLACE:
            position.place(tile, self._row(move))
        elif move == KEEP:
            position.keep(tile)
        for second in rest:
            choose_second(move, second, position, turn)


def put_back(layer: Layer, position: Position) -> None:
    """A tile that was drawn and not looked at is as good as not drawn."""
    light, dark = position.light, position.dark
    petals = range(len(light))
    if layer is Layer.LIGHT:
        light[max(petals, key=lambda petal: (dark[petal], light[petal]))] += 1
    else:
        dark[min(petals, key=lambda petal: light[petal] + dark[petal])] += 1


def choose_second(first: str, tile: int, position: Position, turn: Turn) -> None:
    """The second of two light tiles goes another way than the first (D4)."""
    place, keep = turn.ways(tile)
    if first in PLACE:
        place = -inf
    if first == KEEP or not position.keeps[position.order[0]]:
        keep = -inf
    box = -inf if first == BOX else 0.0
    best = max(place, keep, box)
    if best == place:
        position.place(tile, turn.best_row(tile))
    elif best == keep:
        position.keep(tile)
