"""Tests of pods at a table: their seats, keys and light."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.stations.pod_table import (
    PodTable,
    game,
    here,
    plugged_in,
    pod_id,
    question,
    run,
    until,
)
from tests.table.evening import Evening, play_at
from triqueta.journal.journal import Journal
from triqueta.screens.frame import Frame, Light, words
from triqueta.screens.phrases import Language
from triqueta.screens.station import Key, seat_station
from triqueta.stations.pods.link import KeyChange
from triqueta.stations.pods.messages import DARK
from triqueta.stations.pods.pod import who_sits_here

PETAL1, PETAL2, PETAL3, SOFT1, SOFT3 = 0, 1, 2, 5, 7


def test_a_new_pod_asks_who_sits_here_and_is_remembered() -> None:
    async def test() -> None:
        async with PodTable(game()) as at:
            pod = await plugged_in(at)
            assert pod.display.picture == question(at.table)
            pod.link.key(PETAL2, True)
            await at.seated(1)
            await at.settled()
            await at.shows(1, pod.display)
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
            table.preferences = type(table.preferences)(language=Language.GERMAN)
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


def test_while_it_asks_it_computes_no_stations_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten times a second it needs the table's brightness, and nothing else."""

    async def test() -> None:
        async with PodTable(game(2)) as at:
            pod = at.pod_at((await plugged_in(at)).port)
            assert pod is not None
            asked: list[str] = []
            monkeypatch.setattr(at.table, "view_for", lambda station: asked.append(station.name))
            pod.turn()
            assert not asked

    run(test())


def test_a_seat_taken_meanwhile_is_no_longer_an_answer() -> None:
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
    """Both pods are remembered for seat 1: the second one asks, and then each has its own."""

    async def test() -> None:
        remembered = {pod_id(1): 0, pod_id(2): 0}
        async with PodTable(game(), remembered) as at:
            one = await plugged_in(at, 1)
            two = await plugged_in(at, 2)
            await at.shows(0, one.display)
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
            await at.shows(0, one.display)
            await at.shows(1, two.display)

    run(test())


def test_a_remembered_pod_asks_when_its_seat_has_a_display_already() -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            at.host.attach(seat_station(0), lambda frame: None, "on wires")
            pod = await plugged_in(at)
            assert pod.display.picture == question(at.table)

    run(test())


def test_a_pod_that_is_back_before_its_old_line_is_given_up_takes_its_seat_when_it_is() -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            old = await plugged_in(at)
            await at.seated(0)
            old.silent = True  # pulled out, but its line is still open
            back = await plugged_in(at)
            assert back.display.picture == question(at.table)
            old.close()
            await until(lambda: not here(at, old))
            await at.seated(0)
            await at.settled()
            await at.shows(0, back.display)
            assert at.memory.seats == {pod_id(0): 0}

    run(test())


def test_a_remembered_pod_takes_its_seat_when_the_display_there_goes() -> None:
    async def test() -> None:
        async with PodTable(game(), {pod_id(0): 0}) as at:
            at.host.attach(seat_station(0), lambda frame: None, "on wires")
            pod = await plugged_in(at)
            at.host.detach(seat_station(0), "on wires")
            await at.seated(0)
            await at.settled()
            await at.shows(0, pod.display)

    run(test())


def test_two_soft_keys_held_for_two_seconds_let_a_pod_change_seats(
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
            at.host.tick()
            await until(lambda: pod.display.contrast == asking.display.contrast == 0x08)
            at.now += 1000
            at.host.tick()
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
            moves = list(play_at(at.table)._game.moves)
            pod.link.key(PETAL1, True)
            await until(lambda: pod.display.lit)
            await at.settled()
            await at.shows(0, pod.display)
            assert shown[-1].light is Light.OFF
            assert play_at(at.table)._game.moves == moves

    run(test())
