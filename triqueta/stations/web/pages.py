"""Open pages: their sockets, their outgoing messages, and the pages of spectators."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from websockets.asyncio.server import ServerConnection, broadcast
from websockets.exceptions import ConnectionClosed

from triqueta.runtime.host import Host
from triqueta.screens.board import LargeBoard
from triqueta.screens.frame import Frame, Light
from triqueta.screens.phrases import Language
from triqueta.stations.web.downloads import Downloads
from triqueta.stations.web.lobby import Lobby, lobby_of
from triqueta.stations.web.messages import (
    BEAT,
    DARK_BOARD,
    NO_BOARD,
    MessageError,
    OpenGame,
    board_messages,
    frame_message,
    open_message,
    seat_frame_message,
    seat_message,
)
from triqueta.stations.web.static import sheet_address
from triqueta.table.spectator_view import SpectatorView

ENDS = (ConnectionClosed, TimeoutError, MessageError)  # expected ends of a page's connection


class WebPage:
    """A page's socket and the newest message on each topic. A slow phone skips older messages.

    A page that `draws_pages` gets a seat's page in colour instead of the small screen.
    """

    def __init__(self, socket: ServerConnection, *, draws_pages: bool = False) -> None:
        self.socket = socket
        self.draws_pages = draws_pages
        self._frame: Frame | None = None  # the newest frame, until it is sent
        self._board: tuple[LargeBoard, Language] | None = None
        self._told: dict[str, str] = {}
        self._untold: dict[str, str] = {}
        self._news = asyncio.Event()

    @property
    def path(self) -> str:
        """The path of the socket that the page has opened."""
        return self.socket.request.path if self.socket.request else ""

    def take(self, frame: Frame) -> None:
        self._frame = frame
        if frame.light is Light.OFF:
            self._clear_board(DARK_BOARD)
        else:
            self.show_board(frame.board, frame.language)
        self._news.set()

    def show_board(self, board: LargeBoard | None, language: Language) -> None:
        """Send the page a board, or remove its board if `board` is None."""
        if board is None:
            self._clear_board(NO_BOARD)
        elif (board, language) != self._board:
            self._board = board, language
            for topic, message in board_messages(board, language):
                self.tell(topic, message)

    def _clear_board(self, message: str) -> None:
        """Send `message`, which removes or darkens the board, if the page ever had a board."""
        self._board = None
        if "board" in self._told:
            self.tell("board", message)

    def tell(self, topic: str, message: str) -> None:
        """Queue a message after the frame, unless it equals the last one on this topic."""
        if self._told.get(topic) != message:
            self._told[topic] = message
            self.reply(topic, message)

    def reply(self, topic: str, message: str) -> None:
        """Queue the answer to a message of the page, even if it equals the last answer."""
        self._untold[topic] = message
        self._news.set()

    async def send_news(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            if self._frame is not None:
                frame, self._frame = self._frame, None
                in_colour = self.draws_pages
                await self._send(seat_frame_message(frame) if in_colour else frame_message(frame))
            while self._untold and self._frame is None:
                await self._send(self._untold.pop(next(iter(self._untold))))

    async def _send(self, message: str) -> None:
        """Send a message. If a slow phone has not received the previous one, wait for it.

        Otherwise use `broadcast`, which avoids the locks and timers of `send`.
        """
        if self.socket.transport.get_write_buffer_size():
            await self.socket.send(message)
        else:
            broadcast((self.socket,), message)


async def until_one_ends(*works: Coroutine[object, object, None]) -> None:
    """Run coroutines concurrently until one ends or fails, then cancel the others.

    Raise the first failure. Unexpected errors take precedence over those in ENDS.
    """
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    failures = [end for end in ends if isinstance(end, Exception)]
    for failure in sorted(failures, key=lambda failure: isinstance(failure, ENDS)):
        raise failure


SECONDS_PER_MESSAGE = 0.1  # rate limit for spectators and for pages that ask for a seat


class Spectators:
    """The pages that get messages about the table after each event: spectators and seats."""

    def __init__(self, host: Host, downloads: Downloads) -> None:
        self._host = host
        self._downloads = downloads
        self._watching: dict[WebPage, bool] = {}  # and whether they also show a station
        self._seats: dict[WebPage, int] = {}
        self._is_due = False
        self._shown: tuple[SpectatorView, Lobby | None] | None = None
        self._messages: dict[Language, str] = {}  # of the view that is shown

    def watch(self, page: WebPage, *, has_station: bool) -> None:
        """Send a page the spectator view from now on."""
        self._begin()
        self._watching[page] = has_station

    def sit(self, page: WebPage, seat: int) -> None:
        """Send a seat's page the spectator view, its player and whether it is their turn."""
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
        """Schedule `_look` for after the frames are sent, since a player is waiting for those."""
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        self._is_due = False
        if self._host.is_saving:  # this is called again after the save
            return
        table = self._host.table
        to_act = table.scene.turn_of()
        for page, seat in self._seats.items():
            message = seat_message(seat + 1, table.name_of(seat), to_act=seat == to_act)
            page.tell("seat", message)
        view = table.spectator_view(), lobby_of(table)
        for page, seat in self._seats.items():
            page.tell("open", self._open_message(view, table.language_of(seat)))
        for page in self._watching:
            page.tell("open", self._open_message(view, table.language))
        if not all(self._watching.values()):
            self._show_board()

    def _show_board(self) -> None:
        table = self._host.table
        board = table.open_board()
        for page, has_station in self._watching.items():
            if not has_station:
                page.show_board(board, table.language)

    def _open_message(self, shown: tuple[SpectatorView, Lobby | None], language: Language) -> str:
        """Return the message with the spectator view, cached until the view changes."""
        if shown != self._shown:
            self._shown, self._messages = shown, {}
        if language not in self._messages:
            view, lobby = shown
            self._messages[language] = open_message(view, language, self._game(), lobby)
        return self._messages[language]

    def _game(self) -> OpenGame:
        table = self._host.table
        if table.session is None:  # pages show the drawings of the game that is being set up
            coming = table.new_game.game or table.games.own.id
            return OpenGame(sheet=sheet_address(table.games, coming))
        game = table.session.game_id
        return OpenGame(game, sheet_address(table.games, game), self._downloads.has_plot())


async def serve_spectator(
    connection: ServerConnection, spectators: Spectators, beat: float
) -> None:
    """Send a spectator's page the table until it disconnects. Its own messages are ignored."""
    page = WebPage(connection)
    spectators.watch(page, has_station=False)
    try:
        await until_one_ends(page.send_news(), send_beats(page, beat), _read(connection, beat))
    except (ConnectionClosed, TimeoutError):
        pass
    finally:
        spectators.leave(page)


async def send_beats(page: WebPage, beat: float) -> None:
    while True:
        await page.socket.send(BEAT)
        await asyncio.sleep(beat)


async def _read(connection: ServerConnection, beat: float) -> None:
    """Read messages, which count as heartbeats and are ignored otherwise."""
    while True:
        async with asyncio.timeout(silence(beat)):
            await connection.recv()
        await pause()


async def pause() -> None:
    """Wait before the next message of a page that needs to send few."""
    await asyncio.sleep(SECONDS_PER_MESSAGE)


def silence(beat: float) -> float:
    """Return the seconds without a message after which a page counts as gone."""
    return max(4.0, 4 * beat)
