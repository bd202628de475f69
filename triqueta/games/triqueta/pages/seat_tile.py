"""A seat's page with drawn tiles: where each can go, and what that would bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from triqueta.games.triqueta.animals import A_TILE, ANIMALS
from triqueta.games.triqueta.pages.ending import tone_of
from triqueta.games.triqueta.pages.pieces import COMPLETE, art_of
from triqueta.games.triqueta.pages.seat_common import Seat, base_page, change_text
from triqueta.games.triqueta.pages.seat_turn import wait_page
from triqueta.games.triqueta.rules import Animal, Layer, animal_of
from triqueta.games.triqueta.rules.moves import (
    BOX,
    KEEP,
    is_draw,
)
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME
from triqueta.games.triqueta.views import (
    Draw,
    OtherTile,
    OwnView,
    PublicView,
    TileFacts,
    own_other_tile,
)
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.seat_page import (
    PageKey,
    PageMode,
    PageRow,
    PageTile,
    SeatPage,
)
from triqueta.screens.station import Key
from triqueta.table.scene import StationView
from triqueta.table.spectator_view import SpectatorView

_BOX_PETAL = 5


def tile_page(at: Seat) -> SeatPage:
    facts, other = at.view.to_decide, own_other_tile(at.view)
    if facts is None:
        return wait_page(at)
    tiles = [_tile_to_decide(facts, other)]
    if other is not None:
        tiles.append(_other_tile(other))
    if at.public.tile_of_two == 2 or (other is not None and other.layer is Layer.SHADOW):
        tiles.reverse()
    title: Text = say("Your tile")
    if other is not None:
        is_second = at.public.tile_of_two == 2
        title = say("The second tile") if is_second else say("Your two tiles")
    return base_page(at, PageMode.TILE, title)._replace(
        acts=True,
        tile_id=_tile_id(at.public),
        tiles=tuple(tiles),
        rows=tuple(_places(at, facts)),
        rows_title=say("Place it in a row ...") if facts.rows else "",
        rows_note=say("your points if you take it") if facts.rows else "",
        keys=tuple(_tile_keys(at, facts)),
    )


def _tile_id(public: PublicView) -> str:
    """Return a name for the draw, the same for all its tiles and after an undo."""
    moves = public.public_moves
    after = next((n for n, move in enumerate(reversed(moves)) if is_draw(move.move)), 0)
    return str(public.moves_made - after)


def _tile_to_decide(facts: TileFacts, other: OtherTile | None) -> PageTile:
    animal = animal_of(facts.tile)
    tag: Text = "" if other is None else say("now: {animal}", animal=ANIMALS[animal])
    return drawn_tile(facts, secret=say("Only you see this."))._replace(tag=tag)


def drawn_tile(facts: TileFacts, secret: Text) -> PageTile:
    animal = animal_of(facts.tile)
    number = facts.owned + 1
    if number > COMPLETE:
        text: Text = say("From the fourth on, each one costs a point.")
    else:
        text = say("{points} points for exactly three.", points=animal.triqueta)
    return PageTile(
        art=art_of(animal),
        name=facts.name,
        shadow=facts.is_shadow,
        value=animal.triqueta,
        title=_heading(animal, number),
        text=text,
        secret=secret,
    )


def _heading(animal: Animal, number: int) -> Text:
    if number == 1:
        return say("You drew {animal}", animal=A_TILE[animal])
    headings: Mapping[int, Text] = {
        2: say("Your second {animal}", animal=ANIMALS[animal]),
        3: say("Your third {animal}!", animal=ANIMALS[animal]),
        4: say("A fourth {animal}", animal=ANIMALS[animal]),
    }
    return headings.get(number) or say("{n}th {animal}", n=number, animal=ANIMALS[animal])


def _other_tile(other: OtherTile) -> PageTile:
    """Return the one of two tiles that the player is not deciding about now."""
    is_dark = other.layer is Layer.SHADOW
    animal = animal_of(other.tile) if other.tile else None
    note: Text
    if is_dark:
        state, note = "stays", say("It stays with you.")
    elif other.waits:
        state, note = "waits", say("not the same way as the first")
    else:
        state, note = "done", other.state
    tag: Text = ""
    if animal is not None:
        name = ANIMALS[animal]
        tag = name
        if other.waits:
            tag = say("then: {animal}", animal=name)
    return PageTile(
        art=None if animal is None else art_of(animal),
        name=say("tile") if animal is None else ANIMALS[animal],
        shadow=is_dark,
        value=None if animal is None else animal.triqueta,
        title="" if animal is None else ANIMALS[animal],
        text="",
        tag=tag,
        now=False,
        state=state,
        note=note,
    )


def _places(at: Seat, facts: TileFacts) -> Iterator[PageRow | None]:
    """Yield what the player's points would be with each row, after the tile is placed there."""
    rows = at.public.table.rows
    changes = facts.rows or (None,) * len(rows)
    for number, change in enumerate(changes, start=1):
        petal = at.station.petals.get(number)
        if change is None or petal is None:
            yield None
            continue
        yield PageRow(
            number=number,
            change=change,
            text=change_text(change),
            tone=tone_of(change),
            reason="",
            label=petal.label,
            act=at.petal(number),
        )


def _tile_keys(at: Seat, facts: TileFacts) -> Iterator[PageKey]:
    """Yield the keys to keep the tile and, with two tiles, to put it into the box.

    Two keys stand side by side, so their texts are shorter.
    """
    has_box = at.public.table.tiles_per_draw == 2
    yield _keep_key(at, facts, short=has_box)
    if has_box:
        yield _box_key(at)


def _keep_key(at: Seat, facts: TileFacts, *, short: bool) -> PageKey:
    table = at.public.table
    left = KEEPS_PER_GAME - table.players[at.seat].kept_light
    can_keep = KEEP in table.legal_moves
    if can_keep and short:
        detail: Text = say("{left} left", left=left)
    elif can_keep:
        detail = say("{left} of {most} left in this game", left=left, most=KEEPS_PER_GAME)
    elif left:
        detail = say("done with the first")
    else:
        detail = say("You have kept two tiles already")
    return PageKey(
        kind="keep",
        label=say("Keep") if short else say("Keep it secretly"),
        detail=detail,
        text="" if facts.kept is None else change_text(facts.kept),
        tone="" if facts.kept is None else tone_of(facts.kept),
        act=at.key(Key.SOFT1) if can_keep else None,
        used=not can_keep,
        main=True,
    )


def _box_key(at: Seat) -> PageKey:
    can_box = BOX in at.public.table.legal_moves
    return PageKey(
        kind="box",
        label=say("Box"),
        detail=say("gone") if can_box else say("done with the first"),
        text=change_text(0),
        act=at.petal(_BOX_PETAL) if can_box else None,
        used=not can_box,
    )


def drawn_page(
    view: OwnView, draw: Draw, spectators: SpectatorView, station: StationView
) -> SeatPage:
    """Return the page with shadow tiles just drawn, which the player puts away."""
    at = Seat(view, spectators, station)
    tiles = tuple(_shadow_tile(facts) for facts in draw.tiles)
    title = say("A shadow tile") if len(tiles) == 1 else say("Two shadow tiles")
    away = PageKey("ok", say("Put it away"), act=at.key(Key.SOFT2), main=True)
    if len(tiles) > 1:
        away = away._replace(label=say("Put them away"))
    return base_page(at, PageMode.TILE, title)._replace(
        acts=True,
        tile_id=_tile_id(view.public),
        tiles=tiles,
        keys=(away,),
    )


def _shadow_tile(facts: TileFacts) -> PageTile:
    tile = drawn_tile(facts, secret=say("Only you know which animal it is."))
    note = say("It stays with you: {points}", points=change_text(facts.kept or 0))
    return tile._replace(state="stays", note=note)
