"""A held key repeats its step for as long as the same scene offers it."""

from __future__ import annotations

import pytest

from tests.table.evening import Evening
from triqueta.screens.screen import TextScreen
from triqueta.screens.station import TABLE, Key
from triqueta.table.events import Tick
from triqueta.table.scene import EVERY, FIRST_AFTER, PetalKey, Scene, SoftKey, Station, StationView


class Steps(Scene):
    """A scene in which petal 1 repeats while it is held, up to an edge, and petal 2 does not."""

    def __init__(self, edge: int = 100) -> None:
        self.steps = 0
        self.edge = edge

    def view_for(self, station: Station) -> StationView:
        petals = {2: PetalKey("once", self.step)}
        if self.steps < self.edge:
            petals[1] = PetalKey("step", self.step, repeats=True)
        page = SoftKey("page", lambda: station.open(Steps()))
        return StationView(TextScreen(title="", text=""), petals, (page, None, None))

    def step(self) -> None:
        self.steps += 1


def standing_in(room: Scene, *seats: int) -> Evening:
    evening = Evening(seats=seats)
    evening.table.go_to(room)
    return evening


def held(evening: Evening, seconds: float) -> None:
    """Let time pass as a host does, with a tick whenever the table asks for one."""
    until = evening.time + seconds
    while (due := evening.table.next_change()) is not None and due <= until:
        evening.time = due
        evening.table.handle(Tick(due))
    evening.time = until


def test_a_step_is_repeated_until_its_key_is_let_go() -> None:
    room = Steps()
    evening = standing_in(room).down("petal1")
    held(evening, FIRST_AFTER - 0.01)
    assert room.steps == 1
    held(evening, 0.02 + 3 * EVERY)
    assert room.steps == 5
    evening.up("petal1")
    held(evening, 10)
    assert room.steps == 5


def test_other_keys_are_not_repeated() -> None:
    room = Steps()
    evening = standing_in(room).down("petal2")
    held(evening, 10)
    assert room.steps == 1


def test_it_ends_where_the_step_does() -> None:
    room = Steps(edge=4)
    evening = standing_in(room).down("petal1")
    held(evening, 60)
    assert room.steps == 4
    assert evening.table.stations[TABLE].held is None


@pytest.mark.parametrize("key", ["petal2", "soft1"])
def test_another_key_ends_it(key: str) -> None:
    room = Steps()
    evening = standing_in(room).down("petal1").down(key)
    steps = room.steps
    held(evening, 10)
    assert room.steps == steps


def test_in_another_scene_the_key_does_not_repeat() -> None:
    room, other = Steps(), Steps()
    evening = standing_in(room).down("petal1")
    evening.table.go_to(other)
    held(evening, 10)
    assert (room.steps, other.steps) == (1, 0)


def test_letting_another_key_go_does_not_end_it() -> None:
    room = Steps()
    evening = standing_in(room).down("petal1").up("petal2")
    held(evening, 1)
    assert room.steps > 1


def test_every_station_holds_its_own() -> None:
    room = Steps()
    evening = standing_in(room, 0).down("petal1").down("petal1", "seat1").up("petal1", "seat1")
    held(evening, FIRST_AFTER - EVERY)
    assert room.steps == 3
    assert evening.table.stations[TABLE].held is not None


def test_late_ticks_are_not_made_up_for() -> None:
    room = Steps()
    evening = standing_in(room).down(Key.PETAL1)
    evening.wait(30)
    assert room.steps == 2


def test_a_station_that_goes_holds_nothing() -> None:
    room = Steps()
    evening = standing_in(room, 0).down("petal1", "seat1").leave(0).join(0)
    held(evening, 10)
    assert room.steps == 1
