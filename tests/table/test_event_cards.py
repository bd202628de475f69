"""Event cards: who sees a public move, when its card ends, and what keys do meanwhile."""

from __future__ import annotations

import pytest

from tests.games.triqueta.rules.tables import table as made_table
from tests.table.evening import Evening, in_game, new_play
from tests.table.test_resume import restarted
from tests.table.test_robot_turns import Slow, seat_robots
from tests.table.test_turns import shadow_next
from triqueta.games.triqueta.animals import tile_in_words
from triqueta.games.triqueta.rules import Edition, Phase
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.screens.phrases import Language, said
from triqueta.screens.station import EVENT_SECONDS, ROBOT_PAUSE, SHORTEST_GLANCE, TABLE
from triqueta.table.event_cards import BRIEFLY

PLACED = "Ana places a rabbit in row 1"


def game(seats: tuple[int, ...] = (), moves: str = "") -> Evening:
    return in_game(new_play(made_table(3, first=["ROD", "OOO"]).setup, moves=moves), seats)


def placed(seats: tuple[int, ...] = ()) -> Evening:
    """Return an evening in which Ana has just placed a rabbit."""
    evening = game(seats)
    station = "seat1" if 0 in seats else TABLE
    evening.press("petal1" if 0 in seats else "petal1 soft2", station).wait(SHORTEST_GLANCE)
    return evening.down("petal1", station).up("petal1", station)


def cards(evening: Evening) -> set[str]:
    return {name for name in evening.table.stations if PLACED in evening.says(name)}


class TestWhere:
    def test_the_shared_table_shows_it_and_then_goes_on_by_itself(self) -> None:
        evening = placed()
        assert cards(evening) == {TABLE}
        assert evening.table.next_change() == evening.time - 0.1 + EVENT_SECONDS
        entries = list(evening.session.entries)
        evening.wait(EVENT_SECONDS - 0.1)
        assert evening.says().startswith("Ben's turn")
        assert evening.session.entries == entries

    def test_not_at_the_own_stations_of_the_player_who_moved_and_of_the_next(self) -> None:
        evening = placed((0, 1, 2))
        assert cards(evening) == {TABLE, "seat3"}
        assert evening.says("seat2").startswith("Ben's turn")

    def test_the_next_player_goes_on_at_once(self) -> None:
        evening = placed((0, 1, 2)).down("petal2", "seat2")
        assert evening.session._game.moves[-1] == "d2"
        assert cards(evening) == {TABLE, "seat3"}

    def test_pages_stay_open(self) -> None:
        evening = game((2,)).press("petal1 soft2").press("soft3", "seat3").down("petal1")
        assert cards(evening) == {TABLE}
        assert evening.says("seat3").startswith("Menu")

    def test_a_key_at_another_station_is_not_lost_when_a_card_ends(self) -> None:
        evening = placed((0, 1)).wait(EVENT_SECONDS - 0.1)
        assert evening.down("petal2", "seat2").session._game.moves[-1] == "d2"


class TestKeys:
    @pytest.mark.parametrize("key", ["petal1", "petal5", "soft1", "soft2", "soft3"])
    def test_any_key_ends_it_and_does_nothing_else(self, key: str) -> None:
        evening = placed()
        entries = list(evening.session.entries)
        evening.down(key).up(key)
        assert evening.says().startswith("Ben's turn")
        assert evening.session.entries == entries
        assert not evening.table.stations[TABLE].pages

    def test_a_tap_right_after_it_is_ignored(self) -> None:
        evening = placed().down("petal2").up("petal2").down("petal2").up("petal2")
        assert evening.session._game.moves[-1] == "r1"
        evening.wait(SHORTEST_GLANCE).down("petal2")
        assert evening.session._game.moves[-1] == "d2"

    def test_it_does_not_interrupt_look(self) -> None:
        """Ben looks at his kept tiles at the table while Ana places a tile elsewhere."""
        evening = game((0,)).press("petal1", "seat1").press("soft1 petal2")
        evening.down("soft2").down("petal1", "seat1")
        assert evening.says().startswith("Ben: kept tiles")
        evening.up("soft2")
        assert evening.says().startswith("Ben")


class TestWhich:
    def test_a_draw_has_no_card(self) -> None:
        evening = game((0,)).down("petal1", "seat1")
        assert evening.table.cards.screen is None

    @pytest.mark.parametrize(
        ("key", "shown"), [("soft1", "Ana keeps a tile"), ("petal3", "Ana places a rabbit")]
    )
    def test_the_choice_has_one(self, key: str, shown: str) -> None:
        assert shown in game().press("petal1 soft2").down(key).says()

    def test_a_row_taken_has_one_and_the_end_of_the_round_follows(self) -> None:
        evening = game(moves="t1 t2").press("soft1").down("petal3")
        assert "Chloé takes the empty row 3" in evening.says()
        assert evening.wait(EVENT_SECONDS).says().startswith("Round 1 is over")

    def test_a_shadow_tile_has_one_once_it_was_seen(self) -> None:
        evening = shadow_next().press("petal1")
        name = evening.session.names[evening.session._movers[-1]]
        assert evening.table.cards.screen is None
        evening.down("soft2").wait(1)
        assert evening.table.cards.screen is None
        assert f"{name} keeps the shadow tile" in evening.up("soft2").says()

    @pytest.mark.parametrize("seats", [(), (0, 1)])
    def test_a_shadow_tile_drawn_with_a_light_one_has_one_before_the_choice(
        self, seats: tuple[int, ...]
    ) -> None:
        cards, choices = zip(*(shadow_and_light(tile, seats) for tile in "wb"), strict=True)
        assert "Ben keeps the shadow tile" in cards[0]
        assert cards[0] == cards[1]
        assert choices[0] == choices[1]
        assert choices[0].startswith("Ben decides" if seats else "Ben: row or keep?")

    def test_a_secret_decision_has_none(self) -> None:
        taken = "t1 t2 t3"
        moves = f"d1 k t2 t3 d2 k t1 p2 {taken} p3 {taken} p4 {taken}"
        evening = in_game(new_play(moves=moves))
        assert evening.session.view(None).table.phase is Phase.REVEAL
        evening.press("soft2").down("petal1")
        assert evening.session.entries[-1] in "+-"
        assert evening.table.cards.screen is None

    def test_an_undone_move_has_none(self) -> None:
        evening = placed((0,))
        assert PLACED in evening.says()
        evening.press("soft3 petal1", "seat1")
        assert evening.session.entries[-1] == "undo"
        assert evening.table.cards.screen is None

    def test_after_a_restart_there_is_none(self) -> None:
        again = restarted(placed())
        assert again.table.cards.screen is None
        assert again.says().startswith("Ben's turn")


def shadow_and_light(shadow: str, seats: tuple[int, ...]) -> tuple[str, str]:
    """Return what the table says when Ben has drawn a shadow tile and a light one, and then."""
    setup = made_table(2, Edition.SHADOW, second=[f"ROD{shadow}"]).setup
    evening = in_game(new_play(setup, moves="t1 t2 p2 d1 d1 r1 x d1 d3 r1 x"), seats)
    if seats:
        own = "seat2"
        evening.press("petal1", own).down("petal2", own)
        assert said(tile_in_words(shadow), Language.ENGLISH) in evening.says(own)
    else:
        evening.press("petal1 petal2").down("soft2").wait(1).up("soft2")
    card = evening.says()
    return card, evening.wait(EVENT_SECONDS).says()


def two_people_and_a_robot() -> TriquetaSession:
    return seat_robots(new_play(made_table(3, first=["ROD"]).setup), {1: "easy"})


class TestRobots:
    def test_a_robot_waits_for_the_card_and_then_leaves_time_to_undo(self) -> None:
        evening = Slow(interrupted=two_people_and_a_robot()).press("petal1 petal1 soft2")
        evening.down("petal1").decide("t2")
        assert PLACED in evening.says()
        evening.wait(EVENT_SECONDS)
        assert "Undo" in evening.says()
        evening.wait(ROBOT_PAUSE - 0.1)
        assert evening.session._game.moves[-1] == "r1"
        evening.wait(0.2)
        assert evening.session._game.moves[-1] == "t2"
        assert "Ben takes" in evening.says()

    @pytest.mark.parametrize(
        ("moves", "seconds"), [("d1 r1", ROBOT_PAUSE), ("t1", ROBOT_PAUSE * BRIEFLY)]
    )
    def test_robots_go_on_sooner_once_no_person_is_in_the_round(
        self, moves: str, seconds: float
    ) -> None:
        session = seat_robots(new_play(moves=moves), {1: "easy", 2: "easy"})
        evening = Slow(interrupted=session).press("petal1").wait(ROBOT_PAUSE)
        evening.decide("t2")
        evening.decide("t3")
        assert evening.table.next_change() == evening.time + seconds
        assert "Ben takes" in evening.wait(seconds - 0.1).says()
        assert "Chloé takes" in evening.wait(0.2).says()

    def test_a_key_ends_a_robots_card_once_no_person_is_in_the_round(self) -> None:
        session = seat_robots(new_play(moves="t1"), {1: "easy", 2: "easy"})
        evening = Slow(interrupted=session).press("petal1").wait(ROBOT_PAUSE)
        evening.decide("t2")
        assert evening.down("petal1").says().startswith("Chloé plays")
        assert evening.session.entries[-1] == "t2"

    def test_a_key_that_ends_the_card_leaves_time_to_undo(self) -> None:
        evening = Slow(interrupted=two_people_and_a_robot()).press("petal1 petal1 soft2")
        evening.down("petal1").decide("t2")
        evening.up("petal1").down("petal4").up("petal4").wait(SHORTEST_GLANCE)
        assert evening.session._game.moves[-1] == "r1"
        assert evening.press("soft1").session.entries[-1] == "undo"
