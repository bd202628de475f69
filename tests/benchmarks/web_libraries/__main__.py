"""By hand or by a library: what the web server costs, and what it does when it is asked oddly.

    .venv/bin/pip install aiohttp starlette uvicorn
    .venv/bin/python -m tests.benchmarks.web_libraries

Each library's way stands beside this file: pages and sockets with the same access and behind the
same door, but with no table. All of them get the same requests.
"""

from __future__ import annotations

import ast
import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path

from tests.benchmarks.costs import beyond, code_lines, installed, starts
from tests.table.world import world
from triqueta.runtime.host import Host
from triqueta.stations.web.access import Access
from triqueta.stations.web.limits import ConnectionLimiter, ListeningSocket
from triqueta.stations.web.log import SparseLog
from triqueta.stations.web.messages import LONGEST_MESSAGE
from triqueta.stations.web.server import WebServer
from triqueta.table.table import Table

RUNS = 31
LONGEST_WAIT = 12.0  # seconds; a connection that says nothing is closed after 5 by us
HERE = Path(__file__).parent
WEB = HERE.parents[2] / "triqueta" / "stations" / "web"
# What the libraries do in the other two ways: the rest of the server is the table's.
OF_THE_LIBRARY = (
    *("start", "_process_request", "_respond", "_in_folder", "_table_page", "_seat"),
    *("_admit_socket", "_only", "_quiet_log", "_is_local", "answer", "file_answer"),
)
BARE = "import asyncio, hmac, http, ipaddress, json, logging, secrets, socket, urllib.parse\n"
PROGRAMS = {
    "websockets": "import websockets.asyncio.server",
    "aiohttp": "from aiohttp import web",
    "starlette": "import starlette.applications, starlette.routing, uvicorn\n"
    "uvicorn.Config(lambda: None, log_config=None).load()",
}
_AIOHTTP = "aiohappyeyeballs aiosignal attrs frozenlist idna multidict propcache yarl"
DISTRIBUTIONS = {
    "websockets": ["websockets"],
    "aiohttp": ["aiohttp", *_AIOHTTP.split()],
    # uvicorn has no sockets of its own: websockets stays
    "starlette": ["starlette", "uvicorn", "anyio", "click", "h11", "idna", "websockets"],
}
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)

Stop = Callable[[], Awaitable[object]]


class Running:
    """A server that listens, by whichever library."""

    def __init__(self, port: int, door: ConnectionLimiter, stop: Stop) -> None:
        self.port = port
        self.door = door
        self.stop = stop

    async def answer(self, *pieces: bytes, pause: float = 0.0) -> bytes:
        """All that comes back until the server hangs up, or for as long as it is waited for."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        answer = b""
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                for piece in pieces:
                    writer.write(piece)
                    await writer.drain()
                    await asyncio.sleep(pause)
                while data := await reader.read(65536):
                    answer += data
        except (TimeoutError, ConnectionError):
            pass
        finally:
            writer.close()
        return answer

    async def get(self, line: str, *headers: str) -> str:
        """The status of an answer, and which of what matters is in it."""
        head = "".join(f"{header}\r\n" for header in (headers or (self.host,)))
        answer = await self.answer(f"{line} HTTP/1.1\r\n{head}\r\n".encode())
        start, _, body = answer.partition(b"\r\n\r\n")
        words = start.split(b"\r\n")[0].split()
        told = [words[1].decode() if len(words) > 1 else "no answer"]
        told += ["Allow"] if b"\r\nallow: " in start.lower() else []
        told += ["policy"] if b"content-security-policy" in start.lower() else []
        told += ["a body"] if body else []
        return ", ".join(told)

    @property
    def host(self) -> str:
        return f"Host: localhost:{self.port}"

    async def opened(self, name: str, origin: str) -> str:
        request = f"GET /socket/{name} HTTP/1.1\r\n{self.host}\r\nOrigin: {origin}\r\n{UPGRADE}"
        return await self._status(f"{request}\r\n")

    async def _status(self, request: str) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(request.encode())
        line = await asyncio.wait_for(reader.readline(), LONGEST_WAIT)
        writer.close()
        return (line.split() or [b"", b"no answer"])[1].decode()

    async def patience(self, *pieces: bytes, pause: float = 0.0) -> str:
        """After how many seconds it hangs up on who does not come to the point."""
        began = time.monotonic()
        await self.answer(*pieces, pause=pause)
        waited = time.monotonic() - began
        return f"after {waited:.1f} s" if waited < LONGEST_WAIT else f"not in {LONGEST_WAIT:g} s"


async def by_hand() -> Running:
    server = WebServer(Host(Table(world(), time=0.0)), 0)
    listening = await server.start("127.0.0.1")

    async def stop() -> None:
        listening.close()
        await listening.wait_closed()

    return Running(server.port, server.door, stop)


async def by(library: str) -> Running:
    door = ConnectionLimiter(time.monotonic)
    doorstep = ListeningSocket(door, SparseLog(logging.getLogger(__name__), time.monotonic))
    doorstep.bind(("127.0.0.1", 0))
    doorstep.listen()
    doorstep.setblocking(False)
    module = import_module(f"tests.benchmarks.web_libraries.with_{library}")
    stop = await module.Server(Access(lambda: b"key")).start(doorstep)
    return Running(doorstep.getsockname()[1], door, stop)


async def probed(running: Running) -> dict[str, str]:
    here = f"http://localhost:{running.port}"
    host = f"{running.host}\r\n"
    slow = [f"GET / HTTP/1.1\r\n{host}".encode(), *(b"X-A: b\r\n" for _ in range(30))]
    large = f"POST / HTTP/1.1\r\n{host}Content-Length: 1000000\r\n\r\n".encode()
    return {
        "GET /page.js": await running.get("GET /page.js"),
        "HEAD /": await running.get("HEAD /"),
        "GET /nothing": await running.get("GET /nothing"),
        "POST /": await running.get("POST /"),
        "BREW /page.js": await running.get("BREW /page.js"),
        "POST /nothing": await running.get("POST /nothing"),
        "POST / of 1 MB": (await running.answer(large, bytes(1_000_000)))[9:12].decode() or "none",
        "a foreign host": await running.get("GET /", "Host: example.org"),
        "two hosts": await running.get("GET /", running.host, running.host),
        "a socket": await running.opened("table", here),
        "from another site": await running.opened("table", "http://example.org"),
        "without a code": await running.opened("NONE", here),
        "nothing said": await running.patience(),
        "half a line said": await running.patience(b"GET /pa"),
        "a header a second": await running.patience(*slow, pause=1.0),
        "too long a message": await too_long(running),
    }


async def too_long(running: Running) -> str:
    websockets = import_module("websockets.asyncio.client")
    address = f"localhost:{running.port}"
    async with websockets.connect(f"ws://{address}/socket/table", origin=f"http://{address}") as c:
        await c.send("x" * (LONGEST_MESSAGE + 1))
        await asyncio.wait_for(c.wait_closed(), LONGEST_WAIT)
        return f"closed, {c.close_code}"


async def report_behaviour() -> None:
    found = {}
    for name in ("by hand", "aiohttp", "starlette"):
        running = await (by_hand() if name == "by hand" else by(name))
        found[name] = await probed(running)
        await running.stop()
    print(f"{'':20}" + "".join(f"{name:22}" for name in found))
    for probe in found["by hand"]:
        print(f"{probe:20}" + "".join(f"{found[name][probe]:22}" for name in found))


def report_costs() -> None:
    found = starts({"": BARE, **{name: BARE + way for name, way in PROGRAMS.items()}}, RUNS)
    print("\nbeyond asyncio and what else is needed in any case, to import:")
    for name, parts in DISTRIBUTIONS.items():
        print(f"  {name:11} {beyond(found[name], found[''])}, {installed(parts)}")


def report_lines() -> None:
    print("\nlines, where a library could do it:")
    print(f"  {code_lines([WEB / 'connection.py']):4} connection.py")
    for name in ("server.py", "routes.py", "answers.py"):
        module = ast.parse((WEB / name).read_text("utf-8"))
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        parts = [n for n in ast.walk(module) if isinstance(n, kinds) and n.name in OF_THE_LIBRARY]
        ours = sum((part.end_lineno or 0) - part.lineno + 1 for part in parts)
        print(f"  {ours:4} {name}: {', '.join(part.name for part in parts)}")
    for file in sorted(HERE.glob("with_*.py")):
        print(f"  {code_lines([file]):4} {file.name}")


def main() -> None:
    asyncio.run(report_behaviour())
    report_costs()
    report_lines()


if __name__ == "__main__":
    main()
