"""Tests of `triqueta match`: robots against each other and against external programs."""

from __future__ import annotations

import json
import os
import select
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.cli.command import Command
from tests.parts import need_package
from triqueta.cli.match import wilson
from triqueta.cli.match_games import ForfeitError, Program
from triqueta.cli.workers import STALE, CpuClock

DOCS = Path(__file__).parents[2] / "docs"
ANSWER = "import json; move = json.loads(input())['moves'][0]"
TWICE = "answered more than once"
STAY = "signal.pause()"


def result(triqueta: Command, *words: str) -> dict[str, Any]:
    """Run a match and return its result without the figures that depend on the machine."""
    found = triqueta("match", *words, "--json")
    assert (found.code, found.err) == (0, "")
    document: dict[str, Any] = json.loads(found.out)
    del document["seconds"], document["games_per_second"]
    for side in document["sides"]:
        del side["ms_per_move"], side["longest_ms"]
    return document


def program(tmp_path: Path, text: str) -> str:
    """Write a Python program to a file, and return it as a player for the command line."""
    file = tmp_path / "player.py"
    file.write_text(text, "utf-8")
    return f"program:{sys.executable} {file}"


class TestResult:
    def test_the_better_robot_wins_more(self, triqueta: Command) -> None:
        """This is a short match; docs/robots.md has the results of long ones."""
        sides = result(triqueta, "hard", "greedy", "greedy", "--games", "60", "--seed", "7")[
            "sides"
        ]
        hard, greedy = sides
        assert (hard["player"], hard["seats"], hard["fair"]) == ("hard", 1, 0.3333)
        assert (greedy["player"], greedy["seats"], greedy["fair"]) == ("greedy", 2, 0.6667)
        assert hard["least"] > hard["fair"]
        assert hard["margin"] == -greedy["margin"] > 0
        assert hard["wins"] + greedy["wins"] == pytest.approx(1)

    def test_the_same_seed_makes_the_same_match(self, triqueta: Command) -> None:
        words = ("easy", "greedy", "--games", "6", "--edition", "shadow", "--seed")
        assert result(triqueta, *words, "3") == result(triqueta, *words, "3")
        assert result(triqueta, *words, "3") != result(triqueta, *words, "4")

    def test_players_of_one_name_are_one_side(self, triqueta: Command) -> None:
        """A robot that plays only against itself wins every game."""
        sides = result(triqueta, "greedy", "greedy", "--games", "10", "--seed", "3")["sides"]
        assert [side["wins"] for side in sides] == [1.0]

    def test_the_lines_name_all_that_was_found(self, triqueta: Command) -> None:
        out = triqueta("match", "medium", "random", "--games", "4", "--seed", "3").out
        first, head, medium, random, pace = out.splitlines()
        assert (
            first
            == "4 games, base, 2 players, seed 3; every player plays each deal from each seat"
        )
        assert "95 % interval" in head
        assert medium.split()[0] == "medium"
        assert random.split()[0] == "random"
        assert pace.endswith("games per second")

    def test_wilson(self) -> None:
        """Compare with textbook values: 8 of 10, none of 10, and all of 10."""
        assert wilson(0.8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
        assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
        assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


class TestWorkers:
    WORDS = ("hard", "random", "--games", "5", "--seed", "3")

    def test_several_processes_play_the_same(self, triqueta: Command) -> None:
        assert result(triqueta, *self.WORDS, "--workers", "2") == result(triqueta, *self.WORDS)

    @pytest.mark.usefixtures("ctrl_c")
    def test_ctrl_c_ends_all_that_runs(self, tmp_path: Path) -> None:
        """Even programs that ignore the signal are ended, without a message."""
        os.mkfifo(tmp_path / "alive")
        alive = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
        stubborn = program(
            tmp_path,
            "import signal\n"
            "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
            f"alive = open({str(tmp_path / 'alive')!r}, 'w')\n"
            "print('playing', file=alive, flush=True)\n"
            "while True: signal.pause()",
        )
        words = ("match", "random", stubborn, "--seconds", "3600", "--workers", "2")
        running = subprocess.Popen(
            [sys.executable, "-m", "triqueta", *words], stderr=subprocess.PIPE, text=True
        )
        assert running.stderr
        select.select([alive, running.stderr.fileno()], [], [])
        os.set_blocking(alive, True)
        assert os.read(alive, 8) == b"playing\n"
        running.send_signal(signal.SIGINT)
        assert (running.communicate()[1], running.returncode) == ("", 130)
        while os.read(alive, 8):  # until no process has it open
            pass
        os.close(alive)

    @pytest.mark.usefixtures("ctrl_c")
    def test_ctrl_c_while_a_program_is_being_started(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Without special care, a program that is not registered yet would run for ever."""
        started, start = [], subprocess.Popen

        def interrupted(*args: Any, **kwargs: Any) -> Any:
            started.append(start(*args, **kwargs))
            signal.raise_signal(signal.SIGINT)
            return started[0]

        monkeypatch.setattr("triqueta.cli.match_games.subprocess.Popen", interrupted)
        stubborn = shlex.split(program(tmp_path, "while True: input()").removeprefix("program:"))
        with pytest.raises(KeyboardInterrupt), Program(stubborn, str, 3600) as player:
            player.choose("view", ["d1"], Random())
        assert started[0].returncode == -signal.SIGKILL

    def test_a_dask_cluster_plays_the_same(self, triqueta: Command) -> None:
        distributed = need_package("distributed")
        with distributed.LocalCluster(
            n_workers=1, processes=False, dashboard_address=None
        ) as cluster:
            found = result(triqueta, *self.WORDS, "--dask", cluster.scheduler_address)
        assert found == result(triqueta, *self.WORDS)

    def test_without_dask_it_says_what_to_install(
        self, triqueta: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "distributed", None)
        error = triqueta.fails("match", *self.WORDS, "--dask", "tcp://localhost:1")
        assert error.endswith("--dask needs Dask: pip install 'triqueta[cluster]'")


class TestPrograms:
    WORDS = ("--games", "2", "--seed", "3", "--seconds", "20")

    def play(self, triqueta: Command, player: str, *words: str) -> dict[str, Any]:
        document = result(triqueta, "random", player, *self.WORDS, *words)
        side: dict[str, Any] = document["sides"][1]
        return side

    def test_the_example_of_the_docs_plays(self, triqueta: Command, tmp_path: Path) -> None:
        page = (DOCS / "robots.md").read_text("utf-8")
        text = page.partition("```python\n")[2].partition("```")[0]
        assert len(text.splitlines()) <= 20
        side = self.play(triqueta, program(tmp_path, text), "--games", "12")
        assert side["faults"] == {}
        assert side["wins"] > 0.5

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("print('d9', flush=True); input()", "answered 'd9', which is not one of its moves"),
            ("print('x' * 5_000_000, flush=True); input()", "sent an answer that is too long"),
            ("input()", "ended with exit code 0"),
            ("import os; os.kill(os.getpid(), 9)", "was killed by signal 9"),
            (f"{ANSWER}; import os; os.write(1, (move + chr(10)).encode() * 2); input()", TWICE),
            (f"{ANSWER}; print(move, flush=True)", "ended with exit code 0"),
            (f"import os, signal; os.close(1); {STAY}", "closed its output"),
            (
                f"{ANSWER}; import os, signal; os.close(0); print(move, flush=True); {STAY}",
                "closed its input",
            ),
        ],
    )
    def test_a_program_that_answers_nonsense_or_dies_loses_with_the_reason(
        self, triqueta: Command, tmp_path: Path, text: str, reason: str
    ) -> None:
        side = self.play(triqueta, program(tmp_path, text))
        assert side["wins"] == 0.0
        assert side["faults"] == {reason: 2}

    def test_a_program_that_cannot_be_started_loses(
        self, triqueta: Command, tmp_path: Path
    ) -> None:
        file = tmp_path / "player"
        file.write_bytes(b"\0no program")
        file.chmod(0o700)
        side = self.play(triqueta, f"program:{file}")
        assert side["faults"] == {"could not be started: Exec format error": 2}

    def test_a_program_that_is_too_late_loses(self, triqueta: Command, tmp_path: Path) -> None:
        never = program(tmp_path, "import sys\nfor _ in sys.stdin: pass")
        side = self.play(triqueta, never, "--seconds", "0.1")
        assert side["faults"] == {"took longer than 0.1 s to answer": 2}

    def test_the_reason_is_among_the_lines(self, triqueta: Command, tmp_path: Path) -> None:
        player = program(tmp_path, "input()")
        out = triqueta("match", "random", player, *self.WORDS).out
        assert f"{player} lost 2 games: it ended with exit code 0" in out


class TestProgram:
    """Tests of programs that would stall a match if it waited for them."""

    def test_one_that_does_not_read_is_too_late(self) -> None:
        """The question is longer than the pipe's buffer."""
        with (
            Program(["sleep", "1000"], lambda _: "x" * 500_000, 0.1) as player,
            pytest.raises(ForfeitError, match=r"took longer than 0\.1 s"),
        ):
            player.choose(None, ["d1"], Random(1))

    def test_child_processes_of_a_program_end_with_it(self, tmp_path: Path) -> None:
        """This holds even for a child that ignores signals and keeps the output open."""
        os.mkfifo(tmp_path / "alive")
        alive = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
        script = "trap '' TERM INT; exec 9>\"$0\"; sleep 1000 & echo d1; wait"
        command = ["sh", "-c", script, str(tmp_path / "alive")]
        with Program(command, str, 20) as player:
            assert player.choose(None, ["d1"], Random(1)) == "d1"
        os.set_blocking(alive, True)
        assert os.read(alive, 1) == b""  # once no process has it open
        os.close(alive)


class TestMistakes:
    def test_unknown_players(self, triqueta: Command) -> None:
        error = triqueta.fails("match", "hard", "hardest")
        assert "no such player: 'hardest' (choose from random, greedy, easy" in error

    def test_too_few_players(self, triqueta: Command) -> None:
        assert "number of players: 1 is not between 2 and 5" in triqueta.fails("match", "hard")

    @pytest.mark.parametrize("command", ["", "'", "/no/such/program"])
    def test_an_invalid_program(self, triqueta: Command, command: str) -> None:
        assert "program:" in triqueta.fails("match", "hard", f"program:{command}")

    @pytest.mark.parametrize("seconds", ["0", "x", "inf", "nan"])
    def test_an_invalid_number_of_seconds(self, triqueta: Command, seconds: str) -> None:
        error = triqueta.fails("match", "hard", "hard", "--seconds", seconds)
        assert "is not a number of seconds" in error


class TestSimulate:
    def test_robots_play(self, triqueta: Command, tmp_path: Path) -> None:
        words = ("simulate", "--player", "hard", "--games", "3", "--seed", "4", "--record")
        out = triqueta(*words, tmp_path / "one").out
        assert out.startswith("3 games, base, 3 hard players, seed 4\n")
        triqueta(*words, tmp_path / "two", "--workers", "2")
        for file in sorted((tmp_path / "one").iterdir()):
            assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()
        assert triqueta("verify", *sorted((tmp_path / "one").iterdir())).code == 0

    def test_an_unknown_or_missing_player(self, triqueta: Command) -> None:
        assert "no such player: 'me'" in triqueta.fails("simulate", "--player", "me")
        assert "need --player" in triqueta.fails("simulate", "--workers", "2")


def test_the_cpu_clock_is_read_again_when_it_is_stale() -> None:
    now, worked, asked = 100.0, 5.0, 0

    def processor() -> float:
        nonlocal asked
        asked += 1
        return worked

    clock = CpuClock(lambda: now, processor)
    now += STALE / 2
    assert clock() == pytest.approx(5.0 + STALE / 2)  # an upper bound, without asking
    assert asked == 1
    now, worked = now + 60, 5.5  # the machine was busy with other processes
    assert clock() == 5.5
    assert asked == 2
    now += STALE / 4
    assert clock() == pytest.approx(5.5 + STALE / 4)
    assert asked == 2
