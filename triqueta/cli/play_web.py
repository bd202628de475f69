"""`triqueta play` in a browser: start the web server, and print where its pages are."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from argparse import Namespace
from collections.abc import Sequence
from contextlib import nullcontext

from websockets.asyncio.server import Server

from triqueta.cli import CommandError
from triqueta.cli.play_table import SeatLinks, load_meanwhile
from triqueta.config.settings import TableConfig
from triqueta.journal.journal import Journal
from triqueta.runtime.host import Host
from triqueta.stations.pods.simulator import PodBench
from triqueta.stations.web.server import WebServer

PORTS_TO_TRY = 20
LAST_PICTURE_SECONDS = 0.5  # time for the pages to get the last picture before the server stops


async def play_in_browser(  # noqa: PLR0913, PLR0917 - the pages need all of these
    args: Namespace,
    config: TableConfig,
    host: Host,
    links: SeatLinks,
    journal: Journal,
    bench: PodBench | None,
) -> None:
    address = "0.0.0.0" if args.lan else "127.0.0.1"  # noqa: S104 - only when asked for
    first = config.web.port
    ports = [args.port] if args.port else range(first, min(first + PORTS_TO_TRY, 65536))
    server = WebServer(host, bench=bench)
    listening = await _start(server, address, ports)
    journal.runs_at(f"at {_table_address(server)}")
    _announce(args, server, links)
    codes = links.leading_to(server, host.tick) if args.lan else nullcontext()
    async with listening, codes:
        load_meanwhile(host.table.games)
        await host.stopped.wait()
        if host.table.powered_off:
            await asyncio.sleep(LAST_PICTURE_SECONDS)
    print("\nGoodbye.")


def _announce(args: Namespace, server: WebServer, links: SeatLinks) -> None:
    address = _table_address(server)
    print(f"The table is at {address} (press Ctrl-C to stop it)", flush=True)
    if args.pods:
        print(f"The simulated pods are at {address}pods", flush=True)
    if args.lan:
        where = f"http://{links.address}:{server.port}/" if links.address else "no network yet"
        print(
            f"Open to the local network ({where}): to take a seat, scan its code at the table "
            "(Menu, Settings, Phones)",
            flush=True,
        )
    if not args.no_browser and _has_desktop():
        webbrowser.open(address)
        if args.pods:
            webbrowser.open(f"{address}pods")


def _table_address(server: WebServer) -> str:
    return f"http://localhost:{server.port}/"


def _has_desktop() -> bool:
    return sys.platform == "darwin" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


async def _start(server: WebServer, address: str, ports: Sequence[int]) -> Server:
    """Start the server at the first free port; raise CommandError if none is free."""
    for port in ports:
        try:
            return await server.start(address, port)
        except OSError as error:
            reason = error.strerror or error
    what = f"port {ports[0]}: {reason}"
    if len(ports) > 1:
        what = f"no port between {ports[0]} and {ports[-1]} is free"
    raise CommandError(f"triqueta play: {what}; choose another with --port")
