"""A game of Zatre: its turns, the board and the blocks they lead to."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import ClassVar, Self

from triqueta.games.zatre.rules.board import WORTH, Field, Tile, is_dead, tiles_in
from triqueta.games.zatre.rules.legal_turns import Placed, legal_turns, some_legal_turns
from triqueta.games.zatre.rules.score import Block, Outcome, Scored, outcome_of
from triqueta.games.zatre.rules.setup import Setup
from triqueta.games.zatre.rules.turn import (
    END,
    TurnPlayed,
    TurnSoFar,
    move_of_pairs,
    placed_by,
)
from triqueta.games.zatre.rules.views import TableView, table_view
from triqueta.records import game as base
from triqueta.records.errors import IllegalMoveError

# The most partial turns of each length that `judgement` extends. Four tiles seldom have more.
FOLLOWED_UP = 500


class Game(base.Game[Setup, TableView]):
    """A game of Zatre, as one mutable object.

    `play` plays a turn. Only `play` and `take_back` change the attributes; callers just read them.
    The player to act has already drawn (Z5). A `Game` knows the order of the bag: show people a
    view of it instead (`triqueta.games.zatre.rules.views`).
    """

    __slots__ = (
        "_legal_moves",
        "blocks",
        "fresh",
        "hands",
        "history",
        "taken",
        "tiles",
        "to_act",
    )

    SETUP: ClassVar = Setup

    history: list[TurnPlayed]
    tiles: dict[Field, Tile]  # on the board
    hands: list[tuple[Tile, ...]]
    blocks: list[Block]
    taken: int  # the number of tiles drawn from the bag
    fresh: tuple[Tile, ...]  # the tiles drawn for this turn, which are the last in the hand
    _legal_moves: tuple[str, ...] | None  # cached until the next turn
    to_act: int | None

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """All legal turns of the player to act, computed on first use."""
        if self._legal_moves is None:
            turns = () if self.to_act is None else legal_turns(self.tiles, self.hands[self.to_act])
            self._legal_moves = self.moves_of(turns)
        return self._legal_moves

    def moves_of(self, turns: Iterable[Placed]) -> tuple[str, ...]:
        """Return turns of the player to act as moves, followed by END if the board is dead."""
        ends = (END,) if self.to_act is not None and is_dead(self.tiles) else ()
        return (*map(move_of_pairs, turns), *ends)

    @property
    def left_in_bag(self) -> int:
        return len(self.setup.bag) - self.taken

    @property
    def outcome(self) -> Outcome | None:
        """The result with the blocks of all players, or None while the game is running."""
        return None if self.to_act is not None else outcome_of(self.blocks, self.hands)

    def play(self, move: str) -> None:
        """Play a turn, or raise InvalidMoveError or IllegalMoveError and change nothing."""
        placed = placed_by(move)
        if self.to_act is None:
            raise IllegalMoveError("Z10", "the game is over")
        if move == END:
            self._end_game(self.to_act)
            return
        turn = TurnSoFar(self.tiles, self.hands[self.to_act], placed)
        if turn.obstacle:
            raise turn.obstacle.error()
        self._end(turn, self.to_act)

    def view(self, seat: int | None) -> TableView:
        """Return the public view, which is the same for every seat."""
        return table_view(self)

    def random_move(self, rng: Random) -> str:
        """Return a random turn, built tile by tile where they fit; on a dead board, END.

        A tile that fits when it is placed stays legal, whatever follows. So the turn is always
        legal, and building it is much faster than searching for all turns.
        """
        if self.to_act is None:
            raise ValueError("the game is over")
        turn = TurnSoFar(self.tiles, self.hands[self.to_act])
        while options := [(tile, fields) for tile in turn.left if (fields := turn.fitting(tile))]:
            tile, fields = rng.choice(options)
            turn = turn.with_tile(rng.choice(fields), tile)
        return END if not turn.placed and is_dead(self.tiles) else turn.move

    def counts(self) -> dict[str, tuple[int, ...]]:
        if self.outcome is None:
            return {}
        return {
            "twelves": tuple(sum(block.twelves) // WORTH[12] for block in self.blocks),
            "crosses": tuple(block.crosses for block in self.blocks),
            "bonuses": tuple(block.bonuses for block in self.blocks),
            "minus": tuple(sheet.minus for sheet in self.outcome.sheets),
        }

    def judgement(self) -> dict[str, object]:
        """Return the status as in every game, and `legal_all`: whether `legal` is complete.

        With too many legal moves, `legal` is only a sample of them.
        """
        return {**super().judgement(), "legal_all": self._some_moves()[1]}

    def _judged_moves(self) -> tuple[str, ...]:
        return self._some_moves()[0]

    def _some_moves(self) -> tuple[tuple[str, ...], bool]:
        """Return legal moves, and whether these are all of them."""
        if self.to_act is None:
            return (), True
        hand = self.hands[self.to_act]
        turns, are_all = some_legal_turns(self.tiles, hand, FOLLOWED_UP)
        return self.moves_of(turns), are_all

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.setup = self.setup
        twin.moves = self.moves.copy()
        twin.history = self.history.copy()
        twin.tiles = self.tiles.copy()
        twin.hands = self.hands.copy()
        twin.blocks = self.blocks.copy()
        twin.taken = self.taken
        twin.fresh = self.fresh
        twin.to_act = self.to_act
        twin._legal_moves = self._legal_moves
        return twin

    def _set_up(self) -> None:
        players, starter = len(self.setup.players), self.setup.starter
        self.history = []
        self.tiles = {}
        self.hands = [()] * players
        self.blocks = [Block()] * players
        self.taken = 0
        self._begin(starter, tiles=2, kept=(self.setup.starter_tile,))  # Z4

    def _begin(self, seat: int, tiles: int, kept: tuple[Tile, ...]) -> None:
        """Begin a turn: draw this many tiles, or as many as the bag has left (Z5)."""
        self.fresh = tiles_in(self.setup.bag[self.taken : self.taken + tiles])
        self.taken += len(self.fresh)
        self.hands[seat] = kept + self.fresh
        self.to_act = seat
        self._legal_moves = None

    def _end(self, turn: TurnSoFar, seat: int) -> None:
        self.moves.append(turn.move)
        self.history.append(TurnPlayed(seat, turn.hand, tuple(turn.placed), turn.scored))
        self.tiles.update(turn.placed)
        self.hands[seat] = turn.left
        self.blocks[seat] = self.blocks[seat].plus(turn.scored)
        if self.left_in_bag:
            following = (seat + 1) % len(self.hands)
            kept = self.hands[following]
            self._begin(following, tiles=1 if kept else 2, kept=kept)
        else:
            self._finish()

    def _end_game(self, seat: int) -> None:
        """End the game on a dead board (Z10); the tiles drawn for this turn go back."""
        if not is_dead(self.tiles):
            raise IllegalMoveError("Z10", "a tile could still be placed")
        hand = self.hands[seat][: len(self.hands[seat]) - len(self.fresh)]
        self.moves.append(END)
        self.history.append(TurnPlayed(seat, hand, (), Scored(), ends_game=True))
        self.hands[seat] = hand
        self.taken -= len(self.fresh)
        self._finish()

    def _finish(self) -> None:
        self.to_act = None  # Z10
        self.fresh = ()
        self._legal_moves = ()
