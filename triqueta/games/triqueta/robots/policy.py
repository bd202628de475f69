"""A turn of a round in the mind: the best option by `evaluation`, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from triqueta.games.triqueta.robots.evaluation import Turn, standing
from triqueta.games.triqueta.robots.position import Position

CLEAR = 0.5
"""Points by which drawing and the best row have to differ at a glance, so that nothing more is
worked out. That is so in most turns; in one of a hundred it is wrong, by half a point."""

Noise: TypeAlias = Callable[[], float]


@dataclass(slots=True)
class Coming:
    """The tiles that will be drawn, the next one last."""

    light: list[int]
    dark: list[int]

    def copy(self) -> Coming:
        return Coming(self.light[:], self.dark[:])


def no_noise() -> float:
    return 0.0


def play_turn(position: Position, coming: Coming, noise: Noise = no_noise) -> None:
    """The seat to act takes a row, or draws what is coming."""
    turn = Turn(position, max(position.tiles - position.per_draw, 0))
    draw, row = _decided(position, turn, noise)
    if draw is None:
        position.take(row)
    else:
        draw_tiles(position, turn, draw, coming, noise)


def _decided(position: Position, turn: Turn, noise: Noise) -> tuple[tuple[int, int] | None, int]:
    """What to draw, or None to take a row; and which row."""
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
    """About what drawing and taking are worth.

    Drawing: between how all stand now, and how they would without it. Taking: as if it changed
    nothing for the others, which is too much as a rule.
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
    """Draw so many light and shadow tiles, and do the best with them."""
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
    """A light tile is drawn where most are left, unless it has to uncover a shadow tile."""
    if draw == (1, 1) and not position.open_dark():
        return position.light.index(1)
    return position.light.index(max(position.light))


def _decide_one(position: Position, turn: Turn, tile: int, noise: Noise) -> None:
    best, row = max((value + noise(), row) for row, value in enumerate(turn.places(tile)))
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
    """They go two different ways (D4); what is neither placed nor kept goes into the box."""
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
