"""A session of Ettana: the game, its chance moves, and the entries that are not moves."""

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
"""The entry that starts a turn's roll. It is not a move: the player decides not to play `fix`."""

TRIED = "tried"
"""The entry that records a failed attempt to play a card. It is not a move.

An action follows if the player does not hold such a card. `pattern` and a position in the hand,
counted from 1, follow if that pattern is not on the board. The whole table has seen the attempt,
so the moves before it can no longer be undone.
"""

SHOWS_NOTHING = ("@", "step:", "jump:", "free:", "end")
"""The beginnings of moves that reveal nothing but the new board, so they can be undone."""


class EttanaSession(Session[Game, TableView, SeatView]):
    """A session of Ettana, whose dice and shuffles all come from the proof's stream."""

    def __init__(self, game: Game, proof: Proof, entries: Iterable[str] = ()) -> None:
        self._asked = False  # whether the player has started the turn's roll
        self._settled = 0  # moves up to the last failed attempt, which can't be undone
        self.description: Text | None = None  # the public description of the last entry
        self._log: list[
            tuple[int, Text]
        ] = []  # each description with the number of moves played by then
        super().__init__(game, proof, entries)

    def moves(self, seat: int) -> tuple[str, ...]:
        if seat != self.current_player or self._asked:
            return ()
        asks = (ROLL,) if self._game.position.phase is Phase.ROLL else ()
        return asks + self._game.legal_moves

    def chance(self) -> str | None:
        """Return the pending chance move; that of a turn's dice only after the entry `ROLL`."""
        if self._game.position.phase is Phase.ROLL and not self._asked:
            return None
        return super().chance()

    # Entries.

    def apply(self, entry: str) -> None:
        """Apply an entry, and log its public description."""
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
        """Add the last description to the log, and drop those of undone moves."""
        moves = len(self._game.moves)
        while self._log and self._log[-1][0] > moves:
            self._log.pop()
        if self.description is not None:
            self._log.append((moves, self.description))

    def _try(self, what: str) -> None:
        """Record a failed attempt, after checking that the player indeed can't play the card."""
        if self.over:
            raise IllegalMoveError("E15", "the game is over")
        hand, (named, _, position) = self._game.position.own, what.partition(" ")
        if position:
            card = _card_at(position, hand.patterns) if named == Action.PATTERN else None
            if card is None:
                raise IllegalMoveError("E13", f"{what} is not a card in the hand")
            if self._game.position.weave.has(self._game.setup.deck[card]):
                raise IllegalMoveError("E13", "that pattern is on the board")
        elif named not in tuple(Action):
            raise IllegalMoveError("E14", f"{named} is not an action card")
        elif Action(named) in hand.actions:
            raise IllegalMoveError("E14", f"the player holds {named}")
        self._settled = len(self._game.moves)

    def _ask(self) -> None:
        if self._asked or self._game.position.phase is not Phase.ROLL:
            raise IllegalMoveError("E9", "there is nothing to roll now")
        self._asked = True

    def may_undo(self, seat: int | None) -> bool:
        """Return whether this seat may undo the last move.

        A move can be undone if it revealed nothing and the next player has not started to roll.
        Moves before a failed attempt stay, whatever is played and undone after it.
        """
        if len(self._game.moves) <= self._settled or not self._is_reversible():
            return False
        return seat in (None, self._movers[-1])

    def _is_reversible(self) -> bool:
        moves = self._game.moves
        if not moves or self._asked or self.over or not _shows_nothing(moves[-1]):
            return False
        # The cards are dealt as soon as the last needle is placed.
        return not (moves[-1].startswith("@") and self._game.position.starter is not None)

    def _undo(self) -> str:
        """Undo the last move and return it.

        This ignores `_settled`, because journals of earlier versions have undos that it forbids.
        """
        if not self._is_reversible():
            raise IllegalMoveError("E11", "there is nothing to undo")
        return self._take_back()

    # Views and descriptions.

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
    """Return the card at a position in the hand, counted from 1, or None."""
    positions = [str(number) for number in range(1, len(cards) + 1)]
    return cards[positions.index(position)] if position in positions else None


def _shows_nothing(move: str) -> bool:
    """Return whether a move reveals nothing. Of the purchases, only a swap reveals nothing."""
    bought = move.startswith("buy:") and "-" in move
    return bought or move.startswith(SHOWS_NOTHING)
