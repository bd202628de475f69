"""Test promise 2 with real processes: killed at any moment, the table resumes where it was."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random

import pytest

from tests.games.every_game import guests
from tests.journal import crash_player
from tests.journal.crash_player import fingerprint, script_of
from tests.profiles import budget, first
from triqueta.journal.database import open_for_reading
from triqueta.journal.journal import Journal

RANDOM_KILLS = {"triqueta": 80, "zatre": 30, "ettana": 30, "highcard": 20, "robots": 30}
MOST_COMMITS = {"zatre": 40, "ettana": 40, "robots": 30}  # the other games: all commits
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.journal.crash_scripts"])


@dataclass
class Evening:
    """An evening played by one process after the other, and what they have reported."""

    path: Path
    game: str
    kills: int = 0
    ended: bool = False
    shown: str = ""  # the last state that was shown
    steps: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.steps = list(dict.fromkeys(script_of(self.game).states))
        self.shown = self.steps[0]

    def run(self, die: str = "", kill_after: int | None = None, spins: int = 0) -> None:
        """Run one process until it ends, kills itself (`die`) or is killed (`kill_after`)."""
        ours, theirs = PROCESSES.Pipe(duplex=False)
        process = PROCESSES.Process(
            target=crash_player.play, args=(self.path, theirs, self.game, die)
        )
        process.start()
        theirs.close()
        with closing(ours):
            for number, line in enumerate(_lines(ours.fileno())):
                self._note(line)
                if number == kill_after:
                    _spin(spins)
                    process.kill()
        self._buried(process)

    def _note(self, line: str) -> None:
        what, _, state = line.partition(" ")
        assert what != "trouble", line
        if what == "end":
            self.ended = True
            return
        # No shown state is lost, and the found state is at most one step ahead of it.
        assert state in self.steps
        unseen = 3 if self.game == "robots" else 0  # robots' hidden decisions are not shown
        assert 0 <= self.steps.index(state) - self.steps.index(self.shown) <= 1 + unseen
        if what == "shown":
            self.shown = state

    def _buried(self, process: ForkServerProcess) -> None:
        process.join()
        assert process.exitcode in (0, -9)
        self.kills += process.exitcode == -9


def _lines(descriptor: int) -> Iterator[str]:
    with os.fdopen(os.dup(descriptor), encoding="utf-8") as file:
        for line in file:
            if line.endswith("\n"):  # else the process was killed in the middle of it
                yield line.rstrip("\n")


def _spin(spins: int) -> None:
    """Wait for a short time of random length."""
    for _ in range(spins):
        os.sched_yield()


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(open_for_reading(path)) as connection:
        return {
            table: list(connection.execute(f"SELECT * FROM {table}"))  # noqa: S608
            for table in ("setting", "game", "entry", "summary", "standing")
        }


@pytest.fixture(scope="module", params=first(list(RANDOM_KILLS), 3))
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def undisturbed(game: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("undisturbed") / "triqueta.db"
    evening = Evening(path, game)
    evening.run()
    assert evening.ended
    assert evening.kills == 0
    with guests(), closing(Journal(path)) as journal:
        assert fingerprint(journal.state) == script_of(game).states[-1]
    found = contents(path)["game"]
    of_game = "triqueta" if game == "robots" else game
    assert [f"{of_game}-record/1" in str(row) for row in found] == [True, True]
    return path


def test_killed_before_and_after_every_commit(game: str, undisturbed: Path, memory: Path) -> None:
    """In turn, a process dies just before its first commit, and the next one just after it."""
    evening = Evening(memory / "triqueta.db", game)
    commits = budget(MOST_COMMITS.get(game, len(evening.steps) - 1))
    while not evening.ended and evening.kills < 2 * commits:
        evening.run("before")
        evening.run("after")
    while not evening.ended:
        evening.run()
    assert evening.kills >= 2 * commits
    assert contents(evening.path) == contents(undisturbed)


def test_killed_at_random_moments(
    game: str,
    undisturbed: Path,
    tmp_path: Path,
) -> None:
    rng = Random(1)
    killed = number = 0
    while killed < budget(RANDOM_KILLS[game]):
        evening = Evening(tmp_path / f"{number}" / "triqueta.db", game)
        while not evening.ended:
            evening.run(kill_after=rng.randrange(20), spins=rng.randrange(300))
        assert contents(evening.path) == contents(undisturbed)
        killed += evening.kills
        number += 1
