"""The info pages, open at any time: rows, tiles and points, order of play, own kept tiles."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.triqueta.rules import score_sheet
from triqueta.games.triqueta.screens.sheet import RowScreen, SheetScreen, ValuesScreen
from triqueta.games.triqueta.screens.tile import KeptScreen
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Answer, Question, Screen, numbered
from triqueta.table.coach_pages import review_key
from triqueta.table.private_pages import HOLD_LOOK, Hands, open_hand
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
                partial(station.open, SheetsPage(self.table, session, self._seat(station))),
            ),
            Choice(3, say("Order of play"), partial(station.open, OrderPage(self.table, session))),
            Choice(
                4, say("Kept tiles"), partial(open_hand, self.table, kept_tiles(session), station)
            ),
        ]

    def _seat(self, station: Station) -> int:
        """Return the seat whose tiles come first: the station's own, or the seat to act."""
        seat = self._session.view(None).table.to_act if station.seat is None else station.seat
        return 0 if seat is None else seat


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


class SheetsPage(Scene):
    """A page with a player's tiles and points by animal; petal keys turn to the other players."""

    def __init__(self, table: Table, session: TriquetaSession, seat: int) -> None:
        self.table = table
        self._session = session
        self._seat = seat

    def view_for(self, station: Station) -> StationView:
        view = self._session.view(None).table
        player = view.players[self._seat]
        sheet = score_sheet(
            view.edition, player.face_up, rock=view.rock == self._seat, trees=player.trees
        )
        remark = say(
            "kept: {light}, shadow: {shadow}", light=player.kept_light, shadow=player.kept_shadow
        )
        if view.outcome:
            remark = say("animal tiles: {tiles}", tiles=sheet.tiles)
        seats = len(view.players)
        return StationView(
            SheetScreen(title=player.name, sheet=sheet, remark=remark),
            petals={
                seat + 1: PetalKey(other.name, partial(self.turn_to, seat))
                for seat, other in enumerate(view.players)
            },
            soft=_back_and_next(
                station,
                partial(self.turn_to, (self._seat + 1) % seats),
                review_key(self.table, station, self._seat),
            ),
        )

    def turn_to(self, seat: int) -> None:
        self._seat = seat


class OrderPage(Scene):
    """A page with the order of play: who is out of the round, and whose display is offline."""

    def __init__(self, table: Table, session: TriquetaSession) -> None:
        self.table = table
        self._session = session

    def view_for(self, station: Station) -> StationView:
        view = self._session.view(None).table
        answers = tuple(Answer(seat + 1, self._line(seat)) for seat in range(len(view.players)))
        return StationView(
            Question(title=say("Order of play"), answers=answers),
            soft=(SoftKey(say("Back"), station.close), None, None),
        )

    def _line(self, seat: int) -> Text:
        view = self._session.view(None).table
        name = view.players[seat].name
        if seat in self.table.away:
            return say("{name}: offline", name=name)
        if seat == view.to_act:
            return say("{name}: playing now", name=name)
        if any(player.in_round for player in view.players) and not view.players[seat].in_round:
            return say("{name}: out", name=name)
        return name


def kept_tiles(session: TriquetaSession) -> Hands:
    """Return the private pages with the kept tiles of each player."""
    return Hands(session.names, partial(kept_screen, session), HOLD_LOOK)


def kept_screen(session: TriquetaSession, seat: int) -> KeptScreen:
    view = session.view(seat).seat
    return KeptScreen(
        title=say("{name}: kept tiles", name=session.names[seat]),
        light=view.kept_light,
        shadow=view.kept_shadow,
    )


def _back_and_next(
    station: Station, turn_page: Action, middle: SoftKey | None = None
) -> tuple[SoftKey | None, SoftKey | None, SoftKey | None]:
    return SoftKey(say("Back"), station.close), middle, SoftKey(say("Next"), turn_page)


RULES: tuple[Text, ...] = (
    say("There are four rounds. On your turn, draw a tile or take a row."),
    say("Look at your tile in secret. Place it in a row, or keep it: only two per game!"),
    say(
        "Taking a row puts you out of the round. The player who takes the last row gets the Rock."
    ),
    say("Three matching animals score 5 to 11. One or two: a point each."),
    say("More than three: minus a point for each extra one."),
    say("At the end add your kept tiles, or return them. Rock and Trees: a point each."),
    say("Most points wins. If tied, most animal tiles wins."),
    say("With wolves: you keep every shadow tile you draw. All are added at the end."),
    say(
        "Two players with wolves: draw two tiles. Place, keep or box each one, but not both "
        "the same way."
    ),
)


def rules_pages() -> tuple[Screen, ...]:
    """Return a screen for each rule, and one with the points for three of each animal."""
    of = len(RULES) + 1
    texts = numbered(say("The rules"), RULES, of)
    return (*texts, ValuesScreen(title=say("Points for three"), corner=f"{of}/{of}"))
