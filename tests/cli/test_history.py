"""Tests of `triqueta history` and `triqueta stats`."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from io import StringIO
from itertools import count
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

import pytest

from tests.cli.command import Command
from tests.games.triqueta.rules.tables import random_game
from tests.journal.saved_evening import DATE, SavedEvening, make_history, play_games
from tests.journal.saved_games import put, unplugged
from tests.table.test_charts import texts
from triqueta.doctor.machine import check_journal
from triqueta.games.triqueta.rules import Edition, Game, Record, ScoreSheet
from triqueta.games.triqueta.rules.game import revealed
from triqueta.journal.dates import utc_now
from triqueta.journal.file import LOGS, beside
from triqueta.journal.journal import Journal
from triqueta.journal.statistics import statistics_of
from triqueta.journal.summaries import Summary, summary_of
from triqueta.records.record import Result


@pytest.fixture
def journal(played: Path, tmp_path: Path) -> Path:
    return Path(copy(played, tmp_path))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with two finished games, an abandoned one, and a running one."""
    file = tmp_path_factory.mktemp("played") / "triqueta.db"
    make_history(file, 2)
    evening = SavedEvening(file, secret=b"x" * 32).begin().play_on(30)
    evening.press("petal1 soft2")  # closes any open page at the table
    evening.table.start_over()
    evening.journal.save(evening.table.state)
    evening.begin().play_on(5)
    evening.close()
    return file


class TestHistory:
    def test_nothing_yet(self, triqueta: Command, tmp_path: Path) -> None:
        assert triqueta("history", "--journal", tmp_path / "no.db").out == "No games yet.\n"
        assert not (tmp_path / "no.db").exists()

    def test_finished_interrupted_and_running_games(
        self,
        triqueta: Command,
        journal: Path,
    ) -> None:
        lines = triqueta("history", "--journal", journal).out.splitlines()
        assert lines[0].split() == ["ID", "date", "edition", "players"]
        assert lines[1].startswith("   1  2026-11-14 20:15  base     Player 1 ")
        assert "*" in lines[1]
        assert lines[3].endswith("Player 1, Player 2 (interrupted in round 1)")
        assert lines[4].endswith("Player 1, Player 2 (in progress)")
        assert len(lines) == 5

    def test_export_and_import_round_trip(
        self,
        triqueta: Command,
        journal: Path,
        tmp_path: Path,
    ) -> None:
        exported = triqueta("history", "--journal", journal, "--export", tmp_path / "records")
        assert "game 4 is still in progress: skipped" in exported.out
        assert "3 records written" in exported.out
        files = sorted((tmp_path / "records").iterdir())
        assert [file.name for file in files] == [
            f"2026-11-14-game-{number}.tqr.json" for number in (1, 2, 3)
        ]
        assert triqueta("verify", *files).code == 0
        other = tmp_path / "other.db"
        imported = triqueta("history", "--journal", other, "--import", *files)
        assert imported.code == 0
        assert [line.rsplit(" ", 1)[1] for line in imported.out.splitlines()] == ["1", "2", "3"]
        again = triqueta("history", "--journal", other, "--import", files[1])
        assert "already saved as game 2" in again.out
        listed = triqueta("history", "--journal", journal).out.splitlines()[:4]
        assert triqueta("history", "--journal", other).out.splitlines() == listed

    def test_an_export_overwrites_nothing(
        self,
        triqueta: Command,
        journal: Path,
        tmp_path: Path,
    ) -> None:
        folder = tmp_path / "records"
        triqueta("history", "--journal", journal, "--export", folder)
        again = triqueta("history", "--journal", journal, "--export", folder)
        assert again.out.count("already exists") == 3
        assert "0 records written" in again.out
        other = folder / "2026-11-14-game-2.tqr.json"
        other.write_text("mine")
        assert "File exists" in triqueta.fails("history", "--journal", journal, "--export", folder)
        assert other.read_text() == "mine"

    def test_bad_files_are_refused_and_good_ones_imported(
        self,
        triqueta: Command,
        tmp_path: Path,
    ) -> None:
        good, bad = tmp_path / "good.tqr.json", tmp_path / "bad.tqr.json"
        good.write_bytes(Record(random_game(Edition.BASE, 3, 1)).encode())
        bad.write_text("{}")
        result = triqueta("history", "--journal", tmp_path / "j.db", "--import", bad, good)
        assert result.code == 2
        assert f"{bad}: format: missing" in result.err
        assert f"{good}: added as game 1" in result.out

    def test_deleting_asks_first(
        self,
        triqueta: Command,
        journal: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        for answer in ("", "n\n", "yes please\n"):
            monkeypatch.setattr("sys.stdin", StringIO(answer))
            result = triqueta("history", "--journal", journal, "--delete", "2")
            assert "Nothing was deleted." in result.out
        secret = bytes([1]) * 32
        assert secret.hex().encode() in journal.read_bytes()
        monkeypatch.setattr("sys.stdin", StringIO("y\n"))
        assert (
            "Game 2 was deleted." in triqueta("history", "--journal", journal, "--delete", "2").out
        )
        assert len(triqueta("history", "--journal", journal).out.splitlines()) == 4
        for path in journal.parent.iterdir():  # the game is really erased
            assert path.is_dir() or secret.hex().encode() not in path.read_bytes()

    def test_games_that_cannot_be_deleted(self, triqueta: Command, journal: Path) -> None:
        error = triqueta.fails("history", "--journal", journal, "--delete", "9")
        assert "there is no game 9" in error
        error = triqueta.fails("history", "--journal", journal, "--delete", "4")
        assert "game 4 is on the table; end it there first" in error

    @pytest.mark.parametrize("command", ["history", "stats"])
    def test_a_file_that_is_not_a_journal(
        self,
        triqueta: Command,
        tmp_path: Path,
        command: str,
    ) -> None:
        file = tmp_path / "letter.txt"
        file.write_text("Dear Ana, " * 100)
        assert "not a journal" in triqueta.fails(command, "--journal", file)
        assert file.read_text() == "Dear Ana, " * 100

    @pytest.mark.parametrize("command", ["history", "stats", "doctor", "play"])
    def test_a_path_that_cannot_be_a_journal(self, triqueta: Command, command: str) -> None:
        words = (command, "--no-browser") if command == "play" else (command,)
        assert "the journal must be a file" in triqueta.fails(*words, "--journal", "/")
        assert "contains a NUL character" in triqueta.fails(*words, "--journal", "a\0b")

    def test_a_journal_in_a_folder_that_was_deleted(
        self, triqueta: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = tmp_path / "gone"
        folder.mkdir()
        monkeypatch.chdir(folder)
        folder.rmdir()
        error = triqueta.fails("history", "--journal", "own.db")
        assert error == "own.db: No such file or directory"

    def test_a_damaged_journal_names_the_remedy(
        self,
        triqueta: Command,
        journal: Path,
    ) -> None:
        journal.write_bytes(journal.read_bytes()[:5000])
        assert "sets it aside and rescues" in triqueta.fails("history", "--journal", journal)


@contextmanager
def without_rights(*files: Path) -> Iterator[None]:
    """Make some files unreadable; as root, also become another user meanwhile."""
    modes = [file.stat().st_mode for file in files]
    is_root = os.geteuid() == 0
    for file in files:
        file.chmod(0)
    if is_root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        for file, mode in zip(files, modes, strict=True):
            file.chmod(mode)


@pytest.fixture
def unplugged_journal(tmp_path: Path) -> Iterator[Path]:
    """A journal with a running game and its log, in a folder that other users can read."""
    parts, _ = unplugged(tmp_path / "triqueta.db", "triqueta", 3)
    with TemporaryDirectory(prefix="triqueta-") as folder:
        Path(folder).chmod(0o755)
        file = put(Path(folder, "games", "triqueta.db"), parts)
        for path in (file.parent, *file.parent.iterdir()):
            path.chmod(0o755)
        yield file


class TestRights:
    """Tests that a user without the right to read the games learns which file, and the remedy."""

    @pytest.mark.parametrize("command", ["history", "history --export out", "stats --json"])
    @pytest.mark.parametrize("part", LOGS)
    def test_a_file_that_may_not_be_read(
        self, triqueta: Command, unplugged_journal: Path, command: str, part: str
    ) -> None:
        words = command.replace("out", str(unplugged_journal.parent / "out")).split()
        assert triqueta(*words, "--journal", unplugged_journal).code == 0
        file = beside(unplugged_journal, part)
        owner = file.owner()
        with without_rights(file):
            told = triqueta.fails(*words, "--journal", unplugged_journal)
        assert told == (
            f"{unplugged_journal}: permission denied: {file} belongs to {owner}; "
            f"put `sudo -u {owner}` before the command"
        )

    def test_a_folder_that_may_not_be_looked_into(
        self, triqueta: Command, unplugged_journal: Path
    ) -> None:
        owner = unplugged_journal.owner()
        with without_rights(unplugged_journal.parent):
            told = triqueta.fails("history", "--journal", unplugged_journal)
        assert told.endswith(f"belongs to {owner}; put `sudo -u {owner}` before the command")

    def test_the_doctor_names_the_remedy(self, unplugged_journal: Path) -> None:
        log = beside(unplugged_journal, "-wal")
        with without_rights(log):
            found = check_journal(unplugged_journal)
        assert f"permission denied: {log}" in found.text
        assert found.remedy == "run this as root: sudo triqueta doctor"


@pytest.fixture
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use Berlin's time zone, written out as rules: not every machine has all zones by name."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        time.tzset()
        yield
    time.tzset()


def listed(triqueta: Command, journal: Path) -> list[str]:
    """Return the numbers and dates of the games, in the order of the list."""
    lines = triqueta("history", "--journal", journal).out.splitlines()[1:]
    return [line[:22].strip() for line in lines]


class TestDates:
    def test_games_of_a_device_without_a_clock_stay_in_their_order(
        self, triqueta: Command, tmp_path: Path
    ) -> None:
        file = tmp_path / "triqueta.db"
        make_history(file, 3, [DATE, "1970-01-01T00:05:00Z", "2026-11-15T20:15:00+01:00"])
        assert listed(triqueta, file) == [
            "1  2026-11-14 20:15", "2  date unknown", "3  2026-11-15 20:15"
        ]  # fmt: skip
        evening = SavedEvening(file, date="2026-11-15T21:00:00+01:00")
        assert [game.date for game in evening.journal.past_games().last] == [
            "2026-11-15", "", "2026-11-14"
        ]  # fmt: skip
        evening.press("soft3 petal2 petal1 soft3")
        assert evening.says().startswith("Date unknown\n2/3")
        evening.close()

    def test_a_clock_that_is_behind_the_game_before_is_wrong(
        self, triqueta: Command, tmp_path: Path
    ) -> None:
        """A clock without a battery resumes where it was switched off, perhaps weeks ago."""
        file = tmp_path / "triqueta.db"
        behind = ["2026-10-01T10:00:00Z", "2026-10-01T12:00:00Z"]
        make_history(file, 4, [DATE, *behind, "2026-11-15T20:15:00+01:00"])
        assert listed(triqueta, file) == [
            "1  2026-11-14 20:15", "2  date unknown", "3  date unknown", "4  2026-11-15 20:15"
        ]  # fmt: skip

    def test_a_record_says_no_date_that_is_known_to_be_wrong(
        self, triqueta: Command, tmp_path: Path
    ) -> None:
        file = tmp_path / "triqueta.db"
        make_history(file, 2, [DATE, "1970-01-01T00:05:00Z"])
        folder = tmp_path / "records"
        triqueta("history", "--journal", file, "--export", folder)
        dated, undated = sorted(folder.iterdir())
        assert (dated.name, undated.name) == (
            "2026-11-14-game-1.tqr.json",
            "game-2.tqr.json",
        )
        assert json.loads(dated.read_bytes())["date"] == DATE
        assert "date" not in json.loads(undated.read_bytes())

    @pytest.mark.usefixtures("in_berlin")
    def test_the_hour_that_comes_twice_in_autumn(self, triqueta: Command, tmp_path: Path) -> None:
        file = tmp_path / "triqueta.db"
        make_history(file, 2, ["2026-10-25T00:50:00Z", "2026-10-25T01:10:00Z"])
        assert listed(triqueta, file) == ["1  2026-10-25 02:50", "2  2026-10-25 02:10"]

    @pytest.mark.usefixtures("in_berlin")
    def test_dates_are_stored_in_utc(self, tmp_path: Path) -> None:
        with closing(Journal(tmp_path / "triqueta.db")) as journal:
            assert journal._now is utc_now
        before = datetime.now(UTC).replace(microsecond=0)
        assert before <= datetime.fromisoformat(utc_now()) <= datetime.now(UTC)
        assert utc_now().endswith("Z")

    def test_imported_games_are_listed_by_their_dates(
        self, triqueta: Command, tmp_path: Path
    ) -> None:
        file = tmp_path / "triqueta.db"
        make_history(file, 2, ["2026-11-10T20:00:00+01:00", "2026-11-12T20:00:00+01:00"])
        dates = ["2026-11-11T23:30:00-05:00", "1970-01-01T00:00:00Z", None, "tomorrow", 5]
        records = []
        for number, date in enumerate(dates):
            records.append(tmp_path / f"{number}.tqr.json")
            extra = {} if date is None else {"date": date}
            records[-1].write_bytes(Record(random_game(Edition.BASE, 3, number), extra).encode())
        assert triqueta("history", "--journal", file, "--import", *records).code == 0
        assert listed(triqueta, file) == [
            "1  2026-11-10 20:00",
            "3  2026-11-11 23:30",
            "2  2026-11-12 20:00",
            *(f"{number}  date unknown" for number in (4, 5, 6, 7)),
        ]

    def test_a_date_from_elsewhere_says_nothing_about_the_clock_here(
        self, triqueta: Command, tmp_path: Path
    ) -> None:
        record = tmp_path / "far.tqr.json"
        game = random_game(Edition.BASE, 3, 1)
        record.write_bytes(Record(game, {"date": "2999-01-01T00:00:00Z"}).encode())
        file = tmp_path / "triqueta.db"
        triqueta("history", "--journal", file, "--import", record)
        play_games(file, 1)
        assert "2  2026-11-14 20:15" in listed(triqueta, file)


class TestStats:
    def test_the_table(self, triqueta: Command, journal: Path) -> None:
        out = triqueta("stats", "--journal", journal).out.splitlines()
        assert out[0] == "2 finished games"
        assert out[1].split()[:4] == ["games", "wins", "average", "best"]
        assert out[2].startswith("Player ")

    def test_nothing_yet(self, triqueta: Command, tmp_path: Path) -> None:
        file = tmp_path / "no.db"
        assert triqueta("stats", "--journal", file).out == "No finished games yet.\n"
        error = triqueta.fails("stats", "--journal", file, "--plot", tmp_path / "a.svg")
        assert "no finished games to draw" in error

    def test_names_that_no_font_and_no_file_can_hold(
        self, triqueta: Command, tmp_path: Path
    ) -> None:
        """The names contain half a surrogate pair, which JSON allows, a line end, and a tag."""
        file = tmp_path / "triqueta.db"
        names = ["Li \ud83d", "two\nlines", "<b>&\0"]
        for seed in (5, 6):
            record = tmp_path / f"{seed}.tqr.json"
            document = Record(random_game(Edition.SHADOW, 3, seed)).document() | {"players": names}
            record.write_text(json.dumps(document))
            assert triqueta("history", "--journal", file, "--import", record).code == 0
        picture = tmp_path / "odd.svg"
        drawn = triqueta("stats", "--journal", file, "--plot", picture)
        assert (drawn.code, drawn.err) == (0, "")
        assert {"Li \\ud83d", "two\\nlines", "<b>&\\x00"} <= set(texts(picture.read_text("utf-8")))
        for words in (["history"], ["stats"]):
            out = triqueta(*words, "--journal", file).out
            assert "Li \\ud83d" in out
            assert "two\\nlines" in out
        stated = json.loads(triqueta("stats", "--journal", file, "--json").out)
        assert {player["name"] for player in stated["players"]} == set(names)
        triqueta("history", "--journal", file, "--export", tmp_path / "records")
        for exported in (tmp_path / "records").iterdir():
            assert json.loads(exported.read_bytes())["players"] == names
            assert "Li \\ud83d" in triqueta("replay", exported).out

    def test_json(self, triqueta: Command, journal: Path) -> None:
        document = json.loads(triqueta("stats", "--journal", journal, "--json").out)
        assert document["games"] == 2
        for player in document["players"]:
            assert player["games"] == len(player["scores"]) == 2
            assert player["best"] == max(player["scores"])
            assert player["average"] == sum(player["scores"]) / 2

    def test_a_plot(self, triqueta: Command, journal: Path, tmp_path: Path) -> None:
        file = tmp_path / "friends.svg"
        assert "written to" in triqueta("stats", "--journal", journal, "--plot", file).out
        drawn = file.read_bytes()
        titles = {"Triqueta", "Played and won", "Points, game by game (line: average)"}
        pictures = {"Per game: triquetas made, and animals over three"}
        assert titles | pictures <= set(texts(drawn.decode()))
        triqueta("stats", "--journal", journal, "--plot", file)
        assert file.read_bytes() == drawn

    def test_a_single_game_has_no_plot(self, triqueta: Command, tmp_path: Path) -> None:
        file, picture = tmp_path / "one.db", tmp_path / "a.svg"
        make_history(file, 1)
        error = triqueta.fails("stats", "--journal", file, "--plot", picture)
        assert error.endswith("there is only one finished game, nothing to compare")
        assert not picture.exists()
        assert "1 finished game" in triqueta("stats", "--journal", file).out

    @pytest.mark.parametrize("name", ["a.png", "a.jpg", "a", "a.svg.txt"])
    def test_a_plot_that_is_not_svg(
        self, triqueta: Command, journal: Path, tmp_path: Path, name: str
    ) -> None:
        file = tmp_path / name
        error = triqueta.fails("stats", "--journal", journal, "--plot", file)
        assert error.endswith(f"{name}: --plot draws SVG pictures: the name must end in .svg")
        assert not file.exists()

    def test_a_plot_that_cannot_be_written(
        self, triqueta: Command, journal: Path, tmp_path: Path
    ) -> None:
        nowhere = tmp_path / "no" / "a.svg"
        assert "No such file" in triqueta.fails("stats", "--journal", journal, "--plot", nowhere)


def test_a_win_shared_by_two_beside_a_loser() -> None:
    setup = random_game(Edition.BASE, 3, 1).setup
    result = Result((20, 12, 20), (0, 2), (0, 2, 1), {"kept": (1, 2, 0)})
    alone = Result((9, 30, 10), (1,), (1, 2, 0), {"kept": (0, 0, 2)})
    games = [Summary("triqueta", setup.players, "base", DATE, 4, one) for one in (result, alone)]
    wins = {
        who.name: (who.wins, who.shared_wins) for who in statistics_of("triqueta", games).players
    }
    first, loser, second = setup.players
    assert wins == {first: (1, 1), loser: (1, 0), second: (1, 1)}


def test_a_tie_of_points_and_tiles_is_a_shared_win_and_the_third_has_none() -> None:
    """Find such a game; its third player has fewer points."""
    games = (random_game(Edition.BASE, 3, seed) for seed in count())
    shared = next(game for game in games if is_shared(game))
    assert shared.outcome is not None
    summary = summary_of(Record(shared, {}))
    for seat, name in enumerate(shared.setup.players):
        (found,) = [
            who for who in statistics_of("triqueta", [summary]).players if who.name == name
        ]
        assert found.wins == found.shared_wins == (seat in shared.outcome.winners)


def is_shared(game: Game) -> bool:
    """Return whether two players share the win."""
    return game.outcome is not None and len(game.outcome.winners) == 2


def test_statistics_agree_with_the_score_sheets() -> None:
    games = [random_game(Edition.SHADOW, 4, seed) for seed in range(20)]
    found = statistics_of("triqueta", (summary_of(Record(game, {})) for game in games))
    assert found.games == 20
    players = {player.name: player for player in found.players}
    names = games[0].setup.players
    outcomes = [game.outcome for game in games if game.outcome]
    for seat, name in enumerate(names):
        sheets = [outcome.sheets[seat] for outcome in outcomes]
        player = players[name]
        assert player.scores == [sheet.total for sheet in sheets]
        assert player.wins == sum(seat in outcome.winners for outcome in outcomes)
        assert player.counts["triquetas"] == sum(
            line.points == line.animal.triqueta and line.tiles == 3
            for sheet in sheets
            for line in sheet.animals
        )
        assert player.counts["penalties"] == sum(
            line.tiles > 3 for sheet in sheets for line in sheet.animals
        )
        assert player.counts["penalty_points"] == sum(
            3 - line.tiles for sheet in sheets for line in sheet.animals if line.tiles > 3
        )
        assert player.counts["kept"] == sum(moves_of(game, seat) for game in games)
        for tiles, points in (("added", "kept_points"), ("shadow", "shadow_points")):
            assert player.counts[points] == sum(
                sheet.total - total_without(sheet, getattr(revealed(game)[seat], tiles))
                for sheet, game in zip(sheets, games, strict=True)
            )


def total_without(sheet: ScoreSheet, tiles: str) -> int:
    """Return the points of a sheet without some of its tiles, computed from rule R13."""
    gone = Counter(tiles.upper())
    total = sheet.rock + sheet.trees
    for line in sheet.animals:
        left = line.tiles - gone[line.animal.letter]
        total += line.animal.triqueta if left == 3 else left if left < 3 else 3 - left
    return total


def moves_of(game: Game, seat: int) -> int:
    """Return how many tiles a seat kept, counted by replaying the game."""
    again, kept = Game(game.setup), 0
    for move in game.moves:
        kept += move == "k" and again.order[0] == seat
        again.play(move)
    return kept
