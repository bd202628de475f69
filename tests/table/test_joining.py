"""Players at their own displays before a game: their seats, and the questions they answer."""

from __future__ import annotations

import pytest

from tests.table.evening import Evening, in_game, new_play
from tests.table.set_up import SKIP
from tests.table.test_typed_names import typed
from triqueta.screens.frame import clipped
from triqueta.screens.phrases import Language, said
from triqueta.screens.station import seat_station
from triqueta.table import joining
from triqueta.table.events import StoodUp
from triqueta.table.names import in_a_sentence
from triqueta.table.state import NewGame, Preferences

THREE = ("Mia", "Ben", "Tom")


def sit(evening: Evening, *names: str) -> Evening:
    """Seat players at the first seats, each at a display of their own."""
    for seat, name in enumerate(names):
        typed(evening.join(seat), name, seat_station(seat))
    return evening


def stand_up(evening: Evening, seat: int) -> Evening:
    evening.handle(StoodUp(seat_station(seat), evening.time))
    return evening.leave(seat)


def after_a_game(*names: str, robots: dict[int, str] | None = None) -> Evening:
    """Return an evening after a game of these players."""
    return Evening(Preferences(Language.ENGLISH).after(names, robots or {}))


class TestHowManyPlayers:
    def test_one_press_starts_with_the_players_who_sit_there(self) -> None:
        evening = sit(Evening(), *THREE)
        assert "2: 2 players\n3: Mia, Ben, Tom\n4: 4 players" in evening.says()
        evening.press("petal3")
        assert evening.says().startswith("Which game?")
        assert evening.table.new_game.names == THREE

    def test_it_fits(self) -> None:
        evening = sit(Evening(), "Maximilian", "ÉÄÖÜŒÇÀ", "mmmmmmm", "Wilhelm-W", "WWWWWWWl")
        assert clipped(evening.frame()) == []
        assert "5: Maximilian, ÉÄÖÜŒÇÀ +3" in evening.says()

    def test_another_number_asks_for_names_as_usual(self) -> None:
        evening = sit(Evening(), *THREE).press("petal4")
        assert evening.says().startswith("Who is player 1?\n1: Mia")
        evening = sit(Evening(), *THREE).press("petal2")
        assert evening.says().startswith("Who is player 1?\n1: Mia")

    def test_a_gap_asks_for_names_as_usual(self) -> None:
        evening = typed(sit(Evening(), "Mia").join(2), "Tom", "seat3")
        assert "3: 3 players" in evening.says()

    def test_a_display_without_a_name_asks_for_it_as_usual(self) -> None:
        evening = sit(Evening(), "Mia", "Ben").join(2)
        assert "2: Mia, Ben\n3: 3 players" in evening.says()

    def test_back_asks_for_the_names_one_by_one(self) -> None:
        evening = sit(Evening(), *THREE).press("petal3 soft1")
        assert evening.says().startswith("Who is player 3?\n1: Tom")
        evening.press("soft1 soft1 soft1")
        assert evening.says().startswith("How many players?")

    def test_the_tutorial_too(self) -> None:
        evening = sit(Evening(), *THREE).press("soft1 petal3")
        assert evening.says().startswith("Who is the youngest?")
        assert evening.table.new_game.names == THREE

    def test_they_play_with_two_more_presses(self) -> None:
        evening = sit(Evening(), *THREE).press(f"petal3 petal1 petal2 {SKIP}")
        assert evening.session.names == THREE


class TestAgain:
    def test_other_players_who_sit_there_need_one_press(self) -> None:
        evening = sit(after_a_game("Ana", "Ben"), *THREE)
        assert "1: Triqueta\n2: Triqueta with wolves\n3: Mia, Ben, Tom" in evening.says()
        evening.press("petal3")
        assert evening.says().startswith("Which game?")
        assert evening.table.new_game == NewGame(True, players=3, names=THREE)

    @pytest.mark.parametrize("robots", [{}, {2: "easy"}])
    def test_the_same_players_are_offered_once(self, robots: dict[int, str]) -> None:
        last = after_a_game("Mia", "Ben", "Tom", robots=robots)
        evening = sit(last, *(name for seat, name in enumerate(THREE) if seat not in robots))
        assert "3: Other players" in evening.says()
        assert evening.press("petal3").says().startswith("How many players?")

    def test_one_player_alone_is_no_number_to_offer(self) -> None:
        assert "3: Other players" in sit(after_a_game("Ana", "Ben"), "Mia").says()


class TestSeats:
    def test_a_seat_with_a_display_or_a_robot_is_not_free(self) -> None:
        table = sit(Evening(), "Mia").press("petal3 petal1 soft3").table
        assert [joining.is_free(table, seat) for seat in range(5)] == [False, False, True] + [
            False
        ] * 2

    def test_before_the_number_is_known_all_are(self) -> None:
        table = Evening().table
        assert all(joining.is_free(table, seat) for seat in range(5))
        assert joining.is_open(table)

    def test_in_a_game_no_seat_can_be_taken(self) -> None:
        table = in_game(new_play()).table
        assert not joining.is_open(table)
        assert joining.why_not_sit(table, 0, "Ana") == joining.NOT_NOW

    def test_an_interrupted_game_is_one_too(self) -> None:
        assert not joining.is_open(Evening(interrupted=new_play()).table)

    def test_the_rules_for_names_are_those_of_every_page(self) -> None:
        table = sit(Evening(), "Mia").table
        assert joining.why_not_sit(table, 1, "Ben") is None
        for seat, name, why in [
            (0, "Ben", "This seat is already taken."),
            (1, "Mia", "Mia is already playing"),
            (1, "", "Enter a name first"),
            (1, "Maximilianus", "2 letters too many"),
            (5, "Ben", "This seat is already taken."),
        ]:
            refusal = joining.why_not_sit(table, seat, name)
            assert refusal is not None
            assert said(refusal, Language.ENGLISH) == why


class TestStandingUp:
    def test_the_seat_is_free_again_without_a_name(self) -> None:
        evening = stand_up(sit(Evening(), *THREE), 1)
        assert evening.table.typed_names == {0: "Mia", 2: "Tom"}
        assert joining.is_free(evening.table, 1)
        assert joining.why_not_sit(evening.table, 1, "Ben") is None

    def test_the_set_up_keeps_a_name_that_it_knows(self) -> None:
        evening = stand_up(sit(Evening(), *THREE).press("petal3"), 1)
        assert evening.table.new_game.names == THREE
        assert joining.why_not_sit(evening.table, 1, "Ben") is None

    def test_in_a_game_it_changes_nothing(self) -> None:
        evening = sit(Evening(), *THREE).press(f"petal3 petal1 petal2 {SKIP}")
        evening.handle(StoodUp("seat2", evening.time))
        assert evening.table.typed_names[1] == "Ben"

    def test_a_player_who_left_before_the_next_game_can_sit_elsewhere(self) -> None:
        evening = sit(Evening(), *THREE).press(f"petal3 petal1 petal2 {SKIP}").leave(2)
        evening.table.start_over()
        assert joining.why_not_sit(evening.table, 3, "Tom") is None
        assert joining.why_not_sit(evening.table, 3, "Mia") is not None


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (("Mia",), "Mia"),
        (("Mia", "Ben"), "Mia und Ben"),
        (THREE, "Mia, Ben und Tom"),
    ],
)
def test_names_in_a_sentence(names: tuple[str, ...], text: str) -> None:
    assert said(in_a_sentence(names), Language.GERMAN) == text
