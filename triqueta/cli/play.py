"""`triqueta play`: the table, in a browser or a terminal."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from triqueta.cli.failures import CommandError
from triqueta.cli.journals import add_journal_argument, journal_path
from triqueta.cli.logs import logging_to_stderr
from triqueta.cli.numbers import whole_number

if TYPE_CHECKING:
    from triqueta.journal.journal import Journal
    from triqueta.runtime.host import Host
    from triqueta.stations.web.server import WebServer

HELP = "play: the virtual table in a browser, with phones as private displays"
DEFAULT_PORT = 8080
PORTS_TO_TRY = 20


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--virtual", action="store_true", help="the virtual table, on a Pi too")
    parser.add_argument("--terminal", action="store_true", help="the table in this terminal")
    parser.add_argument("--lan", action="store_true", help="let phones of this network sit down")
    parser.add_argument(
        "--port",
        type=whole_number(1, 65535),
        metavar="N",
        help=f"default {DEFAULT_PORT}, or the next one that is free",
    )
    parser.add_argument("--no-browser", action="store_true", help="don't open a browser")
    add_journal_argument(parser)


def run(args: Namespace) -> int:
    if args.terminal:
        _check_terminal()
    path = journal_path(args)
    with logging_to_stderr(held_back=args.terminal):
        return asyncio.run(_play(args, path))


def _check_terminal() -> None:
    if sys.stdin is None or not sys.stdin.isatty() or not sys.stdout.isatty():
        raise CommandError("triqueta play: --terminal needs a terminal to read keys from")
    size = os.get_terminal_size()
    if size.columns < 80 or size.lines < 24:
        found = f"this one has {size.columns} x {size.lines}"
        raise CommandError(f"triqueta play: --terminal needs 80 x 24 characters; {found}")


async def _play(args: Namespace, path: Path) -> int:
    from triqueta.journal.journal import Journal  # noqa: PLC0415

    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    with closing(Journal(path)) as journal:
        if args.terminal:
            await _play_in_terminal(journal, stop)
        else:
            await _play_in_browser(args, journal, stop)
    return 0


async def _play_in_terminal(journal: Journal, stop: asyncio.Event) -> None:
    from triqueta.stations.terminal import Terminal  # noqa: PLC0415

    async with Terminal(_host(journal, {})) as terminal:
        await _first(stop.wait(), terminal.stopped())


async def _play_in_browser(args: Namespace, journal: Journal, stop: asyncio.Event) -> None:
    from triqueta.stations.web.server import WebServer  # noqa: PLC0415

    links: dict[int, str] = {}
    host = _host(journal, links)
    address = "0.0.0.0" if args.lan else "127.0.0.1"  # noqa: S104 - only when asked for
    own = _own_address() if args.lan else None
    port = args.port or _free_port(address)
    server = WebServer(host, port, [own] if own else [], key=journal.seat_key())
    try:
        listening = await server.start(address)
    except OSError as error:
        reason = error.strerror or error
        raise CommandError(f"triqueta play: port {port}: {reason}; try --port") from None
    if own:
        links.update({seat: f"HTTP://{own}:{port}{server.seat_path(seat)}" for seat in range(5)})
    _announce(args, server, own)
    async with listening:
        await stop.wait()
    print("\nGoodbye.")


def _host(journal: Journal, links: dict[int, str]) -> Host:
    from triqueta.rules.shuffle import SECRET_BYTES  # noqa: PLC0415
    from triqueta.runtime.host import Host  # noqa: PLC0415
    from triqueta.table.table import Table  # noqa: PLC0415

    now = asyncio.get_running_loop().time()
    table = Table(
        lambda: os.urandom(SECRET_BYTES),
        journal.kept,
        time=now,
        seat_link=links.get,
        past_games=journal.past_games,
    )
    return Host(table, journal=journal)


def _announce(args: Namespace, server: WebServer, own: str | None) -> None:
    address = f"http://localhost:{server.port}/"
    print(f"The table is at {address} (Ctrl-C ends it)", flush=True)
    if args.lan:
        where = own or "this machine"
        print(
            f"Open to the local network: phones scan their seat's code at the table ({where})",
            flush=True,
        )
    if not args.no_browser and _has_desktop():
        import webbrowser  # noqa: PLC0415

        webbrowser.open(address)


def _has_desktop() -> bool:
    return sys.platform == "darwin" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def _free_port(address: str) -> int:
    for port in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((address, port))
            except OSError:
                continue
            return port
    last = DEFAULT_PORT + PORTS_TO_TRY - 1
    raise CommandError(f"triqueta play: no port from {DEFAULT_PORT} to {last} is free; try --port")


def _own_address() -> str | None:
    """This machine's address in the local network. Connecting a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


async def _first(*waits: object) -> None:
    tasks = [asyncio.ensure_future(wait) for wait in waits]  # type: ignore[call-overload]
    _, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
