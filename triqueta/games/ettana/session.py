"""A running game of Ettana: the game, the sealed chance, and whether the dice were asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from triqueta.games.ettana.record import EttanaRecord
from triqueta.games.ettana.rules import (
    Action,
    Game,
    Phase,
    Record,
    SeatView,
    Setup,
    TableView,
    deal,
    is_chance,
    next_chance,
    seat_view,
    table_view,
)
from triqueta.games.ettana.rules.record import to_codes
from triqueta.games.ettana.spectator_view import telling
from triqueta.games.ettana.words import say
from triqueta.records.errors import IllegalMoveError
from triqueta.records.record import GameRecord
from triqueta.records.shuffle import Proof
from triqueta.screens.phrases import Text
from triqueta.table.session import UNDO, Session

if TYPE_CHECKING:
    from triqueta.table.scene import Scene
    from triqueta.table.spectator_view import SpectatorView
    from triqueta.table.table import Table


ROLL = "roll"
"""The entry that is no move: who begins a turn asks for the dice, and plays no card before."""

TRIED = "tried"
"""Another one: somebody named a card before everybody, and did not have it.

With an action card's kind, or with `pattern` and its place in the hand, from 1, for one that does
not lie on the board. Whoever was there knows it from then on.
"""

SHOWS_NOTHING = ("@", "step:", "jump:", "free:", "end")
"""Moves that tell nobody anything but where things are now."""


class EttanaSession(Session):
    """The game, with all that chance does from the sealed stream."""

    game = "ettana"

    def __init__(self, setup: Setup, proof: Proof) -> None:
        super().__init__(setup.players, proof)
        self._game = Game(setup)
        self._stream = deal(proof.secret, len(setup.players), proof.cuts)[1]
        self._asked = False  # for a turn's dice
        self._settled = 0  # moves that stay, as a card was named after them that was not held
        self._table: TableView | None = None  # once somebody has asked
        self._seats: dict[int, SeatView] = {}
        self._open: SpectatorView | None = None
        self.told: Text | None = None  # what the last entry was, for everybody
        self._log: list[tuple[int, Text]] = []  # what was told after how many moves

    @property
    def current_player(self) -> int | None:
        return self._game.to_act

    def moves(self, seat: int) -> tuple[str, ...]:
        if seat != self.current_player or self._asked:
            return ()
        asks = (ROLL,) if self._game.position.phase is Phase.ROLL else ()
        return asks + self._game.legal_moves

    def chance(self) -> str | None:
        """A turn's dice once they were asked for, all else at once."""
        if self._game.position.phase is Phase.ROLL and not self._asked:
            return None
        return next_chance(self._game.position, self._stream.fork())

    def record(self, *, with_moves: bool = True) -> GameRecord:
        game = self._game.copy() if with_moves else Game(self._game.setup)
        return EttanaRecord.of(game, self.extra())

    def codes(self) -> list[str]:
        """All that proves board, decks and every roll, small enough for QR codes."""
        return to_codes(Record(self._game, self.extra()))

    # What has happened.

    def _apply(self, entry: str) -> None:
        before, moves = self.view(None), len(self._game.moves)
        if entry == ROLL:
            self._ask()
        elif entry == UNDO:
            self._take_back()
        elif entry.startswith(f"{TRIED} "):
            self._try(entry.removeprefix(f"{TRIED} "))
        elif is_chance(entry):
            self._let_happen(entry)
        elif self._asked:
            raise IllegalMoveError("E9", "the dice are rolling")
        else:
            self._game.play(entry)
        self._table, self._seats, self._open = None, {}, None
        played = len(self._game.moves) > moves
        self.told = telling(before, self.view(None)) if played else None
        self._note_told()

    def _note_told(self) -> None:
        """What was taken back is told no more."""
        moves = len(self._game.moves)
        while self._log and self._log[-1][0] > moves:
            self._log.pop()
        if self.told is not None:
            self._log.append((moves, self.told))

    def _try(self, what: str) -> None:
        """Nothing but what is true, of who is to act."""
        if self.over:
            raise IllegalMoveError("E15", "the game is over")
        hand, (kind, _, place) = self._game.position.own, what.partition(" ")
        if place:
            card = _card_at(place, hand.patterns) if kind == Action.PATTERN else None
            if card is None:
                raise IllegalMoveError("E13", f"{what} is no card of the hand")
            if self._game.position.weave.has(self._game.setup.deck[card]):
                raise IllegalMoveError("E13", "that pattern lies on the board")
        elif kind not in tuple(Action):
            raise IllegalMoveError("E14", f"{kind} is no action card")
        elif Action(kind) in hand.actions:
            raise IllegalMoveError("E14", f"{kind} is held")
        self._settled = len(self._game.moves)

    def _ask(self) -> None:
        if self._asked or self._game.position.phase is not Phase.ROLL:
            raise IllegalMoveError("E9", "nobody is to roll now")
        self._asked = True

    def _let_happen(self, entry: str) -> None:
        sealed = self.chance()
        if entry != sealed:
            raise IllegalMoveError("E9", f"{entry}, but {sealed or 'nothing'} was sealed")
        next_chance(self._game.position, self._stream)
        self._game.play(entry)
        self._asked = False

    def may_undo(self, seat: int | None) -> bool:
        """Return whether the last move may be undone: it has shown nothing new to anyone.

        It stays once the next player has asked for the dice. A move that was followed by the name
        of a card not held stays for good, whatever is played and undone after that.
        """
        if len(self._game.moves) <= self._settled or not self._is_reversible():
            return False
        return seat in (None, self._game.history[-1].public[0])

    def _is_reversible(self) -> bool:
        moves = self._game.moves
        if not moves or self._asked or self.over or not _shows_nothing(moves[-1]):
            return False
        # With the last needle everybody was dealt cards.
        return not (moves[-1].startswith("@") and self._game.position.starter is not None)

    def _take_back(self) -> None:
        """Undo the last move.

        `_settled` is left out: journals of earlier versions have undos that it forbids.
        """
        if not self._is_reversible():
            raise IllegalMoveError("E11", "there is nothing to take back")
        self._game.take_back()

    # What may be known of it.

    @overload
    def view(self, seat: None) -> TableView: ...
    @overload
    def view(self, seat: int) -> SeatView: ...
    @overload
    def view(self, seat: int | None) -> TableView | SeatView: ...
    def view(self, seat: int | None) -> TableView | SeatView:
        """Made once, until something happens: every station asks for it."""
        if self._table is None:
            self._table = table_view(self._game)
        if seat is None:
            return self._table
        if seat not in self._seats:
            self._seats[seat] = seat_view(self._game, seat, self._table)
        return self._seats[seat]

    # At the table.

    def describe_last_move(self) -> Text | None:
        return self.told if self.last_player is not None else None

    def scene(self, table: Table) -> Scene:
        from triqueta.games.ettana.scenes.game import EttanaScene

        return EttanaScene(table, self)

    def spectator_view(self) -> SpectatorView:
        """Made once, like the views: every key asks for it, and few change it."""
        from triqueta.games.ettana.spectator_view import spectator_view_of
        from triqueta.table.spectator_view import LOG_LINES

        if self._open is None:
            last = [text for _, text in self._log[-LOG_LINES:]]
            self._open = spectator_view_of(self.view(None), last)
        return self._open

    def interrupted(self) -> Text:
        return say("Ettana was interrupted")


def _card_at(place: str, cards: Sequence[int]) -> int | None:
    """The card at a place, from 1; None if there is none."""
    places = [str(number) for number in range(1, len(cards) + 1)]
    return cards[places.index(place)] if place in places else None


def _shows_nothing(move: str) -> bool:
    """A swap that was bought is one of them, too; a card bought is new to its buyer."""
    bought = move.startswith("buy:") and "-" in move
    return bought or move.startswith(SHOWS_NOTHING)
