"""A session of Zatre: the game, who has drawn, and a turn's tiles while they are placed."""

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

# Half turns of a size that are followed up: two tiles on a whole board have fewer.
FOLLOWED_UP = 200
FEWEST = 20

# The entries that are no moves.
DRAW = "draw"  # who is to act has drawn, and everybody sees it
PUT = "put"  # with `field=tile`: a tile is put down, not for good
LIFT = "lift"  # with a field: a tile of this turn is taken up again


class ZatreSession(Session[Game, ZatreView, ZatreView]):
    """The game, and what the rules don't know of: half a turn.

    The rules draw at once when a turn begins. Here a turn's tiles are shown when its player draws,
    since until then the turn before may be undone. A move ends the turn, whatever was put down
    before.
    """

    def __init__(self, game: Game, proof: Proof, entries: Iterable[str] = ()) -> None:
        self._drawn = False
        self._placed: dict[Field, Tile] = {}
        self._touched: Field | None = None
        self._taken_up: Tile | None = None
        self._log: list[Text] = []  # the turns in words, up to the last one asked for
        self._moves: tuple[str, ...] | None = None  # cached
        super().__init__(game, proof, entries)

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

    # What happens.

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
            raise IllegalMoveError("Z10", "who has drawn plays the turn")
        super()._play(move)
        self._drawn, self._placed = False, {}
        self._touched = self._taken_up = None
        self._moves = None

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
        if not self._movers or self._drawn or self.over:
            return False
        return seat in (None, self._movers[-1])

    def _take_back(self) -> str:
        """Take back a turn; the tiles lie as they did when it was ended."""
        turn = super()._take_back()
        self._placed, self._drawn = placed_by(turn), True
        del self._log[len(self._game.moves) :]
        return turn

    # What players may know.

    def _make_public_view(self) -> ZatreView:
        table = table_view(self._game, drawn=self._drawn)
        placed = dict(self._placed)
        return ZatreView(table, self._drawn, placed, self._touched, self._taken_up)

    def _make_view(self, seat: int) -> ZatreView:
        return self.view(None)

    def describe_last_move(self) -> Text | None:
        """A turn that was ended: of a draw something is still to come."""
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
    """The more tiles somebody holds, the longer each half turn takes, and the more follow it."""
    return max(FEWEST, 4 * FOLLOWED_UP // tiles**2) if tiles > 2 else FOLLOWED_UP
