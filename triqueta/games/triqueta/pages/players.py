"""The players of Triqueta as all pages show them, from what lies open alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from triqueta.games.triqueta.animals import listed
from triqueta.games.triqueta.pages.pieces import back, by_animal, one_by_one, rock, sets_of, tree
from triqueta.games.triqueta.rules import Edition, Layer, score_sheet
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME
from triqueta.games.triqueta.views import PublicView, signed
from triqueta.games.triqueta.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.table.spectator_view import Gain, OpenPlayer, Piece

_CACHED = 64  # cached players: a move changes few of them


class _Standing(NamedTuple):
    """The public state of a player.

    `kept` is None once the kept tiles are turned up. `returned` is the number of tiles that went
    back to the box unseen. `row` is the row that the player has taken in this round.
    """

    edition: Edition
    name: str
    tiles: str
    trees: int
    has_rock: bool
    kept: int | None
    kept_shadow: int
    returned: int
    is_out: bool
    is_to_act: bool
    row: int | None
    gain: int | None
    place: int | None
    turned: str
    is_next: bool
    reveals: bool


def players_of(view: PublicView) -> tuple[OpenPlayer, ...]:
    places = _places(view)
    return tuple(_player(view, seat, places) for seat in range(len(view.table.players)))


def _places(view: PublicView) -> tuple[int | None, ...]:
    """Return the rank of each player's open points at the end of a round, else None.

    Equal points share a place.
    """
    seats = range(len(view.table.players))
    if not view.round_ended:
        return (None,) * len(seats)
    points = [view.open_sheet(seat).total for seat in seats]
    return tuple(1 + sum(other > own for other in points) for own in points)


def _player(view: PublicView, seat: int, places: tuple[int | None, ...]) -> OpenPlayer:
    table, player = view.table, view.table.players[seat]
    kept, shadow = view.kept_tiles(seat)
    has_revealed = view.has_revealed(seat)
    to_act = view.drawer if view.unseen else table.to_act
    gain = None
    if view.round_ended and view.at_round_start:
        gain = view.open_sheet(seat).total - view.at_round_start[seat]
    turned = "".join(step.tile for step in view.shown if step.seat == seat)
    current = view.current_tile
    return _open_player(
        _Standing(
            edition=table.edition,
            name=player.name,
            tiles=view.open_tiles(seat),
            trees=player.trees,
            has_rock=table.rock == seat,
            kept=None if has_revealed else kept,
            kept_shadow=shadow,
            returned=view.revealed[seat].returned if has_revealed else 0,
            is_out=not player.in_round and any(other.in_round for other in table.players),
            is_to_act=seat == to_act and not view.round_ended,
            row=view.takers.index(seat) + 1 if seat in view.takers else None,
            gain=gain,
            place=places[seat],
            turned=turned,
            is_next=current is not None and not has_revealed and not turned,
            reveals=current is not None and current.seat == seat,
        )
    )


@lru_cache(maxsize=_CACHED)
def _open_player(of: _Standing) -> OpenPlayer:
    sheet = score_sheet(of.edition, of.tiles, rock=of.has_rock, trees=of.trees)
    return OpenPlayer(
        name=of.name,
        points=say("{points} p.", points=sheet.total),
        pieces=by_animal(of.tiles),
        notes=tuple(_notes(of)),
        to_act=of.is_to_act,
        score=sheet.total,
        sets=sets_of(sheet),
        backs=tuple(_backs(of)),
        tokens=tuple(_tokens(of)),
        out=of.is_out,
        tag=_tag(of),
        tag_short=_short_tag(of),
        gain=None if of.gain is None else Gain(signed(of.gain), say("this round")),
        place=of.place,
        turned=one_by_one(of.turned),
        summary=_summary(of),
    )


def _tag(of: _Standing) -> Text:
    if of.is_to_act:
        return say("to play")
    if of.is_out and of.row is not None:
        return say("took row {row}", row=of.row)
    return say("out") if of.is_out else ""


def _short_tag(of: _Standing) -> Text:
    if of.is_to_act:
        return say("to play")
    return say("out") if of.is_out else ""


def _summary(of: _Standing) -> Text:
    """Return what a player has turned up so far, in words."""
    if of.turned:
        return listed(of.turned)
    return say("comes later") if of.is_next and not of.reveals else ""


def _backs(of: _Standing) -> Iterator[Piece]:
    if of.kept:
        yield back(Layer.LIGHT, of.kept)
    if of.kept is not None and of.kept_shadow:
        yield back(Layer.SHADOW, of.kept_shadow)


def _tokens(of: _Standing) -> Iterator[Piece]:
    if of.has_rock:
        yield rock()
    if of.trees:
        yield tree(of.trees)


def _notes(of: _Standing) -> Iterator[Text]:
    if of.has_rock:
        yield say("has the Rock")
    if of.trees:
        yield say_n("{n} Tree", "{n} Trees", of.trees)
    if of.returned:
        yield say("returned face down: {tiles}", tiles=of.returned)
    if of.kept is None:
        return
    yield say("kept: {kept} of {most}", kept=of.kept, most=KEEPS_PER_GAME)
    if of.kept_shadow:
        yield say("shadow tiles: {tiles}", tiles=of.kept_shadow)
    if of.is_out:
        yield say("out of this round")
