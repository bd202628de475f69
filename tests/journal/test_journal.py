"""Tests that the journal saves what happens at the table, and restores it."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.journal.saved_evening import DATE, SavedEvening, connection_of, make_history
from tests.journal.saved_games import OWN_GAMES, SavedSession
from triqueta.games.triqueta.rules import Edition, Game, Record, verify
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.journal import database, journal_file
from triqueta.journal.database import open_for_reading, open_for_writing
from triqueta.journal.file import JournalError, beside
from triqueta.journal.games import read_games
from triqueta.journal.journal import find_damage
from triqueta.journal.summaries import read_standings
from triqueta.journal.writer import preferences_from_text, preferences_to_text
from triqueta.screens.phrases import Language
from triqueta.table.past_games import PastGame
from triqueta.table.saving import StorageStatus
from triqueta.table.state import Preferences, Volume


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "triqueta.db"


def games_in(file: Path) -> list[Record[Game]]:
    with closing(open_for_reading(file)) as connection:
        return [Record.loads(saved.text, Game) for saved in read_games(connection)][::-1]


def scores_of(game: PastGame) -> list[tuple[int, int, bool]]:
    """Return seats, points and wins as on the page of past games."""
    return [(int(str(one.name)[-1]) - 1, one.points, one.has_won) for one in game.scores]


class TestResume:
    def test_everything_is_restored(self, file: Path) -> None:
        evening = SavedEvening(file).begin().play_on(40)
        evening.close()
        again = SavedEvening(file)
        assert again.says().startswith("Interrupted in round")
        assert again.go_on().says() == evening.says()
        assert again.table.preferences == evening.table.preferences
        assert again.table.session is not None
        assert evening.table.session is not None
        assert again.table.session.entries == evening.table.session.entries
        assert again.table.session.proof == evening.table.session.proof
        again.close()

    def test_a_coach_is_restored_before_the_game_and_in_it(self, file: Path) -> None:
        evening = SavedEvening(file).press("petal1 petal2 soft2 petal1 soft2")
        evening.close()
        again = SavedEvening(file)
        assert again.table.new_game.coach
        again.press("petal1 petal5")
        again.close()
        third = SavedEvening(file).go_on()
        assert third.table.session is not None
        assert third.table.session.has_coach
        assert third.table.preferences.last_coach
        assert "The coach is on" in third.says()
        third.close()

    def test_a_set_up_is_restored_with_its_sealed_shuffle_and_its_cuts(self, file: Path) -> None:
        evening = SavedEvening(file).press("petal1 petal3 soft2 petal2 petal3 soft3 soft3")
        evening.press("petal4 petal4 soft3 petal2")
        evening.close()
        again = SavedEvening(file)
        assert again.table.new_game == evening.table.new_game
        assert again.table.new_game.cuts == ("1:4", "1:4", "2:2")
        assert again.table.new_game.edition == Edition.SHADOW
        assert again.says() == evening.says()
        again.close()

    def test_the_score_screen_is_restored_without_a_question(self, file: Path) -> None:
        evening = SavedEvening(file).begin().finish()
        evening.close()
        again = SavedEvening(file)
        assert again.says() == evening.says()
        again.close()

    def test_settings_are_restored(self, file: Path) -> None:
        evening = SavedEvening(file).press("petal3 soft3 petal4 petal3 petal5")
        evening.close()
        again = SavedEvening(file)
        assert again.table.preferences.language is Language.GERMAN
        assert again.table.preferences.soft_light
        assert again.table.preferences.volume is Volume.SOFT
        again.table.change_volume()
        again.wait(1)
        assert again.table.preferences.cut_shuffle
        again.close()
        loud = SavedEvening(file)
        assert loud.table.preferences.volume is Volume.LOUD
        loud.close()

    def test_the_default_volume_is_left_out_so_that_older_versions_read_it(self) -> None:
        assert "volume" not in preferences_to_text(Preferences())
        for volume in Volume:
            preferences = Preferences(volume=volume)
            assert preferences_from_text(preferences_to_text(preferences)) == preferences

    def test_so_is_the_code_for_all_unless_it_is_switched_off(self) -> None:
        assert "joining" not in preferences_to_text(Preferences())
        off = Preferences(joining=False)
        assert preferences_from_text(preferences_to_text(off)) == off


class TestCutAgain:
    def test_a_game_that_is_dealt_again_is_not_in_the_history(self, file: Path) -> None:
        evening = SavedEvening(file).begin().press("soft3 petal1")
        assert evening.table.session is None
        assert games_in(file) == []
        evening.close()
        again = SavedEvening(file)  # a power cut between the commitment and the cut
        assert again.says() == evening.says()
        again.press("soft3 petal2 soft1 petal5")
        (record,) = games_in(file)
        assert record.extra["proof"] == again.session.proof.document()
        assert again.session.proof.cuts == "1:3,1:2"
        again.close()

    def test_not_even_if_nothing_could_be_saved_meanwhile(self, file: Path) -> None:
        evening = SavedEvening(file).press("petal1")
        connection_of(evening.journal).execute("PRAGMA query_only = ON")
        evening.press("petal2 petal1 soft3 petal1 petal1 petal5 soft3 petal1 soft3 soft1 petal5")
        assert evening.status is StorageStatus.READ_ONLY
        connection_of(evening.journal).execute("PRAGMA query_only = OFF")
        assert evening.press("petal1").status is None
        assert len(games_in(file)) == 1
        evening.close()


class TestHistory:
    def test_a_finished_game_is_there_with_its_proof_as_soon_as_it_is_over(
        self, file: Path
    ) -> None:
        evening = SavedEvening(file).begin().finish()
        (record,) = games_in(file)
        verify(record)
        assert record.game.outcome is not None
        assert record.extra["date"] == DATE
        assert record.encode() in file.read_bytes()  # it was moved from the log into the file
        evening.press("soft1 soft1")
        assert games_in(file) == [record]
        evening.close()

    def test_a_game_given_up_is_kept_as_far_as_it_went(self, file: Path) -> None:
        evening = SavedEvening(file).begin().play_on(30)
        moves = list(evening.session._game.moves)
        evening.close()
        again = SavedEvening(file).press("petal2 petal5")
        assert again.says().startswith("Again:")
        (record,) = games_in(file)
        assert record.game.moves == moves
        assert record.game.outcome is None
        again.close()

    def test_the_running_game_does_not_reveal_its_moves(self, file: Path) -> None:
        evening = SavedEvening(file).begin().play_on(30)
        (record,) = games_in(file)
        assert record.game.moves == []
        evening.close()

    def test_the_table_shows_the_last_games_and_the_wins(self, file: Path) -> None:
        records = make_history(file, 3)
        evening = SavedEvening(file)
        past = evening.journal.past_games()
        outcomes = [record.game.outcome for record in records[::-1]]
        assert [scores_of(game) for game in past.last] == [
            [(seat, outcome.scores[seat], seat in outcome.winners) for seat in outcome.ranking]
            for outcome in outcomes
            if outcome
        ]
        (wins,) = past.wins
        assert sum(who.wins for who in wins.standings) >= 3
        assert {who.games for who in wins.standings} == {3}
        evening.press("soft3 petal2 petal1")
        assert evening.says().startswith("2026-11-14\n1/3")
        evening.press("soft1 petal2")
        assert "of 3" in evening.says()
        evening.close()


class TestPlace:
    def test_only_its_owner_can_read_it(self, file: Path) -> None:
        evening = SavedEvening(file).begin()
        for path in file.parent.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        evening.close()
        file.chmod(0o644)
        SavedEvening(file).close()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600

    def test_it_follows_the_conventions(
        self, monkeypatch: pytest.MonkeyPatch, own_data_home: Path
    ) -> None:
        assert journal_file() == own_data_home / "triqueta" / "triqueta.db"
        monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/triqueta:/elsewhere")
        assert journal_file() == Path("/var/lib/triqueta/triqueta.db")

    def test_the_settings_are_those_promised(self, file: Path) -> None:
        with closing(open_for_writing(file)) as connection:
            assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


class TestVersions:
    def test_a_file_of_an_older_version_is_brought_up_to_date(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        records = make_history(file, 2)
        step = "ALTER TABLE game ADD COLUMN place TEXT;\nUPDATE game SET place = 'home'"
        monkeypatch.setattr(database, "MIGRATIONS", (*database.MIGRATIONS, step))
        monkeypatch.setattr(database, "VERSION", database.VERSION + 1)
        with closing(open_for_writing(file)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (database.VERSION,)
            assert set(connection.execute("SELECT place FROM game")) == {("home",)}
        assert len(games_in(file)) == len(records)

    def test_wins_of_all_games_together_are_counted_again(self, file: Path) -> None:
        """Versions before the fourth did not separate the wins by game."""
        make_history(file, 2)
        with closing(open_for_writing(file)) as connection:
            right = list(read_standings(connection))
            connection.execute("UPDATE triqueta SET version = 3")
            connection.execute("PRAGMA user_version = 3")
            connection.execute("DELETE FROM standing")
            row = (json.dumps("Ana"), 99, 98)
            connection.execute(
                "INSERT INTO standing VALUES (?, ?, ?, ?)", (*row, database.checksum(*row))
            )
        with closing(open_for_writing(file)) as connection:
            assert list(read_standings(connection)) == right
        assert right

    def test_a_step_that_fails_changes_nothing(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make_history(file, 1)
        step = "ALTER TABLE game ADD COLUMN place TEXT;\nnonsense"
        with monkeypatch.context() as patch:
            patch.setattr(database, "MIGRATIONS", (*database.MIGRATIONS, step))
            patch.setattr(database, "VERSION", database.VERSION + 1)
            with pytest.raises(JournalError):
                open_for_writing(file)
        assert len(games_in(file)) == 1

    def test_a_newer_file_is_left_alone_and_the_game_plays_unsaved(
        self, file: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        make_history(file, 1)
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("UPDATE triqueta SET version = 99")
            connection.execute("PRAGMA user_version = 99")
            connection.commit()
        before = file.read_bytes()
        evening = SavedEvening(file)
        assert evening.status is StorageStatus.NEWER
        assert "version 99" in caplog.text
        evening.begin().finish()
        evening.close()
        assert file.read_bytes() == before


class TestTwoPrograms:
    def test_the_second_table_plays_unsaved_and_leaves_the_first_one_its_game(
        self, file: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        first = SavedEvening(file).begin().play_on(10)
        second = SavedEvening(file)
        assert second.status is StorageStatus.IN_USE
        assert caplog.text == ""  # the command says which table has the journal
        assert second.says().startswith("Again:")  # the language is known, the game is not
        second.begin().finish()
        first.finish()
        assert first.status is None
        assert len(games_in(file)) == 1
        first.close()
        second.close()

    def test_the_lock_goes_with_its_process(self, file: Path) -> None:
        code = (
            "import os, signal, sys; from pathlib import Path;"
            "from triqueta.journal.journal import Journal;"
            "Journal(Path(sys.argv[1])); os.kill(os.getpid(), signal.SIGKILL)"
        )
        subprocess.run([sys.executable, "-c", code, str(file)], check=False)
        evening = SavedEvening(file)
        assert evening.status is None
        evening.close()

    def test_a_reader_of_the_history_does_not_block_the_table(self, file: Path) -> None:
        make_history(file, 1)
        evening = SavedEvening(file)
        with closing(open_for_reading(file)) as reader:
            reader.execute("BEGIN")
            assert reader.execute("SELECT count(*) FROM game").fetchone() == (1,)
            evening.begin().play_on(20)
            assert evening.status is None
        evening.close()


@pytest.mark.parametrize("game", OWN_GAMES)
def test_the_log_stays_when_another_program_looks_at_a_file_that_was_checked(
    file: Path, game: str
) -> None:
    """The last process to close an SQLite file removes its log; the table must keep its lock."""
    playing = SavedSession(file, game).play_on(5)
    assert find_damage(file) is None  # in the table's own process
    read = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT * FROM entry')"
    subprocess.run([sys.executable, "-S", "-c", read, file], check=True, timeout=60)
    assert beside(file, "-wal").exists()
    playing.close()


def test_another_programs_database_is_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "places.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE places (name TEXT)")
        connection.commit()
    before = file.read_bytes()
    evening = SavedEvening(file)
    assert evening.status is StorageStatus.FOREIGN
    evening.begin().finish()
    evening.close()
    assert file.read_bytes() == before
    assert "another program" in caplog.text


def test_a_text_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ana,\n" * 100)
    evening = SavedEvening(file)
    assert evening.status is StorageStatus.FOREIGN
    evening.close()
    assert file.read_text() == "Dear Ana,\n" * 100


def test_after_trouble_the_missing_entries_are_saved_too(file: Path) -> None:
    evening = SavedEvening(file).begin()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        connection_of(evening.journal).execute("PRAGMA busy_timeout = 0")
        evening.play_on(3)
        assert evening.status is StorageStatus.IN_USE
        other.execute("ROLLBACK")
    assert evening.play_on(1).status is None
    evening.close()
    again = SavedEvening(file)
    assert again.table.session is not None
    assert evening.table.session is not None
    assert again.table.session.entries == evening.table.session.entries
    again.close()


def test_an_unchanged_state_is_not_written(file: Path) -> None:
    evening = SavedEvening(file).begin()
    connection = connection_of(evening.journal)
    before = connection.total_changes
    evening.press("soft3 soft1 soft2 soft1").wait(1000)
    assert connection.total_changes == before
    assert evening.table.session is not None
    assert isinstance(evening.table.session, TriquetaSession)
    evening.journal.save(replace(evening.table.state))
    assert connection.total_changes == before
    evening.close()


class TestFileUnderOurHands:
    def test_a_link_is_not_a_second_journal(self, file: Path) -> None:
        first = SavedEvening(file).begin()
        link = file.with_name("link.db")
        link.symlink_to(file)
        second = SavedEvening(link)
        assert second.status is StorageStatus.IN_USE
        first.close()
        second.close()

    def test_a_file_removed_while_playing_is_written_again(
        self, file: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        evening = SavedEvening(file).begin().play_on(10)
        for path in file.parent.iterdir():
            path.unlink()
        evening.play_on(10, seed=2)
        assert evening.status is None
        assert "was removed or replaced" in caplog.text
        evening.close()
        again = SavedEvening(file)
        assert again.table.session is not None
        assert evening.table.session is not None
        assert again.table.session.entries == evening.table.session.entries
        again.close()

    def test_a_game_that_was_never_saved_is_saved_later(self, file: Path) -> None:
        evening = SavedEvening(file).begin().finish()
        connection_of(evening.journal).execute("PRAGMA query_only = ON")
        evening.press("soft1 soft1")
        evening.begin().finish(seed=2)
        evening.press("soft1 soft1")
        assert evening.status is StorageStatus.READ_ONLY
        connection_of(evening.journal).execute("PRAGMA query_only = OFF")
        assert evening.begin().status is None
        assert [bool(record.game.outcome) for record in games_in(file)] == [True, True, False]
        evening.close()

    @pytest.mark.parametrize("kind", ["folder", "pipe", "loop"])
    def test_a_journal_that_is_not_a_plain_file(self, tmp_path: Path, kind: str) -> None:
        odd = tmp_path / "odd"
        if kind == "folder":
            odd.mkdir()
        elif kind == "pipe":
            os.mkfifo(odd)
        else:
            odd.symlink_to(odd)
        evening = SavedEvening(odd)
        assert evening.status is not None
        evening.begin().close()

    def test_seats_keep_their_codes_during_a_game(self, file: Path) -> None:
        evening = SavedEvening(file)
        key = evening.table.seat_key
        evening.begin().close()
        assert evening.table.seat_key == key, "the game must keep the codes of its set-up"
        again = SavedEvening(file)
        assert again.table.seat_key == key
        again.press("petal2 petal5").close()
        second = again.table.seat_key
        later = SavedEvening(file)
        assert len({key, second, later.table.seat_key}) == 3
        third = later.begin().table.seat_key
        later.close()
        resumed = SavedEvening(file)
        assert resumed.table.seat_key == third
        resumed.close()

    def test_a_game_whose_codes_are_lost_gets_new_ones_that_last(self, file: Path) -> None:
        SavedEvening(file).begin().close()
        with closing(sqlite3.connect(file)) as journal:
            journal.execute("DELETE FROM setting WHERE name = 'seat_key'")
            journal.commit()
        evening = SavedEvening(file).go_on().play_on(1)
        evening.close()
        again = SavedEvening(file)
        assert again.table.seat_key == evening.table.seat_key != b""
        again.close()
