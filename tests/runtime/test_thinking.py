"""Robots think elsewhere: nobody waits, and whatever goes wrong there, the game goes on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from tests.table.evening import new_play
from tests.table.world import world
from triqueta.runtime.host import Host
from triqueta.runtime.thinking import Thinker
from triqueta.screens.frame import Frame
from triqueta.screens.phrases import Language
from triqueta.table.any_game import ROBOT
from triqueta.table.events import TABLE, Key
from triqueta.table.memory import Memory
from triqueta.table.state import TableState
from triqueta.table.table import Table


class Scripted(Executor):
    """Keeps what it is asked for; the test answers."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Future[str]]] = []
        self.is_shut = False

    def submit(self, work: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.asked.append((args[1], future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.is_shut = True

    def answer(self, move: str | None = None, error: Exception | None = None) -> None:
        thought, future = self.asked[-1]
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(move or thought.moves[0])


class Evening:
    """A host, its journal, robots that think where the test wants, and its clock."""

    trouble = None

    def __init__(self, level: str = "expert") -> None:
        self.now = 0.0
        self.executors: list[Scripted] = []
        play = new_play(players=2)
        play.enter(f"{ROBOT} 0 {level}")
        state = TableState(Memory(Language.ENGLISH), play=play)
        self.table = Table(world(), state)
        self.play = play
        self.kept: list[str] = []
        self.shown_too_soon = False
        self.host = Host(self.table, lambda: self.now, self, self._hire)

    def is_news(self, state: TableState) -> bool:
        return self.kept != self.play.entries

    def save(self, state: TableState) -> None:
        assert state.play is None or state.play is self.play
        self.kept = list(self.play.entries)

    def shown(self, frame: Frame) -> None:
        self.shown_too_soon |= self.kept != self.play.entries

    def _hire(self) -> Executor:
        self.executors.append(Scripted())
        return self.executors[-1]

    def press(self, key: str) -> None:
        self.now += 1.0
        self.host.down(TABLE, Key(key))
        self.host.up(TABLE, Key(key))

    async def settle(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.host.tick()


def in_loop(test: Callable[[], Any]) -> None:
    asyncio.run(test())


def test_no_process_is_started_before_a_robot_has_to_think() -> None:
    async def test() -> None:
        evening = Evening()
        assert evening.executors == []
        evening.press("petal1")
        assert len(evening.executors) == 1
        evening.host.close()
        assert evening.executors[0].is_shut

    in_loop(test)


def test_what_it_chose_is_entered_when_its_moment_has_come() -> None:
    async def test() -> None:
        evening = Evening()
        evening.press("petal1")
        evening.executors[0].answer("d3")
        await evening.settle()
        assert evening.play.entries == ["robot 0 expert"]
        evening.wait(2.5)
        assert evening.play.entries[1:] == ["d3", "look"]
        assert len(evening.executors[0].asked) == 2
        evening.host.close()

    in_loop(test)


def test_what_it_does_is_kept_before_anybody_is_shown_it() -> None:
    """Also when it is done the moment it was decided, without another event."""

    async def test() -> None:
        evening = Evening()
        evening.host.attach(TABLE, evening.shown)
        evening.press("petal1")
        evening.wait(10)
        for move in ("d3", "r1"):
            evening.executors[0].answer(move)
            await evening.settle()
        assert evening.play.entries[1:] == ["d3", "look", "r1"]
        assert evening.kept == evening.play.entries
        assert not evening.shown_too_soon
        evening.host.close()

    in_loop(test)


def test_a_thought_is_asked_for_once_whatever_happens_meanwhile() -> None:
    async def test() -> None:
        evening = Evening()
        evening.press("petal1")
        for _ in range(5):
            evening.wait(0.1)
        assert len(evening.executors[0].asked) == 1
        evening.host.close()

    in_loop(test)


def test_an_answer_for_a_game_that_was_given_up_is_dropped() -> None:
    async def test() -> None:
        evening = Evening()
        evening.press("petal1")
        evening.table.start_over()
        evening.wait(0)
        evening.executors[0].answer("d3")
        await evening.settle()
        assert evening.play.entries == ["robot 0 expert"]
        evening.host.close()

    in_loop(test)


@pytest.mark.parametrize("wrong", ["dies", "nonsense", "hires nobody"])
def test_whatever_goes_wrong_a_quick_robot_chooses_here(
    wrong: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        evening = Evening()
        if wrong == "hires nobody":
            monkeypatch.setattr(Evening, "_hire", _hire_nobody)
            evening = Evening()
        evening.press("petal1")
        if wrong == "dies":
            evening.executors[0].answer(error=RuntimeError("gone"))
        elif wrong == "nonsense":
            evening.executors[0].answer("castles")
        await evening.settle()
        evening.wait(2.5)
        assert evening.play.entries[1][0] in "dt"
        assert all(executor.is_shut for executor in evening.executors[:1])
        evening.host.close()

    with caplog.at_level(logging.ERROR):
        in_loop(test)
    assert "the robot (expert)" in caplog.text
    assert "hard chooses instead" in caplog.text


def _hire_nobody(_: Evening) -> Executor:
    raise OSError("no more processes")


def test_whoever_takes_too_long_is_not_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    decided: list[str] = []
    executor = Scripted()

    async def test() -> None:
        play = new_play(players=2)
        play.enter(f"{ROBOT} 0 easy")
        table = Table(world(), TableState(Memory(Language.ENGLISH)))
        table.go_on(play)
        thought = table.robots.thought()
        assert thought is not None
        thinker = Thinker(table.games, lambda _, move: decided.append(move), lambda: executor, 0.0)
        thinker.think_about(thought)
        while not decided:
            await asyncio.sleep(0)
        executor.answer("d1")  # after all
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        thinker.close()

    in_loop(test)
    assert len(decided) == 1
    assert "took too long: easy chooses instead" in caplog.text
    assert executor.is_shut
