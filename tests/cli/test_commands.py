"""Tests of the commands' output and error messages, run in this process."""

from __future__ import annotations

import errno
import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command
from tests.games.triqueta.rules.tables import end_rounds, play, random_game, table
from tests.games.triqueta.rules.test_perft import POSITIONS
from triqueta.games.triqueta.rules import Edition, Game, Record, commitment, read_proof
from triqueta.games.triqueta.text import Codec

SECRET = bytes(range(32)).hex()


def save(path: Path, game: Game, **changes: Any) -> Path:
    path.write_text(json.dumps(Record(game).document() | changes), "utf-8")
    return path


@pytest.fixture
def running(tmp_path: Path) -> Path:
    return save(tmp_path / "running.tqr.json", play(table(), "d1 r2 d2 k t2"))


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    return save(tmp_path / "finished.tqr.json", random_game(Edition.SHADOW, 3, seed=5))


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    moves = ["d1", "k", "d2", "r1"] * 2 + ["d1", "k"]
    return save(tmp_path / "bad.tqr.json", table(2), moves=moves)


class TestReplay:
    def test_json_of_a_running_game(self, triqueta: Command, running: Path) -> None:
        result = triqueta("replay", "--json", running)
        assert result.code == 0
        assert json.loads(result.out) == {
            "file": str(running),
            "over": False,
            "turn": 0,
            "legal": ["d1", "d2", "d3", "d4", "d5", "t1", "t3"],
            "scores": None,
            "tiles": None,
            "winners": None,
        }

    def test_json_of_a_finished_game(self, triqueta: Command, finished: Path) -> None:
        outcome = random_game(Edition.SHADOW, 3, seed=5).outcome
        assert outcome is not None
        judged = json.loads(triqueta("replay", finished, "--json").out)
        assert judged["over"] is True
        assert (judged["turn"], judged["legal"]) == (None, [])
        assert tuple(judged["scores"]) == outcome.scores
        assert tuple(judged["tiles"]) == outcome.tiles
        assert tuple(judged["winners"]) == outcome.winners

    def test_bad_files_are_named_and_good_ones_still_judged(
        self, triqueta: Command, running: Path, bad: Path, finished: Path
    ) -> None:
        result = triqueta("replay", "--json", running, bad, "missing", finished)
        assert result.code == 2
        assert [json.loads(line)["file"] for line in result.out.splitlines()] == [
            str(running),
            str(finished),
        ]
        assert result.err.splitlines() == [
            f"{bad}: move 10 (k): Ana has kept two tiles already (R6)",
            "missing: No such file or directory",
        ]

    def test_account_of_a_game(self, triqueta: Command, tmp_path: Path) -> None:
        game = table(2, Edition.SHADOW, first=["ROD"], second=["MMMw", "UUBr", "OOOb"])
        play(game, "d1 d1 r2 k t1 t2 p2 d1 d1 r1 x d1 d2 k r1 d1")
        out = triqueta("replay", save(tmp_path / "game", game)).out
        assert out.splitlines()[1:] == [
            "Ana and Ben play Triqueta with the wolves in the shadow. Ana has the Rock.",
            "",
            "Round 1, pile 1",
            "  Ana draws a rabbit from petal 1, draws an owl from petal 1, "
            "places the rabbit in row 2 and keeps the owl (first of two).",
            "  Ben takes row 1 (empty).",
            "  Ana takes row 2 (rabbit) and the Rock.",
            "",
            "Round 2, pile 2",
            "  Ana opens pile 2 and takes its Tree.",
            "  Ana draws a ram from petal 1, draws a ram from petal 1, "
            "places the ram in row 1 and puts the ram into the box.",
            "  Ben draws a ram from petal 1, draws a bear from petal 2, "
            "keeps the ram (first of two) and places the bear in row 1.",
            "  Ana draws a shadow wolf from petal 1 ...",
            "",
            "The game stops here. It is Ana's turn: d2 d3 d4 d5",
            "",
        ]

    def test_account_of_the_end(self, triqueta: Command, tmp_path: Path) -> None:
        game = table(3, Edition.SHADOW, first=["OOO", "UUU"], second=["RODw"])
        play(game, "d1 k d2 k t1 t2 t3 p2 d1 r1 d1 r1 d1 r1 d1")
        play(end_rounds(game), "+ -")
        lines = triqueta("replay", save(tmp_path / "game", game)).out.splitlines()
        kept = lines.index("The kept tiles")
        assert lines[kept + 1 : kept + 4] == [
            "  Ana adds the owl.",
            "  Ben returns the bear.",
            "  Ben adds from the shadow: wolf.",
        ]
        assert lines[kept + 5].split() == ["Ana", "Ben", "Chloé"]
        assert lines[-3].split()[0] == "total"
        assert "wins with" in lines[-2]

    def test_names_cannot_move_the_cursor_or_break_lines(
        self, triqueta: Command, tmp_path: Path
    ) -> None:
        names = ["A\x1b[2J", "B\nC", "\ud800"]
        path = save(tmp_path / "game", table(), players=names, moves=["t1", "t1"])
        error = triqueta.fails("replay", path)
        assert error == f"{path}: move 2 (t1): row 1 has been taken (R7)"
        path = save(tmp_path / "game", table(), players=names)
        out = triqueta("replay", path).out
        assert "A\\x1b[2J, B\\nC and \\ud800 play Triqueta." in out

    def test_a_wrong_result_is_reported(self, triqueta: Command, tmp_path: Path) -> None:
        game = random_game(Edition.BASE, 2, seed=1)
        path = save(tmp_path / "game", game, result={"scores": [0, 0]})
        assert triqueta.fails("replay", path).startswith(f"{path}: result: scores [0, 0] instead")


class TestBadFiles:
    @pytest.mark.parametrize("command", [["replay"], ["verify"], ["perft", "--depth", "1"]])
    def test_each_command_refuses_them_in_one_line(
        self, triqueta: Command, tmp_path: Path, command: list[str]
    ) -> None:
        huge = tmp_path / "huge"
        with huge.open("wb") as file:
            file.truncate(100_000_000)
        broken = tmp_path / "broken"
        broken.write_bytes(b'{"format": \xff')
        expected = {
            tmp_path / "missing": "No such file or directory",
            tmp_path: "Is a directory",
            huge: "not a game record: larger than 1,000,000 bytes",
            broken: "not JSON: ",
            Path("/dev/zero"): "not a game record: larger than",
        }
        for path, reason in expected.items():
            assert triqueta.fails(*command, path).startswith(f"{path}: {reason}")

    def test_a_name_no_file_can_have(self, triqueta: Command) -> None:
        assert triqueta.fails("replay", "a\0b") == "a\\x00b: embedded null byte"


class TestPerft:
    def test_the_exact_count(self, triqueta: Command, tmp_path: Path) -> None:
        path = tmp_path / "game"
        path.write_text(json.dumps(POSITIONS[0]["position"]), "utf-8")
        outs = [triqueta("perft", path, "--depth", str(depth)).out for depth in range(5)]
        assert outs == [f"{count}\n" for count in [1, *POSITIONS[0]["perft"][:4]]]

    @pytest.mark.parametrize("depth", ["-1", "x", "101", "1.5"])
    def test_a_wrong_depth(self, triqueta: Command, running: Path, depth: str) -> None:
        error = triqueta.fails("perft", running, "--depth", depth)
        assert f"'{depth}' is not an integer between 0 and 100" in error


class TestDeal:
    def test_a_record_without_moves(self, triqueta: Command) -> None:
        words = ["--players", "3", "--edition", "base", "--secret", SECRET]
        result = triqueta("deal", *words, "--cuts", "1:3,2:5,3:1", "--names", "Ana, Ben,Chloé")
        assert result.code == 0
        record = Record.loads(result.out, Game)
        assert record.game.moves == []
        assert record.game.setup.players == ("Ana", "Ben", "Chloé")
        assert " ".join(record.game.setup.piles[0]) == "URU OBU MUU BMD ORB"
        assert record.extra == {
            "proof": {
                "commitment": commitment(bytes(range(32))),
                "secret": SECRET,
                "cuts": "1:3,2:5,3:1",
            }
        }

    def test_a_secret_that_was_not_given_is_not_printed(self, triqueta: Command) -> None:
        outs = {triqueta("deal", "--players", "2", "--edition", "shadow").out for _ in range(2)}
        assert len(outs) == 2
        proof = json.loads(outs.pop())["proof"]
        assert set(proof) == {"commitment", "cuts"}

    def test_rock_and_default_names(self, triqueta: Command) -> None:
        out = triqueta("deal", "--players", "2", "--edition", "base", "--rock", "1").out
        setup = Record.loads(out, Game).game.setup
        assert setup.rock == 1
        assert setup.players == ("Player 1", "Player 2")

    @pytest.mark.parametrize(
        ("words", "reason"),
        [
            ("--players 6 --edition base", "6 is not between 2 and 5"),
            ("--players 3 --edition wolf", "invalid choice: 'wolf'"),
            ("--players 3", "--edition is required"),
            ("--players 3 --edition base --secret 00", "'00' is not 64 hexadecimal digits"),
            (
                "--players 3 --edition base --cuts 4:1",
                'cuts: cut 1 is "4:1" instead of seat:petal',
            ),
            (
                "--players 3 --edition base --names A,B",
                "--names: 3 different names are needed, not 'A,B'",
            ),
            (
                "--players 3 --edition base --names A,B,",
                "--names: 3 different names are needed, not 'A,B,'",
            ),
            (
                "--players 2 --edition base --names A,A",
                "--names: 2 different names are needed, not 'A,A'",
            ),
            (
                "--players 3 --edition base --rock 3",
                "rock: 3 is not a player's index between 0 and 2",
            ),
        ],
    )
    def test_wrong_arguments(self, triqueta: Command, words: str, reason: str) -> None:
        error = triqueta.fails("deal", *words.split())
        assert error.startswith("triqueta deal: ")
        assert reason in error


class TestVerify:
    def test_a_dealt_and_a_spoilt_game(self, triqueta: Command, tmp_path: Path) -> None:
        words = ["--players", "3", "--edition", "base", "--secret", SECRET]
        good, spoilt = tmp_path / "good", tmp_path / "spoilt"
        good.write_text(triqueta("deal", *words).out, "utf-8")
        document = json.loads(good.read_text("utf-8"))
        document["piles"][:2] = document["piles"][1::-1]
        spoilt.write_text(json.dumps(document), "utf-8")
        result = triqueta("verify", spoilt, good)
        assert result.code == 2
        assert result.err.startswith(f"{spoilt}: proof: it deals pile 1 as ")
        assert result.out.startswith(f"{good}: the shuffle is proved, but the game is not over\n")

    def test_finished_games_say_what_was_checked(self, triqueta: Command, tmp_path: Path) -> None:
        triqueta("simulate", "--games", "1", "--seed", "1", "--record", tmp_path)
        result = triqueta("verify", tmp_path / "game-000001.tqr.json")
        assert result.code == 0
        record = Record.loads((tmp_path / "game-000001.tqr.json").read_bytes(), Game)
        game, proof = record.game, read_proof(record)
        assert game.outcome is not None
        assert result.out.splitlines() == [
            f"{tmp_path}/game-000001.tqr.json: the shuffle is proved",
            f"  commitment: {proof.commitment} matches the secret",
            "  piles: the secret and the players' cuts (3) give all four, tile by tile",
            f"  moves: all {len(game.moves)} follow the rules",
            f"  scores: {', '.join(map(str, game.outcome.scores))}",
            "",
        ]

    def test_lines_scanned_from_the_device_are_as_good_as_a_record(
        self, triqueta: Command, tmp_path: Path
    ) -> None:
        triqueta("simulate", "--games", "1", "--seed", "1", "--record", tmp_path)
        record = tmp_path / "game-000001.tqr.json"
        scanned = tmp_path / "scanned.txt"
        scanned.write_text(
            "\n".join(Codec().write(Record.loads(record.read_bytes(), Game))), "utf-8"
        )
        out = [triqueta("verify", path).out for path in (record, scanned)]
        assert out[0] == out[1].replace(str(scanned), str(record))
        scanned.write_text(scanned.read_text("utf-8") + "é", "utf-8")
        assert "not the code of a game" in triqueta.fails("verify", scanned)

    def test_a_record_without_a_proof(self, triqueta: Command, running: Path) -> None:
        assert triqueta.fails("verify", running).startswith(f"{running}: proof: missing")


class TestSimulate:
    def test_one_game_is_shown_with_its_score_sheet(self, triqueta: Command) -> None:
        out = triqueta("simulate", "--games", "1", "--seed", "5").out
        assert out.splitlines()[0].split() == ["Player", "1", "Player", "2", "Player", "3"]
        assert "1 game, base, 3 random players, seed 5" in out

    def test_summary_as_json(self, triqueta: Command) -> None:
        words = ["--players", "4", "--edition", "shadow", "--games", "20", "--seed", "9"]
        found = json.loads(triqueta("simulate", *words, "--json").out)
        assert (found["games"], found["players"], found["edition"]) == (20, 4, "shadow")
        assert sum(found["wins"]) == pytest.approx(1, abs=0.001)
        for scores in found["scores"]:
            assert scores["least"] <= scores["mean"] <= scores["most"]
        assert found["length"]["least"] <= found["length"]["mean"] <= found["length"]["most"]
        assert found["games_per_second"] > 0
        assert found["moves_per_second"] > found["games_per_second"]

    def test_summary_in_words(self, triqueta: Command) -> None:
        result = triqueta("simulate", "--games", "3", "--seed", "9")
        assert [line.split(":")[0].strip() for line in result.out.splitlines()] == [
            "3 games, base, 3 random players, seed 9",
            "seat 1",
            "seat 2",
            "seat 3",
            "length",
            "speed",
        ]
        assert result.err == ""  # no progress bar outside a terminal

    def test_the_same_seed_plays_the_same_games(self, triqueta: Command, tmp_path: Path) -> None:
        for name in "ab":
            triqueta("simulate", "--games", "3", "--seed", "4", "--record", tmp_path / name)
        games = [[p.read_bytes() for p in sorted((tmp_path / name).iterdir())] for name in "ab"]
        assert games[0] == games[1]
        assert len(set(games[0])) == 3

    def test_without_a_seed_games_differ_and_the_seed_is_printed(self, triqueta: Command) -> None:
        runs = [json.loads(triqueta("simulate", "--games", "1", "--json").out) for _ in range(2)]
        assert runs[0]["seed"] != runs[1]["seed"]

    def test_records_are_good_and_proved(self, triqueta: Command, tmp_path: Path) -> None:
        triqueta("simulate", "--games", "3", "--seed", "4", "--record", tmp_path / "new" / "dir")
        files = sorted((tmp_path / "new" / "dir").iterdir())
        assert len(files) == 3
        assert triqueta("replay", *files).code == triqueta("verify", *files).code == 0

    def test_a_record_is_never_overwritten(self, triqueta: Command, tmp_path: Path) -> None:
        words = ["simulate", "--games", "1", "--seed", "4", "--record", str(tmp_path)]
        triqueta(*words)
        error = triqueta.fails(*words)
        assert error == f"{tmp_path}/game-000001.tqr.json: File exists"

    def test_a_record_that_cannot_be_written_leaves_no_file(
        self, triqueta: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Full(BytesIO):
            def write(self, _: object) -> int:
                raise OSError(errno.ENOSPC, "No space left on device")

        real = Path.open

        def opened(path: Path, mode: str = "r", **settings: Any) -> Any:
            if mode != "xb":
                return real(path, mode, **settings)
            path.touch()
            return Full()

        words = ["simulate", "--games", "1", "--seed", "4", "--record", str(tmp_path)]
        with monkeypatch.context() as patch:
            patch.setattr(Path, "open", opened)
            error = triqueta.fails(*words)
        assert not list(tmp_path.iterdir())
        assert error == f"{tmp_path}/game-000001.tqr.json: No space left on device"
        assert triqueta(*words).code == 0

    def test_an_empty_name_of_a_directory(self, triqueta: Command) -> None:
        assert "name of the folder is empty" in triqueta.fails("simulate", "--record", "")
        assert "name of the folder is empty" in triqueta.fails("history", "--export", "")

    def test_an_invalid_name_of_a_directory(self, triqueta: Command) -> None:
        for command in (("simulate", "--record"), ("history", "--export")):
            assert "NUL character" in triqueta.fails(*command, "a\0b")
            assert "File name too long" in triqueta.fails(*command, "a" * 5000)

    def test_each_seat_starts_some_games(self, triqueta: Command, tmp_path: Path) -> None:
        triqueta("simulate", "--games", "20", "--seed", "4", "--record", tmp_path)
        rocks = {
            Record.loads(path.read_bytes(), Game).game.setup.rock for path in tmp_path.iterdir()
        }
        assert rocks == {0, 1, 2}

    def test_a_file_in_place_of_the_directory(self, triqueta: Command, running: Path) -> None:
        error = triqueta.fails("simulate", "--games", "1", "--record", running)
        assert error == f"{running}: not a folder: give an existing folder or a new name"

    @pytest.mark.parametrize("games", ["0", "-5", "many"])
    def test_a_wrong_number_of_games(self, triqueta: Command, games: str) -> None:
        assert f"'{games}' is not an integer" in triqueta.fails("simulate", "--games", games)


def test_no_command_or_a_wrong_one(triqueta: Command) -> None:
    assert triqueta.fails().startswith("triqueta: ")
    assert "invalid choice: 'dance'" in triqueta.fails("dance")


def test_an_endless_path_makes_a_bearable_line_with_the_reason(triqueta: Command) -> None:
    error = triqueta.fails("replay", "x" * 10_000)
    assert len(error) < 300
    assert error.endswith("xxx: File name too long")


def test_options_are_not_abbreviated(triqueta: Command) -> None:
    error = triqueta.fails("deal", "--players", "2", "--ed", "base")
    assert "unrecognized arguments: --ed base" in error


def test_an_interrupted_command_ends_quietly(
    triqueta: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("triqueta.cli.simulate._random_games", interrupted)
    assert triqueta("simulate") == (130, "", "")


def test_version(triqueta: Command) -> None:
    assert triqueta("--version").out.startswith("triqueta ")
