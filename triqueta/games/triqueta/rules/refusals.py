"""Why a move is refused: the clause of the rules and a sentence for the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triqueta.games.triqueta.rules.moves import ALL_MOVES
from triqueta.games.triqueta.rules.phases import Phase
from triqueta.records.errors import IllegalMoveError, InvalidMoveError, RulesError

if TYPE_CHECKING:
    from triqueta.games.triqueta.rules.game import Game

# What each phase asks for, by the first letter of its moves. A move of another kind breaks
# the clause given here, whatever its number.
_ASKED = {
    Phase.TURN: ("dt", "R3", "{name} draws a tile or takes a row"),
    Phase.SECOND_DRAW: ("d", "D1", "{name} draws the second tile first"),
    Phase.CHOICE: ("rkx", "R4", "{name} first decides about the drawn tile"),
    Phase.NEXT_PILE: ("p", "R11", "{name} first opens the next pile"),
    Phase.REVEAL: ("+-", "R12", "{name} first adds (+) or returns (-) a kept tile"),
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
    if move[0] not in kinds:
        return IllegalMoveError(clause, asked.format(name=name))
    return IllegalMoveError(*_OBSTACLES[move[0]](game, move, name))


def _draw_obstacle(game: Game, move: str, name: str) -> tuple[str, str]:
    tiles = sum(map(len, game.petals))
    if not tiles:
        return "R9", f"the pile is empty, {name} can only take a row"
    if not game.draws:
        return "D5", f"fewer than two tiles are left, {name} can only take a row"
    return "R4", f"petal {move[1]} is empty"


def _row_obstacle(game: Game, move: str, name: str) -> tuple[str, str]:
    if int(move[1]) > len(game.rows):
        return "R1", f"there is no row {move[1]}, only one row per player"
    return "R7" if move[0] == "t" else "R5", f"row {move[1]} has been taken"


def _choice_obstacle(game: Game, move: str, name: str) -> tuple[str, str]:
    if move[0] == game.moves[-1][0]:
        return "D4", f"{name} must use another option for the second light tile"
    if move[0] == "r":
        return _row_obstacle(game, move, name)
    if move[0] == "k":
        return "R6", f"{name} has kept two tiles already"
    return "D3", "only two players with the expansion put tiles into the box"


def _pile_obstacle(game: Game, move: str, name: str) -> tuple[str, str]:
    return "R11", f"pile {move[1]} has been played"


_OBSTACLES = {
    "d": _draw_obstacle,
    "t": _row_obstacle,
    **dict.fromkeys("rkx", _choice_obstacle),
    "p": _pile_obstacle,
}
