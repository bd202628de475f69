"""The table of `triqueta play`: its journal, and the stations it is played at."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from argparse import Namespace
from collections.abc import AsyncIterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

from triqueta.cli.failures import CommandError
from triqueta.cli.loading import load_meanwhile
from triqueta.cli.mending import opened_journal
from triqueta.cli.network import SeatLinks
from triqueta.cli.owners_decks import use_owners_decks
from triqueta.cli.parts import Parts
from triqueta.cli.play_pods import pods_at, simulated_pods
from triqueta.config.settings import TableConfig
from triqueta.games import GamesOfThisTable
from triqueta.journal.checking import check_meanwhile
from triqueta.journal.journal import Journal
from triqueta.journal.lock import Holder
from triqueta.records.shuffle import SECRET_BYTES
from triqueta.runtime.host import Host
from triqueta.screens.phrases import Text
from triqueta.stations.terminal import Terminal
from triqueta.table.phone_phrases import NO_SERVER, NOT_OPEN, SWITCHED_OFF
from triqueta.table.table import Table
from triqueta.table.world import World

SEAT_KEY_BYTES = 32

log = logging.getLogger("triqueta.play")


def play_table(args: Namespace, config: TableConfig, path: Path, parts: Parts | None) -> int:
    """Play until somebody ends it; the exit status."""
    use_owners_decks(config)
    # Before there is an event loop: a rescue takes its time, and Ctrl-C ends it.
    with closing(opened_journal(path, config, parts)) as journal:
        if journal.holder is not None:
            _say_where_it_runs(journal.holder, parts)
        return asyncio.run(_play(args, config, journal, parts))


async def _play(
    args: Namespace, config: TableConfig, journal: Journal, parts: Parts | None
) -> int:
    links = SeatLinks(closed=_why_no_phones(config, parts))
    with (
        simulated_pods(args.pods) as bench,
        ThreadPoolExecutor(1, "journal") as saver,
        closing(_host(config, journal, links, saver)) as host,
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
                    load_meanwhile()
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
    config: TableConfig, journal: Journal, links: SeatLinks, saver: Executor | None = None
) -> Host:
    now = asyncio.get_running_loop().time()
    state = journal.state
    if state.memory.language is None and config.table.language is not None:
        state = replace(state, memory=replace(state.memory, language=config.table.language))
    world = World(
        games=GamesOfThisTable(),
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
    table = Table(world, state, time=now)
    return Host(table, journal=journal, saver=saver)
