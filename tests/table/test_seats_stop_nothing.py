"""Only the table can stop, give up or switch off: no key at a seat can."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.table.autopilot import step
from tests.table.evening import Evening, in_game, new_play
from tests.table.set_up import CHECK, TWO_DEALT
from triqueta.screens.lists import RankingScreen
from triqueta.screens.station import SEATS, STATIONS, TABLE, Key
from triqueta.table.shuffle_scenes import DealScene
from triqueta.table.state import Preferences

SEAT_STATIONS = [name for name in STATIONS if name != TABLE]
MOST_STEPS = 600
TO_THE_END = "t1 t2 t3 p2 t1 t2 t3 p3 t1 t2 t3 p4 t1 t2 t3"
SETTING_UP = "Language Players Name Spelling Edition Seat Commitment Cut"
SCENES = {f"{name}Scene" for name in f"{SETTING_UP} Triqueta End Again Interrupted".split()}
PAGES = {"Menu", "SettingsPage", "HelpPage", "RulesPage", "PastGamesPage", "OverviewPage"}


class RestlessSeats:
    """A player of games who also presses random keys at the seats."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self.been_in: set[str] = set()

    def play(self, evening: Evening) -> None:
        """Play to the score."""
        for _ in range(MOST_STEPS):
            self.press_keys(evening)
            if isinstance(evening.frame().screen, RankingScreen):
                return
            step(evening, self._rng)
        raise AssertionError(f"stuck at: {evening.says()}")

    def linger(self, evening: Evening, rounds: int = 20) -> None:
        for _ in range(rounds):
            self.press_keys(evening)

    def press_keys(self, evening: Evening) -> None:
        """Press random keys at the seats, and check that game and set-up stay as they are."""
        table = evening.table
        for _ in range(self._rng.randrange(12)):
            seat = self._rng.choice(SEAT_STATIONS)
            rooms = (table.scene, *table.stations[seat].pages)
            self.been_in |= {type(room).__name__ for room in rooms}
            if isinstance(table.scene, DealScene):  # it ends without a key
                return
            session, answers = table.session, replace(table.new_game, cuts=())
            evening.press(self._rng.choice(tuple(Key)), seat)
            assert not table.powered_off
            assert table.session is session
            assert replace(table.new_game, cuts=()) == answers


def test_random_keys_at_seats_stop_no_game_and_no_set_up_in_whole_evenings() -> None:
    been_in: set[str] = set()
    for seed in (3, 4):
        seats = RestlessSeats(seed)
        evening = Evening(Preferences(), seats=range(SEATS))
        seats.play(evening)
        seats.linger(evening)
        evening.press("soft1 soft1")  # Again, and back to the choice of games
        seats.linger(evening)
        seats.play(evening)
        interrupted = Evening(interrupted=new_play(moves="d1 r1"), seats=range(SEATS))
        seats.linger(interrupted)
        ended = in_game(new_play(moves=TO_THE_END), range(SEATS)).skip_reveal()
        seats.linger(ended, 100)  # the past games are two pages away
        checked = Evening(seats=range(SEATS)).press(f"{TWO_DEALT} soft3")
        seats.linger(checked)  # at the commitment
        seats.linger(checked.press("soft3"))  # at the cut
        been_in |= seats.been_in
    assert been_in >= SCENES | PAGES


@pytest.mark.parametrize("key", Key)
def test_a_seat_is_told_where_a_new_game_is_set_up(key: str) -> None:
    evening = Evening(seats=(0,)).press(key, "seat1")
    assert evening.told("seat1") == "Only at the table"
    assert evening.says().startswith("How many players?")


@pytest.mark.parametrize("key", Key)
def test_a_seat_is_told_where_an_interrupted_game_is_resumed(key: str) -> None:
    evening = Evening(interrupted=new_play(moves="d1 r1"), seats=(0,)).press(key, "seat1")
    assert evening.told("seat1") == "Only at the table"
    assert evening.says().startswith("Interrupted")


def test_a_seat_cuts_but_is_told_where_the_game_starts() -> None:
    evening = Evening(seats=(0,)).press(f"{TWO_DEALT} {CHECK}")
    assert evening.press("petal3", "seat1").told("seat1") == ""
    for key in ("soft1", "soft3"):
        assert evening.press(key, "seat1").told("seat1") == "Only at the table"
    assert evening.table.session is None


def test_a_seat_is_told_where_the_next_game_begins() -> None:
    evening = in_game(new_play(moves=TO_THE_END), (0,)).skip_reveal()
    assert evening.press("petal5", "seat1").told("seat1") == "Petals 1 to 3 show a score"
    assert evening.press("soft1", "seat1").told("seat1") == "Now press “Again” at the table"
    assert evening.table.session is not None


def test_a_seats_menu_has_no_way_out_and_says_where_it_is() -> None:
    evening = in_game(new_play(), (0,)).press("soft3", "seat1")
    assert "Stop" not in evening.says("seat1")
    evening.press("petal5", "seat1")
    assert evening.told("seat1") == "Only at the table"
