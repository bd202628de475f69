"""What the device tells systemd over a real socket, and when it stays silent."""

from __future__ import annotations

import asyncio
import os
import socket
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triqueta.runtime.service import Service


class Systemd:
    """The receiving end: a socket like systemd's, with the messages received."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + name[1:] if name.startswith("@") else name)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return messages

    def close(self) -> None:
        self._socket.close()


class Clock:
    """A sleep that takes no time, and cancels the task once the time is up."""

    def __init__(self, until: float) -> None:
        self.now = 0.0
        self._until = until

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        if self.now >= self._until:
            raise asyncio.CancelledError


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Systemd]:
    names = {"file": str(tmp_path / "notify"), "abstract": f"@triqueta/{uuid.uuid4()}"}
    with closing(Systemd(names[request.param])) as listener:
        yield listener


def keep_alive(service: Service, clock: Clock) -> None:
    async def pings() -> None:
        with pytest.raises(asyncio.CancelledError):
            await service.keep_alive(clock.sleep)

    asyncio.run(pings())


def test_ready_status_and_stopping_arrive(systemd: Systemd) -> None:
    service = Service({"NOTIFY_SOCKET": systemd.name})
    service.ready("Waiting for players")
    service.status("Round 2")
    service.stopping()
    assert systemd.heard() == [
        "READY=1\nSTATUS=Waiting for players",
        "STATUS=Round 2",
        "STOPPING=1",
    ]


def test_the_environment_of_the_process_is_the_default(
    systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", systemd.name)
    Service().ready()
    assert systemd.heard() == ["READY=1"]


def test_the_watchdog_is_reset_twice_per_period(systemd: Systemd) -> None:
    service = Service({"NOTIFY_SOCKET": systemd.name, "WATCHDOG_USEC": "30000000"})
    clock = Clock(until=60)
    keep_alive(service, clock)
    assert service.watchdog_interval == 15
    assert systemd.heard() == ["WATCHDOG=1"] * 4


def test_a_hanging_loop_does_not_reset_the_watchdog(systemd: Systemd) -> None:
    """The test uses real time but does not sleep: it keeps the loop busy."""
    service = Service({"NOTIFY_SOCKET": systemd.name, "WATCHDOG_USEC": "2000"})

    async def hang() -> None:
        alive = asyncio.create_task(service.keep_alive())
        await asyncio.sleep(0)
        assert systemd.heard() == ["WATCHDOG=1"]
        until = asyncio.get_running_loop().time() + 0.02  # ten watchdog periods
        while asyncio.get_running_loop().time() < until:
            pass
        assert systemd.heard() == []
        alive.cancel()

    asyncio.run(hang())


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"WATCHDOG_USEC": ""},
        {"WATCHDOG_USEC": "0"},
        {"WATCHDOG_USEC": "-5"},
        {"WATCHDOG_USEC": "soon"},
        {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"},
    ],
)
def test_without_a_watchdog_there_are_no_pings(
    systemd: Systemd, environment: dict[str, str]
) -> None:
    service = Service({"NOTIFY_SOCKET": systemd.name, **environment})
    assert service.watchdog_interval is None
    asyncio.run(service.keep_alive())
    assert systemd.heard() == []


def test_a_watchdog_for_this_process_counts() -> None:
    service = Service({"WATCHDOG_USEC": "1000000", "WATCHDOG_PID": str(os.getpid())})
    assert service.watchdog_interval == 0.5


@pytest.mark.parametrize("name", [None, "", "notify", "vsock:2:1234"])
def test_outside_of_systemd_nothing_happens(name: str | None) -> None:
    service = Service({"WATCHDOG_USEC": "30000000", **({"NOTIFY_SOCKET": name} if name else {})})
    assert not service.supervised
    service.ready("Waiting for players")
    service.stopping()
    asyncio.run(service.keep_alive())


def test_an_unresponsive_systemd_does_not_stop_the_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Service({"NOTIFY_SOCKET": str(tmp_path / "missing")}).ready()
    assert "cannot send READY=1 to systemd" in caplog.text


def test_a_full_queue_does_not_hold_up_the_game(
    systemd: Systemd, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service({"NOTIFY_SOCKET": systemd.name})
    for _ in range(10_000):
        service.status("Round 2")
        if caplog.records:
            break
    assert "cannot send STATUS=Round 2 to systemd" in caplog.text


@given(st.text())
def test_a_status_cannot_inject_other_messages(text: str) -> None:
    with closing(Systemd(f"@triqueta/{uuid.uuid4()}")) as systemd:
        Service({"NOTIFY_SOCKET": systemd.name}).status(text)
        for message in systemd.heard():
            assert message.startswith("STATUS=")
            assert "\n" not in message
