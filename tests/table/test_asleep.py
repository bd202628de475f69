"""A private station disconnects during a turn: the table asks before it takes over."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.every_game import TESTED, guests
from tests.games.triqueta.rules.tables import table as made_table
from tests.table.autopilot import finish
from tests.table.evening import Evening, in_game, new_play, random_play
from triqueta.games.triqueta.rules import Edition, Phase
from triqueta.screens.lists import RankingScreen
from triqueta.screens.station import Key

ASKS = (
    "Ana: display asleep\n1: Wait\nuntil the display is back\n2: Play here\nonly Ana may look\n"
    "- | Info | Menu"
)


def drawn(seats: tuple[int, ...] = (0,)) -> Evening:
    """Return an evening in which Ana has drawn a rabbit at her private station."""
    session = new_play(made_table(3, first=["ROD"]).setup)
    return in_game(session, seats).press("petal1", "seat1")


class TestAsking:
    def test_the_table_asks_and_decides_nothing(self) -> None:
        evening = drawn().leave(0)
        assert evening.says() == ASKS
        assert evening.told() == ""  # the question already says it, so there is no notice
        for key in (key for key in Key if key is not Key.PETAL2):
            evening.press(key).press("soft1" if evening.table.stations["table"].pages else "")
            assert evening.says() == ASKS
        assert evening.session._game.moves == ["d1"]

    def test_wait_leaves_it_until_the_station_is_back(self) -> None:
        evening = drawn().leave(0).press("petal1")
        assert evening.told() == "Waiting for Ana"
        assert evening.wait(60).says() == ASKS
        evening.join(0)
        assert evening.says().startswith("Ana decides")
        assert "rabbit" in evening.says("seat1")

    def test_play_here_is_as_without_a_station(self) -> None:
        evening = drawn().leave(0).press("petal2")
        assert evening.says().startswith("Ana: row or keep?")
        assert "rabbit" in evening.down("soft2").says()
        evening.wait(1).up("soft2").press("petal1")
        assert evening.session._game.moves == ["d1", "r1"]

    def test_a_player_at_the_table_is_not_asked_again_until_the_station_was_back(self) -> None:
        evening = drawn().leave(0).press("petal2 petal1 petal2 soft2 petal1 petal3 soft2 petal1")
        assert evening.press("petal4").says().startswith("Ana, take the device")
        evening.join(0).leave(0)
        assert evening.says() == ASKS

    def test_the_other_seats_are_not_asked(self) -> None:
        evening = drawn((0, 1)).leave(0)
        assert evening.says("seat2").startswith("Ana decides")

    def test_a_player_reading_a_page_at_the_table_gets_a_notice(self) -> None:
        evening = drawn().press("soft2").leave(0)
        assert evening.told() == "Ana's display is offline"
        assert evening.says().startswith("Info")

    def test_its_help_is_about_the_question(self) -> None:
        evening = drawn().leave(0).press("soft3 petal3")
        assert "Ana's display is asleep. Wait for it, or play on here." in evening.says()

    def test_a_new_game_begins_with_no_player_away(self) -> None:
        evening = drawn().leave(0).press("petal2 soft3 petal5 petal1 petal5")
        assert evening.table.session is None
        assert evening.table.away == evening.table.played_here == set()


class TestWhen:
    def test_not_while_nothing_is_secret(self) -> None:
        """Public choices can be made at the table without a question.

        The draw then leads to one.
        """
        evening = in_game(new_play(), (0,)).leave(0)
        assert evening.told() == "Ana's display is offline"
        assert evening.says().startswith("Ana's turn")
        assert evening.press("petal1").says() == ASKS

    def test_not_at_the_turn_of_a_player_who_never_had_a_station(self) -> None:
        evening = in_game(new_play(), (1,)).leave(1).press("petal1")
        assert evening.says().startswith("Ana, take the device")

    def test_in_the_reveal(self) -> None:
        session = random_play(Edition.SHADOW, 3, 5, lambda p: p._game.phase is Phase.REVEAL)
        seat = session.view(None).table.to_act
        assert seat is not None
        evening = in_game(session, (seat,)).leave(seat)
        assert "1: Wait" in evening.says()
        assert "hold “Look”" in evening.press("petal2").says()

    def test_in_high_card(self) -> None:
        with guests():
            session = TESTED["highcard"].play(2, seed=1)
            evening = in_game(session, (0,)).press("soft1", "seat1").leave(0)
            assert evening.says() == ASKS
            assert "1: card ?" in evening.press("petal2").says()

    @pytest.mark.parametrize("seed", range(3))
    def test_a_game_can_be_finished_if_stations_never_come_back(self, seed: int) -> None:
        evening = drawn((0, 1, 2))
        for seat in range(3):
            evening.leave(seat)
        finish(evening, Random(seed))
        assert isinstance(evening.frame().screen, RankingScreen)


class TestKeptTiles:
    def test_those_of_who_is_away_are_not_to_be_seen_without_a_question(self) -> None:
        session = new_play(made_table(3, first=["ROD"]).setup, moves="d1 k")
        evening = in_game(session, (0,)).leave(0).press("soft2 petal4 petal1")
        asks = ASKS.replace("- | Info | Menu", "Back | - | -")
        assert evening.says() == asks
        evening.down("soft2")
        assert evening.says() == asks
        assert evening.up("soft2").press("petal1").told() == "Waiting for Ana"
        evening.press("petal2")
        assert "rabbit" not in evening.says()
        assert "rabbit" in evening.down("soft2").says()

    def test_those_of_others_are(self) -> None:
        session = new_play(made_table(3, first=["ROD"]).setup, moves="d1 r1 d1 k")
        evening = in_game(session, (0,)).leave(0).press("soft2 petal4 petal2")
        assert evening.says().startswith("Ben\nTake the device")

    def test_an_open_page_asks_as_soon_as_the_station_is_gone(self) -> None:
        session = new_play(made_table(3, first=["ROD"]).setup, moves="d1 k")
        evening = in_game(session).press("soft2 petal4 petal1").join(0)
        assert "Look at your own display" in evening.says()
        assert evening.leave(0).says().startswith("Ana: display asleep")
