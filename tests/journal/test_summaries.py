"""Tests that lists, statistics and past games come from summaries, without replaying games."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.games.triqueta.rules.tables import random_game
from tests.journal.saved_evening import SavedEvening, make_history
from tests.profiles import budget
from triqueta.games import installed_games
from triqueta.games.triqueta.rules import Edition, Game, Record
from triqueta.journal.database import open_for_reading, open_for_writing, transaction
from triqueta.journal.games import add_game, delete_game, identity, read_games, write_game
from triqueta.journal.journal import Journal, check, find_damage
from triqueta.journal.statistics import past_games
from triqueta.journal.summaries import game_like, read_standings, read_summaries
from triqueta.journal.writer import JournalWriter
from triqueta.table.past_games import LAST_GAMES
from triqueta.table.saving import StorageStatus

FIRST_VERSION = Path(__file__).with_name("first_version.db")
"""A journal with six games, written by a version that had no summaries."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "triqueta.db"


@pytest.fixture
def first_version(file: Path) -> Path:
    shutil.copy(FIRST_VERSION, file)
    return file


def rows_of(file: Path, table: str = "game") -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)) as connection:
        return list(connection.execute(f"SELECT * FROM {table}"))  # noqa: S608


def filled(file: Path, games: int) -> Path:
    with closing(open_for_writing(file)) as connection, transaction(connection):
        for seed in range(games):
            add_game(connection, dated(seed), at_table=False)
    return file


def dated(seed: int, edition: Edition = Edition.BASE, players: int = 3) -> Record[Game]:
    date = f"2026-11-{1 + seed // 24 % 28:02}T{seed % 24:02}:00:00Z"
    return Record(random_game(edition, players, seed), {"date": date})


class TestFirstVersion:
    def test_every_record_stays_as_it_was_and_gets_a_summary(self, first_version: Path) -> None:
        before = rows_of(FIRST_VERSION), rows_of(FIRST_VERSION, "entry")
        evening = SavedEvening(first_version)
        assert evening.status is None
        evening.close()
        assert (rows_of(first_version), rows_of(first_version, "entry")) == before
        with closing(open_for_reading(first_version)) as connection:
            summaries = dict(read_summaries(connection))
        assert {number: len(game.players) for number, game in summaries.items()} == {
            1: 2, 2: 2, 3: 2, 4: 3, 5: 2, 6: 2
        }  # fmt: skip
        assert [summaries[number].result is not None for number in range(1, 7)] == [
            True, True, True, True, False, False
        ]  # fmt: skip

    def test_the_running_game_is_resumed(self, first_version: Path) -> None:
        entries = [entry for _, _, entry, _ in rows_of(FIRST_VERSION, "entry")]
        evening = SavedEvening(first_version)
        assert evening.table.session is not None
        assert evening.table.session.entries == entries
        evening.go_on().finish()
        assert len(evening.journal.past_games().last) == 5
        evening.close()

    def test_its_games_are_in_the_order_they_were_played_in(self, first_version: Path) -> None:
        """Some were played in the hour that repeats in autumn, or with a clock at 1970."""
        with closing(open_for_reading(first_version)) as connection:
            assert [number for number, _ in read_summaries(connection)] == [1, 2, 3, 4, 5, 6]

    def test_reading_changes_nothing(self, first_version: Path) -> None:
        with closing(open_for_reading(first_version)) as connection:
            assert len(list(read_summaries(connection))) == 6
        assert first_version.read_bytes() == FIRST_VERSION.read_bytes()

    def test_damage_in_it_is_found_on_the_way(self, first_version: Path) -> None:
        with closing(sqlite3.connect(first_version, isolation_level=None)) as connection:
            connection.execute("UPDATE game SET checksum = 0 WHERE id = 5")
        evening = SavedEvening(first_version)
        assert evening.status is StorageStatus.DAMAGED
        assert evening.table.session is not None
        evening.close()
        with closing(open_for_reading(first_version)) as connection:
            assert len(list(read_games(connection))) == len(list(read_summaries(connection))) == 6


class TestNothingIsReplayed:
    @pytest.fixture(autouse=True)
    def no_moves(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        filled(file, 40)

        def play(game: Game, move: str) -> None:
            raise AssertionError(f"{game} was replayed: {move}")

        monkeypatch.setattr(Game, "play", play)

    def test_at_the_table(self, file: Path) -> None:
        journal = Journal(file)
        assert journal.status is None
        past = journal.past_games()
        assert len(past.last) == LAST_GAMES
        (wins,) = past.wins
        assert {who.games for who in wins.standings} == {40}
        journal.close()

    def test_in_lists(self, file: Path) -> None:
        with closing(open_for_reading(file)) as connection:
            assert len([game for _, game in read_summaries(connection) if game.result]) == 40


def steps(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], object]) -> int:
    """Return how many steps SQLite takes; unlike the time, that is equal on all machines."""
    taken = 0

    def step() -> int:
        nonlocal taken
        taken += 1
        return 0

    connection.set_progress_handler(step, 1)
    work(connection)
    connection.set_progress_handler(None, 0)
    return taken


@pytest.mark.parametrize(
    "work",
    [
        lambda connection: JournalWriter(connection, installed_games()),
        lambda connection: past_games(connection, installed_games()),
        lambda connection: game_like(connection, identity(dated(21).document())),
    ],
    ids=["the start", "the page of past games", "looking for a copy"],
)
def test_no_more_work_with_many_games_than_with_some(
    tmp_path: Path, work: Callable[[sqlite3.Connection], object]
) -> None:
    taken = []
    for games in (30, 600):
        with closing(open_for_reading(filled(tmp_path / f"{games}.db", games))) as connection:
            taken.append(steps(connection, work))
    few, many = taken
    assert few <= many <= 1.2 * few + 20


def test_standings_agree_with_the_games_after_any_change(file: Path) -> None:
    rng = Random(3)
    numbers: list[int] = []
    with closing(open_for_writing(file)) as connection:
        for seed in range(budget(120, least=40)):
            record = dated(seed, rng.choice(list(Edition)), rng.randint(2, 5))
            begun = Record(Game(record.game.setup, record.moves[:20]), record.extra)
            with transaction(connection):
                if numbers and rng.random() < 0.4:
                    delete_game(connection, numbers.pop(rng.randrange(len(numbers))))
                else:
                    numbers.append(add_game(connection, begun, at_table=False))
                    if rng.random() < 0.8:
                        write_game(connection, numbers[-1], record, at_table=False)
        games: Counter[str] = Counter()
        wins: Counter[str] = Counter()
        for saved in read_games(connection):
            result, players = (
                saved.record(installed_games()).result,
                saved.record(installed_games()).names,
            )
            if result is not None:
                games.update(players)
                wins.update(players[seat] for seat in result.winners)
        assert len(games) == 5
        found = {one.who: (one.games, one.wins) for one in read_standings(connection)}
        assert found == {name: (games[name], wins[name]) for name in games}


def test_a_name_that_is_half_a_letter(file: Path) -> None:
    game = random_game(Edition.BASE, 2, 1)
    document = Record(game).document() | {"players": ["\ud83d", "Ana"]}
    record = installed_games().load(json.dumps(document))
    with closing(open_for_writing(file)) as connection, transaction(connection):
        add_game(connection, record, at_table=False)
    journal = Journal(file)
    past = journal.past_games()
    assert {score.name for score in past.last[0].scores} == {"\ud83d", "Ana"}
    assert {who.name for who in past.wins[0].standings} == {"\ud83d", "Ana"}
    journal.close()


class TestWholeCheck:
    """Tests of the check in a thread: at its start the table reads only the running game."""

    @pytest.mark.parametrize(
        "damage",
        [
            "UPDATE game SET record = replace(record, '2026', '2027') WHERE id = 2",
            "UPDATE game SET checksum = checksum + 1 WHERE id = 1",
            "UPDATE game SET record = CAST(record AS BLOB) WHERE id = 2",  # the same bytes
            "UPDATE summary SET moment = moment + 1 WHERE game = 2",
            "UPDATE summary SET summary = replace(summary, '2026', '2027') WHERE game = 2",
            "UPDATE standing SET wins = wins + 1",
            "DELETE FROM summary WHERE game = 2",
            "DELETE FROM game WHERE id = 2",
        ],
    )
    def test_finds_every_row_that_was_changed(self, file: Path, damage: str) -> None:
        make_history(file, 3)
        assert find_damage(file) is None
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute(damage)
        assert find_damage(file) is not None

    def test_the_game_continues_and_the_next_start_repairs_the_file(self, file: Path) -> None:
        make_history(file, 2)
        evening = SavedEvening(file, secret=b"a game that goes on, all the way").begin().play_on(9)
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("UPDATE game SET checksum = 0 WHERE id = 1")
        asyncio.run(check(evening.journal))
        assert evening.status is StorageStatus.DOUBTFUL
        evening.play_on(9, seed=4)
        assert evening.status is StorageStatus.DOUBTFUL
        # The game is saved anyway. The next start repairs the file, as it can show its progress.
        evening.close()
        aside = file.with_name("triqueta.db.damaged-1")
        assert not aside.exists()
        again = SavedEvening(file)
        assert again.status is StorageStatus.DAMAGED
        assert aside.exists()
        assert again.table.session is not None
        assert evening.table.session is not None
        assert again.table.session.entries == evening.table.session.entries
        assert len(again.journal.past_games().last) == 2
        again.close()
        third = SavedEvening(file)
        assert third.status is None
        third.close()

    def test_an_undamaged_file_is_left_alone(self, file: Path) -> None:
        make_history(file, 1)
        evening = SavedEvening(file)
        asyncio.run(check(evening.journal))
        assert evening.status is None
        evening.close()
        assert not list(file.parent.glob("*.damaged-*"))

    def test_it_can_be_read_while_the_table_plays(self, file: Path) -> None:
        evening = SavedEvening(file).begin().play_on(5)
        assert find_damage(file) is None
        evening.close()
