"""The table that `triqueta play` sets up: with this device's settings and its journal."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from tests.journal.saved_evening import SavedEvening
from triqueta.cli import play_table
from triqueta.cli.network import SeatLinks
from triqueta.cli.play_table import _all_saved, _host
from triqueta.config.settings import PlayConfig, TableConfig
from triqueta.games import installed_games
from triqueta.journal.journal import Journal
from triqueta.runtime.host import Host
from triqueta.table.events import TABLE, Key
from triqueta.table.registry import Registry
from triqueta.table.services import Services


def world_of(config: TableConfig, file: Path) -> Services:
    async def made() -> Services:
        with (
            closing(Journal(file)) as journal,
            closing(_host(config, installed_games(), journal, SeatLinks())) as host,
        ):
            services = host.table.services
            assert services.has_played("Player 1")
            assert not services.has_played("Moss")
            assert services.past_games().last
            assert services.charts("triqueta", False)
            return services

    return asyncio.run(made())


def test_it_has_the_times_of_the_settings_and_the_history_of_the_journal(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    SavedEvening(file).begin().finish().close()
    play = PlayConfig(dim_after=31.0, off_after=62.0, robot_pause=1.5)
    services = world_of(TableConfig(table=play), file)
    assert (services.dim_after, services.off_after, services.robot_pause) == (31.0, 62.0, 1.5)


def test_in_a_terminal_what_keys_need_is_loaded_once_the_table_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    hosts: list[Host] = []

    class ShownTerminal:
        def __init__(self, host: Host) -> None:
            hosts.append(host)

        async def __aenter__(self) -> None:
            done.append("shown")

        async def __aexit__(self, *_: object) -> None:
            done.append("closed")

    def load(_: Registry) -> None:
        done.append("loading")
        hosts[0].stopped.set()

    monkeypatch.setattr(play_table, "Terminal", ShownTerminal)
    monkeypatch.setattr(play_table, "load_meanwhile", load)
    args = Namespace(terminal=True, pods=None)
    assert play_table.play_table(args, TableConfig(), tmp_path / "triqueta.db", None) == 0
    assert done == ["shown", "loading", "closed"]


def test_a_table_that_is_stopped_saves_everything_first(tmp_path: Path) -> None:
    """The disk hangs while keys are pressed, and until the table is stopped."""
    file = tmp_path / "triqueta.db"
    SavedEvening(file).begin().close()
    goes_on = Event()

    async def play(journal: Journal, saver: ThreadPoolExecutor) -> list[str]:
        with closing(_host(TableConfig(), installed_games(), journal, SeatLinks(), saver)) as host:
            saver.submit(goes_on.wait)
            async with _all_saved(host):
                for key in (Key.PETAL1, Key.PETAL1, Key.SOFT1, Key.PETAL2):
                    host.down(TABLE, key)
                    host.up(TABLE, key)
                asyncio.get_running_loop().call_soon(goes_on.set)
            assert host.table.session is not None
            return host.table.session.entries

    with ThreadPoolExecutor(1) as saver, closing(Journal(file)) as journal:
        entries = asyncio.run(play(journal, saver))
    assert entries[-3:] == ["d1", "undo", "d2"]
    with closing(Journal(file)) as again:
        assert again.state.session is not None
        assert again.state.session.entries == entries
