"""What all pages of a seat share: the player's own things, keys, and changes of points."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from triqueta.games.triqueta.pages.pieces import piece_of, sets_of
from triqueta.games.triqueta.rules import Edition, score_sheet
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME
from triqueta.games.triqueta.views import (
    Belongings,
    OwnView,
    PublicView,
    signed,
)
from triqueta.games.triqueta.words import say, say_n
from triqueta.screens.phrases import Phrase, Text
from triqueta.screens.seat_page import (
    Act,
    KeptPieces,
    PageKey,
    PageMode,
    PagePiece,
    PageSet,
    SeatPage,
    pressing,
    tapping,
)
from triqueta.screens.station import Key
from triqueta.table.scene import StationView
from triqueta.table.spectator_view import SpectatorView

_CACHED = 64  # cached sets of tiles: a move changes those of one player
_PETAL_KEYS = tuple(key for key in Key if key.is_petal)
UNDO_TAP = "undo"


class Seat:
    """A seat's view, what all players see, and what the keys and taps of its station do.

    `mine` is what scores for the player. After the game, that is what lies open so far.
    """

    def __init__(self, view: OwnView, spectators: SpectatorView, station: StationView) -> None:
        self.view, self.open, self.station = view, spectators, station
        self.public: PublicView = view.public
        self.seat = view.seat.seat
        self.name = self.public.table.players[self.seat].name
        self.mine = _belongings(view)

    def key(self, key: Key) -> Act | None:
        """Return the act of pressing a key, or None if the key does nothing now."""
        return None if self.station.action(key) is None else pressing(key)

    def petal(self, number: int) -> Act | None:
        return self.key(_PETAL_KEYS[number - 1]) if number in self.station.petals else None

    def tap(self, field: str) -> Act | None:
        taps = self.station.taps
        return tapping(field) if taps is not None and field in taps.fields else None


def _belongings(view: OwnView) -> Belongings:
    if view.public.result is None:
        return Belongings.of(view.seat)
    own = Belongings.public(view.public.table, view.seat.seat)
    return replace(own, tiles=view.public.open_tiles(view.seat.seat))


def base_page(at: Seat, mode: PageMode, title: Text) -> SeatPage:
    """Return a page with the parts that all modes share: the player's own things, and keys."""
    mine, public = at.mine, at.public
    points = mine.points
    hidden = points - (at.open.players[at.seat].score or 0)
    undo = at.tap(UNDO_TAP)
    return SeatPage(
        mode=mode,
        title=title,
        seat=at.seat,
        name=at.name,
        points=points,
        hidden=hidden,
        points_text=say("points, {hidden} hidden", hidden=hidden) if hidden else say("points"),
        sets_title=say("Your tiles"),
        sets=_sets(mine.edition, mine.tiles),
        kept=_kept(at) if public.result is None else None,
        shadow=_shadow(at) if public.result is None else None,
        tokens=tuple(
            PagePiece(token.art, token.name) for token in at.open.players[at.seat].tokens
        ),
        left="" if at.open.pile is None else at.open.pile.text,
        undo=None if undo is None else PageKey("undo", say("Undo"), act=undo),
        info=_soft_key(at, "Info"),
        hint=_soft_key(at, "Hint"),
        menu=_soft_key(at, "Menu"),
    )


def _soft_key(at: Seat, label: str) -> Act | None:
    """Return the act of the soft key with this English label, or None."""
    for number, soft in enumerate(at.station.soft, start=1):
        if soft is not None and isinstance(soft.label, Phrase) and soft.label.english == label:
            return pressing(Key(f"soft{number}"))
    return None


@lru_cache(maxsize=_CACHED)
def _sets(edition: Edition, tiles: str) -> tuple[PageSet, ...]:
    """Return the places of the player's own card: what lies open, and shadow tiles.

    Kept light tiles are not among them, since they can be returned: they lie beside the card.
    """
    places = sets_of(score_sheet(edition, tiles, rock=False, trees=0))
    return tuple(
        PageSet(place.art, place.name, place.copies or 0, place.points, place.mark)
        for place in places
    )


def _kept(at: Seat) -> KeptPieces:
    tiles = at.view.seat.kept_light
    return KeptPieces(
        tuple(_own_piece(tile) for tile in tiles),
        say("Kept {kept} of {most}", kept=len(tiles), most=KEEPS_PER_GAME),
        KEEPS_PER_GAME,
        say("hold to look") if tiles else "",
    )


def _shadow(at: Seat) -> KeptPieces | None:
    tiles = at.view.seat.kept_shadow
    if not tiles:
        return None
    text = say_n("{n} shadow tile", "{n} shadow tiles", len(tiles))
    return KeptPieces(tuple(_own_piece(tile) for tile in tiles), text)


def _own_piece(tile: str) -> PagePiece:
    piece = piece_of(tile)
    return PagePiece(piece.art, piece.name, piece.shadow)


def change_in_words(change: int) -> Text:
    points = say_n("{n} point", "{n} points", abs(change))
    if not change:
        return points
    return say("+{points}", points=points) if change > 0 else say("−{points}", points=points)


def change_text(change: int) -> str:
    """Return a change of points for a chip, where no change is written as well."""
    return signed(change) if change else "±0"
