"""Pages that look at the table as a whole, and what they are told once all have their frames.

The table's pages and those that only watch are shown what lies open; the board of the game
comes with a station's frames, and to those that only watch from here. A seat's page is told whose
it is, and whether the table waits for it.
"""

from __future__ import annotations

import asyncio

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from triqueta.runtime.host import Host
from triqueta.screens.phrases import Language
from triqueta.stations.web.keepsakes import Keepsakes
from triqueta.stations.web.messages import BEAT, open_message, seat_message
from triqueta.stations.web.web_page import WebPage, until_one_ends
from triqueta.table.open_table import OpenTable

SECONDS_PER_MESSAGE = 0.1  # nobody who only watches has more to say


class Onlookers:
    """Looks at the table after each event, as long as there is a page to tell."""

    def __init__(self, host: Host, keepsakes: Keepsakes) -> None:
        self._host = host
        self._keepsakes = keepsakes
        self._watching: dict[WebPage, bool] = {}  # and whether they show a station as well
        self._seats: dict[WebPage, int] = {}
        self._is_due = False
        self._shown: tuple[OpenTable, Language] | None = None
        self._message = ""

    def watch(self, page: WebPage, *, has_station: bool) -> None:
        """From now on show a page what lies open."""
        self._begin()
        self._watching[page] = has_station

    def sit(self, page: WebPage, seat: int) -> None:
        """From now on tell a seat's page of its seat."""
        self._begin()
        self._seats[page] = seat

    def leave(self, page: WebPage) -> None:
        if page not in self._watching and page not in self._seats:
            return
        self._watching.pop(page, None)
        self._seats.pop(page, None)
        if not self._watching and not self._seats:
            self._host.unwatch(self._look_soon)

    def _begin(self) -> None:
        if not self._watching and not self._seats:
            self._host.watch(self._look_soon)
        self._look_soon()

    def _look_soon(self) -> None:
        """When the frames are on their way: whoever has pressed a key waits for those."""
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        self._is_due = False
        if self._host.is_saving:  # it is called again after the save
            return
        table = self._host.table
        to_act = table.stage.turn_of()
        for page, seat in self._seats.items():
            message = seat_message(seat + 1, table.name_of(seat), to_act=seat == to_act)
            page.tell("seat", message)
        if self._watching:
            message = self._open_message()
            for page in self._watching:
                page.tell("open", message)
        if not all(self._watching.values()):
            self._show_board()

    def _show_board(self) -> None:
        table = self._host.table
        board = table.open_board()
        for page, has_station in self._watching.items():
            if not has_station:
                page.show_board(board, table.language)

    def _open_message(self) -> str:
        """Made once for all pages, and until something changes."""
        table = self._host.table
        now = table.open_table(), table.language
        if now != self._shown:
            game = None if table.play is None else table.play.game
            has_plot = self._keepsakes.has_plot()
            self._shown, self._message = now, open_message(*now, game, has_plot=has_plot)
        return self._message


async def serve_onlooker(connection: ServerConnection, onlookers: Onlookers, beat: float) -> None:
    """Show a page what lies open. Nothing that it sends gets any further than here."""
    page = WebPage(connection)
    onlookers.watch(page, has_station=False)
    try:
        await until_one_ends(page.send_news(), _send_beats(page, beat), _read(connection, beat))
    except (ConnectionClosed, TimeoutError):
        pass
    finally:
        onlookers.leave(page)


async def _send_beats(page: WebPage, beat: float) -> None:
    while True:
        await page.socket.send(BEAT)
        await asyncio.sleep(beat)


async def _read(connection: ServerConnection, beat: float) -> None:
    """Signs of life, and whatever else comes, to be dropped."""
    while True:
        async with asyncio.timeout(silence(beat)):
            await connection.recv()
        await asyncio.sleep(SECONDS_PER_MESSAGE)


def silence(beat: float) -> float:
    """After so many seconds without a sign of life a page is taken for gone."""
    return max(4.0, 4 * beat)
