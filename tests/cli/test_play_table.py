"""The table that `triqueta play` sets up: with this device's settings and its journal."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

from tests.journal.saved_evening import SavedEvening
from triqueta.cli.network import SeatLinks
from triqueta.cli.play_table import _host
from triqueta.config.settings import PlayConfig, TableConfig
from triqueta.journal.journal import Journal
from triqueta.table.world import World


def world_of(config: TableConfig, file: Path) -> World:
    async def made() -> World:
        with (
            closing(Journal(file)) as journal,
            closing(_host(config, journal, SeatLinks())) as host,
        ):
            world = host.table.world
            assert world.has_played("Player 1")
            assert not world.has_played("Moss")
            assert world.past_games().last
            assert world.charts("triqueta", False)
            return world

    return asyncio.run(made())


def test_it_has_the_times_of_the_settings_and_the_history_of_the_journal(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    SavedEvening(file).begin().finish().close()
    play = PlayConfig(dim_after=31.0, off_after=62.0, robot_pause=1.5)
    world = world_of(TableConfig(table=play), file)
    assert (world.dim_after, world.off_after, world.robot_pause) == (31.0, 62.0, 1.5)
