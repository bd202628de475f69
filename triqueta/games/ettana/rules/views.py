"""Views of a game: what a single seat may know, and what is public.

Show people nothing but these views. They have no field for a card that their viewers may not
know, so a screen drawn from a view can't reveal one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from triqueta.games.ettana.rules.board import Octagon, Space, Thread
from triqueta.games.ettana.rules.patterns import PatternDeck
from triqueta.games.ettana.rules.position import Hand, Outcome, Phase, SeatMove, Turn
from triqueta.games.ettana.rules.setup import Action

if TYPE_CHECKING:
    from triqueta.games.ettana.rules.game import Game


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The public part of a player's hand: its cards are only counted."""

    name: str
    needle: Space | None
    tokens: int
    annas: int
    actions: int
    patterns: int
    claimed: tuple[int, ...]
    anna_cards: int


@dataclass(frozen=True, slots=True)
class TableView:
    """The public view of a game.

    `deck` has all pattern cards of the game, `rolls` the rolls for the start by seat, and
    `history` the public part of every move.
    """

    deck: PatternDeck
    players: tuple[PlayerView, ...]
    threads: Mapping[Octagon, Thread]
    spare_threads: tuple[Thread, ...]
    numbers: Mapping[Space, int]
    spare_numbers: tuple[int, ...]
    bank: int
    pattern_deck: int
    action_deck: int
    discard: tuple[Action, ...]
    phase: Phase
    to_act: int | None
    starter: int | None
    rolls: Mapping[int, int]
    turn: Turn
    pending: int
    history: tuple[SeatMove, ...]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """The view of a seat: what is public, and the seat's cards in the order received.

    `history` also names the cards that this seat stole, lost to a thief, or put under the deck.
    """

    seat: int
    table: TableView
    actions: tuple[Action, ...]
    patterns: tuple[int, ...]
    history: tuple[SeatMove, ...]


def table_view(game: Game) -> TableView:
    at = game.position
    return TableView(
        deck=game.setup.deck,
        players=tuple(
            _player_view(name, hand, at.annas(seat))
            for seat, (name, hand) in enumerate(zip(game.setup.players, at.hands, strict=True))
        ),
        threads=dict(at.threads),
        spare_threads=at.spare_threads,
        numbers=dict(at.numbers),
        spare_numbers=at.spare_numbers,
        bank=at.bank,
        pattern_deck=len(at.pattern_deck),
        action_deck=len(at.action_deck),
        discard=at.discard,
        phase=at.phase,
        to_act=game.to_act,
        starter=at.starter,
        rolls=dict(at.rolls),
        turn=at.turn,
        pending=at.pending,
        history=_history(game, None),
        outcome=game.outcome,
    )


def seat_view(game: Game, seat: int, table: TableView | None = None) -> SeatView:
    """Return what a seat may know. Pass `table`, the public view, if you already have it."""
    if not 0 <= seat < len(game.setup.players):
        raise IndexError(f"no seat {seat}: seats are counted from 0")
    hand = game.position.hands[seat]
    return SeatView(
        seat=seat,
        table=table or table_view(game),
        actions=hand.actions,
        patterns=hand.patterns,
        history=_history(game, seat),
    )


def _player_view(name: str, hand: Hand, annas: int) -> PlayerView:
    return PlayerView(
        name=name,
        needle=hand.needle,
        tokens=hand.tokens,
        annas=annas,
        actions=len(hand.actions),
        patterns=len(hand.patterns),
        claimed=hand.claimed,
        anna_cards=hand.anna_cards,
    )


def _history(game: Game, seat: int | None) -> tuple[SeatMove, ...]:
    return tuple([move.as_known_to(seat) for move in game.history])
