"""Pages and sockets by Starlette and uvicorn, for comparison."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tests.benchmarks.web_libraries.served import FILES, SECURITY, file
from triqueta.stations.web.access import Access, is_loopback
from triqueta.stations.web.limits import ListeningSocket
from triqueta.stations.web.messages import LONGEST_MESSAGE, MessageError, read_message
from triqueta.stations.web.server import BAD_MESSAGE, SECONDS_TO_ASK
from triqueta.table.events import TABLE


def _answer(status: int, body: str, kind: str = "text/plain") -> Response:
    headers = {**SECURITY, "Connection": "close"}
    return Response(body, status, headers, f"{kind}; charset=utf-8")


class _Guard:
    """Before anything else: by which name it was asked for."""

    def __init__(self, inner: ASGIApp, access: Access) -> None:
        self._inner = inner
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._inner(scope, receive, send)
        hosts = Headers(scope=scope).getlist("host")
        if len(hosts) == 1 and self._access.knows_host(hosts[0], scope["server"]):
            return await self._inner(scope, receive, send)
        answer = _answer(421, "This is not the address of a table.")
        if scope["type"] == "websocket":
            return await WebSocket(scope, receive, send).send_denial_response(answer)
        return await answer(scope, receive, send)


class Server:
    def __init__(self, access: Access) -> None:
        self._access = access

    async def start(self, doorstep: ListeningSocket) -> Callable[[], Awaitable[None]]:
        routes = [
            Route("/", self._table),
            Route("/S/{token}", self._seat),
            *(Route(path, self._file) for path in FILES),
            WebSocketRoute("/socket/{name}", self._socket),
        ]
        config = uvicorn.Config(
            _Guard(Starlette(routes=routes), self._access),
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            lifespan="off",
            ws_max_size=LONGEST_MESSAGE,
            ws_ping_interval=None,
            ws_per_message_deflate=False,
            timeout_keep_alive=int(SECONDS_TO_ASK),
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[doorstep]))
        while not server.started:
            await asyncio.sleep(0.01)

        async def stop() -> None:
            server.should_exit = server.force_exit = True
            await serving

        return stop

    async def _table(self, request: Request) -> Response:
        if request.client is None or not is_loopback(request.client.host):
            return _answer(403, "Scan a seat's code at the table to sit down.")
        return _answer(200, file("page.html"), "text/html")

    async def _seat(self, request: Request) -> Response:
        if self._access.seat_of(request.path_params["token"]) is None:
            return _answer(404, "This seat's code is no longer valid.")
        return _answer(200, file("page.html"), "text/html")

    async def _file(self, request: Request) -> Response:
        name, kind = FILES[request.url.path]
        return _answer(200, file(name), kind)

    async def _socket(self, page: WebSocket) -> None:
        origins = page.headers.getlist("origin")
        if len(origins) != 1 or not self._access.knows_origin(origins[0], page.headers["host"]):
            return await page.send_denial_response(_answer(403, "Not from another site."))
        name = page.path_params["name"]
        is_local = page.client is not None and is_loopback(page.client.host)
        if not (name == TABLE and is_local) and self._access.seat_of(name) is None:
            return await page.send_denial_response(_answer(403, "No seat without its code."))
        await page.accept()
        try:
            while True:
                read_message(await page.receive_text())
        except MessageError:
            await page.close(BAD_MESSAGE, "no message of ours")
        except WebSocketDisconnect:
            pass
