"""The event card of Triqueta: a picture of the last public move."""

from __future__ import annotations

from triqueta.games.triqueta.spectator_view import describe_public_move
from triqueta.games.triqueta.views import PublicView
from triqueta.screens.screen import Screen, TextScreen


def move_screen(view: PublicView) -> Screen | None:
    """Return the picture of the last public move, or None if there is none to show."""
    if not view.public_moves:
        return None
    move = view.public_moves[-1]
    name = view.table.players[move.seat].name
    text = describe_public_move(move, name)
    return None if text is None else TextScreen(title=name, text=text)
