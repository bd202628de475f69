"""An idle table, stations that come and go, and unusual key presses."""

from __future__ import annotations

from functools import partial

import pytest

from tests.games.triqueta.rules.tables import table as made_table
from tests.table.evening import Evening, in_game, new_play
from triqueta.games.triqueta.rules import Edition
from triqueta.screens.frame import Light
from triqueta.screens.station import DIM_AFTER, OFF_AFTER, SHIFT_EVERY, STATIONS, Idle, Key
from triqueta.table.events import Leave


def game(moves: str = "", seats: tuple[int, ...] = (), players: int = 3) -> Evening:
    return in_game(new_play(made_table(players, first=["ROD"]).setup, moves=moves), seats)


class TestIdle:
    def test_dim_then_off(self) -> None:
        evening = game(seats=(0,))
        assert evening.frame().light is Light.FULL
        evening.wait(DIM_AFTER)
        assert evening.frame("seat1").light is Light.DIM
        evening.wait(OFF_AFTER - DIM_AFTER)
        assert evening.frame().light is Light.OFF
        assert evening.says() == ""

    def test_the_picture_is_shifted_while_it_is_dim(self) -> None:
        evening = game().wait(DIM_AFTER)
        shifts = set()
        for _ in range(4):
            shifts.add(evening.frame().shift)
            evening.wait(SHIFT_EVERY)
        assert shifts == {(0, 0), (0, 1), (1, 0), (1, 1)}

    def test_the_key_that_wakes_does_nothing_else(self) -> None:
        evening = game().wait(OFF_AFTER).press("petal1")
        assert evening.frame().light is Light.FULL
        assert evening.session._game.moves == []
        evening.press("petal1")
        assert evening.session._game.moves == ["d1"]

    def test_a_key_in_dim_light_acts_since_its_screen_can_be_read(self) -> None:
        evening = game().wait(DIM_AFTER).press("petal1")
        assert evening.session._game.moves == ["d1"]

    def test_never_while_look_is_held(self) -> None:
        evening = game().press("petal1").down("soft2").wait(10 * OFF_AFTER)
        assert evening.frame().light is Light.LOWEST
        assert "rabbit" in evening.says()
        evening.up("soft2")
        assert evening.frame().light is Light.FULL
        assert evening.says().startswith("Ana: row or keep?")

    def test_pictures_of_seats_are_private_and_the_tables_while_look_is_held(self) -> None:
        evening = game(seats=(1,)).press("petal1")
        assert not evening.frame().private
        assert evening.frame("seat2").private
        evening.down("soft2")
        assert "rabbit" in evening.says()
        assert evening.frame().private
        evening.up("soft2")
        assert not evening.frame().private

    def test_a_tick_exactly_on_time_is_never_early(self) -> None:
        for tenths in range(0, 3000, 7):
            idle = Idle(tenths / 10)
            due = idle.next_change(tenths / 10)
            assert due is not None
            assert idle.light(due) is Light.DIM

    def test_a_notice_goes_after_a_moment(self) -> None:
        evening = game().press("petal1 petal1")
        assert evening.told() == "Look at your tile first"
        evening.wait(2.5)
        assert evening.told()
        evening.wait(1)
        assert evening.told() == ""

    def test_the_table_says_when_to_tick(self) -> None:
        evening = game()
        lights = []
        while (due := evening.table.next_change()) is not None:
            evening.wait(due - evening.time)
            lights.append(evening.frame().light)
        assert lights[0] is Light.FULL  # the notice has expired
        assert lights[1] is Light.DIM
        assert lights[-1] is Light.OFF
        assert evening.time == pytest.approx(OFF_AFTER, abs=1)


class TestStations:
    def test_a_station_that_comes_takes_the_secret_with_it(self) -> None:
        evening = game().press("petal1").down("soft2")
        assert "rabbit" in evening.says()
        evening.join(0)
        assert "rabbit" not in evening.says()
        assert "rabbit" in evening.says("seat1")

    @pytest.mark.parametrize("seat", [0, 1])
    def test_a_look_at_the_table_ends_when_a_station_comes_or_goes(self, seat: int) -> None:
        evening = game(seats=(2,)).press("petal1")
        for change in (partial(evening.join, seat), partial(evening.leave, 2)):
            evening.table.stations["table"].look(Key.SOFT2, evening.time)
            change()
            assert not evening.table.stations["table"].looking

    def test_a_station_that_goes_leaves_its_seat_to_the_table(self) -> None:
        evening = game(seats=(0,)).press("petal1").leave(0).press("petal2")
        assert evening.says().startswith("Ana: row or keep?")
        assert "rabbit" not in evening.says()
        evening.down("soft2")
        assert "rabbit" in evening.says()

    def test_a_station_that_comes_sees_a_shadow_tile_not_looked_at(self) -> None:
        setup = made_table(4, Edition.SHADOW, second=["RODw"]).setup
        session = new_play(setup, moves="t1 t2 t3 t4 p2 d1 r1 d1 r1 d1 r1 t2")
        evening = in_game(session).press("petal1")
        drawer = evening.session._movers[-1]
        evening.join(drawer)
        assert "wolf" in evening.says(f"seat{drawer + 1}")
        assert not evening.session._unseen

    def test_a_restart_of_the_table_shows_no_secret(self) -> None:
        evening = game().press("petal1").down("soft2")
        evening.table.handle(Leave("table", evening.time))
        assert "rabbit" not in evening.says()
        assert evening.says().startswith("Ana, take the device")

    def test_a_seat_that_is_not_in_the_game(self) -> None:
        evening = game(seats=(4,))
        assert "This seat is not in the game." in evening.says("seat5")
        evening.press("petal1 soft1 soft2 soft3", "seat5")
        assert evening.session._game.moves == []

    def test_keys_of_a_station_that_is_gone_do_nothing(self) -> None:
        evening = game().press("petal1 soft1", "seat1")
        assert evening.session._game.moves == []

    def test_joining_and_leaving_in_the_middle_of_everything(self) -> None:
        evening = game().press("soft2 petal4 petal1")
        for seat in range(5):
            evening.join(seat).join(seat)
        for seat in range(5):
            evening.leave(seat).leave(seat)
        assert set(evening.table.frames()) == {"table"}

    def test_there_are_six_stations_at_most(self) -> None:
        assert list(STATIONS) == ["table", "seat1", "seat2", "seat3", "seat4", "seat5"]
        with pytest.raises(KeyError):
            game().join(5)


class TestOddKeys:
    def test_two_keys_at_once(self) -> None:
        evening = game().down("petal1").down("petal2").up("petal1").up("petal2")
        assert evening.session._game.moves == ["d1"]
        assert evening.told().startswith("Look at your tile first")

    def test_a_key_held_for_a_minute_acts_once(self) -> None:
        evening = game().down("petal1").wait(60).up("petal1")
        assert evening.session._game.moves == ["d1"]

    def test_look_is_let_go_by_its_own_key_only(self) -> None:
        evening = game().press("petal1").down("soft2").down("petal1").up("petal1")
        assert "rabbit" in evening.says()
        evening.up("soft2")
        assert "rabbit" not in evening.says()

    def test_keys_that_come_up_without_having_gone_down(self) -> None:
        evening = game()
        before = evening.says()
        for key in Key:
            evening.up(key)
        assert evening.says() == before

    def test_time_that_runs_backwards_does_no_harm(self) -> None:
        evening = game().wait(10)
        evening.time = 0
        evening.press("petal1")
        assert evening.session._game.moves == ["d1"]
