"""A seat's own page: what the player can do, what it would bring, and what only they know."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from triqueta.games.triqueta.pages.seat_common import Seat
from triqueta.games.triqueta.pages.seat_ending import pile_page, reveal_page, round_page
from triqueta.games.triqueta.pages.seat_tile import tile_page
from triqueta.games.triqueta.pages.seat_turn import turn_page, wait_page
from triqueta.games.triqueta.rules import Phase
from triqueta.games.triqueta.views import (
    OwnView,
)
from triqueta.screens.seat_page import (
    PageMode,
    SeatPage,
)
from triqueta.table.scene import StationView
from triqueta.table.spectator_view import SpectatorView


def page_for(view: OwnView, spectators: SpectatorView, station: StationView) -> SeatPage:
    """Return the page of a seat during a game.

    `spectators` is what all players see, and `station` what the seat's keys and taps do.
    """
    return _PAGES[mode_of(view)](Seat(view, spectators, station))


def mode_of(view: OwnView) -> PageMode:
    """Return what the player of a seat does now."""
    public = view.public
    if public.round_ended:
        return PageMode.ROUND
    if public.unseen or public.table.to_act != view.seat.seat:
        return PageMode.WAIT
    return {
        Phase.TURN: PageMode.TURN,
        Phase.SECOND_DRAW: PageMode.TURN,
        Phase.CHOICE: PageMode.TILE,
        Phase.NEXT_PILE: PageMode.PILE,
        Phase.REVEAL: PageMode.REVEAL,
    }.get(public.table.phase, PageMode.WAIT)


_PAGES: Mapping[PageMode, Callable[[Seat], SeatPage]] = {
    PageMode.TURN: turn_page,
    PageMode.WAIT: wait_page,
    PageMode.TILE: tile_page,
    PageMode.PILE: pile_page,
    PageMode.ROUND: round_page,
    PageMode.REVEAL: reveal_page,
}
