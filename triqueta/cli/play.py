"""`triqueta play`: the table, on the device, in a browser or in a terminal."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING

from triqueta.cli.failures import CommandError
from triqueta.cli.journals import add_journal_argument, journal_path
from triqueta.cli.logs import logging_to_stderr
from triqueta.cli.numbers import whole_number
from triqueta.cli.settings import add_config_argument, load_settings

if TYPE_CHECKING:
    from websockets.asyncio.server import Server

    from triqueta.cli.network import SeatLinks
    from triqueta.cli.play_hardware import Parts
    from triqueta.config.settings import TableConfig
    from triqueta.journal.journal import Journal
    from triqueta.runtime.host import Host
    from triqueta.stations.pods.bench import PodBench
    from triqueta.stations.web.server import WebServer

HELP = "play: on the device, or at the virtual table in a browser"
PORTS_TO_TRY = 20
LAST_PICTURE_SECONDS = 0.5  # for pages to get it before the server is gone


def add_arguments(parser: ArgumentParser) -> None:
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--hardware", action="store_true", help="on this Pi's displays and keys")
    kind.add_argument("--virtual", action="store_true", help="the virtual table, on a Pi too")
    kind.add_argument("--terminal", action="store_true", help="the table in this terminal")
    parser.add_argument("--lan", action="store_true", help="let phones of this network sit down")
    parser.add_argument(
        "--port",
        type=whole_number(1, 65535),
        metavar="N",
        help="default 8080, or the next one that is free",
    )
    parser.add_argument(
        "--pods",
        type=whole_number(1, 5),
        metavar="N",
        help="so many simulated pods at the virtual table, on a page of their own",
    )
    parser.add_argument("--no-browser", action="store_true", help="don't open a browser")
    add_config_argument(parser)
    add_journal_argument(parser)


def run(args: Namespace) -> int:
    if args.terminal:
        _check_terminal()
    config = load_settings(args)
    path = journal_path(args)
    with logging_to_stderr(held_back=args.terminal):
        parts = None if args.virtual or args.terminal else _open_parts(config, args)
        if args.pods and (args.terminal or parts is not None):
            raise CommandError("triqueta play: --pods is for the virtual table; add --virtual")
        from triqueta.cli.mending import opened_journal  # noqa: PLC0415

        # Before there is an event loop: a rescue takes its time, and Ctrl-C ends it.
        with closing(opened_journal(path, config, parts)) as journal:
            import asyncio  # noqa: PLC0415 - the first picture does not wait for it

            return asyncio.run(_play(args, config, journal, parts))


def _check_terminal() -> None:
    if sys.stdin is None or not sys.stdin.isatty() or not sys.stdout.isatty():
        raise CommandError("triqueta play: --terminal needs a terminal to read keys from")
    size = os.get_terminal_size()
    if size.columns < 80 or size.lines < 24:
        found = f"this one has {size.columns} x {size.lines}"
        raise CommandError(f"triqueta play: --terminal needs 80 x 24 characters; {found}")


def _open_parts(config: TableConfig, args: Namespace) -> Parts | None:
    """The device's parts; without them there is the virtual table, unless they were asked for."""
    from triqueta.cli.play_hardware import open_parts  # noqa: PLC0415
    from triqueta.stations.keys import KeysError  # noqa: PLC0415

    try:
        return open_parts(config)
    except KeysError as error:
        if args.hardware:
            raise CommandError(f"triqueta play: --hardware: {error}") from None
        print(f"Playing at the virtual table: {error}", flush=True)
        return None


async def _play(
    args: Namespace, config: TableConfig, journal: Journal, parts: Parts | None
) -> int:
    import asyncio  # noqa: PLC0415
    import signal  # noqa: PLC0415

    from triqueta.cli.network import SeatLinks  # noqa: PLC0415
    from triqueta.cli.play_pods import pods_at, simulated_pods  # noqa: PLC0415
    from triqueta.journal.checking import check_meanwhile  # noqa: PLC0415

    links = SeatLinks()
    with simulated_pods(args.pods) as bench:
        host = _host(config, journal, links)
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, host.stopped.set)
        async with check_meanwhile(journal), pods_at(host, config, journal, bench):
            if args.terminal:
                await _play_in_terminal(host)
            elif parts is None:
                await _play_in_browser(args, config, host, links, journal.seat_key(), bench)
            else:
                from triqueta.cli.play_hardware import play_on_hardware  # noqa: PLC0415

                return await play_on_hardware(host, config, parts, links, journal.seat_key())
    return 0


def _host(config: TableConfig, journal: Journal, links: SeatLinks) -> Host:
    import asyncio  # noqa: PLC0415
    from dataclasses import replace  # noqa: PLC0415

    from triqueta.games import GamesOfThisTable  # noqa: PLC0415
    from triqueta.records.shuffle import SECRET_BYTES  # noqa: PLC0415
    from triqueta.runtime.host import Host  # noqa: PLC0415
    from triqueta.table.table import Table  # noqa: PLC0415
    from triqueta.table.world import World  # noqa: PLC0415

    now = asyncio.get_running_loop().time()
    kept = journal.kept
    if kept.memory.language is None and config.table.language is not None:
        kept = replace(kept, memory=replace(kept.memory, language=config.table.language))
    world = World(
        games=GamesOfThisTable(),
        new_secret=lambda: os.urandom(SECRET_BYTES),
        seat_link=links,
        past_games=journal.past_games,
        dim_after=config.table.dim_after,
        off_after=config.table.off_after,
    )
    table = Table(world, kept, time=now)
    return Host(table, journal=journal)


async def _play_in_terminal(host: Host) -> None:
    from triqueta.stations.terminal import Terminal  # noqa: PLC0415

    async with Terminal(host):
        await host.stopped.wait()


async def _play_in_browser(  # noqa: PLR0913, PLR0917 - what the pages need, each from elsewhere
    args: Namespace,
    config: TableConfig,
    host: Host,
    links: SeatLinks,
    key: bytes,
    bench: PodBench | None,
) -> None:
    import asyncio  # noqa: PLC0415

    from triqueta.stations.web.server import WebServer  # noqa: PLC0415

    address = "0.0.0.0" if args.lan else "127.0.0.1"  # noqa: S104 - only when asked for
    first = config.web.port
    ports = [args.port] if args.port else range(first, min(first + PORTS_TO_TRY, 65536))
    server = WebServer(host, key=key, bench=bench)
    listening = await _start(server, address, ports)
    _announce(args, server, links)
    codes = links.leading_to(server, host.tick) if args.lan else nullcontext()
    async with listening, codes:
        await host.stopped.wait()
        if host.table.powered_off:
            await asyncio.sleep(LAST_PICTURE_SECONDS)
    print("\nGoodbye.")


def _announce(args: Namespace, server: WebServer, links: SeatLinks) -> None:
    address = f"http://localhost:{server.port}/"
    print(f"The table is at {address} (Ctrl-C ends it)", flush=True)
    if args.pods:
        print(f"The simulated pods are at {address}pods", flush=True)
    if args.lan:
        where = links.address or "no network yet"
        print(
            f"Open to the local network: phones scan their seat's code at the table ({where})",
            flush=True,
        )
    if not args.no_browser and _has_desktop():
        import webbrowser  # noqa: PLC0415

        webbrowser.open(address)
        if args.pods:
            webbrowser.open(f"{address}pods")


def _has_desktop() -> bool:
    return sys.platform == "darwin" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


async def _start(server: WebServer, address: str, ports: Sequence[int]) -> Server:
    """Serve at the first of these ports that is free."""
    for port in ports:
        try:
            return await server.start(address, port)
        except OSError as error:
            reason = error.strerror or error
    what = f"port {ports[0]}: {reason}"
    if len(ports) > 1:
        what = f"no port from {ports[0]} to {ports[-1]} is free"
    raise CommandError(f"triqueta play: {what}; try --port")
