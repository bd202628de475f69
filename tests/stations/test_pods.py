"""Pods at a table: seats, and lines of every kind."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Coroutine
from pathlib import Path

import pytest

from tests.stations.pod_table import PodTable, PtyPod, pod_id, until
from tests.table.evening import Evening, in_game, new_play
from triqueta.journal.journal import Journal
from triqueta.screens.frame import Frame, Light, picture, words
from triqueta.screens.phrases import Language
from triqueta.stations.pods import messages
from triqueta.stations.pods.pictures import DARK, packed
from triqueta.stations.pods.port import PortError, open_port, pod_ports
from triqueta.table.events import Key, seat_station
from triqueta.table.pods import free_seats, who_sits_here
from triqueta.table.table import Table

PETAL1, PETAL2, PETAL3, SOFT1, SOFT3 = 0, 1, 2, 5, 7


def run(test: Coroutine[object, object, None]) -> None:
    asyncio.run(test)


def game(players: int = 3) -> Table:
    return in_game(new_play(players=players)).table


async def plugged_in(at: PodTable, number: int = 0) -> PtyPod:
    pod = PtyPod(number)
    at.ports.append(pod.port)
    await until(lambda: here(at, pod))
    await at.settled()
    return pod


def here(at: PodTable, pod: PtyPod) -> bool:
    found = at.pod_at(pod.port)
    return found is not None and found.hello is not None


def question(table: Table) -> bytes:
    return packed(picture(Frame(who_sits_here(free_seats(table)), table.language)))


def hello(protocol: int, size: tuple[int, int] = (128, 64), keys: int = 8) -> bytes:
    payload = struct.pack("<HBBBBBBBB", 0, protocol, 9, 0, 0, *size, keys, 2) + b"ab"
    return messages.framed(messages.HELLO, 0, 0, 0, payload)


# --- seats


def test_a_new_pod_asks_who_sits_here_and_is_remembered() -> None:
    async def test() -> None:
        async with PodTable(game()) as at:
            pod = await plugged_in(at)
            assert pod.display.picture == question(at.table)
            pod.link.key(PETAL2, True)
            await at.seated(1)
            await at.settled()
            assert pod.display.picture == at.meant(1)
            assert at.memory.seats == {pod_id(0): 1}
            pod.close()
            await at.seated()
            await plugged_in(at)
            await at.seated(1)  # without a question

    run(test())


def test_the_question_is_asked_in_the_language_of_the_table() -> None:
    async def test() -> None:
        table = Evening().table
        async with PodTable(table) as at:
            pod = await plugged_in(at)
            english = bytes(pod.display.picture)
            at.host.down("table", Key.SOFT2)
            table.memory = type(table.memory)(language=Language.GERMAN)
            await until(lambda: pod.display.picture == question(table))
            assert pod.display.picture != english

    run(test())


def test_only_free_seats_of_the_game_can_be_answered() -> None:
    async def test() -> None:
        async with PodTable(game(2)) as at:
            one, two = await plugged_in(at, 1), await plugged_in(at, 2)
            one.link.key(PETAL2, True)
            await at.seated(1)
            for key in (PETAL2, PETAL3, SOFT1):
                two.link.key(key, True)
                two.link.key(key, False)
            two.link.key(PETAL1, True)
            await at.seated(0, 1)
            assert at.memory.seats == {pod_id(1): 1, pod_id(2): 0}

    run(test())


def test_a_seat_taken_meanwhile_is_no_answer_any_more() -> None:
    async def test() -> None:
        async with PodTable(game(2)) as at:
            pod = await plugged_in(at)
            before = bytes(pod.display.picture)
            at.host.attach(seat_station(0), lambda frame: None, "a phone")
            await until(lambda: pod.display.picture != before)
            assert pod.display.picture == question(at.table)
            at.host.attach(seat_station(1), lambda frame: None, "a phone")
            await until(lambda: pod.display.picture == question(at.table))
            assert "Every seat" in words(Frame(who_sits_here({}), Language.ENGLISH))

    run(test())


def test_two_pods_for_one_seat() -> None:
    """Both are known at seat 1: the second one asks, and then each has its own."""

    async def test() -> None:
        remembered = {pod_id(1): 0, pod_id(2): 0}
        async with PodTable(game(), remembered) as at:
            one = await plugged_in(at, 1)
            two = await plugged_in(at, 2)
            assert one.display.picture == at.meant(0)
            assert two.display.picture == question(at.table)
            two.link.key(PETAL3, True)
            await at.seated(0, 2)
            assert at.memory.seats == {pod_id(1): 0, pod_id(2): 2}

    run(test())


def test_two_pods_that_say_they_are_the_same() -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(1): 0}) as at:
            one, two = await plugged_in(at, 1), await plugged_in(at, 1)
            two.link.key(PETAL2, True)
            await at.seated(0, 1)
            await at.settled()
            assert one.display.picture == at.meant(0)
            assert two.display.picture == at.meant(1)

    run(test())


def test_a_remembered_pod_asks_when_its_seat_has_a_display_already() -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            at.host.attach(seat_station(0), lambda frame: None, "on wires")
            pod = await plugged_in(at)
            assert pod.display.picture == question(at.table)

    run(test())


def test_two_soft_keys_held_for_two_seconds_let_a_pod_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            pod = await plugged_in(at)
            await at.seated(0)
            pod.link.key(SOFT3, True)
            pod.link.key(SOFT1, True)
            await at.seated()
            await until(lambda: pod.display.picture == question(at.table))
            assert at.memory.seats == {}
            pod.link.key(SOFT3, False)
            pod.link.key(SOFT1, False)
            pod.link.key(PETAL2, True)
            await at.seated(1)

    monkeypatch.setattr("triqueta.stations.pods.pod.MOVE_SECONDS", 0.05)
    run(test())


def test_the_journal_remembers_and_forgets_nonsense(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "triqueta.db")
    assert journal.pods() == {}
    journal.remember_pods({"ab": 4, "cd": 0})
    journal.close()
    again = Journal(tmp_path / "triqueta.db")
    assert again.pods() == {"ab": 4, "cd": 0}
    again.remember_pods({"ab": 5, "cd": 1})
    assert again.pods() == {"cd": 1}
    again.close()


# --- keys and light


def test_keys_that_no_pod_has_do_nothing() -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            await plugged_in(at)
            from triqueta.stations.pods.link import KeyChange  # noqa: PLC0415

            pod = next(iter(at.keeper.pods.values()))
            pod.take(KeyChange(8, True))
            pod.take(KeyChange(127, True))
            assert pod._down == set()

    run(test())


def test_the_light_goes_down_and_out_and_a_key_brings_it_back() -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            pod, asking = await plugged_in(at, 0), await plugged_in(at, 1)
            assert pod.display.contrast == asking.display.contrast == 0xFF
            at.now += 130
            at.host._tick()
            await until(lambda: pod.display.contrast == asking.display.contrast == 0x08)
            at.now += 1000
            at.host._tick()
            await until(lambda: not pod.display.lit and not asking.display.lit)
            assert pod.display.picture == DARK
            asking.link.key(PETAL2, True)  # does nothing but light the screens
            await until(lambda: pod.display.lit and asking.display.lit)
            assert not at.table.has_station(1)

    run(test())


def test_a_seat_taken_with_a_phone_is_dark_here_until_a_key_brings_it_back() -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            pod = await plugged_in(at)
            await at.seated(0)
            shown: list[Frame] = []
            at.host.attach(seat_station(0), shown.append, "a phone")
            await until(lambda: not pod.display.lit)
            moves = list(at.table.play.game.moves)  # type: ignore[union-attr]
            pod.link.key(PETAL1, True)
            await until(lambda: pod.display.lit)
            await at.settled()
            assert pod.display.picture == at.meant(0)
            assert shown[-1].light is Light.OFF
            assert at.table.play.game.moves == moves  # type: ignore[union-attr]

    run(test())


# --- lines


def test_cut_off_at_every_byte_and_plugged_in_again() -> None:
    """Whatever of the conversation got through: the next one ends with the right picture."""

    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            whole = await plugged_in(at)
            size = len(whole.heard)
            whole.close()
            for place in range(1, size, 3):
                pod = PtyPod(0)
                pod.cut_after = place
                at.ports[:] = [pod.port]
                await until(lambda pod=pod: not pod.open)
                await at.seated()
            pod = await plugged_in(at)
            assert pod.display.picture == at.meant(0)

    run(test())


def test_garbage_is_no_pod_and_does_no_harm() -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0, pod_id(1): 1}) as at:
            good, bad = await plugged_in(at, 0), await plugged_in(at, 1)
            await at.seated(0, 1)
            bad.silent = True
            for number in range(40):
                bad.write(bytes((number * 7 + place * 13) % 256 for place in range(64)))
                await asyncio.sleep(0)
            await at.seated(0)  # silence, but for garbage
            good.link.key(PETAL1, True)
            await until(lambda: bool(at.pod_at(good.port)._down))  # type: ignore[union-attr]
            bad.silent = False
            await at.seated(0, 1)
            await at.settled()
            assert bad.display.picture == at.meant(1)

    run(test())


def test_a_flood_does_not_keep_others_from_playing() -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            good = await plugged_in(at, 0)
            flood = PtyPod(1)
            flood.silent = True
            at.ports.append(flood.port)
            await until(lambda: flood.port in at.keeper.pods)
            line = at.keeper.pods[flood.port].line
            heard, receive = 0, line.link.receive

            def counted(data: bytes, now: float):  # type: ignore[no-untyped-def]
                nonlocal heard
                heard += len(data)
                return receive(data, now)

            line.link.receive = counted  # type: ignore[method-assign]
            loop = asyncio.get_running_loop()
            end, written, pressed = loop.time() + 0.5, 0, 0
            while loop.time() < end:
                written += flood.write(b"\x05flood\0" * 500)
                good.link.key(PETAL1, pressed % 2 == 0)
                pressed += 1
                await at.settled()
                await asyncio.sleep(0.005)
            assert written > heard
            assert heard <= 8 * 2 * 512
            assert pressed > 10
            await until(lambda: good.display.picture == at.meant(0))
            flood.close()

    run(test())


@pytest.mark.parametrize(("protocol", "word"), [(0, "too old"), (2, "too new")])
def test_another_protocol_version_is_told_at_the_table(protocol: int, word: str) -> None:
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


def test_a_pod_with_another_screen_is_told_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            pod = PtyPod(0)
            at.ports.append(pod.port)
            await until(lambda: "A pod has other keys" in at.says())
            assert not at.table.has_station(0)
            pod.close()

    monkeypatch.setattr("triqueta.stations.pods.pod.KEYS", tuple(Key) * 2)
    run(test())


def test_a_pod_without_a_screen_gives_its_seat_back() -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            pod = await plugged_in(at)
            await at.seated(0)
            pod.display.works = False
            await at.seated()
            assert "A pod's screen does not answer" in at.says()
            pod.display.works = True
            await at.seated(0)

    run(test())


def test_a_line_that_takes_nothing_stops_nobody() -> None:
    """A pod that reads nothing: its line is full some day, and the table plays on."""

    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            pod = await plugged_in(at)
            asyncio.get_running_loop().remove_reader(pod._end)
            line = at.keeper.pods[pod.port].line
            line._unsent = bytes(100_000)
            line._write()
            assert line._unsent
            at.host.tell("still here")
            await at.seated()  # it is given up
            pod.close()
            await until(lambda: not at.keeper.pods)

    run(test())


# --- ports


def test_a_port_has_one_owner() -> None:
    async def test() -> None:
        async with PodTable(game()) as at:
            pod = await plugged_in(at)
            with pytest.raises(PortError, match="another program uses it"):
                open_port(pod.port)

    run(test())


def test_a_port_in_use_is_said_once_and_opened_when_it_is_free(
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


def test_what_is_no_serial_line_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name in ("file", "missing"):
        with pytest.raises(PortError):
            open_port(str(tmp_path / name))
