"""`triqueta history` and `triqueta stats`: the games played, and what they say."""

from __future__ import annotations

import json
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.command import Command
from tests.journal.saved_evening import SavedEvening, make_history
from tests.rules.tables import random_game
from triqueta.games.triqueta.rules import Edition, Game, Record, ScoreSheet
from triqueta.games.triqueta.rules.reveal import revealed
from triqueta.journal.statistics import statistics_of


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Two finished games, one given up, and one on the table."""
    file = tmp_path / "triqueta.db"
    make_history(file, 2)
    evening = SavedEvening(file, secret=b"x" * 32).begin().play_on(30)
    evening.press("petal1 soft2")  # whatever was open: the table station's menu is at hand
    evening.table.start_over()
    evening.journal.keep(evening.table.kept)
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
        assert lines[4].endswith("Player 1, Player 2 (going on)")
        assert len(lines) == 5

    def test_export_and_import_round_trip(
        self,
        triqueta: Command,
        journal: Path,
        tmp_path: Path,
    ) -> None:
        exported = triqueta("history", "--journal", journal, "--export", tmp_path / "records")
        assert "game 4 is going on, and is left out" in exported.out
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
        assert "is there already, as game 2" in again.out
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
        assert again.out.count("is there already") == 3
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
        assert f"{good}: game 1" in result.out

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
            "Game 2 is deleted." in triqueta("history", "--journal", journal, "--delete", "2").out
        )
        assert len(triqueta("history", "--journal", journal).out.splitlines()) == 4
        for path in journal.parent.iterdir():  # it is really gone
            assert path.is_dir() or secret.hex().encode() not in path.read_bytes()

    def test_what_cannot_be_deleted(self, triqueta: Command, journal: Path) -> None:
        error = triqueta.fails("history", "--journal", journal, "--delete", "9")
        assert "there is no game 9" in error
        error = triqueta.fails("history", "--journal", journal, "--delete", "4")
        assert "game 4 is on the table; end it there first" in error

    @pytest.mark.parametrize("command", ["history", "stats"])
    def test_what_is_no_journal(
        self,
        triqueta: Command,
        tmp_path: Path,
        command: str,
    ) -> None:
        file = tmp_path / "letter.txt"
        file.write_text("Dear Ana, " * 100)
        assert "no journal" in triqueta.fails(command, "--journal", file)
        assert file.read_text() == "Dear Ana, " * 100

    def test_a_damaged_journal_names_the_remedy(
        self,
        triqueta: Command,
        journal: Path,
    ) -> None:
        journal.write_bytes(journal.read_bytes()[:5000])
        assert "sets it aside and rescues" in triqueta.fails("history", "--journal", journal)


class TestStats:
    def test_the_table(self, triqueta: Command, journal: Path) -> None:
        out = triqueta("stats", "--journal", journal).out.splitlines()
        assert out[0] == "2 finished games"
        assert out[1].split()[:4] == ["games", "wins", "average", "best"]
        assert out[2].startswith("Player ")

    def test_nothing_yet(self, triqueta: Command, tmp_path: Path) -> None:
        file = tmp_path / "no.db"
        assert triqueta("stats", "--journal", file).out == "No finished games yet.\n"
        error = triqueta.fails("stats", "--journal", file, "--plot", tmp_path / "a.png")
        assert "no finished games to draw" in error

    def test_json(self, triqueta: Command, journal: Path) -> None:
        document = json.loads(triqueta("stats", "--journal", journal, "--json").out)
        assert document["games"] == 2
        for player in document["players"]:
            assert player["games"] == len(player["scores"]) == 2
            assert player["best"] == max(player["scores"])
            assert player["average"] == sum(player["scores"]) / 2

    def test_a_plot(self, triqueta: Command, journal: Path, tmp_path: Path) -> None:
        file = tmp_path / "friends.png"
        assert "is drawn" in triqueta("stats", "--journal", journal, "--plot", file).out
        with Image.open(file) as image:
            assert image.width > 1000
            assert len(image.convert("RGB").getcolors(10**6)) > 50
        assert "PNG" in triqueta.fails("stats", "--plot", tmp_path / "a.jpg")
        nowhere = tmp_path / "no" / "a.png"
        assert "No such file" in triqueta.fails("stats", "--journal", journal, "--plot", nowhere)


def test_statistics_are_what_the_score_sheets_say() -> None:
    games = [random_game(Edition.SHADOW, 4, seed) for seed in range(20)]
    players = {player.name: player for player in statistics_of(games)}
    names = games[0].setup.players
    outcomes = [game.outcome for game in games if game.outcome]
    for seat, name in enumerate(names):
        sheets = [outcome.sheets[seat] for outcome in outcomes]
        player = players[name]
        assert player.scores == [sheet.total for sheet in sheets]
        assert player.wins == sum(seat in outcome.winners for outcome in outcomes)
        assert player.triquetas == sum(
            line.points == line.animal.triqueta and line.tiles == 3
            for sheet in sheets
            for line in sheet.animals
        )
        assert player.penalties == sum(
            line.tiles > 3 for sheet in sheets for line in sheet.animals
        )
        assert player.penalty_points == sum(
            3 - line.tiles for sheet in sheets for line in sheet.animals if line.tiles > 3
        )
        assert player.kept == sum(moves_of(game, seat) for game in games)
        for tiles, points in (("added", player.kept_points), ("shadow", player.shadow_points)):
            assert points == sum(
                sheet.total - total_without(sheet, getattr(revealed(game)[seat], tiles))
                for sheet, game in zip(sheets, games, strict=True)
            )


def total_without(sheet: ScoreSheet, tiles: str) -> int:
    """The points of a sheet without some of its tiles, worked out anew (R13)."""
    gone = Counter(tiles.upper())
    total = sheet.rock + sheet.trees
    for line in sheet.animals:
        left = line.tiles - gone[line.animal.letter]
        total += line.animal.triqueta if left == 3 else left if left < 3 else 3 - left
    return total


def moves_of(game: Game, seat: int) -> int:
    """How many tiles a seat kept, counted by playing the game again."""
    again, kept = Game(game.setup), 0
    for move in game.moves:
        kept += move == "k" and again.order[0] == seat
        again.play(move)
    return kept
