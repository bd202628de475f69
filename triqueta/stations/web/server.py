"""The web server: it serves pages, and a socket for each page.

It uses the library websockets, which has no dependencies and can also serve the few static files.
docs/by-hand-or-library.md compares the alternatives.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from time import monotonic
from typing import TYPE_CHECKING

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from triqueta.runtime.host import Host
from triqueta.screens.station import SEATS, STATIONS, TABLE, Key, seat_station
from triqueta.stations.web.access import Access, SeatSessions, is_loopback
from triqueta.stations.web.answers import allow_sockets, answer
from triqueta.stations.web.downloads import Downloads
from triqueta.stations.web.joining import Joining
from triqueta.stations.web.limits import (
    WAITING,
    Connection,
    ConnectionLimiter,
    ListeningSocket,
    SparseLog,
)
from triqueta.stations.web.messages import (
    LONGEST_MESSAGE,
    Alive,
    MessageError,
    PageMessage,
    Pressed,
    SmallScreen,
    StandUp,
    TakeOver,
    Tapped,
    Typed,
    Typing,
    go_message,
    named_message,
    read_message,
    typing_message,
)
from triqueta.stations.web.pages import (
    Spectators,
    WebPage,
    serve_spectator,
    silence,
    until_one_ends,
)
from triqueta.stations.web.routes import Routes, depends_on_game
from triqueta.table import joining

if TYPE_CHECKING:
    from triqueta.stations.pods.simulator import PodBench

MOST_TABLE_PAGES = 20
MOST_SEAT_PAGES = 4  # per seat: the page that shows it, and pages that ask to take it over
MOST_SPECTATORS = 20
MOST_JOINING = 20  # pages on which players pick a seat
BEAT_SECONDS = 1.0
SECONDS_TO_ANSWER = 60.0
SECONDS_TO_ASK = 5.0  # from the start of a connection to the end of its request
TAKEN_OVER = 4001
BAD_MESSAGE = 4002
SCAN_AGAIN = 4003
STOOD_UP = 4004

_BENCH_SOCKET = "/socket/pods"
_WATCH_SOCKET = "/socket/watch"
_JOIN_SOCKET = "/socket/join/"
_MOST_PAGES = {TABLE: MOST_TABLE_PAGES, _WATCH_SOCKET: MOST_SPECTATORS, _JOIN_SOCKET: MOST_JOINING}

log = logging.getLogger("triqueta.web")


class WebServer:
    """A web server with the table's page for this machine and seats' pages for phones."""

    def __init__(
        self,
        host: Host,
        beat: float = BEAT_SECONDS,
        clock: Callable[[], float] = monotonic,
        bench: PodBench | None = None,
        new_session: Callable[[], str] | None = None,
    ) -> None:
        self._host = host
        self._bench = bench  # simulated pods, shown on their own page
        self._beat = beat
        self.port = 0  # until the server is started
        self.access = Access(lambda: host.table.seat_key)
        self.sessions = SeatSessions(host.table, self.access, new_session)
        self.joining = Joining(host, self.access, self.sessions)
        self._log = SparseLog(log, clock)
        self.limiter = ConnectionLimiter(clock)
        self._connections: Counter[str] = Counter()
        self._closing: set[asyncio.Task[None]] = set()
        downloads = Downloads(host)
        self._spectators = Spectators(host, downloads)
        self._routes = Routes(host, self.access, downloads, has_bench=bench is not None)
        host.watch(self._follow_players)

    async def start(self, address: str, port: int = 0) -> Server:
        """Start to serve at this address. Port 0 selects any free port."""
        return await serve(
            self._serve_socket,
            sock=self._listen(address, port),
            backlog=WAITING,
            create_connection=Connection,
            process_request=self._process_request,
            compression=None,
            max_size=LONGEST_MESSAGE,
            max_queue=64,
            ping_interval=None,  # pages have their own heartbeat
            open_timeout=SECONDS_TO_ASK,
            close_timeout=2,
            server_header=None,
            logger=_quiet_log(),
        )

    def _listen(self, address: str, port: int) -> ListeningSocket:
        listening_socket = ListeningSocket(self.limiter, self._log)
        try:
            listening_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening_socket.bind((address, port))
            listening_socket.listen(WAITING)
        except BaseException:
            listening_socket.close()
            raise
        self.port = listening_socket.getsockname()[1]
        return listening_socket

    def seat_path(self, seat: int) -> str:
        return f"/S/{self.access.tokens[seat]}"

    @property
    def join_path(self) -> str:
        return self.joining.path

    # Requests.

    async def _process_request(
        self, connection: ServerConnection, request: Request
    ) -> Response | None:
        if depends_on_game(request.path):
            await self._host.settled()  # only saved states may be sent
        try:
            response = await self._respond(connection, request)
        except Exception as error:
            self._log.failure("a request failed", error)
            raise
        if response is not None and request.method == "HEAD":
            response.body = b""
        return response

    async def _respond(self, connection: ServerConnection, request: Request) -> Response | None:
        host = _only(request.headers, "Host")
        if host is None or not self.access.knows_host(host, connection.local_address):
            return answer(HTTPStatus.MISDIRECTED_REQUEST, "This is not the table's address.")
        if request.path.startswith("/socket/"):
            return self._admit_socket(connection, request, host)
        is_local = _is_local(connection)
        response = await self._routes.answer(request.path, request.headers, is_local=is_local)
        allow_sockets(response, host)
        return response

    # Sockets.

    def _admit_socket(
        self, connection: ServerConnection, request: Request, host: str
    ) -> Response | None:
        if not self.access.knows_origin(_only(request.headers, "Origin"), host):
            return answer(HTTPStatus.FORBIDDEN, "Other sites cannot connect.")
        if self._is_bench(connection, request.path):
            return None
        name = self._counted_as(connection, request.path)
        if name is None:
            return answer(HTTPStatus.FORBIDDEN, "The seat's code is missing or wrong.")
        if self._connections[name] >= _MOST_PAGES.get(name, MOST_SEAT_PAGES):
            return answer(HTTPStatus.SERVICE_UNAVAILABLE, "Too many pages are open.")
        return None

    def _is_bench(self, connection: ServerConnection, path: str) -> bool:
        return path == _BENCH_SOCKET and self._bench is not None and _is_local(connection)

    def _counted_as(self, connection: ServerConnection, path: str) -> str | None:
        """Return the name under which a page is counted, or None if it has no access.

        That is the name of its station, _WATCH_SOCKET for a spectator, or _JOIN_SOCKET for a page
        on which a player picks a seat.
        """
        if path.startswith(_JOIN_SOCKET):
            return _JOIN_SOCKET if self.joining.admits(path.removeprefix(_JOIN_SOCKET)) else None
        return _WATCH_SOCKET if path == _WATCH_SOCKET else self._station_of(connection, path)

    def _station_of(self, connection: ServerConnection, path: str) -> str | None:
        code, session = _asked_for(path)
        if code == TABLE:
            return TABLE if _is_local(connection) else None
        seat = self.access.seat_of(code)
        seat = self.sessions.seat_of(session) if seat is None else seat
        return None if seat is None else seat_station(seat)

    async def _serve_socket(self, connection: ServerConnection) -> None:
        try:
            await self._serve_path(connection)
        except Exception as error:
            self._log.failure("a page's connection failed", error)
            raise  # so that the library closes the socket with an error code

    async def _serve_path(self, connection: ServerConnection) -> None:
        path = connection.request.path if connection.request else ""
        if self._bench and self._is_bench(connection, path):
            await _serve_bench(self._bench, connection)
        elif path == _WATCH_SOCKET:
            await self._serve_spectator(connection)
        elif path.startswith(_JOIN_SOCKET):
            await self._serve_joining(connection)
        elif station := self._station_of(connection, path):
            page = WebPage(connection, draws_pages=station != TABLE)
            await self._serve_page(station, page)

    async def _serve_spectator(self, connection: ServerConnection) -> None:
        self._connections[_WATCH_SOCKET] += 1
        try:
            await serve_spectator(connection, self._spectators, self._beat)
        finally:
            self._connections[_WATCH_SOCKET] -= 1

    async def _serve_joining(self, connection: ServerConnection) -> None:
        self._connections[_JOIN_SOCKET] += 1
        try:
            await self.joining.serve(connection, self._beat)
            await connection.close(SCAN_AGAIN, "too late")
        except MessageError:
            await connection.close(BAD_MESSAGE, "invalid message")
        except (ConnectionClosed, TimeoutError):
            pass
        finally:
            self._connections[_JOIN_SOCKET] -= 1

    async def _serve_page(self, station: str, page: WebPage) -> None:
        self.limiter.welcome(page.socket.remote_address[0])
        self._connections[station] += 1
        try:
            await until_one_ends(
                self._serve_station(station, page),
                page.send_news(),
                self._send_beats(station, page),
            )
        except MessageError:
            await page.socket.close(BAD_MESSAGE, "invalid message")
        except (ConnectionClosed, TimeoutError):
            pass
        finally:
            self._connections[station] -= 1
            self._spectators.leave(page)
            self._host.detach(station, page)

    async def _serve_station(self, station: str, page: WebPage) -> None:
        if station != TABLE and self._pages_at(station):
            await self._ask_to_take_over(station, page)
        if self._station_of(page.socket, page.path) != station:  # its code expired while it waited
            await page.socket.close(SCAN_AGAIN, "scan again")
            return
        self._open(station, page)
        await self._read_keys(station, page)

    async def _ask_to_take_over(self, station: str, page: WebPage) -> None:
        """Ask a page whether to take over the seat; return when it agrees or the seat is free.

        Both pages may be the same phone, which has reconnected before its old connection timed
        out. Each heartbeat of the page triggers another check of the seat.
        """
        await page.socket.send(json.dumps({"taken": True}))
        async with asyncio.timeout(SECONDS_TO_ANSWER):
            answer: PageMessage = Alive()
            while self._pages_at(station) and not isinstance(answer, TakeOver):
                answer = read_message(await page.socket.recv())

    def _open(self, station: str, page: WebPage) -> None:
        """Show the station on this page.

        The table is shown on all its pages, a seat only on its newest page. The other pages of the
        seat lose it immediately, and their sockets are closed in the background.
        """
        seat = STATIONS[station]
        sent_away = [] if seat is None else self._pages_at(station)
        self._host.attach(station, page.take, page, draws_pages=page.draws_pages)
        if seat is None:
            self._spectators.watch(page, has_station=True)
        else:
            self._spectators.sit(page, seat)
            self.sessions.sit(seat, page, _asked_for(page.path)[1])
            self._name_arrival(station, seat)
            self._host.when_saved(self._follow_players)
        for other in sent_away:
            self._send_away(station, other, TAKEN_OVER, "taken over")

    def _name_arrival(self, station: str, seat: int) -> None:
        """Give a seat the name that its player typed on the page where they picked it."""
        name = self.joining.arrive(seat)
        if name is not None:
            self._host.name(station, name)
            self._host.when_saved(partial(self.joining.arrived, seat))

    def _stand_up(self, station: str, page: WebPage) -> None:
        """Let a player leave their seat, and send the phone back to the page that offers seats."""
        seat, table = STATIONS[station], self._host.table
        if seat is None or table.session is not None or page not in self._host.owners(station):
            return
        self.sessions.end(seat)
        self._host.stand_up(station)
        goes_to = self.join_path if joining.is_open(table) else "/help"
        self._send_away(station, page, STOOD_UP, "stood up", go_message(goes_to))

    def _send_away(
        self, station: str, page: WebPage, code: int, reason: str, message: str = ""
    ) -> None:
        """Disconnect a page from its station, and close its socket after a last message."""
        self._spectators.leave(page)
        self._host.detach(station, page)
        task = asyncio.create_task(_close(page.socket, code, reason, message))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def _follow_players(self) -> None:
        """Disconnect phones whose seat has another player now, after the frames are sent."""
        for seat, page in self.sessions.follow().items():
            asyncio.get_running_loop().call_soon(
                self._send_away, seat_station(seat), page, SCAN_AGAIN, "scan again"
            )

    def _pages_at(self, station: str) -> list[WebPage]:
        """Return the pages that are attached to a station."""
        return [owner for owner in self._host.owners(station) if isinstance(owner, WebPage)]

    async def _send_beats(self, station: str, page: WebPage) -> None:
        """Send heartbeats, without which a page blanks itself. The table's also list the seats."""
        while True:
            beat: dict[str, object] = {"beat": True}
            if station == TABLE and not self._host.is_saving:  # names must not be shown unsaved
                beat["seats"] = self._seats()
            await page.socket.send(json.dumps(beat))
            await asyncio.sleep(self._beat)

    def _seats(self) -> list[dict[str, object]]:
        """Return the seats of the game, or all seats before a game. A free seat has a path."""
        table = self._host.table
        seats = (
            table.new_game.players or SEATS if table.session is None else len(table.session.names)
        )
        return [self._seat(seat) for seat in range(seats)]

    def _seat(self, seat: int) -> dict[str, object]:
        table = self._host.table
        is_here, is_robot = table.has_station(seat), table.is_robot(seat)
        return {
            "path": None if is_here or is_robot else self.seat_path(seat),
            "name": table.name_of(seat),
            "here": is_here,
            "robot": is_robot,
        }

    async def _read_keys(self, station: str, page: WebPage) -> None:
        down: set[Key] = set()
        try:
            async with asyncio.timeout(None) as limit:  # rescheduling is faster than a new timeout
                while True:
                    limit.reschedule(self._silence_deadline())
                    message = read_message(await page.socket.recv())
                    if page not in self._host.owners(station):
                        return  # another page has taken over
                    self._act(station, page, message, down)
        finally:
            if page in self._host.owners(station):
                for key in down:  # a closed page must not leave keys down
                    self._host.up(station, key)

    def _silence_deadline(self) -> float:
        """Return the time at which the page counts as gone if it sends nothing until then."""
        return asyncio.get_running_loop().time() + silence(self._beat)

    def _act(self, station: str, page: WebPage, message: PageMessage, down: set[Key]) -> None:
        match message:
            case Pressed(key, down=True):
                if self._host.press(station, page, key):
                    down.add(key)
            case Pressed(key, down=False):
                down.discard(key)
                self._host.up(station, key)
            case Tapped(field):
                self._host.tap(station, page, field)
            case Typed(name):
                self._host.name(station, name)
                self._host.when_saved(partial(self._reply_to_name, station, page, name))
            case Typing(name):
                self._host.wake()  # the player is busy here, without any key
                self._host.when_saved(partial(self._reply_to_typing, station, page, name))
            case SmallScreen(on):
                self._show_small_screen(station, page, on=on)
            case StandUp():
                self._host.when_saved(partial(self._stand_up, station, page))
            case Alive() | TakeOver():
                pass

    def _show_small_screen(self, station: str, page: WebPage, *, on: bool) -> None:
        """Show a seat's page as the small screen with its keys, or in colour again."""
        if station != TABLE and page.draws_pages is on:
            page.draws_pages = not on
            self._host.attach(station, page.take, page, draws_pages=not on)

    def _reply_to_name(self, station: str, page: WebPage, name: str) -> None:
        """Tell a page whether the table has accepted the name that was typed there."""
        if found := self._host.table.stations.get(station):
            language = self._host.table.language_at(found)
            page.reply("named", named_message(name, found.name_refusal, language))

    def _reply_to_typing(self, station: str, page: WebPage, name: str) -> None:
        """Tell a page how long the name is that is being typed, and what is wrong with it."""
        table = self._host.table
        if found := table.stations.get(station):
            refusal = table.why_not_take_name(found, name)
            page.reply("typing", typing_message(name, refusal, table.language_at(found)))


def _asked_for(path: str) -> tuple[str, str]:
    """Return the name or code in a socket's path, and the session token of a returning phone."""
    code, _, session = path.removeprefix("/socket/").partition("/")
    return code, session


async def _close(socket: ServerConnection, code: int, reason: str, message: str) -> None:
    with suppress(ConnectionClosed):
        if message:
            await socket.send(message)
        await socket.close(code, reason)


async def _serve_bench(bench: PodBench, connection: ServerConnection) -> None:
    try:
        await until_one_ends(bench.send_screens(connection), bench.read_keys(connection))
    except ConnectionClosed:
        pass
    except ValueError:
        await connection.close(BAD_MESSAGE, "invalid message")


def _only(headers: Headers, name: str) -> str | None:
    """Return a header's value, or None if it is missing or duplicate."""
    values = headers.get_all(name)
    return values[0] if len(values) == 1 else None


def _quiet_log() -> logging.Logger:
    """Return a logger for the library that hides its messages.

    It would log invalid requests with their paths, and a path can contain a seat's code.
    """
    quiet = logging.getLogger(f"{__name__}.connections")
    quiet.setLevel(logging.CRITICAL)
    return quiet


def _is_local(connection: ServerConnection) -> bool:
    address = connection.remote_address
    return bool(address) and is_loopback(str(address[0]))
