"""A session of Ettana: the game, the sealed chance, and whether the dice were asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from triqueta.games.ettana.rules import (
    Action,
    Game,
    Phase,
    SeatView,
    TableView,
    seat_view,
)
from triqueta.games.ettana.spectator_view import describe_move, spectator_view_of
from triqueta.games.ettana.words import say
from triqueta.records.errors import IllegalMoveError
from triqueta.records.game import is_chance
from triqueta.records.shuffle import Proof
from triqueta.screens.phrases import Text
from triqueta.table.session import Session
from triqueta.table.spectator_view import LOG_LINES, SpectatorView

ROLL = "roll"
"""The entry that is no move: who begins a turn asks for the dice, and plays no card before."""

TRIED = "tried"
"""Another one: somebody named a card before everybody, and did not have it.

With what an action card does; or with `pattern` and its position in the hand, from 1, for one
that does not lie on the board. Whoever was there knows it from then on.
"""

SHOWS_NOTHING = ("@", "step:", "jump:", "free:", "end")
"""Moves that tell nobody anything but where things are now."""


class EttanaSession(Session[Game, TableView, SeatView]):
    """The game, with all that chance does from the sealed stream."""

    def __init__(self, game: Game, proof: Proof, entries: Iterable[str] = ()) -> None:
        self._asked = False  # for a turn's dice
        self._settled = 0  # moves that stay, as a card was named after them that was not held
        self.description: Text | None = None  # what the last entry was, for everybody
        self._log: list[
            tuple[int, Text]
        ] = []  # descriptions, each with the number of moves before it
        super().__init__(game, proof, entries)

    def moves(self, seat: int) -> tuple[str, ...]:
        if seat != self.current_player or self._asked:
            return ()
        asks = (ROLL,) if self._game.position.phase is Phase.ROLL else ()
        return asks + self._game.legal_moves

    def chance(self) -> str | None:
        """Return a turn's dice once they were asked for, and other chance at once."""
        if self._game.position.phase is Phase.ROLL and not self._asked:
            return None
        return super().chance()

    # What happens.

    def apply(self, entry: str) -> None:
        """Let an entry happen, and keep in words what everybody saw of it."""
        before, moves = self.view(None), len(self._game.moves)
        super().apply(entry)
        played = len(self._game.moves) > moves
        self.description = describe_move(before, self.view(None)) if played else None
        self._log_description()

    def _apply(self, entry: str) -> None:
        if entry == ROLL:
            self._ask()
        elif entry.startswith(f"{TRIED} "):
            self._try(entry.removeprefix(f"{TRIED} "))
        else:
            super()._apply(entry)

    def _play(self, move: str) -> None:
        if self._asked and not is_chance(move):
            raise IllegalMoveError("E9", "the dice are rolling")
        super()._play(move)
        self._asked = False

    def _log_description(self) -> None:
        """Add the last description to the log, which forgets what was undone."""
        moves = len(self._game.moves)
        while self._log and self._log[-1][0] > moves:
            self._log.pop()
        if self.description is not None:
            self._log.append((moves, self.description))

    def _try(self, what: str) -> None:
        """Check that the player to act really lacks the card that was named, and note it."""
        if self.over:
            raise IllegalMoveError("E15", "the game is over")
        hand, (named, _, position) = self._game.position.own, what.partition(" ")
        if position:
            card = _card_at(position, hand.patterns) if named == Action.PATTERN else None
            if card is None:
                raise IllegalMoveError("E13", f"{what} is no card of the hand")
            if self._game.position.weave.has(self._game.setup.deck[card]):
                raise IllegalMoveError("E13", "that pattern lies on the board")
        elif named not in tuple(Action):
            raise IllegalMoveError("E14", f"{named} is no action card")
        elif Action(named) in hand.actions:
            raise IllegalMoveError("E14", f"{named} is held")
        self._settled = len(self._game.moves)

    def _ask(self) -> None:
        if self._asked or self._game.position.phase is not Phase.ROLL:
            raise IllegalMoveError("E9", "nobody is to roll now")
        self._asked = True

    def may_undo(self, seat: int | None) -> bool:
        """Return whether the last move may be undone: it has shown nothing new to anyone.

        It stays once the next player has asked for the dice. A move that was followed by the name
        of a card not held stays for good, whatever is played and undone after that.
        """
        if len(self._game.moves) <= self._settled or not self._is_reversible():
            return False
        return seat in (None, self._movers[-1])

    def _is_reversible(self) -> bool:
        moves = self._game.moves
        if not moves or self._asked or self.over or not _shows_nothing(moves[-1]):
            return False
        # With the last needle everybody was dealt cards.
        return not (moves[-1].startswith("@") and self._game.position.starter is not None)

    def _undo(self) -> str:
        """Undo the last move and return it.

        `_settled` is left out: journals of earlier versions have undos that it forbids.
        """
        if not self._is_reversible():
            raise IllegalMoveError("E11", "there is nothing to take back")
        return self._take_back()

    # What players may know.

    def _make_view(self, seat: int) -> SeatView:
        return seat_view(self._game, seat, self.view(None))

    def describe_last_move(self) -> Text | None:
        return self.description if self.last_player is not None else None

    def _make_spectator_view(self) -> SpectatorView:
        last = [text for _, text in self._log[-LOG_LINES:]]
        return spectator_view_of(self.view(None), last)

    def interrupted(self) -> Text:
        return say("Ettana was interrupted")


def _card_at(position: str, cards: Sequence[int]) -> int | None:
    """Return the card at a position in the hand, from 1; None if there is none."""
    positions = [str(number) for number in range(1, len(cards) + 1)]
    return cards[positions.index(position)] if position in positions else None


def _shows_nothing(move: str) -> bool:
    """Return whether a move shows nothing new: a bought swap does not, a bought card does."""
    bought = move.startswith("buy:") and "-" in move
    return bought or move.startswith(SHOWS_NOTHING)
