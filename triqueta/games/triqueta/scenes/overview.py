"""The info pages, open at any time: rows, tiles and points, order of play, own kept tiles."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.triqueta.rules import Edition, TableView
from triqueta.games.triqueta.screens.ending import StandingsScreen, standings_of
from triqueta.games.triqueta.screens.sheet import (
    OrderLine,
    OrderScreen,
    RowScreen,
    SheetScreen,
    ValuesScreen,
)
from triqueta.games.triqueta.screens.tile import KeptGlimpseScreen, KeptScreen
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.games.triqueta.summary import RULES
from triqueta.games.triqueta.views import PublicView
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen, numbered
from triqueta.screens.station import Key
from triqueta.table.coach_pages import review_key
from triqueta.table.private_pages import Hands, open_hand
from triqueta.table.proof_pages import SHUFFLE, open_shuffle
from triqueta.table.scene import (
    Action,
    Choice,
    MenuPage,
    PetalKey,
    Scene,
    SoftKey,
    Station,
    StationView,
)

if TYPE_CHECKING:
    from triqueta.table.table import Table


class OverviewPage(MenuPage):
    """The menu of the info pages."""

    def __init__(self, table: Table, session: TriquetaSession) -> None:
        super().__init__(table)
        self._session = session

    def title(self) -> Text:
        return say("Info")

    def answers(self, station: Station) -> list[Choice]:
        session = self._session
        return [
            Choice(1, say("Rows"), partial(station.open, RowsPage(session))),
            Choice(
                2,
                say("Tiles and points"),
                partial(station.open, PointsPage(self.table, session)),
            ),
            Choice(3, say("Order of play"), partial(station.open, OrderPage(self.table, session))),
            Choice(
                4, say("Kept tiles"), partial(open_hand, self.table, kept_tiles(session), station)
            ),
            Choice(5, SHUFFLE, partial(open_shuffle, self.table, session, station)),
        ]


class RowsPage(Scene):
    """A page with one row in full; the petal keys turn to the others."""

    def __init__(self, session: TriquetaSession) -> None:
        self._session = session
        self._row = 0

    def view_for(self, station: Station) -> StationView:
        rows = self._session.view(None).table.rows
        return StationView(
            RowScreen(row=self._row + 1, tiles=rows[self._row]),
            petals={
                row: PetalKey(say("Row {row}", row=row), partial(self._turn_to, row - 1))
                for row in range(1, len(rows) + 1)
            },
            soft=_back_and_next(station, partial(self._turn_to, (self._row + 1) % len(rows))),
        )

    def _turn_to(self, row: int) -> None:
        self._row = row


class PointsPage(Scene):
    """A page with the points of all players; petal keys open their score sheets."""

    def __init__(self, table: Table, session: TriquetaSession) -> None:
        self.table = table
        self._session = session

    def view_for(self, station: Station) -> StationView:
        view = self._session.view(None)
        standings = standings_of(view)
        screen = StandingsScreen(
            title=say("Points"),
            corner=f"{view.table.round}/4",
            lines=tuple(line for _, line in standings),
            has_petals=True,
        )
        return StationView(
            screen,
            petals={
                petal: PetalKey(line.name, partial(self._open_sheet, station, seat))
                for petal, (seat, line) in enumerate(standings, start=1)
            },
            soft=(SoftKey(say("Back"), station.close), None, None),
            why_not=lambda key: no_such_score(key, len(standings)),
        )

    def _open_sheet(self, station: Station, seat: int) -> None:
        station.open(SheetsPage(self.table, self._session, seat))


def no_such_score(key: Key, players: int) -> Text | None:
    """Return why a key opens no score sheet."""
    return say("Petals 1 to {last} show a score", last=players) if key.is_petal else None


class SheetsPage(Scene):
    """A page with a player's tiles and points by animal; petal keys turn to the other players."""

    def __init__(self, table: Table, session: TriquetaSession, seat: int) -> None:
        self.table = table
        self._session = session
        self._seat = seat

    def view_for(self, station: Station) -> StationView:
        view = self._session.view(None)
        players = view.table.players
        sheet = view.open_sheet(self._seat)
        seats = len(players)
        return StationView(
            SheetScreen(
                title=players[self._seat].name, sheet=sheet, remark=_remark(view, self._seat)
            ),
            petals={
                seat + 1: PetalKey(other.name, partial(self.turn_to, seat))
                for seat, other in enumerate(players)
            },
            why_not=lambda key: no_such_score(key, seats),
            soft=_back_and_next(
                station,
                partial(self.turn_to, (self._seat + 1) % seats),
                review_key(self.table, station, self._seat),
            ),
        )

    def turn_to(self, seat: int) -> None:
        self._seat = seat


def _remark(view: PublicView, seat: int) -> Text:
    """Return the line below a score sheet: the tiles face down, or at the end all tiles."""
    light, shadow = view.kept_tiles(seat)
    if view.has_revealed(seat):
        tiles, returned = view.open_sheet(seat).tiles, view.revealed[seat].returned
        if returned:
            return say("animal tiles: {tiles}, returned: {n}", tiles=tiles, n=returned)
        return say("animal tiles: {tiles}", tiles=tiles)
    if view.table.edition is Edition.BASE:
        return say("kept face down: {tiles}", tiles=light)
    return say("kept: {light}, shadow: {shadow}", light=light, shadow=shadow)


class OrderPage(Scene):
    """A page with the order of play: who is out, who is offline, and who has Rock and Trees."""

    def __init__(self, table: Table, session: TriquetaSession) -> None:
        self.table = table
        self._session = session

    def view_for(self, station: Station) -> StationView:
        view = self._session.view(None).table
        lines = tuple(self._line(view, seat) for seat in range(len(view.players)))
        return StationView(
            OrderScreen(title=say("Order of play"), lines=lines),
            soft=(SoftKey(say("Back"), station.close), None, None),
        )

    def _line(self, view: TableView, seat: int) -> OrderLine:
        player = view.players[seat]
        name = player.name
        in_words: Text = name
        note: Text = ""
        is_played = any(other.in_round for other in view.players)
        if seat in self.table.away:
            in_words, note = say("{name}: offline", name=name), say("offline")
        elif seat == view.to_act:
            in_words, note = say("{name}: playing now", name=name), say("playing")
        elif is_played and not player.in_round:
            in_words, note = say("{name}: out", name=name), say("out")
        return OrderLine(
            name=name,
            in_words=in_words,
            note=note,
            is_to_act=seat == view.to_act,
            has_rock=seat == view.rock,
            trees=player.trees,
        )


def kept_tiles(session: TriquetaSession) -> Hands:
    """Return the private pages with the kept tiles of each player."""
    return Hands(
        session.names,
        partial(kept_screen, session),
        glimpse=partial(kept_glimpse, session),
    )


def kept_screen(session: TriquetaSession, seat: int) -> KeptScreen:
    view = session.view(seat).seat
    return KeptScreen(
        title=say("{name}: kept tiles", name=session.names[seat]),
        light=view.kept_light,
        shadow=view.kept_shadow,
    )


def kept_glimpse(session: TriquetaSession, seat: int) -> KeptGlimpseScreen:
    """Return the kept tiles for the shared station: small, as others sit around it."""
    large, name = kept_screen(session, seat), session.names[seat]
    return KeptGlimpseScreen(
        title=large.title,
        heading=say("Only for {name}", name=name),
        light=large.light,
        shadow=large.shadow,
    )


def _back_and_next(
    station: Station, turn_page: Action, middle: SoftKey | None = None
) -> tuple[SoftKey | None, SoftKey | None, SoftKey | None]:
    return SoftKey(say("Back"), station.close), middle, SoftKey(say("Next"), turn_page)


def rules_pages() -> tuple[Screen, ...]:
    """Return a screen for each rule, and one with the points for three of each animal."""
    of = len(RULES) + 1
    texts = numbered(say("The rules"), RULES, of)
    return (*texts, ValuesScreen(title=say("Points for three"), corner=f"{of}/{of}"))
