"""A yardstick: it takes the best row for now, draws while no row is good, and keeps nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from triqueta.games.triqueta.decisions import totals_of_decision
from triqueta.games.triqueta.robots.model import NUMBERS, ROUNDS, Model, model_of, untrained
from triqueta.games.triqueta.robots.position import Position
from triqueta.games.triqueta.robots.seeing import is_of_a_round, position_of
from triqueta.games.triqueta.rules.moves import ADD, BOX, DRAW, KEEP, PLACE, RETURN, TAKE
from triqueta.games.triqueta.rules.phases import Phase
from triqueta.games.triqueta.rules.views import SeatView

GOOD = 5.0  # points that a row has to bring


@cache
def _scores_now() -> Model:
    """Everything is worth what it scores now, in every round."""
    return (model_of(untrained(5))[0],) * ROUNDS


def greedy_move(view: SeatView, moves: Sequence[str]) -> str:
    if view.table.phase is Phase.REVEAL:
        return ADD if totals_of_decision(view)[2] else RETURN
    if not is_of_a_round(view):
        return moves[0]
    position = position_of(view, _scores_now())
    gains = dict(zip(position.numbers, position.gains[view.seat], strict=True))
    if view.table.phase is Phase.CHOICE:
        return _choice(position, NUMBERS[view.drawn[0]], view.seat, moves)
    draws = [move for move in moves if move in DRAW]
    takes = [move for move in moves if move in TAKE]
    best = max(takes, key=lambda move: gains[TAKE.index(move)], default=None)
    if best is None or (draws and gains[TAKE.index(best)] < GOOD):
        return draws[0]
    return best


def _choice(position: Position, tile: int, seat: int, moves: Sequence[str]) -> str:
    """Where the own best row becomes best."""
    places = [move for move in moves if move in PLACE]
    if not places:
        return BOX if BOX in moves else KEEP

    def best_after(move: str) -> tuple[float, float]:
        twin = position.copy()
        row = twin.numbers.index(PLACE.index(move))
        twin.place(tile, row)
        return max(twin.gains[seat]), twin.gains[seat][row] - position.gains[seat][row]

    return max(places, key=best_after)
