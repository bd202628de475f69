"""Drawn tiles: only the drawer looks at them, then places, keeps or boxes each of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from triqueta.games.triqueta.animals import counted
from triqueta.games.triqueta.pages.seat_tile import drawn_page
from triqueta.games.triqueta.rules import Layer, animal_of
from triqueta.games.triqueta.rules.moves import BOX, KEEP, PLACE, by_number
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME
from triqueta.games.triqueta.screens.rows import rows_of
from triqueta.games.triqueta.screens.tile import (
    Glimpsed,
    GlimpseScreen,
    HandOverScreen,
    TileScreen,
    TwoTilesScreen,
)
from triqueta.games.triqueta.screens.turn import BOX_PETAL, ChoiceScreen
from triqueta.games.triqueta.session import ASIDE, GLIMPSE, LOOK, SHOW, TriquetaSession
from triqueta.games.triqueta.views import (
    Draw,
    PublicView,
    TileFacts,
    other_tile,
    own_other_tile,
    signed,
)
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen
from triqueta.screens.station import Key
from triqueta.table.scene import PetalKey, Scene, SoftKey, Station, StationView

if TYPE_CHECKING:
    from triqueta.games.triqueta.scenes.game import TriquetaScene


# The question about a drawn tile, by whether it can be placed, kept, or put into the box.
_OPTIONS: dict[tuple[bool, bool, bool], Text] = {
    (True, False, False): say("Which row?"),
    (True, True, False): say("Which row, or keep?"),
    (True, True, True): say("Row, keep, or 5: box?"),
    (True, False, True): say("Which row, or 5: box?"),
    (False, True, True): say("Keep, or 5: box?"),
    (False, True, False): say("Keep it"),
    (False, False, True): say("5: into the box"),
}


_HEADINGS: dict[int | None, Text] = {1: say("First tile"), 2: say("Second tile")}
_TITLES: dict[int, Callable[[str], Text]] = {
    1: lambda name: say("{name}: first tile", name=name),
    2: lambda name: say("{name}: second tile", name=name),
}


def _heading(view: PublicView) -> Text | None:
    """Return which of two tiles the player decides about, or None for a single light tile."""
    return _HEADINGS.get(view.tile_of_two)


def _layer(facts: TileFacts) -> Layer:
    return Layer.SHADOW if facts.is_shadow else Layer.LIGHT


def _backs(view: PublicView) -> tuple[Layer, ...]:
    """Return the backs of the tiles just drawn."""
    return view.table.drawn + (Layer.SHADOW,) * view.shadow_drawn


Found = TypeVar("Found")


def _required(found: Found | None) -> Found:
    if found is None:
        raise ValueError("the seat has not drawn a tile")
    return found


class DrawnTiles:
    """The station views from a draw to the last choice about it."""

    def __init__(self, scene: TriquetaScene) -> None:
        self._scene = scene
        self._session = scene.session

    def unseen(self, station: Station) -> StationView:
        seat = self._scene.drawer
        name = self._scene.name(seat)
        if not self._scene.sees_for(station, seat):
            return self._scene.watch_turn(station, say("{name} looks", name=name))
        undo = (
            SoftKey(say("Undo"), self._scene.table.take_back)
            if self._session.may_undo(None)
            else None
        )
        look = SoftKey(say("Look"), self._glimpse, hold=True)
        if station.looking:
            return StationView(
                self._glimpse_of_draw(seat),
                soft=(None, look, None),
                released=self._looked,
            )
        return StationView(
            HandOverScreen(
                title=say("{name}, take the device", name=name),
                text=say("Tilt it towards you, then hold “Look”."),
                backs=_backs(self._session.view(None)),
            ),
            soft=(undo, look, self._scene.info_and_menu(station)[1]),
            why_not=lambda _: say("Look at your tile first"),
            secret_of=seat,
        )

    def _glimpse_of_draw(self, seat: int) -> Screen:
        """Return the screen of a draw at the shared station: small, as others sit around it."""
        draw = _required(self._session.view(seat).just_drawn)
        title = say("Only for {name}", name=self._scene.name(seat))
        first, *others = draw.tiles
        if not others:
            remark = say("You keep it until the end.") if first.is_shadow else None
            tile = Glimpsed(first.tile, _layer(first), is_current=True)
            return GlimpseScreen(title=title, tiles=(tile,), facts=first, remark=remark)
        return GlimpseScreen(
            title=title,
            tiles=tuple(Glimpsed(facts.tile, _layer(facts)) for facts in draw.tiles),
            facts=None,
            remark=say("points with both: {points}", points=signed(draw.together)),
        )

    def _glimpse_of_choice(self, seat: int) -> Screen:
        """Return the screen of the tile to decide about, and of the other one of two."""
        view = self._session.view(seat)
        facts, other = _required(view.to_decide), own_other_tile(view)
        tiles = [Glimpsed(facts.tile, _layer(facts), is_current=True)]
        if other is not None:
            tiles.append(Glimpsed(other.tile, other.layer, other.state))
        if view.public.tile_of_two != 1:
            tiles.reverse()  # in the order in which they were drawn
        return GlimpseScreen(
            title=say("Only for {name}", name=self._scene.name(seat)),
            tiles=tuple(tiles),
            facts=facts,
        )

    def _glimpse(self) -> None:
        if self._session.may_undo(None):  # a draw can't be undone once it was seen
            self._session.apply(GLIMPSE)

    def _looked(self) -> None:
        self._session.apply(LOOK)

    def show_at_private_station(self, drawer: int) -> None:
        """Show a draw at the drawer's private station, if there is one.

        A light tile appears together with its choices. A draw of shadow tiles gets a page.
        """
        station = self._scene.table.private_station(drawer)
        if station is not None:
            station.close_all()
            self._session.apply(SHOW)

    def put_before_seats(self) -> None:
        """Open the page with the draw at each private station, until the player closes it."""
        for seat in self._session.seats_with_draws:
            station = self._scene.table.private_station(seat)
            draw = self._session.view(seat).put_before
            if draw is None or station is None:
                continue
            if not any(isinstance(page, DrawnPage) for page in station.pages):
                station.open(DrawnPage(self._session, seat, self._tiles_screen(seat, draw), draw))

    def _tiles_screen(self, seat: int, draw: Draw) -> Screen:
        title = say("Only for {name}", name=self._scene.name(seat))
        first, *others = draw.tiles
        if others:
            tiles = (first.tile, others[0].tile)
            return TwoTilesScreen(title=title, tiles=tiles, together=draw.together)
        return TileScreen(title=title, facts=first, advice=say("You keep it until the end."))

    def choice(self, station: Station) -> StationView:
        view = self._session.view(None).table
        seat, legal = self._scene.to_act, view.legal_moves
        sees = self._scene.sees_for(station, seat)
        if not self._scene.decides_for(station, seat):
            name = self._scene.name(seat)
            watched = self._scene.watch_turn(station, say("{name} decides", name=name))
            return StationView(self._choice_tile(seat), secret_of=seat) if sees else watched
        rows = by_number(legal, PLACE)
        own = self._scene.is_private(station, seat)
        labels = self._own_labels(seat) if own else {}
        petals = {
            row: PetalKey(
                labels.get(row, say("Row {row}", row=row)),
                partial(self._scene.make, move),
                pulses=True,
            )
            for row, move in rows.items()
        }
        if BOX in legal:
            petals[BOX_PETAL] = PetalKey(say("Into the box"), partial(self._scene.make, BOX))
        middle, right = self._scene.info_and_menu(station)
        look = SoftKey(say("Look"), hold=True)
        if station.looking:
            return StationView(self._glimpse_of_choice(seat), soft=(None, look, None))
        if sees and not own:  # the hint takes the menu's key: its page has a menu, too
            middle, right = look, self._scene.hint_key(station) or right
        return StationView(
            self._choice_tile(seat) if own else self._choice_table(look=sees),
            petals=petals,
            soft=(self._keep_key(seat), middle, right),
            why_not=self._why_not_choice,
            secret_of=seat,
        )

    def _choice_tile(self, seat: int) -> Screen:
        view = self._session.view(seat)
        legal = view.public.table.legal_moves
        options = (bool(by_number(legal, PLACE)), KEEP in legal, BOX in legal)
        return TileScreen(
            title=_OPTIONS[options],
            facts=_required(view.to_decide),
            heading=_heading(view.public),
            other=own_other_tile(view),
            box=BOX in legal,
        )

    def _own_labels(self, seat: int) -> dict[int, Text]:
        """Return a label per row: how many of the animal it would have, and the seat's points."""
        view = self._session.view(seat)
        facts, rows = view.to_decide, view.public.table.rows
        if facts is None:
            return {}
        return {
            number: say(
                "Row {row}: {animals} → {points}",
                row=number,
                animals=counted(animal_of(facts.tile), row.count(facts.tile) + 1),
                points=signed(change),
            )
            for number, (row, change) in enumerate(zip(rows, facts.rows, strict=False), start=1)
            if row is not None and change is not None
        }

    def _choice_table(self, *, look: bool) -> Screen:
        """Return the screen for the shared station, without the tile: all players can see it.

        `look` is whether the station has the key to look at the tile.
        """
        public = self._session.view(None)
        view = public.table
        name = self._scene.name(self._scene.to_act)
        title: Text = say("{name}: which row?", name=name)
        if KEEP in view.legal_moves:
            title = say("{name}: row or keep?", name=name)
        if public.tile_of_two is not None:
            title = _TITLES[public.tile_of_two](name)
        return ChoiceScreen(
            title=title,
            rows=rows_of(public),
            offered=tuple(by_number(view.legal_moves, PLACE)),
            other=other_tile(public),
            box=BOX in view.legal_moves if view.tiles_per_draw == 2 else None,
            look=look,
        )

    def _keep_key(self, seat: int) -> SoftKey | None:
        view = self._session.view(None).table
        if KEEP not in view.legal_moves:
            return None
        left = KEEPS_PER_GAME - view.players[seat].kept_light
        keep = partial(self._scene.make, KEEP)
        return SoftKey(say("Keep ({left})", left=left), keep, decides=True)

    def _why_not_choice(self, key: Key) -> Text | None:
        if key is Key.SOFT1:
            return self._scene.reason(KEEP)
        if key.number == BOX_PETAL and self._session.view(None).table.tiles_per_draw == 2:
            return self._scene.reason(BOX)
        return self._scene.reason_of_petal(PLACE, key)


class DrawnPage(Scene):
    """A page with the shadow tiles just drawn, at the drawer's private station.

    They leave no choice, so the game continues while the page stays open.
    """

    def __init__(self, session: TriquetaSession, seat: int, screen: Screen, draw: Draw) -> None:
        self._session = session
        self._seat = seat
        self._screen = screen
        self._draw = draw

    def view_for(self, station: Station) -> StationView:
        aside = SoftKey(say("OK"), partial(self._put_aside, station), decides=True)
        own, spectators = self._session.view(self._seat), self._session.spectator_view()
        page = partial(drawn_page, own, self._draw, spectators)
        return StationView(self._screen, soft=(None, aside, None), secret_of=self._seat, page=page)

    def _put_aside(self, station: Station) -> None:
        self._session.apply(f"{ASIDE} {self._seat}")
        station.close()
