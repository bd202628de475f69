"""Monte Carlo search: candidate moves are compared in the same random determinizations.

A determinization ("world") fills in the tiles that a seat can't see. Moves that fall behind are
dropped early.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, inf, sqrt
from random import Random
from typing import TypeAlias

from triqueta.games.triqueta.robots.evaluation import Turn, hands_after, points_of, standing
from triqueta.games.triqueta.robots.model import NUMBERS, Model
from triqueta.games.triqueta.robots.position import Position, position_of, shown_of
from triqueta.games.triqueta.robots.value_model import ValueModels
from triqueta.games.triqueta.rules.moves import BOX, DRAW, KEEP, PLACE, TAKE
from triqueta.games.triqueta.rules.tiles import Layer
from triqueta.games.triqueta.rules.views import SeatView

# Rollouts: in a determinization, each player takes the best option by `evaluation`.


CLEAR = 0.5
"""If rough estimates of drawing and of the best row differ by more than these points, the full
evaluation is skipped, as in most turns. One turn in a hundred is then wrong, by half a point."""

Noise: TypeAlias = Callable[[], float]


@dataclass(slots=True)
class Coming:
    """The tiles that will be drawn in a determinization, the next one last."""

    light: list[int]
    dark: list[int]

    def copy(self) -> Coming:
        return Coming(self.light[:], self.dark[:])


def no_noise() -> float:
    return 0.0


def play_turn(position: Position, coming: Coming, noise: Noise = no_noise) -> None:
    """Play a turn of the seat to act: it takes a row, or draws the next tiles of `coming`.

    `noise()` is added to the value of each option; self-play uses it to vary the games.
    """
    turn = Turn(position, max(position.tiles - position.per_draw, 0))
    draw, row = _decided(position, turn, noise)
    if draw is None:
        position.take(row)
    else:
        draw_tiles(position, turn, draw, coming, noise)


def _decided(position: Position, turn: Turn, noise: Noise) -> tuple[tuple[int, int] | None, int]:
    """Return the draw to make, or None to take a row, and the index of that row."""
    draws = position.draws()
    is_simple = len(draws) == 1 < len(position.order)
    drawing, taking = _glance(position, turn) if is_simple else (0.0, 0.0)
    if is_simple and drawing - taking > CLEAR:
        return draws[0], 0
    best, row = max((value + noise(), row) for row, value in enumerate(turn.takes()))
    if is_simple and abs(drawing - best) > CLEAR:
        return draws[0] if drawing > best else None, row
    chosen = None
    for draw in draws:
        value = turn.draw(*draw) + noise()
        if value > best:
            best, chosen = value, draw
    return chosen, row


def _glance(position: Position, turn: Turn) -> tuple[float, float]:
    """Return rough estimates of the values of drawing and of taking the best row.

    Drawing is estimated as the mean of the values before the turn and after passing. Taking is
    estimated as if it changed nothing for the others, which is usually too high.
    """
    seat, values = position.order[0], standing(position)
    others = (sum(values) - values[seat]) / (len(values) - 1)
    drawing = (turn.passing + values[seat] - others) / 2
    return drawing, position.base[seat] + max(position.gains[seat]) - others


def draw_tiles(
    position: Position,
    turn: Turn,
    draw: tuple[int, int],
    coming: Coming,
    noise: Noise = no_noise,
) -> None:
    """Draw the given numbers of light and shadow tiles, and make the best choice for each."""
    light, dark = draw
    drawn = []
    for _ in range(light):
        position.light[_petal_for(draw, position)] -= 1
        tile = coming.light.pop()
        position.pool[tile] -= position.pool[tile] > 0
        drawn.append(tile)
    shadow = []
    for _ in range(dark):
        position.dark[position.open_petal()] -= 1
        shadow.append(coming.dark.pop())
    if len(drawn) == 1:
        _decide_one(position, turn, drawn[0], noise)
    elif drawn:
        _decide_two(position, turn, drawn, noise)
    for tile in shadow:
        position.keep_dark(tile)
    position.end_turn()


def _petal_for(draw: tuple[int, int], position: Position) -> int:
    """Return the petal to draw a light tile from.

    It is the fullest one, unless the draw has to uncover a shadow tile.
    """
    if draw == (1, 1) and not position.open_dark():
        return position.light.index(1)
    return position.light.index(max(position.light))


def _decide_one(position: Position, turn: Turn, tile: int, noise: Noise) -> None:
    best, row = max((value + noise(), row) for row, value in enumerate(turn.place_values(tile)))
    keeps = False
    if position.keeps[position.order[0]]:
        value = turn.keep(tile) + noise()
        best, keeps = max(best, value), value > best
    if position.per_draw == 2 and turn.passing + noise() > best:
        return  # into the box (D3)
    if keeps:
        position.keep(tile)
    else:
        position.place(tile, row)


def _decide_two(position: Position, turn: Turn, drawn: list[int], noise: Noise) -> None:
    """Place, keep or box each of two tiles, not both the same way (D4)."""
    options = []
    for one, two in (drawn, drawn[::-1]):
        place, keep = turn.ways(one)
        _, keep_other = turn.ways(two)
        options += [
            (place + noise(), one, None),
            (place + keep_other + noise(), one, two),
            (keep + noise(), None, one),
        ]
    _, placed, kept = max(options, key=lambda option: option[0])
    if placed is not None:
        position.place(placed, turn.best_row(placed))
    if kept is not None:
        position.keep(kept)


# The search.


KEPT_BEFORE = 2  # rounds left at the time when most tiles are kept
TASTE = 0.9
"""How much players prefer to keep valuable tiles: with one point more, a tile is e**TASTE times as
likely to be kept. Both constants are fitted to the tiles that hard robots kept."""


class Determinization:
    """A determinization: a random guess of the tiles to come and of what others have kept.

    In it, every seat keeps its secrets: the other players know only what is in `shown`.
    """

    def __init__(
        self, view: SeatView, root: Position, shown: Position, model: Model, rng: Random
    ) -> None:
        light = [animal for animal, n in enumerate(root.pool) for _ in range(n)]
        dark = [animal for animal, n in enumerate(root.dark_pool) for _ in range(n)]
        rng.shuffle(light)
        rng.shuffle(dark)
        self.position = root.copy()
        for seat, player in enumerate(view.table.players):
            if seat != view.seat:
                front, kept = self.position.front[seat], self.position.kept[seat]
                for _ in range(player.kept_light):
                    wanted = _wanted(front, kept, model)
                    at = rng.choices(range(len(light)), [wanted[tile] for tile in light])[0]
                    kept[light.pop(at)] += 1
                for _ in range(player.kept_shadow):
                    front[dark.pop()] += 1
        self.position.recompute()
        for seat, player in enumerate(view.table.players):
            self.position.base[seat] += player.trees
        self.position.hide(shown)
        self.coming = Coming(light, dark)


def _wanted(front: list[int], kept: list[int], model: Model) -> list[float]:
    """Return the relative probability of each animal to be kept by a player with these tiles."""
    worth = model[KEPT_BEFORE].worth
    return [
        exp(TASTE * (by_tiles[tiles][hidden + 1] - by_tiles[tiles][hidden]))
        if hidden < len(by_tiles[tiles]) - 1
        else 1.0
        for by_tiles, tiles, hidden in zip(worth, front, kept, strict=True)
    ]


CHECKED = 8
"""The number of worlds between two checks for moves that have fallen behind."""
LEAST = 16
"""The number of worlds before the first check: with fewer, the standard error is unreliable."""


@dataclass(frozen=True)
class Effort:
    """The limits of a search.

    - `worlds`: the maximum number of determinizations
    - `turns`, `last_turns`: the turns played in each world, and those in the last round
    - `prior`: the weight of the evaluation before the search, as a number of worlds
    - `behind`, `trifle`: a move is dropped if its deficit plus `trifle` is more than `behind`
      standard errors, so it is unlikely to raise the chance to win by more than `trifle`
    - `seconds`: the time limit
    """

    worlds: int = 400
    turns: int = 5
    last_turns: int = 8
    prior: float = 4.0
    behind: float = 2.5
    trifle: float = 0.01
    seconds: float = 0.25


class Race:
    """A comparison of candidate moves over the same worlds, which drops those that fall behind.

    All moves share the luck of a world, so a move is judged by its difference from the best move
    in each world.
    """

    def __init__(self, prior: dict[str, float], effort: Effort) -> None:
        self._prior, self._effort = prior, effort
        self._tried: dict[str, list[float]] = {move: [] for move in prior}
        self.running = sorted(prior, key=prior.__getitem__, reverse=True)

    @property
    def best(self) -> str:
        return max(self.running, key=self._mean)

    def add(self, chances: Sequence[float]) -> None:
        """Add the chances to win of all running candidates in one more world."""
        for move, chance in zip(self.running, chances, strict=True):
            self._tried[move].append(chance)
        worlds = len(self._tried[self.running[0]])
        if worlds % CHECKED == 0 and worlds >= LEAST:
            best = self.best
            self.running = [m for m in self.running if m == best or not self._beaten(m, best)]

    def _beaten(self, move: str, best: str) -> bool:
        apart = [a - b for a, b in zip(self._tried[best], self._tried[move], strict=True)]
        mean = sum(apart) / len(apart)
        spread = sqrt(sum([(each - mean) ** 2 for each in apart])) / len(apart)
        ahead = self._mean(best) - self._mean(move) + self._effort.trifle
        return ahead > self._effort.behind * spread

    def _mean(self, move: str) -> float:
        tried, weight = self._tried[move], self._effort.prior
        return (sum(tried) + weight * self._prior[move]) / (len(tried) + weight)

    def found(self) -> dict[str, float]:
        return {move: self._mean(move) for move in self._tried}


class Search:
    """The search for the best move in one decision of one seat."""

    def __init__(
        self, view: SeatView, model: Model, value_models: ValueModels, effort: Effort, rng: Random
    ) -> None:
        self._view, self._effort, self._rng = view, effort, rng
        self._root = position_of(view, model)
        self._shown = shown_of(view, model)
        self._model, self._value_model = model, value_models[self._root.stage.rounds_left]
        is_last = not self._root.stage.rounds_left
        self._turns = effort.last_turns if is_last else effort.turns
        self._hand = [NUMBERS[tile] for tile in view.drawn]

    def chances(self, moves: Sequence[str], late: Callable[[], bool]) -> dict[str, float]:
        """Return the chance to win after each move; stop searching once `late()` is true."""
        points = points_of(self._view, moves, self._model)
        twins = self._twins(moves)
        race = Race(
            {move: self._chance_of(points[move]) for move in dict.fromkeys(twins.values())},
            self._effort,
        )
        for _ in range(self._effort.worlds):
            if len(race.running) < 2 or late():
                break
            world = Determinization(self._view, self._root, self._shown, self._model, self._rng)
            race.add([self._try(move, world) for move in race.running])
        return self._ordered(race.found(), twins, moves, race.best)

    @staticmethod
    def _ordered(
        found: dict[str, float], twins: dict[str, str], moves: Sequence[str], best: str
    ) -> dict[str, float]:
        """Return each move's chance to win, with `best` on top.

        A move that was dropped after a few worlds may have a higher mean by luck; it is capped.
        """
        top = found[best]
        return {m: top if twins[m] == best else min(found[twins[m]], top - 1e-9) for m in moves}

    def _twins(self, moves: Sequence[str]) -> dict[str, str]:
        """Return for each move the first equivalent one: equal rows, petals with equal backs."""
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
        return 1 / (1 + others * exp(-advantage / self._value_model.spread_at(self._root)))

    def _try(self, move: str, world: Determinization) -> float:
        position, coming = world.position.copy(), world.coming.copy()
        self._make(move, position, coming)
        for _ in range(self._turns):
            if not position.order:
                break
            play_turn(position, coming)
        chances = self._value_model.chances(position, self._value_model.values(position))
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
    """Put a tile that was drawn but not looked at back on a petal where it may have been."""
    light, dark = position.light, position.dark
    petals = range(len(light))
    if layer is Layer.LIGHT:
        light[max(petals, key=lambda petal: (dark[petal], light[petal]))] += 1
    else:
        dark[min(petals, key=lambda petal: light[petal] + dark[petal])] += 1


def choose_second(first: str, tile: int, position: Position, turn: Turn) -> None:
    """Place, keep or box the second of two light tiles, not the same way as the first (D4)."""
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
