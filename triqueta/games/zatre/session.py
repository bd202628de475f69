"""A session of Zatre: the game, and the current turn while its tiles are being placed."""

from __future__ import annotations

from collections.abc import Iterable

from triqueta.games.zatre.rules import Game, TurnSoFar, legal_turns, table_view
from triqueta.games.zatre.rules.board import Field, Tile
from triqueta.games.zatre.rules.turn import END, move_of_pairs, placed_by
from triqueta.games.zatre.spectator_view import describe_turn, spectator_view_of
from triqueta.games.zatre.views import ZatreView
from triqueta.games.zatre.words import say
from triqueta.records.errors import IllegalMoveError
from triqueta.records.shuffle import Proof
from triqueta.screens.phrases import Text
from triqueta.table.session import Session
from triqueta.table.spectator_view import LOG_LINES, SpectatorView

# The most partial turns of each length that `moves` extends. A hand of two tiles has fewer.
FOLLOWED_UP = 200
FEWEST = 20

# The entries that are not moves.
DRAW = "draw"  # the player to act draws, and the table sees the tiles
PUT = "put"  # followed by `field=tile`: put a tile down for now
LIFT = "lift"  # followed by a field: pick a tile of this turn up again


class ZatreSession(Session[Game, ZatreView, ZatreView]):
    """A session of Zatre, which adds partial turns to the game.

    The game draws as soon as a turn begins. The session shows the tiles only when the player
    draws: until then the turn before can be undone. A move ends the turn, whatever tiles were
    put down before.
    """

    def __init__(self, game: Game, proof: Proof, entries: Iterable[str] = ()) -> None:
        self._drawn = False
        self._placed: dict[Field, Tile] = {}
        self._touched: Field | None = None
        self._taken_up: Tile | None = None
        self._log: list[Text] = []  # descriptions of turns, made on demand
        self._moves: tuple[str, ...] | None = None  # cached
        super().__init__(game, proof, entries)

    def moves(self, seat: int) -> tuple[str, ...]:
        """Return the legal moves of a seat.

        A hand of up to two tiles gets all of them. A larger one gets a sample from the whole
        board (see `FOLLOWED_UP`). On a dead board the player can end the game instead of drawing.
        """
        if seat != self.current_player:
            return ()
        if not self._drawn:
            return (END,) if self._is_dead else ()
        if self._moves is None:
            hand = self._game.hands[seat]
            turns = legal_turns(self._game.tiles, hand, _followed_up(len(hand)))
            self._moves = tuple(map(move_of_pairs, turns))
        return self._moves

    def pending_ack(self, seat: int) -> str | None:
        """Return the entry for drawing if it is the seat's turn to draw.

        On a dead board the player can end the game instead, so nothing is pending.
        """
        waits = seat == self.current_player and not self._drawn and not self._is_dead
        return DRAW if waits else None

    @property
    def _is_dead(self) -> bool:
        return self.view(None).table.is_dead

    # Entries.

    def _apply(self, entry: str) -> None:
        word, _, what = entry.partition(" ")
        if entry == DRAW:
            self._draw()
        elif word == PUT:
            self._put(what)
        elif word == LIFT:
            self._lift(what)
        else:
            super()._apply(entry)

    def _play(self, move: str) -> None:
        if move == END and self._drawn:
            raise IllegalMoveError("Z10", "a player who has drawn has to play the turn")
        super()._play(move)
        self._drawn, self._placed = False, {}
        self._touched = self._taken_up = None
        self._moves = None

    def _draw(self) -> None:
        if self._drawn or self.over:
            raise IllegalMoveError("Z5", "there is nothing to draw now")
        self._drawn = True

    def _put(self, what: str) -> None:
        turn, put = self._turn(), placed_by(what)
        for field, tile in put.items():
            turn = turn.with_tile(field, tile)
        self._placed = turn.placed
        self._touched, self._taken_up = next(reversed(put), None), None

    def _lift(self, field: str) -> None:
        if field not in self._placed:
            raise IllegalMoveError("Z6", f"there is no tile of this turn on {field}")
        self._touched, self._taken_up = field, self._placed[field]
        self._placed = self._turn().without(field).placed

    def _turn(self) -> TurnSoFar:
        if self._game.to_act is None or not self._drawn:
            raise IllegalMoveError("Z5", "the tiles of this turn are not drawn yet")
        return TurnSoFar(self._game.tiles, self._game.hands[self._game.to_act], self._placed)

    def may_undo(self, seat: int | None) -> bool:
        """Return whether this seat can undo the last turn: until the next player draws."""
        if not self._movers or self._drawn or self.over:
            return False
        return seat in (None, self._movers[-1])

    def _take_back(self) -> str:
        """Undo the last turn; its tiles are put down again, as before the turn ended."""
        turn = super()._take_back()
        self._placed, self._drawn = placed_by(turn), True
        del self._log[len(self._game.moves) :]
        return turn

    # Views and descriptions.

    def _make_public_view(self) -> ZatreView:
        table = table_view(self._game, drawn=self._drawn)
        placed = dict(self._placed)
        return ZatreView(table, self._drawn, placed, self._touched, self._taken_up)

    def _make_view(self, seat: int) -> ZatreView:
        return self.view(None)

    def describe_last_move(self) -> Text | None:
        """Return the description of the turn if the last entry ended it, or None."""
        moves = self._game.moves
        if self.last_player is None or not moves or self.entries[-1] != moves[-1]:
            return None
        return describe_turn(self.view(None).table, len(moves) - 1)

    def _make_spectator_view(self) -> SpectatorView:
        table = self.view(None).table
        for number in range(len(self._log), table.turns):
            self._log.append(describe_turn(table, number))
        return spectator_view_of(self.view(None), self._log[-LOG_LINES:])

    def interrupted(self) -> Text:
        return say("Interrupted in turn {turn}", turn=len(self._game.moves) + 1)


def _followed_up(tiles: int) -> int:
    """Return how many partial turns of each length to extend with this many tiles in the hand.

    With more tiles each partial turn takes longer to extend, and more turns follow from it.
    """
    return max(FEWEST, 4 * FOLLOWED_UP // tiles**2) if tiles > 2 else FOLLOWED_UP
