"""The end of a game: kept tiles, the winner and the score."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from triqueta.games.triqueta.pages.seat_ending import end_page, turned_page
from triqueta.games.triqueta.reveal import TurnedUp
from triqueta.games.triqueta.rules import Outcome
from triqueta.games.triqueta.scenes.overview import (
    OverviewPage,
    PointsPage,
    SheetsPage,
    no_such_score,
)
from triqueta.games.triqueta.screens.ending import Side, TurnUpScreen, winner_screen
from triqueta.games.triqueta.session import FACE, NEXT, TriquetaSession
from triqueta.games.triqueta.views import OwnView
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.seat_page import SeatPage
from triqueta.screens.station import TABLE, Key
from triqueta.table.menu import Menu
from triqueta.table.past_games import PastGamesPage
from triqueta.table.proof_pages import SHUFFLE, open_shuffle
from triqueta.table.rematch import again_key, again_taps
from triqueta.table.scene import (
    AT_THE_TABLE,
    Choice,
    PetalKey,
    Scene,
    SoftKey,
    Station,
    StationView,
)
from triqueta.table.spectator_view import SpectatorView
from triqueta.table.table import Table

# In seconds: a tile is turned over its edge, and after its face the next tile follows.
EDGE_AFTER = 0.4
FACE_AFTER = 0.55
FACE_FOR = 2.45

AGAIN_AFTER = 1.0


class EndScene(Scene):
    """The end of a game: the kept tiles are turned up one by one, then the winner appears.

    A tile is shown for a few seconds, then the next one follows. Any key goes on at once.
    """

    HELP = say(
        "The petals show each player's points. “Again” deals the same game; “Back” then offers "
        "others."
    )

    def __init__(self, table: Table, session: TriquetaSession, outcome: Outcome) -> None:
        self.table = table
        self._session = session
        self._outcome = outcome
        self._since = table.now  # when the current side of a tile or the winner appeared

    def view_for(self, station: Station) -> StationView:
        tile = self._session.view(None).current_tile
        if tile is not None:
            screen = self._turn_up(tile)
            go_on = PetalKey(say("Next"), self._next)
            return StationView(screen, otherwise=go_on, page=self._page(station, turned_page))
        names, ranking = self._session.names, self._outcome.ranking
        first = station.seat if station.seat in ranking else ranking[0]
        return StationView(
            winner_screen(names, self._outcome),
            petals={
                rank: PetalKey(names[seat], partial(self._open_sheet, station, seat))
                for rank, seat in enumerate(ranking, start=1)
            },
            # A player's display only asks the table, which decides for all players.
            soft=(
                again_key(self.table, station, self._play_again),
                SoftKey(say("Score"), partial(self._open_sheet, station, first)),
                SoftKey(say("Menu"), partial(self._open_menu, station)),
            ),
            why_not=partial(self._why_not, len(names)),
            taps=again_taps(self.table, station, self._play_again),
            page=self._page(station, end_page),
        )

    def _page(
        self, station: Station, page: Callable[[OwnView, SpectatorView, StationView], SeatPage]
    ) -> Callable[[StationView], SeatPage] | None:
        """Return what makes the page of a seat that a person plays, or None at other stations."""
        seat = station.seat
        is_robot = self.table.is_robot(seat)
        if seat is None or is_robot or seat >= len(self._session.names):
            return None
        if not station.draws_pages:
            return None
        return partial(page, self._session.view(seat), self._session.spectator_view())

    def _why_not(self, players: int, key: Key) -> Text | None:
        return no_such_score(key, players) if key.is_petal else AT_THE_TABLE

    def _turn_up(self, tile: TurnedUp) -> TurnUpScreen:
        view = self._session.view(None)
        side = Side.BACK if self.table.now < self._since + EDGE_AFTER else Side.EDGE
        return TurnUpScreen(
            name=self._session.names[tile.seat],
            tile=tile,
            number=view.turned_up + 1,
            of=len(view.reveal),
            returned=view.revealed[tile.seat].returned,
            side=Side.FACE if view.shows_face else side,
        )

    def tick(self) -> None:
        if self._session.view(None).current_tile is None:
            return
        if self.table.stations[TABLE].pages:  # a page about saving hides the tile
            self._since = self.table.now
        elif self.table.now >= self._since + self._steps[-1]:
            self._next()

    def next_change(self) -> float | None:
        if self._session.view(None).current_tile is None:
            return None
        times = (self._since + seconds for seconds in self._steps)
        return next((time for time in times if time > self.table.now), None)

    @property
    def _steps(self) -> tuple[float, ...]:
        """The seconds after which the current tile's picture changes; the last calls _next."""
        return (FACE_FOR,) if self._session.view(None).shows_face else (EDGE_AFTER, FACE_AFTER)

    def _next(self) -> None:
        """Turn up the tile that lies face down, or go on to the next one.

        The session notes both, so that spectators and sounds wait for the face as stations do.
        """
        self._session.apply(NEXT if self._session.view(None).shows_face else FACE)
        self._since = self.table.now

    @property
    def ignores_again(self) -> bool:
        """Whether Again is ignored: a player who skips tiles must not miss the winner."""
        is_shown = self._session.view(None).current_tile is None
        return is_shown and self.table.now < self._since + AGAIN_AFTER

    def _play_again(self) -> None:
        if not self.ignores_again:
            self.table.play_again()

    def _open_menu(self, station: Station) -> None:
        station.open(Menu(self.table, self, EndPages(self.table, self._session)))

    def _open_sheet(self, station: Station, seat: int) -> None:
        station.open(SheetsPage(self.table, self._session, seat))


class EndPages(OverviewPage):
    """The info pages after a game: all points, the past games, and the proof of the shuffle."""

    def answers(self, station: Station) -> list[Choice]:
        return [
            Choice(1, say("Points"), partial(station.open, PointsPage(self.table, self._session))),
            Choice(2, say("Past games"), partial(self._open_past_games, station)),
            Choice(3, SHUFFLE, partial(open_shuffle, self.table, self._session, station)),
        ]

    def _open_past_games(self, station: Station) -> None:
        station.open(PastGamesPage(self.table))
