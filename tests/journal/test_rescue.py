"""Tests of the rescue, which finds rows in bare pages despite damage to schema, tree or log."""

from __future__ import annotations

import shutil
import sqlite3
import tracemalloc
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

from tests.journal.saved_evening import SavedEvening
from tests.journal.saved_games import OWN_GAMES, SavedSession, add_history, finished
from tests.journal.test_tutorial import TUTORIAL
from triqueta.games import installed_games
from triqueta.journal.database import (
    checksum,
    connect,
    create,
    open_for_reading,
    open_for_writing,
    transaction,
    write_setting,
)
from triqueta.journal.file import LOGS, DamagedError, beside
from triqueta.journal.games import add_entry, add_game, read_entries, read_games, write_game
from triqueta.journal.journal import Journal, find_damage
from triqueta.journal.raw import PAGE_SIZE, PageCopy, RawPage, open_pages
from triqueta.journal.rescue import rescue
from triqueta.records.record import AnyRecord
from triqueta.table.saving import StorageStatus

GAME_ROOT, ENTRY_ROOT = 5, 7  # page numbers, the same in every file
LOG_HEADER, FRAME = 32, 24 + PAGE_SIZE  # bytes
TREE = 5  # the type of an interior page, which leads to others


def journal_of(path: Path, *records: AnyRecord) -> bytes:
    """Make a journal of finished games, and return its content."""

    def fill(connection: sqlite3.Connection) -> None:
        for record in records:
            add_game(connection, record, at_table=False)

    path.parent.mkdir(exist_ok=True)
    create(path, fill)
    return path.read_bytes()


@dataclass(frozen=True)
class Rescued:
    """The content of a journal: the texts of its games by number, and its running game."""

    texts: dict[int, str]
    at_table: int | None
    entries: list[str]


@dataclass(frozen=True)
class Patient:
    """A journal that a test damages, and what it held before."""

    content: bytes
    held: Rescued
    log: bytes = b""

    @classmethod
    def of(cls, file: Path) -> Patient:
        """Return a journal in the state that a power cut would leave now."""
        parts = [beside(file, part) for part in LOGS]
        content, log = (part.read_bytes() if part.exists() else b"" for part in parts)
        return cls(content, held_by(file), log)

    def rescued(self, folder: Path, content: bytes, log: bytes | None = None) -> Rescued:
        """Rescue damaged content, and return what the rescue found."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        aside = folder / "triqueta.db.damaged-1"
        aside.write_bytes(content)
        beside(aside, "-wal").write_bytes(self.log if log is None else log)
        rescue(aside, folder / "triqueta.db", installed_games())
        assert find_damage(folder / "triqueta.db") is None
        return held_by(folder / "triqueta.db")


def held_by(file: Path) -> Rescued:
    with closing(open_for_reading(file)) as connection:
        games = list(read_games(connection))
        at_table = next((saved.number for saved in games if saved.at_table), None)
        entries = [] if at_table is None else list(read_entries(connection, at_table))
    return Rescued({saved.number: saved.text for saved in games}, at_table, entries)


def settings_in(patient: Patient, folder: Path) -> dict[str, str]:
    """Rescue a journal, and return the rescued settings."""
    patient.rescued(folder, patient.content)
    with closing(open_for_reading(folder / "triqueta.db")) as connection:
        return dict(connection.execute("SELECT name, value FROM setting"))


def flipped(content: bytes, place: int, bit: int) -> bytes:
    return content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1 :]


@pytest.fixture(scope="module", params=OWN_GAMES)
def running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Patient:
    """A journal without a log, with a finished game and a running one."""
    file = tmp_path_factory.mktemp("running") / "triqueta.db"
    add_history(file, 1, request.param)
    SavedSession(file, request.param).play_on(40).close()
    patient = Patient.of(file)
    assert len(patient.held.entries) > 20
    return patient


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Patient:
    """A journal with ten games of each kind; those of Ettana do not fit into a page."""
    file = tmp_path_factory.mktemp("mixed") / "triqueta.db"
    journal_of(file, *(finished(name, seed) for seed in range(10) for name in OWN_GAMES))
    return Patient.of(file)


@pytest.fixture(scope="module")
def short_and_long(tmp_path_factory: pytest.TempPathFactory) -> Patient:
    file = tmp_path_factory.mktemp("short_and_long") / "triqueta.db"
    journal_of(file, finished("triqueta", 1), finished("ettana", 4))  # on three pages
    return Patient.of(file)


def leave_table(evening: SavedEvening) -> None:
    """Remove the running game from the table before it is over."""
    evening.journal.save(replace(evening.table.state, session=None))
    assert evening.status is None


class TestSchema:
    """Tests of damage to the first page, which has the schema: the rescue does not need it."""

    @pytest.mark.parametrize(
        "first_page", [bytes(PAGE_SIZE), Random(1).randbytes(PAGE_SIZE)], ids=["zeros", "noise"]
    )
    def test_a_first_page_that_is_gone_loses_nothing(
        self, running: Patient, memory: Path, first_page: bytes
    ) -> None:
        content = first_page + running.content[PAGE_SIZE:]
        assert running.rescued(memory / "it", content) == running.held

    def test_a_journal_of_the_first_version_is_rescued_too(self, memory: Path) -> None:
        """The first version has no summaries."""
        file = memory / "first.db"
        shutil.copy(Path(__file__).with_name("first_version.db"), file)
        patient = Patient.of(file)
        assert patient.held.entries
        damaged = bytes(PAGE_SIZE) + patient.content[PAGE_SIZE:]
        assert patient.rescued(memory / "it", damaged) == patient.held

    def test_a_flipped_bit_in_it_loses_nothing(self, running: Patient, memory: Path) -> None:
        """The next start of the table restores the running game unchanged."""
        schema = range(running.content.index(b"CREATE TABLE"), PAGE_SIZE)
        for place in schema[::60]:
            file = memory / str(place) / "triqueta.db"
            file.parent.mkdir()
            file.write_bytes(flipped(running.content, place, place % 8))
            with closing(Journal(file)) as journal:
                assert journal.status is StorageStatus.DAMAGED, place
            assert held_by(file) == running.held, place

    def test_a_flipped_bit_is_noticed_in_every_word(self, running: Patient, memory: Path) -> None:
        """This includes bits that SQLite ignores, for example in the name of a column."""
        file = memory / "triqueta.db"
        for definition in definitions(running.content, memory):
            start = running.content.index(definition)
            for place in range(start, start + len(definition), 4):
                file.write_bytes(flipped(running.content, place, place // 4 % 8))
                with pytest.raises(DamagedError):
                    open_for_reading(file)

    def test_tables_that_the_owner_added_are_not_damage(
        self, running: Patient, memory: Path
    ) -> None:
        file = memory / "triqueta.db"
        file.write_bytes(running.content)
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("CREATE INDEX mine ON game (at_table)")
        open_for_reading(file).close()

    def test_a_header_that_forbids_writing_is_damage(self, running: Patient, memory: Path) -> None:
        file = memory / "triqueta.db"
        file.write_bytes(flipped(running.content, 18, 2))
        with pytest.raises(DamagedError):
            open_for_writing(file)

    @pytest.mark.parametrize("place", range(52, 56))
    def test_a_header_that_makes_sqlite_move_pages_is_damage(
        self, running: Patient, memory: Path, place: int
    ) -> None:
        """SQLite would write its list of moved pages over the second page, a table's page."""
        file = memory / "triqueta.db"
        file.write_bytes(flipped(running.content, place, 4))
        with pytest.raises(DamagedError):
            open_for_writing(file)


def definitions(content: bytes, folder: Path) -> list[bytes]:
    """Return the statements that created the tables and indexes of a journal."""
    file = folder / "sound.db"
    file.write_bytes(content)
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        return [sql.encode() for (sql,) in found]


def in_definition_of_entry(content: bytes, column: bytes) -> int:
    """Return the offset of a column's name in the definition of the table `entry`."""
    return content.index(column + b" ", content.index(b"CREATE TABLE entry (") + 20)


@pytest.mark.parametrize("column", [b"entry", b"checksum"])
class TestColumnNames:
    """Tests of column names that are not UTF-8: SQLite accepts them and writes to the columns."""

    def test_a_flipped_bit_is_noticed_before_anything_is_saved(
        self, running: Patient, memory: Path, column: bytes
    ) -> None:
        file = memory / "triqueta.db"
        file.write_bytes(
            flipped(running.content, in_definition_of_entry(running.content, column), 7)
        )
        with closing(Journal(file)) as journal:
            assert journal.status is StorageStatus.DAMAGED
        playing = SavedSession(file, "").play_on(40)  # resumes the running game
        assert len(playing.session.entries) > len(running.held.entries) + 20
        shutil.copytree(memory, memory / "after a power cut")
        with closing(Journal(memory / "after a power cut" / "triqueta.db")) as again:
            assert again.state.session is not None
            assert again.state.session.entries == playing.session.entries
        playing.close()

    @pytest.mark.parametrize("name", OWN_GAMES)
    def test_a_bit_that_flips_in_the_middle_of_a_game_loses_nothing(
        self, memory: Path, column: bytes, name: str
    ) -> None:
        file = memory / "triqueta.db"
        SavedSession(file, name).close()
        playing = SavedSession(file, name).play_on(40)
        patient = Patient.of(file)
        assert patient.log
        damaged = flipped(patient.content, in_definition_of_entry(patient.content, column), 7)
        assert len(patient.held.entries) > 20
        assert patient.rescued(memory / "it", damaged) == patient.held
        playing.close()


class TestLongGames:
    def test_a_flipped_bit_in_the_schema_loses_no_game_of_any_kind(
        self, mixed: Patient, memory: Path
    ) -> None:
        file = memory / "triqueta.db"
        file.write_bytes(flipped(mixed.content, mixed.content.index(b"CREATE TABLE game"), 0))
        with closing(Journal(file)) as journal:
            assert journal.status is StorageStatus.DAMAGED
        assert held_by(file) == mixed.held
        assert len(mixed.held.texts) == 30
        assert max(map(len, mixed.held.texts.values())) > 2 * PAGE_SIZE

    def test_no_game_is_too_long(self, memory: Path) -> None:
        record = finished("ettana", 1)
        record = replace(record, extra={**record.extra, "note": "á" * 100_000})
        content = journal_of(memory / "long.db", record)
        patient = Patient(content, held_by(memory / "long.db"))
        assert (
            patient.rescued(memory / "it", bytes(PAGE_SIZE) + content[PAGE_SIZE:]) == patient.held
        )

    def test_a_broken_chain_of_pages_loses_one_game_and_ends(
        self, short_and_long: Patient, memory: Path
    ) -> None:
        content = short_and_long.content
        link = overflow_link(content, short_and_long.held.texts[2].encode())
        first = int.from_bytes(content[link : link + 4], "big")
        own = (first - 1) * PAGE_SIZE  # the page's link to the page after it
        links = [(link, page) for page in (0, 1, GAME_ROOT, first + 1, 0x7FFFFFFF, 0xFFFFFFFF)]
        for place, page in [*links, (own, first)]:
            damaged = content[:place] + page.to_bytes(4, "big") + content[place + 4 :]
            found = short_and_long.rescued(memory / "it", damaged)
            assert found.texts == {1: short_and_long.held.texts[1]}


def overflow_link(content: bytes, text: bytes) -> int:
    """Return the offset of the number of the page on which a long text continues."""
    start = content.index(text[:100])
    size = next(n for n in range(100, PAGE_SIZE) if content[start + n] != text[n])
    return start + size


class TestRows:
    @pytest.mark.parametrize(("name", "before"), [("triqueta", 9), ("ettana", 10)])
    def test_any_bit_before_a_text_may_flip(
        self, short_and_long: Patient, memory: Path, name: str, before: int
    ) -> None:
        """The rescue does not need the row's size, its number and the types of its columns."""
        content = short_and_long.content
        text = content.index(b'{\n  "format": "%b-record' % name.encode())
        texts = {text.rstrip() for text in short_and_long.held.texts.values()}
        for place in range(text - before, text):
            for bit in {place % 8, -place % 8, 7}:
                found = short_and_long.rescued(memory / "it", flipped(content, place, bit))
                assert {text.rstrip() for text in found.texts.values()} == texts, (place, bit)

    def test_any_bit_of_a_pages_own_header_may_flip(self, running: Patient, memory: Path) -> None:
        """The header has the number of cells, their positions, and the type of the page."""
        for page in (GAME_ROOT, ENTRY_ROOT):
            start = (page - 1) * PAGE_SIZE
            for place in range(start, start + 12):
                found = running.rescued(memory / "it", flipped(running.content, place, place % 8))
                assert found == running.held

    def test_a_page_of_the_tree_that_is_gone_loses_nothing(
        self, mixed: Patient, memory: Path
    ) -> None:
        root = slice((GAME_ROOT - 1) * PAGE_SIZE, GAME_ROOT * PAGE_SIZE)
        content = bytearray(mixed.content)
        assert content[root.start] == TREE
        content[root] = bytes(PAGE_SIZE)
        assert mixed.rescued(memory / "it", bytes(content)) == mixed.held

    def test_a_row_of_absurd_size_ends_where_its_pages_lead_in_a_circle(
        self, memory: Path
    ) -> None:
        header = b"\x08\x00\x09\xff\xff\xff\x7f\x04"  # a game of 134 MB
        link = (3).to_bytes(4, "big")
        file = memory / "circle.db"
        for shift in range(4):  # one of these has a link at the right position
            row = (header + b"x" * shift + link * PAGE_SIZE)[:PAGE_SIZE]
            file.write_bytes(bytes(PAGE_SIZE) + row + link.ljust(PAGE_SIZE, b"x"))
            with open_pages(file) as pages:
                tracemalloc.start()
                assert list(RawPage(pages, PageCopy(2, pages.newest)).rows()) == []
                _, most = tracemalloc.get_traced_memory()
                tracemalloc.stop()
            assert most < 1_000_000

    def test_noise_finds_nothing_and_ends(self, running: Patient, memory: Path) -> None:
        for seed in range(10):
            noise = Random(seed).randbytes(10 * PAGE_SIZE - seed)
            assert running.rescued(memory / "it", noise, log=noise).texts == {}

    def test_the_undamaged_of_two_games_keeps_their_number(self, memory: Path) -> None:
        """The game with a flipped bit in its number gets a number after the others."""
        content = journal_of(memory / "two.db", finished("triqueta", 1), finished("zatre", 2))
        patient = Patient(content, held_by(memory / "two.db"))
        number = content.index(b'{\n  "format": "zatre-record') - 7
        assert content[number] == 2
        found = patient.rescued(memory / "it", content[:number] + b"\1" + content[number + 1 :])
        assert found.texts[1] == patient.held.texts[1]
        assert found.texts[2] == patient.held.texts[2]


class TestLog:
    """Tests that the rescue reads the newest undamaged copy of a page in the log."""

    @pytest.mark.parametrize("name", OWN_GAMES)
    def test_a_damaged_newest_copy_leaves_the_one_before(self, memory: Path, name: str) -> None:
        file = memory / "triqueta.db"
        SavedSession(file, name).close()
        playing = SavedSession(file, name).play_on(30)
        patient = Patient.of(file)
        playing.close()
        damaged = patient.log[:-FRAME] + bytes(FRAME)
        found = patient.rescued(memory / "it", patient.content, damaged)
        assert found.at_table == patient.held.at_table
        assert found.entries == patient.held.entries[:-1]
        noisy = patient.log[:-PAGE_SIZE] + Random(1).randbytes(PAGE_SIZE)
        assert patient.rescued(memory / "it", patient.content, noisy) == found

    def test_the_file_is_read_if_the_whole_log_is_gone(self, memory: Path) -> None:
        """The file has an older copy of the page of games in the log."""
        file = memory / "triqueta.db"
        journal_of(file, finished("triqueta", 1))
        with closing(open_for_writing(file)) as connection:
            with transaction(connection):
                add_game(connection, finished("zatre", 1), at_table=False)
            patient = Patient.of(file)
        log = bytearray(patient.log)
        for start in range(LOG_HEADER, len(log), FRAME):
            log[start + 24 : start + FRAME] = bytes(PAGE_SIZE)
        found = patient.rescued(memory / "it", patient.content, bytes(log))
        assert found.texts == {1: patient.held.texts[1]}

    def test_settings_are_those_of_the_last_commit(self, memory: Path) -> None:
        """Unfinished commits, older logs and the older file do not count."""
        file = memory / "triqueta.db"
        create(file)
        with closing(open_for_writing(file)) as connection:
            for value in "abc":
                write_setting(connection, "old", value)
                write_setting(connection, "new", value)
            connection.execute("PRAGMA wal_checkpoint(RESTART)")
            write_setting(connection, "old", "d")
            connection.execute("PRAGMA wal_checkpoint(RESTART)")
            add_entry(connection, 1, 0, "look")
            patient = Patient.of(file)
            write_setting(connection, "new", "e")
            last = bytearray(beside(file, "-wal").read_bytes())
        assert settings_in(patient, memory / "it") == {"old": "d", "new": "c"}
        for start in range(LOG_HEADER, len(last), FRAME):
            if last[start : start + FRAME] != patient.log[start : start + FRAME]:
                last[start + 4 : start + 8] = bytes(4)  # no longer a commit
        found = settings_in(replace(patient, log=bytes(last)), memory / "it")
        assert found == {"old": "d", "new": "c"}

    def test_frames_left_from_the_previous_log_are_read(self, memory: Path) -> None:
        file = memory / "triqueta.db"
        create(file)
        with closing(open_for_writing(file)) as connection:
            for name in OWN_GAMES:
                with transaction(connection):
                    add_game(connection, finished(name, 1), at_table=False)
            connection.execute("PRAGMA wal_checkpoint(RESTART)")
            connection.execute("INSERT INTO setting VALUES ('a', 'b', 0)")  # a new log begins
            patient = Patient.of(file)
        pages = len(patient.content) // PAGE_SIZE
        for page in range(GAME_ROOT, pages + 1):
            start = (page - 1) * PAGE_SIZE
            damaged = patient.content[:start] + bytes(PAGE_SIZE)
            damaged += patient.content[start + PAGE_SIZE :]
            assert patient.rescued(memory / "it", damaged).texts == patient.held.texts

    def test_the_later_of_two_states_of_a_game_is_kept(self, memory: Path) -> None:
        """The frames of this log look as if they were left from an older log."""
        file = memory / "triqueta.db"
        SavedEvening(file).begin().play_on(5).close()
        evening = SavedEvening(file).go_on().play_on(20)
        leave_table(evening)
        patient = Patient.of(file)
        evening.close()
        assert patient.held.at_table is None
        log = bytearray(patient.log)
        for start in range(LOG_HEADER, len(log), FRAME):
            log[start + 8 : start + 16] = bytes(8)
        assert patient.rescued(memory / "it", patient.content, bytes(log)) == patient.held

    def test_any_frame_of_a_game_that_leaves_the_table_may_be_gone(self, memory: Path) -> None:
        """The log has two states of a long game, each with its own overflow pages."""
        file = memory / "triqueta.db"
        record = finished("ettana", 4)
        create(file)
        with closing(open_for_writing(file)) as connection:
            for at_table in (True, False):
                with transaction(connection):
                    if at_table:
                        number = add_game(connection, record, at_table=True)
                    else:
                        write_game(connection, number, record, at_table=False)
            patient = Patient.of(file)
        frames = range(LOG_HEADER, len(patient.log), FRAME)
        assert len(frames) > 8
        for start in frames[len(frames) // 2 :]:
            log = patient.log[: start + 24] + bytes(PAGE_SIZE) + patient.log[start + FRAME :]
            found = patient.rescued(memory / "it", patient.content, log)
            assert found.texts == patient.held.texts


class TestTable:
    """Tests of which game is on the table after a rescue."""

    def test_the_later_of_two_games_is_on_the_table(self, memory: Path) -> None:
        """The other one is in the history, with all its moves."""
        file = memory / "triqueta.db"
        first = SavedEvening(file, bytes(32)).begin().play_on(20)
        before = Patient.of(file).held
        leave_table(first)
        first.close()
        SavedEvening(file, bytes([1]) * 32).begin().play_on(30).close()
        right = Patient.of(file)
        assert right.held.at_table == 2
        with closing(connect(file)) as connection, transaction(connection):
            row = (1, before.texts[1], checksum(1, 1, before.texts[1]))
            query = "UPDATE game SET at_table = ?, record = ?, checksum = ? WHERE id = 1"
            connection.execute(query, row)
            for place, entry in enumerate(before.entries):
                add_entry(connection, 1, place, entry)
        evening = SavedEvening(file)
        assert evening.status is StorageStatus.DAMAGED
        evening.close()
        assert held_by(file) == right.held

    def test_a_tutorial_is_restored_unless_it_was_deleted(self, memory: Path) -> None:
        file = memory / "triqueta.db"
        evening = SavedEvening(file).press(TUTORIAL).wait(3).press("soft2 petal1")
        patient = Patient.of(file)
        assert patient.held.entries[0] == "tutorial"
        damaged = bytes(PAGE_SIZE) + patient.content[PAGE_SIZE:]
        assert patient.rescued(memory / "it", damaged) == patient.held
        leave_table(evening)
        patient = Patient.of(file)
        evening.close()
        assert b"triqueta-record" in patient.log  # the deleted row is still in the log
        assert patient.held.texts == {}
        assert patient.rescued(memory / "it", damaged) == patient.held

    def test_a_game_that_is_over_needs_all_of_its_entries(self, memory: Path) -> None:
        """Without its last entries it would seem unfinished, so it goes into the history."""
        file = memory / "triqueta.db"
        evening = SavedEvening(file).begin().finish()
        evening.close()
        patient = Patient.of(file)
        assert patient.held.at_table == 1
        with closing(connect(file)) as connection:
            last = len(patient.held.entries) - 5
            connection.execute("DELETE FROM entry WHERE number >= ?", (last,))
        again = SavedEvening(file)
        assert again.status is StorageStatus.DAMAGED
        assert again.table.session is None
        assert len(again.journal.past_games().last) == 1
        again.close()
        assert held_by(file) == Rescued(patient.held.texts, None, [])


def test_no_more_than_a_few_games_are_held_in_memory(memory: Path) -> None:
    record = finished("triqueta", 1)
    long = replace(record, extra={**record.extra, "note": "x" * 20_000})
    content = journal_of(memory / "many.db", *[long] * 200)
    aside = memory / "aside.db"
    aside.write_bytes(bytes(PAGE_SIZE) + content[PAGE_SIZE:])
    rescue(aside, memory / "warmed_up.db", installed_games())
    # Threads of other tests may still end and take memory meanwhile, so the least peak counts.
    most = min(_peak_of_rescue(aside, memory / f"rescued{run}.db") for run in range(3))
    assert most < 20 * 20_000 < len(content) / 9


def _peak_of_rescue(aside: Path, rescued: Path) -> int:
    tracemalloc.start()
    try:
        assert rescue(aside, rescued, installed_games()) == 200
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
