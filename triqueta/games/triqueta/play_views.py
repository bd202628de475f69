"""What a seat, or everybody, may know of a running game: the rules' views, and who has looked.

Rooms, screens and robots get these and nothing else. None of them has a field for a tile that
its viewers may not know.
"""

from __future__ import annotations

from dataclasses import dataclass

from triqueta.games.triqueta.rules import SeatView, TableView
from triqueta.games.triqueta.rules.reveal import Revealed
from triqueta.games.triqueta.screens.tile import Draw, TileFacts


@dataclass(frozen=True, slots=True)
class Deed:
    """What everybody has seen of a move: who made it, and the tiles that lie open by it.

    `shadow` is how many shadow tiles a draw brought, which are kept by themselves. A decision
    about a kept tile is no deed: nobody else learns of it before the end.
    """

    seat: int
    move: str
    tiles: str = ""
    shadow: int = 0


@dataclass(frozen=True, slots=True)
class PublicView:
    """What is public.

    `drawer` is whose draw came last; it is `unseen` until the drawer has looked. `shadow_drawn`
    is how many shadow tiles came with it. `tile_of_two` tells which one is being decided about,
    if two were drawn. `round_ended` until somebody goes on; `decided` is about how
    many kept tiles whoever is to act has decided already; `turned_up` is how many players have
    shown what they kept once all is over, and `revealed` what that was. `deeds` are the last
    moves, and `takers` the seats that have taken each row in this round.
    """

    table: TableView
    begun: bool
    drawer: int | None
    unseen: bool
    shadow_drawn: int
    tile_of_two: int | None
    round_ended: bool
    decided: int
    decision_seen: bool
    turned_up: int
    revealed: tuple[Revealed, ...]
    deeds: tuple[Deed, ...] = ()
    takers: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnView:
    """What is public, and what this seat alone may know.

    `just_drawn` is its draw, shadow tiles too; `to_decide` the one that is to be
    placed or kept; `put_before` what lies before it at its own station until it is put aside.
    """

    public: PublicView
    seat: SeatView
    just_drawn: Draw | None
    to_decide: TileFacts | None
    put_before: Draw | None
