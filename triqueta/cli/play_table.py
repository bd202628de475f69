"""Set up the table of `triqueta play` with its journal, games and stations, and run it."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from argparse import Namespace
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from importlib.resources import files
from pathlib import Path, PurePath
from random import Random
from threading import RLock, Thread
from time import monotonic
from typing import TYPE_CHECKING

from triqueta.cli import CommandError, file_error
from triqueta.cli.games import sound_deck
from triqueta.cli.play import Parts
from triqueta.config.settings import SoundConfig, TableConfig
from triqueta.games import installed_games
from triqueta.journal.file import Holder
from triqueta.journal.journal import Journal, check_meanwhile
from triqueta.records.shuffle import SECRET_BYTES
from triqueta.runtime.host import Host
from triqueta.runtime.machine import POWER_OFF_STATUS
from triqueta.runtime.service import Service
from triqueta.screens.frame import Frame
from triqueta.screens.phrases import Language, Text
from triqueta.screens.station import TABLE
from triqueta.stations.hub import Hub
from triqueta.stations.oled.bus import DisplayBus
from triqueta.stations.oled.wires import contrasts_of
from triqueta.stations.pods.pod import PodKeeper, Seating
from triqueta.stations.pods.port import pod_ports
from triqueta.stations.pods.simulator import PodBench, SimulatorError
from triqueta.stations.terminal import Terminal
from triqueta.table.registry import Registry
from triqueta.table.saving import repair_screen
from triqueta.table.state import NO_NETWORK, NO_SERVER, NOT_OPEN, SWITCHED_OFF, Services
from triqueta.table.table import Table

if TYPE_CHECKING:
    from triqueta.stations.web.server import WebServer

SEAT_KEY_BYTES = 32
FIRST_PICTURE_SECONDS = 5.0  # how long the start waits for a display, which may be missing
SECONDS_BETWEEN_QUESTIONS = 3.0
AT_KEYS = ("triqueta.runtime.worker", "segno")
"""Modules that are only imported where they are used: for a robot's first move and QR codes."""
log = logging.getLogger("triqueta.play")


def play_table(args: Namespace, config: TableConfig, path: Path, parts: Parts | None) -> int:
    """Play until a key or a signal ends the program; return the exit code."""
    if parts is None:  # only the device has a buzzer
        config = replace(config, sound=SoundConfig())
    games = games_of(config)
    # Open the journal before the event loop starts, so that Ctrl-C can stop a long rescue.
    with closing(opened_journal(path, games, config, parts)) as journal:
        if journal.holder is not None:
            _say_where_it_runs(journal.holder, parts)
        return asyncio.run(_play(args, config, games, journal, parts))


async def _play(
    args: Namespace,
    config: TableConfig,
    games: Registry,
    journal: Journal,
    parts: Parts | None,
) -> int:
    links = SeatLinks(closed=_why_no_phones(config, parts))
    with (
        simulated_pods(args.pods) as bench,
        ThreadPoolExecutor(1, "journal") as saver,
        closing(_host(config, games, journal, links, saver)) as host,
    ):
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, host.stopped.set)
        async with (
            _all_saved(host),
            check_meanwhile(journal, host.keep),
            pods_at(host, config, journal, bench),
        ):
            if args.terminal:
                journal.runs_at("in a terminal")
                async with Terminal(host):
                    load_meanwhile(games)
                    await host.stopped.wait()
            elif parts is None:
                from triqueta.cli.play_web import play_in_browser

                await play_in_browser(args, config, host, links, journal, bench)
            else:
                journal.runs_at("on the displays of this device")
                return await play_on_hardware(host, config, parts, links)
    return 0


@asynccontextmanager
async def _all_saved(host: Host) -> AsyncIterator[None]:
    """At the end of the block, wait until every event is saved, however slow the disk is."""
    try:
        yield
    finally:
        await host.settled()


def _say_where_it_runs(holder: Holder, parts: Parts | None) -> None:
    """Raise CommandError because another table uses the journal; on a device, only log it.

    Two tables can't share a journal. A device plays without saving rather than not at all.
    """
    where = f"a table is already running {holder}".rstrip()
    if parts is None:
        raise CommandError(f"triqueta play: {where}; a second one needs its own --journal")
    log.error("the game is not being saved: %s", where)


def _why_no_phones(config: TableConfig, parts: Parts | None) -> Text:
    """Return the text to show while there is no web server for the seats' links."""
    if parts is None:
        return NOT_OPEN
    return NO_SERVER if config.web.enabled else SWITCHED_OFF


def _host(
    config: TableConfig,
    games: Registry,
    journal: Journal,
    links: SeatLinks,
    saver: Executor | None = None,
) -> Host:
    now = asyncio.get_running_loop().time()
    state = journal.state
    if state.preferences.language is None and config.table.language is not None:
        state = replace(
            state, preferences=replace(state.preferences, language=config.table.language)
        )
    services = Services(
        games=games,
        new_secret=lambda: os.urandom(SECRET_BYTES),
        new_seat_key=lambda: os.urandom(SEAT_KEY_BYTES),
        seat_link=links,
        join_link=links.to_join,
        why_no_link=links.why_not,
        has_played=journal.has_played,
        past_games=journal.past_games,
        charts=journal.charts,
        has_buzzer=config.sound.pin is not None,
        dim_after=config.table.dim_after,
        off_after=config.table.off_after,
        robot_pause=config.table.robot_pause,
    )
    table = Table(services, state, time=now)
    return Host(table, journal=journal, saver=saver)


def games_of(config: TableConfig) -> Registry:
    """Return the installed games, with the deck files that the settings name."""
    return installed_games().with_decks(owners_decks(config))


def owners_decks(config: TableConfig) -> dict[str, bytes]:
    """Return the deck files in the settings, by name; raise CommandError for an invalid one."""
    found: dict[str, bytes] = {}
    for path in config.table.decks:
        name = PurePath(path).stem
        if name in found:
            raise file_error(path, f"two decks are called {name}; rename one")
        found[name] = sound_deck(path)
    return found


def opened_journal(
    path: Path, games: Registry, config: TableConfig, parts: Parts | None
) -> Journal:
    """Open the journal for a new table; if it has to be rescued, show the progress."""
    if parts is None:
        return Journal(path, games, tell=_print)
    service = Service()

    shown_on = list(parts.buses)

    def tell(percent: int) -> None:
        service.please_wait(f"repairing the saved games: {percent} %")
        _show(percent, shown_on, config.table.language)

    journal = Journal(path, games, tell=tell)
    shown_on.clear()  # from now on the displays show the game
    return journal


def _print(percent: int) -> None:
    with suppress(OSError):  # the rescue continues even if stdout is closed
        if sys.stdout.isatty():
            end = "\n" if percent == 100 else ""
            print(f"\rRepairing the saved games: {percent} %", end=end, flush=True)
        elif percent == 0:
            print("Repairing the saved games", flush=True)


def _show(percent: int, buses: Sequence[DisplayBus], language: Language | None) -> None:
    """Show the progress of a rescue on the table's display.

    The language is that of the settings: the one in the damaged journal is not known yet.
    """
    frame = Frame(repair_screen(percent), language or Language.ENGLISH)
    for bus in buses:
        if TABLE in bus.stations:
            bus.post(TABLE, frame)
            bus.step()


@contextmanager
def simulated_pods(count: int | None) -> Iterator[PodBench | None]:
    if not count:
        yield None
        return
    try:
        bench = PodBench(count)
    except (SimulatorError, OSError) as error:
        raise CommandError(f"triqueta play: --pods: {error}") from None
    with bench:
        yield bench


@asynccontextmanager
async def pods_at(
    host: Host, config: TableConfig, journal: Journal, bench: PodBench | None
) -> AsyncIterator[None]:
    """Connect and disconnect pods at this table during the block."""
    simulated = list(bench.ports) if bench else []
    if not config.pods.enabled and not simulated:
        yield
        return

    def find() -> list[str]:
        if config.pods.enabled:
            return pod_ports([*config.pods.ports, *simulated])
        return pod_ports(simulated, usb=())

    async with PodKeeper(host, Seating(host, journal), find, contrasts_of(config)):
        yield


async def play_on_hardware(host: Host, config: TableConfig, parts: Parts, links: SeatLinks) -> int:
    """Play until a player switches off or the service is stopped; return the exit code."""
    service = Service()
    hub = Hub(host, config, parts.pins, parts.buses)
    tasks = [
        asyncio.create_task(service.keep_alive()),
        asyncio.create_task(_finish_start(service, hub.shown, host.table.games)),
    ]
    try:
        async with AsyncExitStack() as stack:
            if config.web.enabled:
                await _open_to_phones(host, config.web.port, links, stack)
            await host.stopped.wait()
    finally:
        service.stopping("goodbye")
        for task in tasks:
            task.cancel()
        await asyncio.to_thread(hub.close)  # it takes a moment, which the watchdog allows
        parts.pins.close()
    return POWER_OFF_STATUS if host.table.powered_off else 0


async def _finish_start(service: Service, shown: asyncio.Event, games: Registry) -> None:
    """Report "ready" once the table is visible, or after a timeout; then load what keys need."""
    with suppress(TimeoutError):
        await asyncio.wait_for(shown.wait(), FIRST_PICTURE_SECONDS)
    service.ready("the table is ready")
    load_meanwhile(games)


async def _open_to_phones(host: Host, port: int, links: SeatLinks, stack: AsyncExitStack) -> None:
    """Start the web server for phones; if its port is in use, log it and play without phones."""
    from triqueta.stations.web.server import WebServer

    server = WebServer(host)
    try:
        await stack.enter_async_context(await server.start("0.0.0.0", port))  # noqa: S104
    except OSError as error:
        log.warning("no seats on phones: port %d: %s", port, error.strerror or error)
        return
    await stack.enter_async_context(links.leading_to(server, host.tick))


def own_address() -> str | None:
    """Return this computer's address in the local network, or None.

    Connecting a UDP socket sends nothing, but selects the address.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None


class SeatLinks:
    """The links in the QR codes at the table, which lead phones to the seats and to joining.

    A device starts faster than its network, and addresses change. So the address of this computer
    is determined again every few seconds.
    """

    def __init__(
        self,
        ask: Callable[[], str | None] = own_address,
        clock: Callable[[], float] = monotonic,
        closed: Text = NOT_OPEN,
    ) -> None:
        self._closed = closed
        self._ask = ask
        self._clock = clock
        self._asked: float | None = None
        self._address: str | None = None
        self._server: WebServer | None = None  # None while no server is running

    @property
    def address(self) -> str | None:
        now = self._clock()
        if self._asked is None or now - self._asked >= SECONDS_BETWEEN_QUESTIONS:
            self._asked, self._address = now, self._ask()
        return self._address

    def __call__(self, seat: int) -> str | None:
        """Return a seat's link, or None while phones can't connect."""
        return None if self._server is None else self._to(self._server.seat_path(seat))

    def to_join(self) -> str | None:
        """Return the link to the page where a phone picks a seat, or None."""
        return None if self._server is None else self._to(self._server.join_path)

    def _to(self, path: str) -> str | None:
        """Return a link to this server, in capitals, because a small QR code then holds more."""
        if self._server is None or self.address is None:
            return None
        return f"HTTP://{self.address}:{self._server.port}{path}"

    def why_not(self) -> Text:
        """Return why there is no link now, and what to do about it."""
        return self._closed if self._server is None else NO_NETWORK

    @asynccontextmanager
    async def leading_to(
        self,
        server: WebServer,
        show_again: Callable[[], None],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> AsyncIterator[None]:
        """Make the links lead to this server during the block.

        `show_again` is called when the address changes, to update codes that are being shown.
        """
        self._server = server
        following = asyncio.create_task(self._follow(show_again, sleep))
        try:
            yield
        finally:
            following.cancel()
            self._server = None

    async def _follow(
        self, show_again: Callable[[], None], sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        shown = self.address
        while True:
            await sleep(SECONDS_BETWEEN_QUESTIONS)
            if self.address != shown:
                shown = self.address
                show_again()


def load_meanwhile(games: Registry) -> Thread:
    """Start a thread that loads everything a key may need, once the table is shown; return it.

    An import takes a Pi Zero 2 W up to a second, and much longer while the machine is busy. It
    would stop the event loop for that time. In a thread it does not: importing is Python code, and
    Python switches threads every 5 ms.
    """
    games.load_whole_games(RLock)
    thread = Thread(target=_load, args=(games,), name="loading", daemon=True)
    thread.start()
    return thread


def _load(games: Registry) -> None:
    try:
        for spec in games:
            games.model(spec.id)
        for module in AT_KEYS:
            import_module(module)
        files("triqueta.games")  # imports the resource readers that robots use for their tables
        Random("")  # imports the hash that turns a text into a seed, since Python 3.13
    except Exception:  # the code that needs the module raises it again
        log.exception("not everything could be loaded in advance")
    keep_what_is_loaded()


def keep_what_is_loaded() -> None:
    """Exempt everything loaded so far from garbage collection.

    Modules stay until the program ends. Otherwise some key presses would have to wait while the
    collector walks through all of them.
    """
    gc.freeze()
