"""A game of Triqueta: its set-up, its moves, and the position they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TypeAlias

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
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME, Setup
from triqueta.games.triqueta.rules.tiles import LIGHT_TILES, PETALS, SHADOW_TILES


class Game:  # noqa: PLW1641 - no hash: a game changes with every move
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
        "moves",
        "order",
        "petals",
        "rock",
        "round",
        "rows",
        "setup",
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

    def __init__(self, setup: Setup, moves: Iterable[str] = ()) -> None:
        self.setup = setup
        self.tiles_per_draw = setup.tiles_per_draw
        self._set_up()
        for move in moves:
            self.play(move)

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

    def __repr__(self) -> str:
        return f"<Game of {', '.join(self.setup.players)}: {' '.join(self.moves)}>"

    def __eq__(self, other: object) -> bool:
        """Games are the same if they began the same way and went on with the same moves."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.setup == other.setup and self.moves == other.moves

    def play(self, move: str) -> None:
        """Play a move, or raise InvalidMoveError or IllegalMoveError and change nothing."""
        if move not in self.legal_moves:
            raise refusal(self, move)
        self.moves.append(move)
        step, index = _STEPS[move]
        step(self, index)

    def take_back(self) -> str:
        """Undo the last move and return it.

        The game is played anew up to there: exact by construction, and `play` pays nothing
        for it. Programs that search the tree of moves `copy` instead.
        """
        if not self.moves:
            raise IndexError("no move to take back")
        *moves, last = self.moves
        self._set_up()
        for move in moves:
            self.play(move)
        return last

    def copy(self) -> Game:
        twin: Game = object.__new__(Game)
        twin.setup = self.setup
        twin.tiles_per_draw = self.tiles_per_draw
        twin.moves = self.moves[:]
        twin.legal_moves = self.legal_moves
        twin.order = self.order[:]
        twin.round = self.round
        twin.rock = self.rock
        twin.unopened = self.unopened
        twin.petals = self.petals[:]
        twin.rows = self.rows[:]
        twin.draws = self.draws
        twin.takes = self.takes
        twin.turn_moves = self.turn_moves
        twin.choices = self.choices
        twin.drawn = self.drawn[:]
        twin.face_up = self.face_up[:]
        twin.kept_light = self.kept_light[:]
        twin.kept_shadow = self.kept_shadow[:]
        twin.trees = self.trees[:]
        twin.decisions = self.decisions
        twin.box = self.box
        return twin

    def _set_up(self) -> None:
        seats = len(self.setup.players)
        self.moves: list[str] = []
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
        seats = len(self.setup.players)
        self.round += 1
        self.order = [*range(self.rock, seats), *range(self.rock)]
        self.petals = list(self.setup.piles[pile])
        self.rows = [""] * seats
        self.draws = DRAW
        self._offer_rows(TAKE[:seats])

    def _offer_rows(self, takes: Moves) -> None:
        """Begin a turn with the rows that may still be taken, and filled."""
        self.takes = takes
        self.choices = _choices(takes, self.tiles_per_draw)
        self.legal_moves = self.turn_moves = self.draws + takes

    def _draw(self, petal: int) -> None:
        tiles = self.petals[petal]
        self.petals[petal] = tiles[1:]
        self.drawn.append(tiles[0])
        if len(tiles) == 1:
            self.draws = _without(self.draws, DRAW[petal])
            self.turn_moves = self.draws + self.takes
        if self.tiles_per_draw == 2:
            self._draw_of_two()
        elif tiles[0] in LIGHT_TILES:
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

    def _place(self, row: int) -> None:
        self.rows[row] += self.drawn.pop(0)
        self._end_turn()

    def _keep(self, _: int) -> None:
        self.kept_light[self.order[0]] += self.drawn.pop(0)
        self._end_turn()

    def _put_into_box(self, _: int) -> None:
        self.box += self.drawn.pop(0)
        self._end_turn()

    def _end_turn(self) -> None:
        """The next player's turn, unless a second light tile is left to choose for."""
        if self.drawn:
            used = kind_of(self.moves[-1])
            self.legal_moves = tuple([m for m in self.legal_moves if m not in used])  # D4
        else:
            self.order.append(self.order.pop(0))
            self.legal_moves = self.turn_moves

    def _take(self, row: int) -> None:
        seat = self.order.pop(0)
        self.face_up[seat] += self.rows[row]
        self.rows[row] = ""
        if self.order:
            self._offer_rows(_without(self.takes, TAKE[row]))
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
        self.unopened = _without(self.unopened, OPEN[index])
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


@cache
def _without(moves: Moves, move: str) -> Moves:
    return tuple(other for other in moves if other != move)


@cache
def _choices(takes: Moves, tiles_per_draw: int) -> tuple[Moves, ...]:
    """What a drawn light tile may become, by how many its drawer has kept before."""
    places = tuple(PLACE[TAKE.index(take)] for take in takes)
    box = (BOX,) if tiles_per_draw == 2 else ()  # D3
    return (*[(*places, KEEP, *box)] * KEEPS_PER_GAME, places + box)  # R6


_Step: TypeAlias = Callable[[Game, int], None]
_STEP_OF_MOVES: tuple[tuple[_Step, Moves], ...] = (
    (Game._draw, DRAW),
    (Game._place, PLACE),
    (Game._keep, (KEEP,)),
    (Game._put_into_box, (BOX,)),
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
