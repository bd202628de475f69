"""Pages and sockets by aiohttp, for comparison."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from aiohttp import WSMsgType, web

from tests.benchmarks.web_libraries.served import FILES, SECURITY, file
from triqueta.stations.web.access import Access, is_loopback
from triqueta.stations.web.limits import WAITING, ListeningSocket
from triqueta.stations.web.messages import LONGEST_MESSAGE, MessageError, read_message
from triqueta.stations.web.server import BAD_MESSAGE, SECONDS_TO_ASK
from triqueta.table.events import TABLE

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    def __init__(self, access: Access) -> None:
        self._access = access

    async def start(self, doorstep: ListeningSocket) -> Callable[[], Awaitable[None]]:
        application = web.Application(middlewares=[self._guard], client_max_size=1)
        application.router.add_get("/", self._table)
        application.router.add_get("/S/{token}", self._seat)
        for path in FILES:
            application.router.add_get(path, self._file)
        application.router.add_get("/socket/{name}", self._socket, allow_head=False)
        quiet = logging.getLogger(f"{__name__}.connections")
        quiet.setLevel(logging.CRITICAL)
        runner = web.AppRunner(
            application, access_log=None, logger=quiet, keepalive_timeout=SECONDS_TO_ASK
        )
        await runner.setup()
        await web.SockSite(runner, doorstep, backlog=WAITING).start()
        return runner.cleanup

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        hosts = request.headers.getall("Host", [])
        reached = request.transport.get_extra_info("sockname") if request.transport else ("", 0)
        if len(hosts) != 1 or not self._access.knows_host(hosts[0], reached):
            return self._answer(421, "This is not the address of a table.")
        try:
            response = await handler(request)
        except web.HTTPException as error:
            error.headers.update(SECURITY)
            raise
        if isinstance(response, web.Response):
            response.force_close()
        return response

    async def _table(self, request: web.Request) -> web.StreamResponse:
        if not is_loopback(request.remote or ""):
            return self._answer(403, "Scan a seat's code at the table to sit down.")
        return self._answer(200, file("page.html"), "text/html")

    async def _seat(self, request: web.Request) -> web.StreamResponse:
        if self._access.seat_of(request.match_info["token"]) is None:
            return self._answer(404, "This seat's code is no longer valid.")
        return self._answer(200, file("page.html"), "text/html")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name, kind = FILES[request.path]
        return self._answer(200, file(name), kind)

    def _answer(self, status: int, body: str, kind: str = "text/plain") -> web.Response:
        return web.Response(status=status, text=body, content_type=kind, headers=SECURITY)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        origins = request.headers.getall("Origin", [])
        if len(origins) != 1 or not self._access.knows_origin(origins[0], request.headers["Host"]):
            return self._answer(403, "Not from another site.")
        name = request.match_info["name"]
        is_local = is_loopback(request.remote or "")
        if not (name == TABLE and is_local) and self._access.seat_of(name) is None:
            return self._answer(403, "No seat without its code.")
        page = web.WebSocketResponse(max_msg_size=LONGEST_MESSAGE, compress=False, timeout=2)
        await page.prepare(request)
        async for message in page:
            try:
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    read_message(message.data)
            except MessageError:
                await page.close(code=BAD_MESSAGE, message=b"no message of ours")
        return page
