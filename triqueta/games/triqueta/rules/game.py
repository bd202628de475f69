"""A game of Triqueta: its set-up, its moves, and the position they lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self, TypeAlias

from triqueta.games.triqueta.rules.lookups import CHOICES, ORDERS, ROWS, WITHOUT
from triqueta.games.triqueta.rules.moves import (
    ADD,
    BOX,
    DECISIONS,
    DRAW,
    KEEP,
    OPEN,
    PLACE,
    TAKE,
    Moves,
    kind_of,
)
from triqueta.games.triqueta.rules.phases import Phase
from triqueta.games.triqueta.rules.refusals import refusal
from triqueta.games.triqueta.rules.score import Outcome, outcome_of, score_sheet
from triqueta.games.triqueta.rules.setup import Setup
from triqueta.games.triqueta.rules.tiles import LIGHT_TILES, PETALS, SHADOW_TILES
from triqueta.records.game_of_moves import GameOfMoves

_KEPT = len(PLACE)  # the choice after all rows


class Game(GameOfMoves[Setup]):
    """The whole game as one mutable object.

    `legal_moves` is what may be played now, and `play` plays one of them. All attributes are
    there to be read; only `play` and `take_back` change them. A `Game` knows every tile: show
    people a view of it instead (`triqueta.games.triqueta.rules.views`).

    Each move leaves `legal_moves` ready for the next one. Most moves don't change what a turn
    may begin with, so that is made anew only when a petal runs empty or a row is taken.
    """

    __slots__ = (
        "box",
        "choices",
        "decisions",
        "drawn",
        "draws",
        "face_up",
        "kept_light",
        "kept_shadow",
        "legal_moves",
        "order",
        "petals",
        "rock",
        "round",
        "rows",
        "takes",
        "tiles_per_draw",
        "trees",
        "turn_moves",
        "unopened",
    )

    legal_moves: Moves
    order: list[int]  # the seats still to act, the next one first
    petals: list[str]  # the current pile: what is left of each petal, top first
    rows: list[str]
    draws: Moves  # a draw from each petal that has a tile, while drawing is legal
    takes: Moves  # a take of each row nobody has taken in this round
    turn_moves: Moves  # what a turn may begin with: draws and takes
    choices: tuple[Moves, ...]  # for a drawn tile, by how many its drawer has kept

    @property
    def to_act(self) -> int | None:
        """The seat whose move is next, or None once the game is over."""
        return self.order[0] if self.order else None

    @property
    def phase(self) -> Phase:
        if not self.order:
            return Phase.OVER
        phase = _PHASES[self.legal_moves[0]]
        return Phase.SECOND_DRAW if phase is Phase.TURN and self.drawn else phase

    @property
    def outcome(self) -> Outcome | None:
        """The result with everybody's score sheet, or None while the game goes on."""
        if self.order:
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
        step, index = _STEPS[move]
        step(self, index)

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.setup = self.setup
        twin.tiles_per_draw = self.tiles_per_draw
        twin.moves = self.moves.copy()
        twin.legal_moves = self.legal_moves
        twin.order = self.order.copy()
        twin.round = self.round
        twin.rock = self.rock
        twin.unopened = self.unopened
        twin.petals = self.petals.copy()
        twin.rows = self.rows.copy()
        twin.draws = self.draws
        twin.takes = self.takes
        twin.turn_moves = self.turn_moves
        twin.choices = self.choices
        twin.drawn = self.drawn.copy()
        twin.face_up = self.face_up.copy()
        twin.kept_light = self.kept_light.copy()
        twin.kept_shadow = self.kept_shadow.copy()
        twin.trees = self.trees.copy()
        twin.decisions = self.decisions
        twin.box = self.box
        return twin

    def _set_up(self) -> None:
        seats = len(self.setup.players)
        self.tiles_per_draw = self.setup.tiles_per_draw
        self.round = 0
        self.rock = self.setup.rock
        self.unopened: Moves = OPEN
        self.drawn: list[str] = []  # not decided yet, in the order drawn
        self.face_up = [""] * seats
        self.kept_light = [""] * seats
        self.kept_shadow = [""] * seats
        self.trees = [0] * seats
        self.decisions = ""  # of the reveal; they take effect together, at its end
        self.box = ""
        self._start_round(0)

    def _start_round(self, pile: int) -> None:
        seats = len(self.trees)
        self.round += 1
        self.order = list(ORDERS[seats][self.rock])
        self.petals = list(self.setup.piles[pile])
        self.rows = [""] * seats
        self.draws = DRAW
        self._offer_rows(ROWS[seats])

    def _offer_rows(self, takes: Moves) -> None:
        """Begin a turn with the rows that may still be taken, and filled."""
        self.takes = takes
        self.choices = CHOICES[self.tiles_per_draw][takes]
        self.legal_moves = self.turn_moves = self.draws + takes

    def _draw(self, petal: int) -> None:
        tiles = self.petals[petal]
        tile, rest = tiles[0], tiles[1:]
        self.petals[petal] = rest
        self.drawn.append(tile)
        if not rest:
            self.draws = WITHOUT[self.draws][petal]
            self.turn_moves = self.draws + self.takes
        if self.tiles_per_draw == 2:
            self._draw_of_two()
        elif tile in LIGHT_TILES:
            self.legal_moves = self.choices[len(self.kept_light[self.order[0]])]
        else:
            self._keep_shadow()

    def _draw_of_two(self) -> None:
        if len(self.drawn) == 1:
            self.legal_moves = self.draws  # D1
            return
        if len("".join(self.petals)) < 2:
            self.draws = ()  # D5
            self.turn_moves = self.takes
        self._keep_shadow()

    def _keep_shadow(self) -> None:
        """Keep the shadow tiles drawn (W3, D2); a light one is left for its drawer to choose."""
        seat = self.order[0]
        self.kept_shadow[seat] += "".join([t for t in self.drawn if t in SHADOW_TILES])
        self.drawn = [tile for tile in self.drawn if tile in LIGHT_TILES]
        if self.drawn:
            self.legal_moves = self.choices[len(self.kept_light[seat])]
        else:
            self._end_turn()

    def _choose(self, choice: int) -> None:
        """Put a drawn tile into a row, to those its drawer keeps, or into the box."""
        drawn, order = self.drawn, self.order
        tile = drawn.pop(0)
        if choice < _KEPT:
            self.rows[choice] += tile
        elif choice == _KEPT:
            self.kept_light[order[0]] += tile
        else:
            self.box += tile
        if drawn:
            self._choose_for_second()
        else:  # as in `_end_turn`, but two moves of five come here, and a call costs
            order.append(order.pop(0))
            self.legal_moves = self.turn_moves

    def _choose_for_second(self) -> None:
        """Another light tile was drawn: what has been done with the first is no choice for it."""
        used = kind_of(self.moves[-1])
        self.legal_moves = tuple([m for m in self.legal_moves if m not in used])  # D4

    def _end_turn(self) -> None:
        self.order.append(self.order.pop(0))
        self.legal_moves = self.turn_moves

    def _take(self, row: int) -> None:
        seat = self.order.pop(0)
        self.face_up[seat] += self.rows[row]
        self.rows[row] = ""
        if self.order:
            self._offer_rows(WITHOUT[self.takes][row])
        else:
            self._end_round(seat)

    def _end_round(self, seat: int) -> None:
        """Whoever took the last row takes the Rock; the rest of the pile goes (R10)."""
        self.rock = seat
        self.draws = self.takes = self.turn_moves = ()
        self.box += "".join(self.petals)
        self.petals = [""] * PETALS
        if self.unopened:
            self.order = [seat]
            self.legal_moves = self.unopened
        else:
            self.order = [owner for owner, kept in enumerate(self.kept_light) for _ in kept]
            self._offer_decision()

    def _open(self, index: int) -> None:
        self.trees[self.rock] += 1
        self.unopened = WITHOUT[self.unopened][index]
        self._start_round(index + 1)  # pile 1, without a Tree, is not among those opened

    def _decide(self, index: int) -> None:
        self.decisions += DECISIONS[index]
        self.order.pop(0)
        self._offer_decision()

    def _offer_decision(self) -> None:
        if self.order:
            self.legal_moves = DECISIONS
        else:
            self.legal_moves = ()
            self._turn_up()

    def _turn_up(self) -> None:
        """Turn up the light tiles added, then all shadow tiles (R12, W4)."""
        decisions = iter(self.decisions)
        for seat, kept in enumerate(self.kept_light):
            for tile in kept:
                if next(decisions) == ADD:
                    self.face_up[seat] += tile
                else:
                    self.box += tile
            self.face_up[seat] += self.kept_shadow[seat]
            self.kept_light[seat] = self.kept_shadow[seat] = ""


_Step: TypeAlias = Callable[[Game, int], None]
_STEP_OF_MOVES: tuple[tuple[_Step, Moves], ...] = (
    (Game._draw, DRAW),
    (Game._choose, (*PLACE, KEEP, BOX)),
    (Game._take, TAKE),
    (Game._open, OPEN),
    (Game._decide, DECISIONS),
)
_STEPS = {
    move: (step, index) for step, moves in _STEP_OF_MOVES for index, move in enumerate(moves)
}

_PHASES = {
    **dict.fromkeys((*DRAW, *TAKE), Phase.TURN),
    **dict.fromkeys((*PLACE, KEEP, BOX), Phase.CHOICE),
    **dict.fromkeys(OPEN, Phase.NEXT_PILE),
    **dict.fromkeys(DECISIONS, Phase.REVEAL),
}
