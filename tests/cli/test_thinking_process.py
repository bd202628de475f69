"""Tests of the real worker process in which robots think."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import Executor
from unittest.mock import Mock

import pytest

from tests.table.evening import new_play
from tests.table.services import services
from triqueta.runtime import worker
from triqueta.runtime.robots import RobotExecutor
from triqueta.runtime.worker import OneProcess
from triqueta.screens.phrases import Language
from triqueta.table.session import ROBOT, MoveRequest
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table


def test_it_works_where_nice_is_not_permitted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The device's systemd unit forbids it."""

    def may_not(_: int) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "nice", may_not)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    started = Mock()
    monkeypatch.setattr(threading.Thread, "start", started)
    worker._begin_to_work()
    assert started.called


A_TABLE = """
import os, time
from triqueta.runtime.worker import OneProcess
print(OneProcess().submit(os.getpid).result(), flush=True)
time.sleep(1000)
"""


def test_it_ends_with_a_table_that_was_killed() -> None:
    """A worker that survived would keep the pipe open, and the test would time out."""
    words = [sys.executable, "-c", A_TABLE]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        worker = int(table.stdout.readline())
        table.kill()
        try:
            table.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.kill(worker, signal.SIGKILL)
            raise


def first_request() -> tuple[Table, MoveRequest]:
    session = new_play(players=3)
    session.apply(f"{ROBOT} 0 hard")
    table = Table(services(), TableState(Preferences(Language.ENGLISH)))
    table.go_on(session)
    request = table.robots.request()
    assert request is not None
    return table, request


def test_it_thinks_the_same_as_this_one_and_one_that_died_is_replaced(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table, request = first_request()
    decided: list[str] = []
    hired: list[OneProcess] = []

    def hire() -> Executor:
        hired.append(OneProcess())
        return hired[-1]

    async def answer(thinker: RobotExecutor) -> str:
        decided.clear()
        thinker.think_about(None)
        thinker.think_about(request)
        while not decided:
            await asyncio.sleep(0.01)
        return decided[0]

    async def test() -> None:
        thinker = RobotExecutor(table.games, lambda _, move: decided.append(move), hire, 0.5)
        right = table.games.think(request, lambda: 0.0)
        assert await answer(thinker) == right
        pool = hired[0]._pool
        assert pool is not None
        (worker,) = pool._processes
        os.kill(worker, signal.SIGKILL)
        while len(hired) < 2:
            assert await answer(thinker) == right  # from the fallback or a new process
        thinker.close()

    asyncio.run(test())
    for executor in hired:
        executor.shutdown()
    assert "hard chooses instead" in caplog.text
