"""Robots in their own process: no player waits for them, and the game survives their errors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from tests.runtime.fake_time import run_in_fake_time
from tests.table.evening import new_play
from tests.table.services import services
from triqueta.runtime.host import Host
from triqueta.runtime.robots import LATEST_ANSWER, START_TIMEOUT, THINKING_TIME, RobotExecutor
from triqueta.runtime.worker import get_ready
from triqueta.screens.frame import Frame
from triqueta.screens.phrases import Language
from triqueta.screens.station import ROBOT_PAUSE, TABLE, Key
from triqueta.table.session import ROBOT, MoveRequest
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table


class Scripted(Executor):
    """An executor that records requests, so that the test can answer them."""

    def __init__(self, *, starts: bool = True) -> None:
        self._starts = starts
        self.started: Future[None] = Future()
        self.asked: list[tuple[Any, Future[str]]] = []
        self.is_shut = False

    def submit(self, work: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if work is get_ready:
            self.started = future
            if self._starts:
                future.set_result(None)
        else:
            self.asked.append((args[1], future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.is_shut = True

    def answer(self, move: str | None = None, error: Exception | None = None) -> None:
        request, future = self.asked[-1]
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(move or request.moves[0])


class Evening:
    """A host with a journal, and robots whose executor the test controls."""

    status = None

    def __init__(self, level: str = "expert") -> None:
        self.executors: list[Scripted] = []
        session = new_play(players=2)
        session.apply(f"{ROBOT} 0 {level}")
        state = TableState(Preferences(Language.ENGLISH), session=session)
        self.table = Table(services(), state)
        self.session = session
        self.kept: list[str] = []
        self.shown_too_soon = False
        self.host = Host(self.table, journal=self, new_executor=self._hire)

    def is_news(self, state: TableState) -> bool:
        return self.kept != self.session.entries

    def save(self, state: TableState) -> None:
        assert state.session is None or state.session is self.session
        self.kept = list(self.session.entries)

    def shown(self, frame: Frame) -> None:
        self.shown_too_soon |= self.kept != self.session.entries

    def _hire(self) -> Executor:
        self.executors.append(Scripted())
        return self.executors[-1]

    async def press(self, key: str) -> None:
        await self.wait(1.0)
        self.host.down(TABLE, Key(key))
        self.host.up(TABLE, Key(key))

    async def settle(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0)

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self.host.tick()


def in_loop(test: Callable[[], Any]) -> None:
    run_in_fake_time(test())


def test_no_process_is_started_before_a_robot_has_to_think() -> None:
    async def test() -> None:
        evening = Evening()
        assert evening.executors == []
        await evening.press("petal1")
        assert len(evening.executors) == 1
        evening.host.close()
        assert evening.executors[0].is_shut

    in_loop(test)


def test_a_move_is_applied_when_its_time_has_come() -> None:
    async def test() -> None:
        evening = Evening()
        await evening.press("petal1")
        evening.executors[0].answer("d3")
        await evening.settle()
        assert evening.session.entries == ["robot 0 expert"]
        await evening.wait(2.5)
        assert evening.session.entries[1:] == ["d3", "look"]
        assert len(evening.executors[0].asked) == 2
        evening.host.close()

    in_loop(test)


def test_a_move_is_saved_before_it_is_shown() -> None:
    async def test() -> None:
        evening = Evening()
        evening.host.attach(TABLE, evening.shown)
        await evening.press("petal1")
        for move in ("d3", "r1"):
            evening.executors[0].answer(move)
            await evening.wait(ROBOT_PAUSE)
        assert evening.session.entries[1:] == ["d3", "look", "r1"]
        assert evening.kept == evening.session.entries
        assert not evening.shown_too_soon
        evening.host.close()

    in_loop(test)


def test_a_move_is_requested_once_whatever_happens_meanwhile() -> None:
    async def test() -> None:
        evening = Evening()
        await evening.press("petal1")
        for _ in range(5):
            await evening.wait(0.1)
        assert len(evening.executors[0].asked) == 1
        evening.host.close()

    in_loop(test)


def test_an_answer_for_an_abandoned_game_is_dropped() -> None:
    async def test() -> None:
        evening = Evening()
        await evening.press("petal1")
        evening.table.start_over()
        await evening.wait(0)
        evening.executors[0].answer("d3")
        await evening.settle()
        assert evening.session.entries == ["robot 0 expert"]
        evening.host.close()

    in_loop(test)


@pytest.mark.parametrize("wrong", ["dies", "nonsense", "hire fails"])
def test_after_any_failure_the_fallback_robot_chooses(
    wrong: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        evening = Evening()
        if wrong == "hire fails":
            monkeypatch.setattr(Evening, "_hire", _fail_to_hire)
            evening = Evening()
        await evening.press("petal1")
        if wrong == "dies":
            evening.executors[0].answer(error=RuntimeError("gone"))
        elif wrong == "nonsense":
            evening.executors[0].answer("castles")
        await evening.settle()
        await evening.wait(2.5)
        assert evening.session.entries[1][0] in "dt"
        assert all(executor.is_shut for executor in evening.executors[:1])
        evening.host.close()

    with caplog.at_level(logging.ERROR):
        in_loop(test)
    assert "the robot (expert)" in caplog.text
    assert "hard chooses instead" in caplog.text


def _fail_to_hire(_: Evening) -> Executor:
    raise OSError("no more processes")


class TestTime:
    """A move appears at a fixed time, whatever the robot holds and however long it thinks."""

    @pytest.mark.parametrize("answered_after", [0.0, 0.3, 1.1, 1.4, 60.0])
    def test_an_answer_is_published_at_a_fixed_time(self, answered_after: float) -> None:
        async def test() -> None:
            thinking = Thinking()
            asyncio.get_running_loop().call_later(answered_after, thinking.executor.answer)
            await thinking.until_told()
            assert thinking.told_after == THINKING_TIME
            thinking.close()

        in_loop(test)

    @pytest.mark.parametrize("wrong", ["dies", "nonsense", "hire fails", "hangs"])
    def test_a_fallback_move_is_published_at_the_same_time(self, wrong: str) -> None:
        async def test() -> None:
            thinking = Thinking(hires=wrong != "hire fails")
            if wrong == "dies":
                thinking.executor.answer(error=RuntimeError("gone"))
            elif wrong == "nonsense":
                thinking.executor.answer("castles")
            await thinking.until_told()
            assert thinking.told_after == THINKING_TIME
            thinking.close()

        in_loop(test)

    def test_the_time_counts_from_when_the_process_is_ready(self) -> None:
        async def test() -> None:
            thinking = Thinking(Scripted(starts=False))
            await asyncio.sleep(4.0)
            assert not thinking.executor.asked
            thinking.executor.started.set_result(None)
            await asyncio.sleep(0.5)
            thinking.executor.answer()
            await thinking.until_told()
            assert thinking.told_after == 4.0 + THINKING_TIME
            thinking.close()

        in_loop(test)

    def test_a_process_that_does_not_start_is_abandoned(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def test() -> None:
            thinking = Thinking(Scripted(starts=False))
            await thinking.until_told()
            assert thinking.told_after == START_TIMEOUT + THINKING_TIME
            assert thinking.executor.is_shut

        in_loop(test)
        assert "did not start: easy chooses instead" in caplog.text

    def test_a_robot_that_answers_too_late_keeps_its_process(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        """The machine is slow, so starting another process would take even longer."""

        async def test() -> None:
            thinking = Thinking()
            await asyncio.sleep(LATEST_ANSWER * THINKING_TIME)
            thinking.executor.answer()
            await thinking.until_told()
            assert not thinking.executor.is_shut
            thinking.close()
            assert thinking.executor.is_shut

        in_loop(test)
        assert "took too long: easy chooses instead" in caplog.text


class Thinking:
    """A request to a robot, which records the move and when it arrived."""

    def __init__(self, executor: Scripted | None = None, *, hires: bool = True) -> None:
        self.executor = executor or Scripted()
        self.told: list[str] = []
        self.told_after = 0.0
        self._hires = hires
        session = new_play(players=2)
        session.apply(f"{ROBOT} 0 easy")
        table = Table(services(), TableState(Preferences(Language.ENGLISH)))
        table.go_on(session)
        self._thinker = RobotExecutor(table.games, self._tell, self._hire)
        self._thinker.think_about(table.robots.request())
        self.close = self._thinker.close

    def _hire(self) -> Executor:
        if not self._hires:
            raise OSError("no more processes")
        return self.executor

    def _tell(self, _: MoveRequest, move: str) -> None:
        self.told.append(move)
        self.told_after = asyncio.get_running_loop().time()

    async def until_told(self) -> None:
        await asyncio.sleep(START_TIMEOUT + THINKING_TIME)
        await asyncio.sleep(60.0)  # for further answers, which must not come
        assert len(self.told) == 1
