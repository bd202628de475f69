"""The state of a Triqueta game: it plays legal moves and refuses others with a reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import floor
from random import Random
from typing import ClassVar, Self, TypeAlias

from triqueta.games.triqueta.rules.moves import (
    ADD,
    ALL_MOVES,
    BOX,
    DECISIONS,
    DRAW,
    FIRST_ORDERS,
    FREE_ROWS,
    KEEP,
    OPEN,
    PLACE,
    RETURN,
    TAKE,
    WITHOUT,
    FreeRows,
    Moves,
    Phase,
    TurnOrder,
    is_take,
    move_type,
    number_of,
    reveal_order,
)
from triqueta.games.triqueta.rules.score import (
    Outcome,
    ScoreSheet,
    outcome_of,
    points_for,
    score_sheet,
)
from triqueta.games.triqueta.rules.setup import Pile, Setup
from triqueta.games.triqueta.rules.tiles import LIGHT_TILES, PETALS
from triqueta.games.triqueta.rules.views import SeatView, TableView, seat_view, table_view
from triqueta.records import game as base
from triqueta.records.errors import IllegalMoveError, InvalidMoveError, RulesError

# The move types that each phase allows, and the clause and message for a move of another type.
_ASKED = {
    Phase.TURN: ((DRAW, TAKE), "R3", "{name} must draw a tile or take a row"),
    Phase.SECOND_DRAW: ((DRAW,), "D1", "{name} must first draw the second tile"),
    Phase.CHOICE: (
        (PLACE, (KEEP,), (BOX,)),
        "R4",
        "{name} must first decide about the drawn tile",
    ),
    Phase.NEXT_PILE: ((OPEN,), "R11", "{name} must first open the next pile"),
    Phase.REVEAL: ((DECISIONS,), "R12", "{name} must first add (+) or return (-) a kept tile"),
}


def refusal(game: Game, move: str) -> RulesError:
    """Return the error to raise for a move that is not legal now; it says why."""
    if move not in ALL_MOVES:
        return InvalidMoveError(
            "no such move; moves are d1-d5, r1-r5, k, x, t1-t5, p2-p4, + and -"
        )
    if not game.order:
        return IllegalMoveError("R11", "the game is over")
    name = game.setup.players[game.order[0]]
    allowed, clause, asked = _ASKED[game.phase]
    if move_type(move) not in allowed:
        return IllegalMoveError(clause, asked.format(name=name))
    return IllegalMoveError(*_OBSTACLES[move_type(move)](game, move, name))


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
    if move_type(move) is move_type(game.moves[-1]):
        return "D4", f"{name} must use another option for the second light tile"
    if move in PLACE:
        return _row_obstacle(game, move, name)
    if move == KEEP:
        return "R6", f"{name} has kept two tiles already"
    return "D3", "tiles go into the box only in a two-player game with the expansion"


def _pile_obstacle(game: Game, move: str, name: str) -> tuple[str, str]:
    return "R11", f"pile {number_of(move)} has been played"


_OBSTACLES = {
    DRAW: _draw_obstacle,
    TAKE: _row_obstacle,
    **dict.fromkeys((PLACE, (KEEP,), (BOX,)), _choice_obstacle),
    OPEN: _pile_obstacle,
}


_LIGHT = frozenset(LIGHT_TILES)  # a faster lookup than in the string
RANDOM_DRAWS = 0.8


class Game(base.Game[Setup, TableView | SeatView]):
    """A game of Triqueta as one mutable object.

    `legal_moves` are the moves that can be played now, and `play` plays one of them. You can read
    every attribute, but only `play` and `take_back` change them. A `Game` knows every tile: show
    players a view of it instead (`triqueta.games.triqueta.rules.views`).

    Each move leaves `legal_moves` ready for the next one. Most moves don't change how a turn can
    begin, so `turn_moves` is rebuilt only when a petal runs empty or a row is taken.
    """

    __slots__ = (
        "decisions",
        "discarded",
        "draws",
        "face_up",
        "free_rows",
        "hand",
        "kept_light",
        "kept_shadow",
        "left",
        "legal_moves",
        "pile",
        "rests",
        "rock",
        "round",
        "rows",
        "steps",
        "takes",
        "tiles_per_draw",
        "trees",
        "turn",
        "turn_moves",
        "unopened",
    )

    SETUP: ClassVar = Setup
    RESULT: ClassVar = ("scores", "tiles", "winners")

    legal_moves: Moves
    round: int
    turn: TurnOrder
    pile: Pile  # the current pile, as it was dealt
    left: list[int]  # how many tiles each of its petals still has
    rests: tuple[tuple[Pile, list[int]], ...]  # `pile` and `left` of each finished round
    rows: list[str]
    free_rows: FreeRows  # the rows not taken yet in this round
    draws: Moves  # a draw from each petal that has a tile, while drawing is legal
    takes: Moves  # a take of each row not taken yet in this round
    turn_moves: Moves  # the moves that can begin a turn: draws and takes
    hand: str  # the drawn tiles still to be decided, in the order drawn

    @property
    def to_act(self) -> int | None:
        """The seat whose move is next, or None once the game is over."""
        return self.turn.seat if self.legal_moves else None

    @property
    def order(self) -> list[int]:
        """The seats still to act, the next one first."""
        return list(self.turn.order)

    @property
    def drawn(self) -> list[str]:
        """The drawn tiles still to be decided, in the order drawn."""
        return list(self.hand)

    @property
    def petals(self) -> list[str]:
        """The tiles left in each petal of the current pile, top tile first."""
        return _petals_left(self.pile, self.left)

    @property
    def box(self) -> str:
        """The tiles out of the game: rests of finished piles, and tiles that players put there."""
        rests = [tiles for pile, left in self.rests for tiles in _petals_left(pile, left)]
        return "".join(rests) + self.discarded

    @property
    def phase(self) -> Phase:
        if not self.legal_moves:
            return Phase.OVER
        phase = _PHASES[self.legal_moves[0]]
        return Phase.SECOND_DRAW if phase is Phase.TURN and self.hand else phase

    @property
    def outcome(self) -> Outcome | None:
        """The result with a score sheet per seat, or None while the game is running."""
        if self.legal_moves:
            return None
        sheets = [
            score_sheet(self.setup.edition, tiles, rock=seat == self.rock, trees=trees)
            for seat, (tiles, trees) in enumerate(zip(self.face_up, self.trees, strict=True))
        ]
        return outcome_of(sheets)

    def play(self, move: str) -> None:
        """Play a move, or raise InvalidMoveError or IllegalMoveError and change nothing."""
        if move not in self.legal_moves:
            raise refusal(self, move)
        self.moves.append(move)
        step, index = self.steps[move]
        step(self, index)

    def view(self, seat: int | None) -> TableView | SeatView:
        return table_view(self) if seat is None else seat_view(self, seat)

    def random_move(self, rng: Random) -> str:
        """Return a random legal move for simulations.

        Where both are legal, it is a draw in four of five cases, else a take. If all moves were
        equally likely, rounds would be too short.
        """
        moves = self.legal_moves
        if moves is self.turn_moves and (draws := self.draws):
            moves = draws if rng.random() < RANDOM_DRAWS else self.takes
        return moves[floor(rng.random() * len(moves))]

    def counts(self) -> dict[str, tuple[int, ...]]:
        if self.outcome is None:
            return {}
        sheets, turned_up = self.outcome.sheets, revealed(self)
        added, shadow = [one.added for one in turned_up], [one.shadow for one in turned_up]
        counts = {
            "triquetas": [sum(line.tiles == 3 for line in sheet.animals) for sheet in sheets],
            "penalties": [sum(line.tiles > 3 for line in sheet.animals) for sheet in sheets],
            "penalty_points": [
                sum(min(line.points, 0) for line in sheet.animals) for sheet in sheets
            ],
            "kept": [len(one.added) + one.returned for one in turned_up],
            "kept_added": [len(tiles) for tiles in added],
            "kept_points": list(map(_points_of, sheets, added)),
            "shadow": [len(tiles) for tiles in shadow],
            "shadow_points": list(map(_points_of, sheets, shadow)),
        }
        return {name: tuple(numbers) for name, numbers in counts.items()}

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.setup = self.setup
        twin.tiles_per_draw = self.tiles_per_draw
        twin.steps = self.steps
        twin.moves = self.moves.copy()
        twin.legal_moves = self.legal_moves
        twin.turn = self.turn
        twin.round = self.round
        twin.rock = self.rock
        twin.unopened = self.unopened
        twin.pile = self.pile
        twin.left = self.left.copy()
        twin.rests = self.rests
        twin.rows = self.rows.copy()
        twin.free_rows = self.free_rows
        twin.draws = self.draws
        twin.takes = self.takes
        twin.turn_moves = self.turn_moves
        twin.hand = self.hand
        twin.face_up = self.face_up.copy()
        twin.kept_light = self.kept_light.copy()
        twin.kept_shadow = self.kept_shadow.copy()
        twin.trees = self.trees.copy()
        twin.decisions = self.decisions
        twin.discarded = self.discarded
        return twin

    def _set_up(self) -> None:
        seats = len(self.setup.players)
        self.tiles_per_draw = self.setup.tiles_per_draw
        self.steps = _STEPS[self.tiles_per_draw]
        self.round = 0
        self.rock = self.setup.rock
        self.unopened: Moves = OPEN
        self.hand = ""
        self.face_up = [""] * seats
        self.kept_light = [""] * seats
        self.kept_shadow = [""] * seats
        self.trees = [0] * seats
        self.decisions = ""  # made in the reveal; they take effect together, at its end
        self.rests = ()
        self.discarded = ""
        self._start_round(0)

    def _start_round(self, pile: int) -> None:
        seats = len(self.trees)
        self.round += 1
        self.turn = FIRST_ORDERS[seats][self.rock]
        self.pile = self.setup.piles[pile]
        self.left = [len(self.pile[0])] * PETALS
        self.rows = [""] * seats
        self.draws = DRAW
        self._offer_rows(FREE_ROWS[self.tiles_per_draw][seats])

    def _offer_rows(self, rows: FreeRows) -> None:
        """Begin a turn with these free rows."""
        self.free_rows = rows
        self.takes = rows.takes
        self.legal_moves = self.turn_moves = self.draws + rows.takes

    def _draw(self, petal: int) -> None:
        self.left[petal] = left = self.left[petal] - 1
        self.hand = tile = self.pile[petal][~left]  # the tiles left are the last ones
        if not left:
            self.draws = draws = WITHOUT[self.draws][petal]
            self.turn_moves = draws + self.takes
        if tile in _LIGHT:
            self.legal_moves = self.free_rows.choices[len(self.kept_light[self.turn.seat])]
        else:
            self._keep_shadow()

    def _draw_of_two(self, petal: int) -> None:
        self.left[petal] -= 1
        self.hand += self.pile[petal][~self.left[petal]]
        if not self.left[petal]:
            self.draws = WITHOUT[self.draws][petal]
        if len(self.hand) == 1:
            self.legal_moves = self.draws  # D1
            return
        if sum(self.left) < 2:
            self.draws = ()  # D5
        self.turn_moves = self.draws + self.takes
        self._keep_shadow()

    def _keep_shadow(self) -> None:
        """Keep the drawn shadow tiles (W3, D2); light tiles stay in the hand to be decided."""
        seat = self.turn.seat
        self.kept_shadow[seat] += "".join([t for t in self.hand if t not in _LIGHT])
        self.hand = "".join([t for t in self.hand if t in _LIGHT])
        if self.hand:
            self.legal_moves = self.free_rows.choices[len(self.kept_light[seat])]
        else:
            self._end_turn()

    def _place(self, row: int) -> None:
        self.rows[row] += self.hand
        self.hand = ""
        # `_end_turn` inlined: a third of all moves come here, and a call costs time.
        self.turn = self.turn.next
        self.legal_moves = self.turn_moves

    def _keep(self, _: int) -> None:
        self.kept_light[self.turn.seat] += self.hand
        self.hand = ""
        self._end_turn()

    def _choose_of_two(self, choice: int) -> None:
        """Place, keep or box the first drawn tile (D3); `choice` is an index into the options."""
        tile, self.hand = self.hand[0], self.hand[1:]
        if choice < _KEPT:
            self.rows[choice] += tile
        elif choice == _KEPT:
            self.kept_light[self.turn.seat] += tile
        else:
            self.discarded += tile
        if self.hand:
            used = move_type(self.moves[-1])  # the second tile must go another way (D4)
            self.legal_moves = tuple([m for m in self.legal_moves if m not in used])
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        self.turn = self.turn.next
        self.legal_moves = self.turn_moves

    def _take(self, row: int) -> None:
        seat = self.turn.seat
        self.face_up[seat] += self.rows[row]
        self.rows[row] = ""
        if self.turn.next is not self.turn:
            self.turn = self.turn.without
            self._offer_rows(self.free_rows.without[row])
        else:
            self._end_round(seat)

    def _end_round(self, seat: int) -> None:
        """Give the Rock to the seat that took the last row, and discard the pile's rest (R10)."""
        self.rock = seat
        self.draws = self.takes = self.turn_moves = ()
        self.rests += ((self.pile, self.left),)
        self.left = [0] * PETALS
        if self.unopened:
            self.legal_moves = self.unopened
        else:
            owners = [owner for owner, kept in enumerate(self.kept_light) for _ in kept]
            self.turn = reveal_order(tuple(owners))
            self._offer_decision()

    def _open(self, index: int) -> None:
        self.trees[self.rock] += 1
        self.unopened = WITHOUT[self.unopened][index]
        self._start_round(index + 1)  # OPEN begins with pile 2: pile 1 has no Tree

    def _decide(self, index: int) -> None:
        self.decisions += DECISIONS[index]
        self.turn = self.turn.next
        self._offer_decision()

    def _offer_decision(self) -> None:
        if self.turn.order:
            self.legal_moves = DECISIONS
        else:
            self.legal_moves = ()
            self._turn_up()

    def _turn_up(self) -> None:
        """Turn up the added light tiles, then all shadow tiles (R12, W4)."""
        decisions = iter(self.decisions)
        for seat, kept in enumerate(self.kept_light):
            for tile in kept:
                if next(decisions) == ADD:
                    self.face_up[seat] += tile
                else:
                    self.discarded += tile
            self.face_up[seat] += self.kept_shadow[seat]
            self.kept_light[seat] = self.kept_shadow[seat] = ""


def _points_of(sheet: ScoreSheet, tiles: str) -> int:
    """Return how many points these tiles add to the sheet; negative if they cost points."""
    gone = tiles.upper()
    return sum(
        line.points - points_for(line.animal, line.tiles - gone.count(line.animal.letter))
        for line in sheet.animals
    )


def _petals_left(pile: Pile, left: list[int]) -> list[str]:
    return [tiles[len(tiles) - count :] for tiles, count in zip(pile, left, strict=True)]


_Step: TypeAlias = tuple[Callable[[Game, int], None], int]
_StepOfMoves: TypeAlias = tuple[Callable[[Game, int], None], Moves]


def _steps(*more: _StepOfMoves) -> dict[str, _Step]:
    """Map each move to the method that plays it, and the index to pass to the method."""
    always = ((Game._take, TAKE), (Game._open, OPEN), (Game._decide, DECISIONS))
    return {move: (step, at) for step, moves in (*more, *always) for at, move in enumerate(moves)}


# By the number of tiles per draw.
_STEPS = {
    1: _steps((Game._draw, DRAW), (Game._place, PLACE), (Game._keep, (KEEP,))),
    2: _steps((Game._draw_of_two, DRAW), (Game._choose_of_two, (*PLACE, KEEP, BOX))),
}
_KEPT = len(PLACE)  # the index of KEEP among the options, after all rows

_PHASES = {
    **dict.fromkeys((*DRAW, *TAKE), Phase.TURN),
    **dict.fromkeys((*PLACE, KEEP, BOX), Phase.CHOICE),
    **dict.fromkeys(OPEN, Phase.NEXT_PILE),
    **dict.fromkeys(DECISIONS, Phase.REVEAL),
}


@dataclass(frozen=True, slots=True)
class Revealed:
    """A player's kept tiles: the ones added, the number returned unseen, and the shadow tiles."""

    added: str
    returned: int
    shadow: str


def revealed(game: Game) -> tuple[Revealed, ...]:
    """Return what each seat of a finished game revealed."""
    before = game.copy()
    last = before.take_back()
    decisions = before.decisions + (last if last in DECISIONS else "")
    found = []
    for kept, shadow in zip(before.kept_light, before.kept_shadow, strict=True):
        own, decisions = decisions[: len(kept)], decisions[len(kept) :]
        added = "".join(tile for tile, choice in zip(kept, own, strict=True) if choice == ADD)
        found.append(Revealed(added, own.count(RETURN), shadow))
    return tuple(found)
