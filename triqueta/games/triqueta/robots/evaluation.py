"""The evaluation of moves, in points of advantage over the mean of the other seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from operator import mul
from typing import TypeAlias

from triqueta.games.triqueta.robots.model import NUMBERS, Model
from triqueta.games.triqueta.robots.position import Position, is_of_a_round, position_of
from triqueta.games.triqueta.rules.moves import ADD, BOX, DRAW, KEEP, PLACE, RETURN, TAKE, Phase
from triqueta.games.triqueta.rules.tiles import Layer
from triqueta.games.triqueta.rules.views import SeatView
from triqueta.games.triqueta.views import totals_of_decision

Term: TypeAlias = tuple[float, Sequence[float], float, float]
"""The linear evaluation of a seat in the round, reduced to four terms: a constant, the weights of
the rows' gains (best first), the weight of a contested best row, and that of its gain squared."""


def terms_of(
    position: Position, order: Sequence[int], tiles: int, base: Sequence[float]
) -> list[Term]:
    """Return the evaluation terms of each seat in `order` with `tiles` tiles left to draw."""
    by_turn = position.stage.weights[len(order)]
    keeps, rows = position.keeps, len(order)
    terms: list[Term] = []
    for seat, weights in zip(order, by_turn, strict=True):
        contested, by_tiles, square, per_tile, per_keep, one = weights[rows:]
        sure = base[seat] + one + per_tile * tiles + per_keep * keeps[seat]
        slopes = (weights[0] + by_tiles * tiles, *weights[1:rows])
        terms.append((sure, slopes, contested, square))
    return terms


def values_of(terms: Sequence[Term], gains: Sequence[list[float]]) -> list[float]:
    """Return each seat's expected value at the end of the round.

    `gains` is what each row that is left would add to each seat.
    """
    values, bests, spare = [], [], []
    for (sure, slopes, contested, square), of_rows in zip(terms, gains, strict=True):
        by_gain = sorted(of_rows, reverse=True)
        best = by_gain[0]
        values.append(sure + sum(map(mul, slopes, by_gain)) + square * best * best)
        if len(by_gain) > 1:
            bests.append(of_rows.index(best))
            spare.append(contested * (best - by_gain[1]))
    for number, at in enumerate(bests):
        rivals = bests.count(at) - 1
        if rivals:
            values[number] += rivals * spare[number]
    return values


def base_for(position: Position, seat: int) -> list[float]:
    """Return the value of every seat as far as `seat` knows: kept tiles of others are hidden."""
    if not position.has_secrets:
        return position.base
    base = position.shown_base[:]
    base[seat] = position.base[seat]
    return base


def gains_for(position: Position, seat: int, order: Sequence[int]) -> list[list[float]]:
    """Return what each row would add to each seat in `order`, as far as `seat` knows."""
    gains, shown = position.gains, position.shown_gains
    return [gains[each] if each == seat else shown[each] for each in order]


def standing(position: Position) -> list[float]:
    """Return each seat's expected value at the end of the round, as the seat to act sees it."""
    order = position.order
    if not order:
        return position.base[:]
    base = base_for(position, order[0])
    values, terms = base[:], terms_of(position, order, position.tiles, base)
    found = values_of(terms, gains_for(position, order[0], order))
    for seat, value in zip(order, found, strict=True):
        values[seat] = value
    return values


class Turn:
    """The evaluation of all options of the seat to act, in points of advantage over the others.

    `tiles_after` is the number of tiles left to draw after the turn. `passing` is the value of a
    turn that changes nothing; the other options are often compared with it.
    """

    def __init__(self, position: Position, tiles_after: int) -> None:
        self._position = position
        order = position.order
        self._seat = order[0]
        self._seats = len(position.base)
        self._after = [*order[1:], order[0]]
        self._base = base_for(position, self._seat)
        self._terms = terms_of(position, self._after, tiles_after, self._base)
        self._gains = gains_for(position, self._seat, self._after)
        self._out = sum(self._base) - sum([self._base[seat] for seat in order])
        values = values_of(self._terms, self._gains)
        self._others = self._out + sum(values[:-1])
        self.passing = self._advantage(values[-1], self._others)
        self._tops = [g.index(max(g)) for g in self._gains[:-1]]  # the others' best rows
        self._placed: dict[int, list[float]] = {}
        self._way: dict[int, tuple[float, float]] = {}

    def _advantage(self, own: float, others: float) -> float:
        return own - others / (self._seats - 1)

    def takes(self) -> list[float]:
        """Return the value of taking each row that is left."""
        position, seat = self._position, self._seat
        base, gains, rest = position.base[seat], position.gains[seat], position.order[1:]
        if not rest:
            return [self._advantage(base + gains[0] + position.stage.rock, self._out)]
        terms, wanted = terms_of(position, rest, position.tiles, self._base), self._gains[:-1]
        found = []
        for row, gain in enumerate(gains):
            left = [of_rows[:row] + of_rows[row + 1 :] for of_rows in wanted]
            others = self._out + sum(values_of(terms, left))
            found.append(self._advantage(base + gain, others))
        return found

    def place_values(self, animal: int) -> list[float]:
        """Return the value of placing a light tile of an animal in each row that is left."""
        if animal not in self._placed:
            self._placed[animal] = self._place_values(animal)
        return self._placed[animal]

    def _place_values(self, animal: int) -> list[float]:
        position = self._position
        by_tiles = position.stage.gains[animal]
        front, kept = position.front, position.kept
        each = [by_tiles[front[seat][animal]][kept[seat][animal]] for seat in self._after]
        if position.has_secrets:
            shown = position.shown_front
            each[:-1] = [by_tiles[shown[seat][animal]][0] for seat in self._after[:-1]]
        found = []
        for row, counts in enumerate(position.rows):
            tiles = counts[animal]
            changed = [of_rows[:] for of_rows in self._gains]
            for of_rows, gain in zip(changed, each, strict=True):
                of_rows[row] += gain[tiles + 1] - gain[tiles]
            *others, own = values_of(self._terms, changed)
            found.append(self._advantage(own, self._out + sum(others)))
        return found

    def best_row(self, animal: int) -> int:
        values = self.place_values(animal)
        return values.index(max(values))

    def keep(self, animal: int) -> float:
        """Return the value of keeping a light tile of an animal."""
        position, seat = self._position, self._seat
        more = position.worth_of_keep(seat, animal)
        tiles, kept = position.front[seat][animal], position.kept[seat][animal]
        weights = position.stage.weights[len(position.order)][-1]
        more -= weights[-2]  # one keep fewer is left
        return self._alone(animal, tiles, kept + 1, more)

    def keep_dark(self, animal: int) -> float:
        """Return the value of keeping a shadow tile of an animal."""
        position, seat = self._position, self._seat
        tiles, kept = position.front[seat][animal], position.kept[seat][animal]
        more = position.stage.gains[animal][tiles][kept][1]
        return self._alone(animal, tiles + 1, kept, more)

    def _alone(self, animal: int, tiles: int, kept: int, more: float) -> float:
        """Return the value after a change of the seat's tiles that changes nothing for the others.

        `tiles` and `kept` are its new counts of the animal; `more` is what they add to its value.
        """
        position, seat = self._position, self._seat
        by_tiles = position.stage.gains[animal]
        before = by_tiles[position.front[seat][animal]][position.kept[seat][animal]]
        after = by_tiles[tiles][kept]
        gains = self._gains[-1]
        sure, slopes, contested, square = self._terms[-1]
        changed = [
            gain + after[row[animal]] - before[row[animal]]
            for gain, row in zip(gains, position.rows, strict=True)
        ]
        by_gain = sorted(changed, reverse=True)
        best = by_gain[0]
        own = sure + more + sum(map(mul, slopes, by_gain)) + square * best * best
        if len(by_gain) > 1:
            own += self._tops.count(changed.index(best)) * contested * (best - by_gain[1])
        return self._advantage(own, self._others)

    def settle(self, animal: int) -> float:
        """Return the value of the best choice for one drawn light tile."""
        best = max(self.place_values(animal))
        if self._position.per_draw == 2:
            best = max(best, self.passing)  # into the box (D3)
        return max(best, self.keep(animal)) if self._position.keeps[self._seat] else best

    def settle_two(self, one: int, two: int) -> float:
        """Return the value of the best choices for two light tiles, which must differ (D4)."""
        return max(self.two_ways(one, two)) + self.passing

    def two_ways(self, one: int, two: int) -> tuple[float, float, float]:
        """Return the gains over passing if the first of two tiles is placed, kept or boxed.

        Each includes the best choice for the second tile. The gains of both tiles are simply
        added: they hardly depend on each other.
        """
        place_one, keep_one = self.ways(one)
        place_two, keep_two = self.ways(two)
        return (
            place_one + max(keep_two, 0.0),
            keep_one + max(place_two, 0.0),
            max(place_two, keep_two),
        )

    def ways(self, animal: int) -> tuple[float, float]:
        """Return the gains over passing of placing and of keeping a light tile of an animal."""
        if animal not in self._way:
            may_keep = self._position.keeps[self._seat] > 0
            keep = self.keep(animal) - self.passing if may_keep else -inf
            self._way[animal] = (max(self.place_values(animal)) - self.passing, keep)
        return self._way[animal]

    def draw(self, light: int, dark: int) -> float:
        """Return the expected value of drawing these numbers of light and shadow tiles.

        It is the mean over all unseen tiles, each with the best choice for it.
        """
        value = self.passing
        if dark:
            value += dark * (self._mean(self._position.dark_pool, self.keep_dark) - self.passing)
        if light == 1:
            value += self._mean(self._position.pool, self.settle) - self.passing
        elif light == 2:
            value += self._mean_of_two() - self.passing
        return value

    def _mean(self, pool: list[int], worth: Callable[[int], float]) -> float:
        every = sum(pool)
        if not every:
            return self.passing
        return sum(n * worth(animal) for animal, n in enumerate(pool) if n) / every

    def _mean_of_two(self) -> float:
        pool = self._position.pool
        every = sum(pool)
        if every < 2:
            return self.passing
        total = 0.0
        for one, ones in enumerate(pool):
            if ones > 1:
                total += ones * (ones - 1) * self.settle_two(one, one)
            for two in range(one):
                if ones and pool[two]:
                    total += 2 * ones * pool[two] * self.settle_two(one, two)
        return total / (every * (every - 1))


def points_of(view: SeatView, moves: Sequence[str], model: Model) -> dict[str, float]:
    """Return the value of each move to the seat that has this view."""
    if view.table.phase is Phase.REVEAL:
        added, returned, add = totals_of_decision(view)
        # With equal points, more tiles are better: they break a tie.
        worth = {ADD: added + 0.1 * add, RETURN: float(returned)}
        return {move: worth[move] for move in moves}
    if not is_of_a_round(view):
        return dict.fromkeys(moves, 0.0)  # the contents of unopened piles are unknown
    position = position_of(view, model)
    if view.table.phase is Phase.CHOICE:
        turn = Turn(position, position.tiles)
        return _choices(turn, position, [NUMBERS[tile] for tile in view.drawn], moves)
    drawn = view.table.drawn
    turn = Turn(position, max(position.tiles - position.per_draw + len(drawn), 0))
    return _turns(turn, position, drawn, moves)


def _turns(
    turn: Turn, position: Position, drawn: Sequence[Layer], moves: Sequence[str]
) -> dict[str, float]:
    found = {}
    takes = [move for move in moves if move in TAKE]
    if takes:
        by_row = dict(zip(position.numbers, turn.takes(), strict=True))
        found = {move: by_row[TAKE.index(move)] for move in takes}
    by_hands: dict[Hands, float] = {}
    for move in moves:
        if move in DRAW:
            hands = hands_after(position, DRAW.index(move), drawn)
            if hands not in by_hands:
                by_hands[hands] = max(turn.draw(*hand) for hand in hands)
            found[move] = by_hands[hands]
    return found


Hands: TypeAlias = tuple[tuple[int, int], ...]
"""The hands that a draw can end with, each as its numbers of light and shadow tiles."""


def hands_after(position: Position, petal: int, drawn: Sequence[Layer]) -> Hands:
    """Return the hands that a draw from `petal` can end with.

    With two tiles per draw, `drawn` has the back of the first tile; if it is empty, a second draw
    follows (D1).
    """
    above = position.light[petal]
    hand = (1, 0) if above else (0, 1)
    if drawn:
        return (_with(hand, light=drawn[0] is Layer.LIGHT),)
    if position.per_draw == 1:
        return (hand,)
    uncovered = above == 1 and position.dark[petal] > 0
    open_dark = position.open_dark() + uncovered - hand[1]
    second = [_with(hand, light=True)] * (sum(position.light) > hand[0])
    return (*second, *[_with(hand, light=False)] * (open_dark > 0))


def _with(hand: tuple[int, int], *, light: bool) -> tuple[int, int]:
    return hand[0] + light, hand[1] + (not light)


def _choices(
    turn: Turn, position: Position, drawn: list[int], moves: Sequence[str]
) -> dict[str, float]:
    tile, found = drawn[0], {}
    by_row = dict(zip(position.numbers, turn.place_values(tile), strict=True))
    place, keep, box = _second(turn, drawn)
    for move in moves:
        if move in PLACE:
            found[move] = by_row[PLACE.index(move)] + place
        elif move == KEEP:
            found[move] = turn.keep(tile) + keep
        elif move == BOX:
            found[move] = turn.passing + box
    return found


def _second(turn: Turn, drawn: list[int]) -> tuple[float, float, float]:
    """Return what the second tile adds if the first one is placed, kept or boxed (D4)."""
    if len(drawn) == 1:
        return 0.0, 0.0, 0.0
    place, keep = turn.ways(drawn[1])
    return max(keep, 0.0), max(place, 0.0), max(place, keep)
