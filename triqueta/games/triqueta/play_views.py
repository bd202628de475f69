"""What a seat, or everybody, may know of a running game: the rules' views, and who has looked.

Rooms, screens and robots get these and nothing else. None of them has a field for a tile that
its viewers may not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from triqueta.games.triqueta.rules import SeatView, TableView
from triqueta.games.triqueta.rules.reveal import Revealed
from triqueta.games.triqueta.screens.tile import Draw, TileFacts
from triqueta.games.triqueta.tile_facts import draw_of, tile_facts


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


@dataclass(frozen=True)  # without slots, so that what is made of it can be kept with it
class OwnView:
    """What is public, and what this seat alone may know.

    `fresh_shadow` are the shadow tiles of its draw, until the next move; `put_before` is what
    lies before it at its own station until it is put aside.
    """

    public: PublicView
    seat: SeatView
    fresh_shadow: str
    put_before: Draw | None

    # What screens show, and robots don't ask for: made when it is first asked for.

    @cached_property
    def just_drawn(self) -> Draw | None:
        """Its draw, shadow tiles too."""
        anything = self.seat.drawn or self.fresh_shadow
        return draw_of(self.seat, self.fresh_shadow) if anything else None

    @cached_property
    def to_decide(self) -> TileFacts | None:
        """The tile that is to be placed or kept."""
        return tile_facts(self.seat, self.seat.drawn[0]) if self.seat.drawn else None
