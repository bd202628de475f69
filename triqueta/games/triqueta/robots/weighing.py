"""What every move that a seat may make is worth, in points of advantage over the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from triqueta.games.triqueta.decisions import totals_of_decision
from triqueta.games.triqueta.robots.evaluating import Turn
from triqueta.games.triqueta.robots.model import NUMBERS, Model
from triqueta.games.triqueta.robots.position import Position
from triqueta.games.triqueta.robots.seeing import is_of_a_round, position_of
from triqueta.games.triqueta.rules.moves import ADD, BOX, DRAW, KEEP, PLACE, RETURN, TAKE
from triqueta.games.triqueta.rules.phases import Phase
from triqueta.games.triqueta.rules.tiles import Layer
from triqueta.games.triqueta.rules.views import SeatView


def points_of(view: SeatView, moves: Sequence[str], model: Model) -> dict[str, float]:
    """The worth of each of these moves to the seat whose view this is."""
    if view.table.phase is Phase.REVEAL:
        added, returned, add = totals_of_decision(view)
        # On equal points more tiles are better: they break a tie.
        worth = {ADD: added + 0.1 * add, RETURN: float(returned)}
        return {move: worth[move] for move in moves}
    if not is_of_a_round(view):
        return dict.fromkeys(moves, 0.0)  # of the piles nobody knows anything
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
"""How many light and shadow tiles there may be in the hand in the end."""


def hands_after(position: Position, petal: int, drawn: Sequence[Layer]) -> Hands:
    """What a draw here leads to, with a tile drawn before or one to be drawn yet (D1)."""
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
    by_row = dict(zip(position.numbers, turn.places(tile), strict=True))
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
    """What the other tile adds if the first one is placed, kept, or put into the box (D4)."""
    if len(drawn) == 1:
        return 0.0, 0.0, 0.0
    place, keep = turn.ways(drawn[1])
    return max(keep, 0.0), max(place, 0.0), max(place, keep)
