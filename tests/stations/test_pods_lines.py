"""Tests of pods on broken, flooded and busy serial lines and ports."""

from __future__ import annotations

import asyncio
import struct
from pathlib import Path

import pytest

from tests.stations.pod_table import (
    PodTable,
    PtyPod,
    game,
    here,
    plugged_in,
    pod_id,
    run,
    until,
)
from triqueta.screens.station import Key
from triqueta.stations.pods import messages
from triqueta.stations.pods.link import LinkEvent
from triqueta.stations.pods.port import PortError, open_port, pod_ports

PETAL1 = 0


def hello(protocol: int, size: tuple[int, int] = (128, 64), keys: int = 8) -> bytes:
    payload = struct.pack("<HBBBBBBBB", 0, protocol, 9, 0, 0, *size, keys, 2) + b"ab"
    return messages.framed(messages.HELLO, 0, 0, 0, payload)


async def closed(pod: PtyPod) -> None:
    await until(lambda: not pod.open)


def test_cut_off_at_every_byte_and_plugged_in_again() -> None:
    """Wherever the conversation is cut off, the next one ends with the right picture."""

    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            whole = await plugged_in(at)
            size = len(whole.heard)
            whole.close()
            for place in range(1, size, 3):
                pod = PtyPod(0)
                pod.cut_after = place
                at.ports[:] = [pod.port]
                await closed(pod)
                await at.seated()
            pod = await plugged_in(at)
            await at.shows(0, pod.display)

    run(test())


def test_garbage_is_not_a_pod_and_does_no_harm() -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0, pod_id(1): 1}) as at:
            good, bad = await plugged_in(at, 0), await plugged_in(at, 1)
            await at.seated(0, 1)
            bad.silent = True
            for number in range(40):
                bad.write(bytes((number * 7 + place * 13) % 256 for place in range(64)))
                await asyncio.sleep(0)
            await at.seated(0)  # the pod is silent except for garbage
            good.link.key(PETAL1, True)
            await until(lambda: bool(at.keeper.pods[good.port]._down))
            bad.silent = False
            await at.seated(0, 1)
            await at.settled()
            await at.shows(1, bad.display)

    run(test())


def test_a_flood_does_not_keep_others_from_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            good = await plugged_in(at, 0)
            flood = PtyPod(1)
            flood.silent = True
            at.ports.append(flood.port)
            await until(lambda: flood.port in at.keeper.pods)
            line = at.keeper.pods[flood.port].line
            heard, receive = 0, line.link.receive

            def counted(data: bytes, now: float) -> list[LinkEvent]:
                nonlocal heard
                heard += len(data)
                return receive(data, now)

            turns, tick = 0, line.link.tick

            def turned(now: float) -> list[LinkEvent]:
                nonlocal turns
                turns += 1
                return tick(now)

            monkeypatch.setattr(line.link, "receive", counted)
            monkeypatch.setattr(line.link, "tick", turned)
            written, pressed = 0, 0
            while turns < 5 or pressed < 10:
                written += flood.write(b"\x05flood\0" * 500)
                good.link.key(PETAL1, pressed % 2 == 0)
                pressed += 1
                await at.settled()
                await asyncio.sleep(0.005)
            assert written > heard
            assert heard <= (turns + 1) * 2 * 512
            await at.shows(0, good.display)
            flood.close()

    run(test())


@pytest.mark.parametrize(("protocol", "word"), [(0, "too old"), (2, "too new")])
def test_the_table_reports_another_protocol_version(protocol: int, word: str) -> None:
    async def test() -> None:
        async with PodTable(game()) as at:
            pod = PtyPod(0)
            pod.silent = True
            at.ports.append(pod.port)
            await until(lambda: pod.port in at.keeper.pods)
            pod.write(hello(protocol))
            await until(lambda: f"A pod is {word}" in at.says())
            assert not here(at, pod)
            pod.close()

    run(test())


def test_the_table_reports_a_pod_with_another_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            pod = PtyPod(0)
            at.ports.append(pod.port)
            await until(lambda: "A pod has the wrong keys" in at.says())
            assert not at.table.has_station(0)
            pod.close()

    monkeypatch.setattr("triqueta.stations.pods.pod.KEYS", tuple(Key) * 2)
    run(test())


def test_a_pod_without_a_screen_gives_its_seat_back() -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            pod = await plugged_in(at)
            await at.seated(0)
            plug, pod.display.bus.address = pod.display.bus.address, 0
            pod.display.look_after()
            await at.seated()
            assert "A pod's screen isn't responding" in at.says()
            at.keeper.pods[pod.port].turn()
            assert not at.table.has_station(0)  # the seat is free, but not for this pod
            pod.display.bus.address = plug
            pod.display.look_after()
            await at.seated(0)

    run(test())


def test_a_line_that_takes_nothing_does_not_stop_the_table() -> None:
    """When a pod reads nothing, its line fills up, and the table continues without it."""

    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            pod = await plugged_in(at)
            asyncio.get_running_loop().remove_reader(pod._end)
            line = at.keeper.pods[pod.port].line
            line._unsent = bytes(100_000)
            line._write()
            assert line._unsent
            at.host.tell("still here")
            await at.seated()  # the table gives up the pod
            pod.close()
            await until(lambda: not at.keeper.pods)

    run(test())


# --- ports


def test_a_port_has_one_owner() -> None:
    async def test() -> None:
        async with PodTable(game()) as at:
            pod = await plugged_in(at)
            with pytest.raises(PortError, match="another program uses this port"):
                open_port(pod.port)

    run(test())


def test_a_port_in_use_is_reported_once_and_opened_when_it_is_free(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        pod = PtyPod(0)
        taken = open_port(pod.port)
        async with PodTable(game()) as at:
            at.ports.append(pod.port)
            await until(lambda: bool(caplog.records))
            await asyncio.sleep(0.1)
            assert len(caplog.records) == 1
            taken.close()
            await until(lambda: here(at, pod))
        pod.close()

    run(test())


def test_ports_have_one_name_each_and_exist(tmp_path: Path) -> None:
    (tmp_path / "ttyACM0").touch()
    (tmp_path / "by-id").symlink_to(tmp_path / "ttyACM0")
    (tmp_path / "dangling").symlink_to(tmp_path / "nothing")
    named = [str(tmp_path / name) for name in ("by-id", "dangling", "missing")]
    assert pod_ports(named, [str(tmp_path / "ttyACM0")]) == [str(tmp_path / "ttyACM0")]


def test_a_file_that_is_not_a_serial_line_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name in ("file", "missing"):
        with pytest.raises(PortError):
            open_port(str(tmp_path / name))
