"""A running game of Zatre: the game, who has drawn, and a turn's tiles while they are placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triqueta.games.zatre.record import ZatreRecord
from triqueta.games.zatre.rules import Game, Record, Setup, TurnSoFar, legal_turns, table_view
from triqueta.games.zatre.rules.board import Field, Tile
from triqueta.games.zatre.rules.record import to_codes
from triqueta.games.zatre.rules.turn import END, move_of_pairs, placed_by
from triqueta.games.zatre.spectator_view import turn_told
from triqueta.games.zatre.views import ZatreView
from triqueta.games.zatre.words import say
from triqueta.records.errors import IllegalMoveError
from triqueta.records.record import GameRecord
from triqueta.records.shuffle import Proof
from triqueta.screens.phrases import Text
from triqueta.table.session import UNDO, Session

if TYPE_CHECKING:
    from triqueta.table.scene import Scene
    from triqueta.table.spectator_view import SpectatorView
    from triqueta.table.table import Table


# Half turns of a size that are followed up: two tiles on a whole board have fewer.
FOLLOWED_UP = 200
FEWEST = 20

# The entries that are no moves.
DRAW = "draw"  # who is to act has drawn, and everybody sees it
PUT = "put"  # with `field=tile`: a tile is put down, not for good
LIFT = "lift"  # with a field: a tile of this turn is taken up again


class ZatreSession(Session):
    """The game, and what the rules don't know of: half a turn.

    The rules draw at once when a turn begins. Here a turn's tiles are shown when its player draws,
    since until then the turn before may be taken back. A move ends the turn, whatever was put
    down before.
    """

    game = "zatre"

    def __init__(self, setup: Setup, proof: Proof) -> None:
        super().__init__(setup.players, proof)
        self._game = Game(setup)
        self._drawn = False
        self._placed: dict[Field, Tile] = {}
        self._touched: Field | None = None
        self._taken_up: Tile | None = None
        self._view: ZatreView | None = None
        self._open: SpectatorView | None = None
        self._log: list[Text] = []  # the turns in words, up to the last one asked for
        self._moves: tuple[str, ...] | None = None  # once somebody has asked

    @property
    def current_player(self) -> int | None:
        return self._game.to_act

    def moves(self, seat: int) -> tuple[str, ...]:
        """All, if two tiles are held; of more, some from everywhere on the board (FOLLOWED_UP).

        On a dead board the game may be ended instead of drawing.
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
        """To draw; on a dead board there is a choice instead."""
        waits = seat == self.current_player and not self._drawn and not self._is_dead
        return DRAW if waits else None

    @property
    def _is_dead(self) -> bool:
        return self.view(None).table.is_dead

    def record(self, *, with_moves: bool = True) -> GameRecord:
        game = self._game.copy() if with_moves else Game(self._game.setup)
        return ZatreRecord.of(game, self.extra())

    def codes(self) -> list[str]:
        """All that proves the bag, small enough for QR codes."""
        return to_codes(Record(self._game, self.extra()))

    # What has happened.

    def _apply(self, entry: str) -> None:
        word, _, what = entry.partition(" ")
        if entry == DRAW:
            self._draw()
        elif entry == UNDO:
            self._take_back()
        elif word == PUT:
            self._put(what)
        elif word == LIFT:
            self._lift(what)
        elif entry == END and self._drawn:
            raise IllegalMoveError("Z10", "who has drawn plays the turn")
        else:
            self._game.play(entry)
            self._drawn, self._placed = False, {}
            self._touched = self._taken_up = None
            self._moves = None
        self._view = self._open = None

    def _draw(self) -> None:
        if self._drawn or self.over:
            raise IllegalMoveError("Z5", "nobody is to draw now")
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
            raise IllegalMoveError("Z5", "nobody has drawn")
        return TurnSoFar(self._game.tiles, self._game.hands[self._game.to_act], self._placed)

    def may_undo(self, seat: int | None) -> bool:
        """The turn before, until the next player draws."""
        if not self._game.history or self._drawn or self.over:
            return False
        return seat in (None, self._game.history[-1].seat)

    def _take_back(self) -> None:
        """The tiles lie as they did when the turn was ended."""
        if not self.may_undo(None):
            raise IllegalMoveError("Z5", "there is no turn to take back")
        self._placed = placed_by(self._game.take_back())
        del self._log[len(self._game.history) :]
        self._drawn = True

    # What may be known of it.

    def view(self, seat: int | None) -> ZatreView:
        """Made once, until something happens: every station asks for it."""
        if self._view is None:
            table = table_view(self._game, drawn=self._drawn)
            placed = dict(self._placed)
            self._view = ZatreView(table, self._drawn, placed, self._touched, self._taken_up)
        return self._view

    # At the table.

    def describe_last_move(self) -> Text | None:
        """A turn that was ended: of a draw something is still to come."""
        moves = self._game.moves
        if self.last_player is None or not moves or self.entries[-1] != moves[-1]:
            return None
        return turn_told(self.view(None).table, len(moves) - 1)

    def scene(self, table: Table) -> Scene:
        from triqueta.games.zatre.scenes.game import ZatreRoom

        return ZatreRoom(table, self)

    def spectator_view(self) -> SpectatorView:
        """Made once, like the view: every key asks for it, and few change it."""
        from triqueta.games.zatre.spectator_view import spectator_view_of
        from triqueta.table.spectator_view import LOG_LINES

        if self._open is None:
            table = self.view(None).table
            for number in range(len(self._log), table.turns):
                self._log.append(turn_told(table, number))
            self._open = spectator_view_of(self.view(None), self._log[-LOG_LINES:])
        return self._open

    def interrupted(self) -> Text:
        return say("Interrupted in turn {turn}", turn=len(self._game.moves) + 1)


def _followed_up(tiles: int) -> int:
    """The more tiles somebody holds, the longer each half turn takes, and the more follow it."""
    return max(FEWEST, 4 * FOLLOWED_UP // tiles**2) if tiles > 2 else FOLLOWED_UP
