"""Tests of rows with a flipped bit: pages still open, players are told, a restart repairs it."""

from __future__ import annotations

import asyncio
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.journal.saved_games import OWN_GAMES, SavedSession, add_history
from tests.journal.test_storage_notices import Shown, hosted
from tests.runtime.slow_disk import SlowDisk
from triqueta.journal.database import checksum
from triqueta.journal.journal import Journal, find_damage
from triqueta.screens.phrases import Language
from triqueta.screens.station import Key
from triqueta.table.past_games import PastGames
from triqueta.table.saving import StorageStatus
from triqueta.table.state import Preferences, TableState

PAGE = 4096
FLIPS = 300


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The content of a journal with two finished games of each built-in game."""
    file = tmp_path_factory.mktemp("sound") / "triqueta.db"
    add_history(file, 2, *OWN_GAMES)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("VACUUM")  # so that no byte between the rows is unused
    return file.read_bytes()


def rows_of(content: bytes, table: str) -> range:
    """Return the offsets of the rows of a table that has one page."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(content[:18] + b"\1\1" + content[20:])
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = connection.execute(query, (table,)).fetchone()
    start = (page - 1) * PAGE
    assert content[start] in (10, 13)  # a leaf page
    (first,) = struct.unpack_from(">H", content, start + 5)
    return range(start + first, start + PAGE)


def flipped(content: bytes, place: int, bit: int) -> bytes:
    damaged = bytearray(content)
    damaged[place] ^= 1 << bit
    return bytes(damaged)


def look_at_everything(journal: Journal) -> PastGames:
    journal.has_played("Zoe")
    for game in OWN_GAMES:
        journal.charts(game)
    journal.pods()
    return journal.past_games()


TABLES = ["standing", "summary", "summary_moment", "setting", "sqlite_autoindex_setting_1"]


@pytest.mark.parametrize("table", TABLES)
def test_a_bit_in_a_row_stops_no_page_and_is_reported(
    sound: bytes, memory: Path, table: str
) -> None:
    file = memory / "triqueta.db"
    if "setting" in table:
        sound = with_settings(file, sound)
    rows, rng = rows_of(sound, table), Random(table)
    for _ in range(FLIPS // len(TABLES)):
        place, bit = rng.choice(rows), rng.randrange(8)
        file.write_bytes(flipped(sound, place, bit))
        assert find_damage(file) is not None, (place, bit)
        with closing(Journal(file)) as journal:
            look_at_everything(journal)
        # An index may not be used here; the check after the start finds its damage.
        is_told = journal.status in (StorageStatus.DOUBTFUL, StorageStatus.DAMAGED)
        assert is_told or table == "summary_moment", (place, bit)
        for left in memory.iterdir():
            left.unlink()


def with_settings(file: Path, content: bytes) -> bytes:
    file.write_bytes(content)
    with closing(Journal(file)) as journal:
        journal.remember_pods({"e661": 0})
        journal.save(TableState(Preferences(Language.ENGLISH), seat_key=bytes(range(32))))
    return file.read_bytes()


def changed(folder: Path, content: bytes, damage: str) -> Path:
    """Return a journal that a bare SQL statement has changed."""
    folder.mkdir(exist_ok=True)
    file = folder / "triqueta.db"
    file.write_bytes(content)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(damage)
    return file


WINS = "name LIKE '%zatre%Ana%'"


@pytest.mark.parametrize(
    "damage",
    [
        "name = substr(name, 2)",  # no longer JSON
        "name = CAST(replace(CAST(name AS TEXT), 'Ana', 'A' || X'EE' || 'a') AS TEXT)",
        "name = CAST(name AS BLOB)",
        "name = '[1, 2]'",
        "name = '7'",
        "games = games + 1",
        "wins = 'many'",
        "checksum = 1.5",
    ],
)
def test_the_page_shows_the_other_rows_and_the_next_start_repairs_the_file(
    sound: bytes, tmp_path: Path, damage: str
) -> None:
    with closing(Journal(changed(tmp_path / "whole", sound, ""))) as journal:
        whole = journal.past_games()
    file = changed(tmp_path, sound, f"UPDATE standing SET {damage} WHERE {WINS}")  # noqa: S608
    assert find_damage(file) is not None
    with closing(Journal(file)) as journal:
        found = journal.past_games()
        assert journal.has_played("ben")
        assert journal.status is StorageStatus.DOUBTFUL
    assert found.last == whole.last
    names = {game.game: {str(one.name) for one in game.standings} for game in found.wins}
    assert names == {"triqueta": {"Ana", "Ben"}, "zatre": {"Ben"}, "ettana": {"Ana", "Ben"}}
    with closing(Journal(file)) as journal:
        assert journal.status is StorageStatus.DAMAGED
        assert journal.past_games() == whole
    assert file.with_name("triqueta.db.damaged-1").exists()
    assert find_damage(file) is None


def test_a_summary_that_cannot_be_read_hides_no_other_game(sound: bytes, tmp_path: Path) -> None:
    damage = "UPDATE summary SET summary = X'FF' || summary WHERE game = 2"
    file = changed(tmp_path, sound, damage)
    with closing(Journal(file)) as journal:
        assert len(journal.past_games().last) == 5
        assert sum(bool(journal.charts(game)) for game in OWN_GAMES) == len(OWN_GAMES) - 1
        assert journal.status is StorageStatus.DOUBTFUL
    with closing(Journal(file)) as journal:
        assert len(journal.past_games().last) == 6


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_damaged_moment_does_not_stop_a_game_from_being_saved(
    sound: bytes, tmp_path: Path, game: str
) -> None:
    """A new game compares the clock with the moment of the last game."""
    file = changed(tmp_path, sound, "UPDATE summary SET moment = 'x' WHERE game = 6")
    playing = SavedSession(file, game).play_on(3)
    playing.close()
    with closing(Journal(file)) as journal:
        assert journal.status is None
        assert journal.state.session is not None
        assert journal.state.session.entries == playing.session.entries
    assert find_damage(file) is None


@pytest.mark.parametrize("game", OWN_GAMES)
def test_an_index_that_has_lost_the_game_on_the_table_is_noticed(
    tmp_path: Path, game: str
) -> None:
    file = tmp_path / "triqueta.db"
    playing = SavedSession(file, game).play_on(5)
    playing.close()
    content = file.read_bytes()
    page = rows_of(content, "game_at_table").stop - PAGE
    assert content[page + 3 : page + 5] == b"\0\1"  # the number of rows
    file.write_bytes(flipped(content, page + 4, 0))
    with closing(Journal(file)) as journal:
        assert journal.status is StorageStatus.DAMAGED
        assert journal.state.session is not None
        assert journal.state.session.entries == playing.session.entries


@pytest.mark.parametrize("name", ["memory", "draft", "seat_key"])
def test_an_invalid_setting_is_dropped(sound: bytes, tmp_path: Path, name: str) -> None:
    """Its checksum is right, as if another program had written it."""
    row = f"'{name}', '[nonsense]', {checksum(name, '[nonsense]')}"
    write = f"INSERT OR REPLACE INTO setting VALUES ({row})"  # noqa: S608
    file = changed(tmp_path, sound, write)
    told = []
    for _ in range(3):
        with closing(Journal(file)) as journal:
            look_at_everything(journal)
        told.append(journal.status)
    assert told == [StorageStatus.DAMAGED, None, None]


@pytest.fixture
def damaged(sound: bytes, tmp_path: Path) -> Path:
    damage = f"UPDATE standing SET name = substr(name, 2) WHERE {WINS}"  # noqa: S608
    return changed(tmp_path, sound, damage)


DOUBT = (
    "Saved games\n"
    "Some past games are damaged. They will be repaired, if possible, at the next start."
)


def test_past_games_are_shown_after_a_notice_of_the_damage(damaged: Path) -> None:
    def test(shown: Shown) -> None:
        shown.press(Key.PETAL1, Key.SOFT3, Key.PETAL2)
        assert shown.says.startswith(DOUBT)
        shown.press(Key.SOFT2)
        assert shown.says.startswith("Past games")
        shown.press(Key.PETAL1)
        assert "Ana" in shown.says
        shown.press(Key.SOFT1, Key.SOFT1, Key.PETAL2)  # again, without the notice
        assert shown.says.startswith("Past games")

    hosted(damaged, test)


def test_the_robot_key_finds_a_name_and_reports_the_damage(damaged: Path) -> None:
    def test(shown: Shown) -> None:
        shown.press(Key.PETAL1, Key.PETAL2, Key.PETAL1, Key.SOFT3)
        assert shown.says.startswith(DOUBT)
        shown.press(Key.SOFT2)
        assert shown.says.startswith("Which game?")
        shown.press(Key.PETAL1)
        assert shown.says.startswith("Which level for Moss?")

    hosted(damaged, test)


def doubt_in(file: Path) -> list[object]:
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.execute("SELECT value FROM setting WHERE name = 'doubt'"))


def test_the_damage_is_noted_in_the_file_by_the_thread_that_saves(damaged: Path) -> None:
    """The page reads the row in the event loop, which never waits for a write."""

    async def run() -> None:
        disk = SlowDisk()
        shown = Shown(damaged, disk)
        for key in (Key.PETAL1, Key.SOFT3, Key.PETAL2):
            await disk.finish_all()
            shown.press(key)
        assert shown.journal.status is StorageStatus.DOUBTFUL
        assert doubt_in(damaged) == []
        await disk.finish_all()
        assert len(doubt_in(damaged)) == 1
        assert shown.says.startswith(DOUBT)
        shown.journal.close()

    asyncio.run(run())


def test_a_full_disk_is_more_urgent_than_damage(damaged: Path) -> None:
    with closing(Journal(damaged)) as journal:
        journal.status = StorageStatus.FULL
        journal.past_games()
        assert journal.status is StorageStatus.FULL
