"""What is told while the games of a damaged journal are rescued, which takes its time."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from argparse import Namespace
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path, PurePath

from triqueta.cli.failures import CommandError, file_error
from triqueta.cli.game_arguments import sound_deck
from triqueta.cli.loading import load_meanwhile
from triqueta.cli.network import SeatLinks
from triqueta.cli.parts import Parts
from triqueta.config.settings import TableConfig
from triqueta.games import installed_games
from triqueta.journal.file import Holder
from triqueta.journal.journal import Journal, check_meanwhile
from triqueta.records.shuffle import SECRET_BYTES
from triqueta.runtime.host import Host
from triqueta.runtime.service import Service
from triqueta.screens.frame import Frame
from triqueta.screens.phrases import Language, Text
from triqueta.stations.oled.bus import DisplayBus
from triqueta.stations.oled.wires import contrasts_of
from triqueta.stations.pods.pod import PodKeeper, Seating
from triqueta.stations.pods.port import pod_ports
from triqueta.stations.pods.simulator import PodBench, SimulatorError
from triqueta.stations.terminal import Terminal
from triqueta.table.events import TABLE
from triqueta.table.phone_phrases import NO_SERVER, NOT_OPEN, SWITCHED_OFF
from triqueta.table.registry import Registry
from triqueta.table.saving import mending
from triqueta.table.services import Services
from triqueta.table.table import Table


def opened_journal(
    path: Path, games: Registry, config: TableConfig, parts: Parts | None
) -> Journal:
    """The journal of a table that is about to begin."""
    if parts is None:
        return Journal(path, games, tell=_print)
    service = Service()

    shown_on = list(parts.buses)

    def tell(percent: int) -> None:
        service.please_wait(f"saved games are being mended: {percent} %")
        _show(percent, shown_on, config.table.language)

    journal = Journal(path, games, tell=tell)
    shown_on.clear()  # from now on the displays are the game's
    return journal


def _print(percent: int) -> None:
    with suppress(OSError):  # nobody listens, which is no reason to give up
        if sys.stdout.isatty():
            end = "\n" if percent == 100 else ""
            print(f"\rSaved games are being mended: {percent} %", end=end, flush=True)
        elif percent == 0:
            print("Saved games are being mended", flush=True)


def _show(percent: int, buses: Sequence[DisplayBus], language: Language | None) -> None:
    """Where the greeting is; the language of the damaged journal is not known yet."""
    frame = Frame(mending(percent), language or Language.ENGLISH)
    for bus in buses:
        if TABLE in bus.stations:
            bus.post(TABLE, frame)
            bus.step()


def games_of(config: TableConfig) -> Registry:
    """Return the games, with the owners' decks that the settings name."""
    return installed_games().with_decks(owners_decks(config))


def owners_decks(config: TableConfig) -> dict[str, bytes]:
    """Each by the name of its file; CommandError tells what is wrong with the first bad one."""
    found: dict[str, bytes] = {}
    for path in config.table.decks:
        name = PurePath(path).stem
        if name in found:
            raise file_error(path, f"two decks are called {name}; rename one")
        found[name] = sound_deck(path)
    return found


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
    """Pods come and go at this table."""
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


SEAT_KEY_BYTES = 32

log = logging.getLogger("triqueta.play")


def play_table(args: Namespace, config: TableConfig, path: Path, parts: Parts | None) -> int:
    """Play until somebody ends it; the exit status."""
    games = games_of(config)
    # Before there is an event loop: a rescue takes its time, and Ctrl-C ends it.
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
                from triqueta.cli.play_hardware import play_on_hardware

                journal.runs_at("on the displays of this device")
                return await play_on_hardware(host, config, parts, links)
    return 0


@asynccontextmanager
async def _all_saved(host: Host) -> AsyncIterator[None]:
    """On leaving, wait until everything that has happened is saved, however slow the disk is."""
    try:
        yield
    finally:
        await host.settled()


def _say_where_it_runs(holder: Holder, parts: Parts | None) -> None:
    """A journal is one table's. A device plays on all the same: it is better unsaved than dark."""
    where = f"a table is running already {holder}".rstrip()
    if parts is None:
        raise CommandError(f"triqueta play: {where}; a second one needs its own --journal")
    log.error("the game is not being saved: %s", where)


def _why_no_phones(config: TableConfig, parts: Parts | None) -> Text:
    """What is said where no server stands behind the seats' links."""
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
        why_no_link=links.why_not,
        has_played=journal.has_played,
        past_games=journal.past_games,
        charts=journal.charts,
        dim_after=config.table.dim_after,
        off_after=config.table.off_after,
        robot_pause=config.table.robot_pause,
    )
    table = Table(services, state, time=now)
    return Host(table, journal=journal, saver=saver)
