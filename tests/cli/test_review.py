"""Tests of `triqueta review`: the value of each decision, and the chart of the race."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command
from tests.games.sessions import change_model
from tests.table.test_charts import texts
from triqueta.games import installed_games


@pytest.fixture
def record(triqueta: Command, tmp_path: Path) -> Path:
    return played(triqueta, tmp_path, "easy")


def played(triqueta: Command, folder: Path, player: str, *more: str) -> Path:
    words = ("simulate", "--player", player, "--games", "1", "--seed", "9", "--record", folder)
    assert triqueta(*words, *more).code == 0
    return folder / "game-000001.tqr.json"


def reviewed(triqueta: Command, file: Path) -> dict[str, Any]:
    found = triqueta("review", file, "--json")
    assert (found.code, found.err) == (0, "")
    document: dict[str, Any] = json.loads(found.out)
    return document


def changed(file: Path, **keys: object) -> Path:
    document = {**json.loads(file.read_text("utf-8")), **keys}
    kept = {key: value for key, value in document.items() if value is not None}
    file.write_text(json.dumps(kept), "utf-8")
    return file


class TestTable:
    def test_has_every_decision_and_the_costliest_ones(
        self, triqueta: Command, record: Path
    ) -> None:
        found, lines = reviewed(triqueta, record), triqueta("review", record).out.splitlines()
        numbers = [line.split()[0] for line in lines if line[:4].strip().isdigit()]
        assert numbers == [str(one["number"]) for one in found["decisions"]]
        assert sum(line.endswith("points lost") for line in lines) == 9
        assert sum(line.startswith("    better: ") for line in lines) == 9

    def test_a_game_without_a_mistake(self, triqueta: Command, tmp_path: Path) -> None:
        out = triqueta("review", played(triqueta, tmp_path, "hard")).out
        assert "Player 1 lost 0.0 points" in out
        assert "better: " not in out


class TestDocument:
    def test_the_costliest_are_those_that_cost_most(self, triqueta: Command, record: Path) -> None:
        found = reviewed(triqueta, record)
        by_number = {one["number"]: one for one in found["decisions"]}
        for seat, player in enumerate(found["players"]):
            own = [one["lost"] for one in found["decisions"] if one["seat"] == seat]
            dearest = [by_number[number]["lost"] for number in player["costliest"]]
            assert dearest == sorted(own, reverse=True)[:3]
            assert player["lost"] == pytest.approx(sum(own), abs=0.1)

    def test_the_loss_is_the_difference_to_the_best_move(
        self, triqueta: Command, record: Path
    ) -> None:
        for one in reviewed(triqueta, record)["decisions"]:
            chosen = next(option for option in one["options"] if one["move"] in option["moves"])
            best = one["options"][0]
            assert one["lost"] == pytest.approx(best["points"] - chosen["points"], abs=0.002)

    def test_the_race_ends_with_the_result(self, triqueta: Command, record: Path) -> None:
        race = reviewed(triqueta, record)["race"]
        result = installed_games().read(json.loads(record.read_text("utf-8"))).result
        assert result is not None
        assert race[-1]["points"] == list(result.scores)
        assert race[-1]["chances"] == [float(s in result.winners) for s in range(3)]
        assert all(sum(one["chances"]) == pytest.approx(1, abs=0.001) for one in race)

    def test_chances_are_given_only_where_they_are_validated(
        self, triqueta: Command, tmp_path: Path
    ) -> None:
        five = played(triqueta, tmp_path, "greedy", "--players", "5")
        race = reviewed(triqueta, five)["race"]
        assert [one["chances"] for one in race[:-1]] == [None] * (len(race) - 1)

    @pytest.mark.full
    @pytest.mark.parametrize("edition", ["base", "shadow"])
    @pytest.mark.parametrize("players", ["2", "3", "4", "5"])
    def test_all_editions_and_numbers_of_players(
        self, triqueta: Command, tmp_path: Path, edition: str, players: str
    ) -> None:
        more = ("--edition", edition, "--players", players)
        found = reviewed(triqueta, played(triqueta, tmp_path, "greedy", *more))
        moves = len(json.loads((tmp_path / "game-000001.tqr.json").read_text("utf-8"))["moves"])
        assert len(found["race"]) == moves + 1
        assert len(found["players"]) == int(players)
        assert any(one["lost"] > 0 for one in found["decisions"])


class TestAnyRecord:
    def test_without_a_proof(self, triqueta: Command, record: Path) -> None:
        with_proof = reviewed(triqueta, record)
        assert reviewed(triqueta, changed(record, proof=None)) == with_proof

    def test_a_game_that_is_not_over(self, triqueta: Command, record: Path) -> None:
        moves = json.loads(record.read_text("utf-8"))["moves"][:30]
        found = reviewed(triqueta, changed(record, moves=moves, result=None))
        assert len(found["race"]) == 31

    def test_without_a_move(self, triqueta: Command, record: Path) -> None:
        found = reviewed(triqueta, changed(record, moves=[], result=None))
        assert found["decisions"] == []
        assert triqueta("review", record).code == 0


class TestPlot:
    @pytest.mark.parametrize(("players", "has_chances"), [("3", True), ("5", False)])
    def test_is_a_picture_with_chances_where_they_are_validated(
        self, triqueta: Command, tmp_path: Path, players: str, has_chances: bool
    ) -> None:
        record = played(triqueta, tmp_path, "greedy", "--players", players)
        file = tmp_path / "race.svg"
        assert "written to" in triqueta("review", record, "--plot", file).out
        drawn = file.read_text("utf-8")
        assert {f"Player {number}" for number in range(1, int(players) + 1)} <= set(texts(drawn))
        assert ("Chance of winning, in %" in texts(drawn)) == has_chances
        triqueta("review", record, "--plot", file)
        assert file.read_text("utf-8") == drawn

    def test_without_a_move(self, triqueta: Command, record: Path, tmp_path: Path) -> None:
        file = tmp_path / "race.svg"
        triqueta("review", changed(record, moves=[], result=None), "--plot", file)
        assert "moves" in texts(file.read_text("utf-8"))

    def test_beside_json_leaves_the_output_to_it(
        self, triqueta: Command, record: Path, tmp_path: Path
    ) -> None:
        json.loads(triqueta("review", record, "--json", "--plot", tmp_path / "race.svg").out)
        assert (tmp_path / "race.svg").exists()


class TestWhatIsWrong:
    def test_no_file(self, triqueta: Command, tmp_path: Path) -> None:
        assert "No such file" in triqueta.fails("review", tmp_path / "nothing.json")

    def test_no_record(self, triqueta: Command, tmp_path: Path) -> None:
        file = tmp_path / "text.json"
        file.write_text("hello", "utf-8")
        assert "text.json" in triqueta.fails("review", file)

    def test_a_move_that_is_not_allowed(self, triqueta: Command, record: Path) -> None:
        wrong = changed(record, moves=["p4"], result=None)
        assert "move 1 (p4)" in triqueta.fails("review", wrong)

    def test_a_picture_that_is_not_svg(
        self, triqueta: Command, record: Path, tmp_path: Path
    ) -> None:
        file = tmp_path / "race.png"
        assert "SVG" in triqueta.fails("review", record, "--plot", file)
        assert not file.exists()

    def test_a_picture_that_cannot_be_written(
        self, triqueta: Command, record: Path, tmp_path: Path
    ) -> None:
        nowhere = tmp_path / "nowhere" / "race.svg"
        assert "No such file" in triqueta.fails("review", record, "--plot", nowhere)

    def test_a_game_without_a_coach(
        self, triqueta: Command, record: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        change_model(monkeypatch, "triqueta", coach=None)
        assert "no coach for Triqueta" in triqueta.fails("review", record)
