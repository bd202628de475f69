"""Why a move is refused: the clause of the rules and a sentence for the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triqueta.games.triqueta.rules.moves import (
    ALL_MOVES,
    BOX,
    DECISIONS,
    DRAW,
    KEEP,
    OPEN,
    PLACE,
    TAKE,
    is_take,
    kind_of,
    number_of,
)
from triqueta.games.triqueta.rules.phases import Phase
from triqueta.records.errors import IllegalMoveError, InvalidMoveError, RulesError

if TYPE_CHECKING:
    from triqueta.games.triqueta.rules.game import Game

# What each phase asks for. A move of another kind breaks the clause given here, whatever its
# number.
_ASKED = {
    Phase.TURN: ((DRAW, TAKE), "R3", "{name} draws a tile or takes a row"),
    Phase.SECOND_DRAW: ((DRAW,), "D1", "{name} draws the second tile first"),
    Phase.CHOICE: ((PLACE, (KEEP,), (BOX,)), "R4", "{name} first decides about the drawn tile"),
    Phase.NEXT_PILE: ((OPEN,), "R11", "{name} first opens the next pile"),
    Phase.REVEAL: ((DECISIONS,), "R12", "{name} first adds (+) or returns (-) a kept tile"),
}


def refusal(game: Game, move: str) -> RulesError:
    """The error to raise for a move that is not among the legal ones."""
    if move not in ALL_MOVES:
        return InvalidMoveError(
            "no such move; moves are d1-d5, r1-r5, k, x, t1-t5, p2-p4, + and -"
        )
    if not game.order:
        return IllegalMoveError("R11", "the game is over")
    name = game.setup.players[game.order[0]]
    kinds, clause, asked = _ASKED[game.phase]
    if kind_of(move) not in kinds:
        return IllegalMoveError(clause, asked.format(name=name))
    return IllegalMoveError(*_OBSTACLES[kind_of(move)](game, move, name))


def _draw_obstacle(game: Game, move: str, name: str) -> tuple[str, str]:
    if not any(game.left):
        return "R9", f"the pile is empty, {name} can only take a row"
    if not game.draws:
        return "D5", f"fewer than two tiles are left, {name} can only take a row"
    return "R4", f"petal {number_of(move)} is empty"


def _row_obstacle(game: Game, move: str, name: str) -> tuple[str, str]:
    row = number_of(move)
    if row > len(game.rows):
        return "R1", f"there is no row {row}, only one row per player"
    return "R7" if is_take(move) else "R5", f"row {row} has been taken"


def _choice_obstacle(game: Game, move: str, name: str) -> tuple[str, str]:
    if kind_of(move) is kind_of(game.moves[-1]):
        return "D4", f"{name} must use another option for the second light tile"
    if move in PLACE:
        return _row_obstacle(game, move, name)
    if move == KEEP:
        return "R6", f"{name} has kept two tiles already"
    return "D3", "only two players with the expansion put tiles into the box"


def _pile_obstacle(game: Game, move: str, name: str) -> tuple[str, str]:
    return "R11", f"pile {number_of(move)} has been played"


_OBSTACLES = {
    DRAW: _draw_obstacle,
    TAKE: _row_obstacle,
    **dict.fromkeys((PLACE, (KEEP,), (BOX,)), _choice_obstacle),
    OPEN: _pile_obstacle,
}
