"""Robots are seated like people: names and levels. Games without robots stay unchanged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.sessions import change_spec
from tests.table.evening import Evening, new_play
from tests.table.services import services
from tests.table.set_up import CHECK, SKIP, TWO_PLAYING, with_robots
from triqueta.games import OWN_GAMES
from triqueta.games.triqueta.rules import Edition
from triqueta.records.errors import RulesError
from triqueta.screens.phrases import Language
from triqueta.table.events import Named
from triqueta.table.names import NAMES, free_robot_name, is_too_long
from triqueta.table.session import ROBOT
from triqueta.table.state import Preferences
from triqueta.table.table import Table

ENGLISH = Preferences(Language.ENGLISH)
THREE = "petal3 petal1 soft3 soft3"
"""Keys that seat Player 1 and two robots, up to "Which game?"."""
HARD_AND_EASY = "soft2 petal3 petal1"
"""Keys that give the robots their levels one by one."""


def test_a_person_and_robots_of_some_level() -> None:
    evening = Evening().press(THREE)
    assert evening.table.new_game.names == ("Player 1", "Moss", "Twig")
    assert evening.table.new_game.robots == {1: "", 2: ""}
    evening.press(f"petal2 {HARD_AND_EASY}")
    assert evening.table.new_game.robots == {1: "hard", 2: "easy"}
    evening.press(SKIP)
    assert evening.session.robots == {1: "hard", 2: "easy"}
    assert evening.session.entries[:2] == ["robot 1 hard", "robot 2 easy"]
    assert evening.session.document()["robots"] == [None, "hard", "easy"]


def test_people_alone_leave_no_trace_of_robots() -> None:
    evening = Evening().press(TWO_PLAYING)
    assert evening.session.entries == []
    assert "robots" not in evening.session.document()


@pytest.mark.parametrize("seat", [-1, 3, 4])
def test_a_robot_at_no_seat_is_refused_and_changes_nothing(seat: int) -> None:
    session = new_play(players=3)
    with pytest.raises(RulesError, match=f"robot {seat} easy: there is no such seat"):
        session.apply(f"{ROBOT} {seat} easy")
    assert session.robots == {}
    assert session.entries == []


def test_the_first_player_is_a_person() -> None:
    evening = Evening().press("petal3")
    assert "Robot" not in evening.says()
    assert "Menu" in evening.says()
    assert "Robot" in evening.press("petal1").says()


def asked(evening: Evening) -> list[str]:
    """Return the question at the table and its answers."""
    title, *lines = evening.says().splitlines()
    return [title, *(line for line in lines if line[0].isdecimal())]


TRIQUETAS_LEVELS = ["1: easy", "2: medium", "3: hard", "4: expert"]


class TestLevels:
    def test_one_robot_is_asked_about_by_name_after_the_game(self) -> None:
        evening = Evening().press("petal2 petal1 soft3 petal1")
        assert asked(evening) == ["Which level for Moss?", *TRIQUETAS_LEVELS]
        assert "One by one" not in evening.says()

    def test_only_the_levels_of_the_chosen_game_are_offered(self) -> None:
        evening = Evening().press(THREE).press("petal3")
        assert asked(evening) == ["Which level for the robots?", "1: easy", "2: good"]

    def test_one_answer_is_for_all_robots(self) -> None:
        evening = Evening().press(THREE).press("petal1 petal4")
        assert evening.table.new_game.robots == {1: "expert", 2: "expert"}

    def test_each_robot_can_have_its_own(self) -> None:
        evening = Evening().press(THREE).press("petal1 soft2")
        assert asked(evening) == ["Which level for Moss?", *TRIQUETAS_LEVELS]
        assert asked(evening.press("petal3"))[0] == "Which level for Twig?"

    def test_every_question_has_a_way_back(self) -> None:
        evening = Evening().press("petal4 petal1 soft3 petal1 soft3 petal1 petal2")
        titles = []
        for _ in range(8):
            titles.append(evening.says().splitlines()[0])
            evening.press("soft1")
        assert titles == [
            "Who is the youngest?",
            "Which level for the robots?",
            "Which game?",
            "Who is player 4?",
            "Who is player 3?",
            "Who is player 2?",
            "Who is player 1?",
            "How many players?",
        ]

    def test_the_way_back_from_one_by_one_leads_to_the_question_for_all(self) -> None:
        evening = Evening().press(THREE).press("petal1 soft2 petal3 soft1")
        assert asked(evening)[0] == "Which level for the robots?"
        assert evening.table.new_game.robots == {1: "", 2: ""}


class TestYoungest:
    def test_robots_are_not_listed(self) -> None:
        evening = Evening().press("petal4 petal1 soft3 petal1 soft3 petal1 petal2")
        assert asked(evening) == ["Who is the youngest?", "1: Player 1", "3: Player 3"]

    def test_a_person_alone_is_not_asked_and_starts(self) -> None:
        evening = Evening().press(with_robots(2, game=1, level=1))
        assert "Player 1 starts." in evening.says()
        assert evening.press(SKIP).session.seat_answer == 0


def test_a_game_without_robots_has_no_key_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    for name in OWN_GAMES:
        change_spec(monkeypatch, name, robot_levels=(), quick_level="")
    assert "Robot" not in evening.press("petal3 petal1").says()


WITH_AN_EXPERT = replace(ENGLISH, last_players=("Ana", "Moss"), last_robots={1: "expert"})


def test_a_level_hides_no_game_of_the_same_players() -> None:
    evening = Evening(WITH_AN_EXPERT)
    assert "4: Zatre" in evening.says()
    assert asked(evening.press("petal4")) == ["Which level for Moss?", "1: easy", "2: good"]
    assert evening.press("soft1").says().startswith("Again: Ana, Moss")
    evening.press("petal4 petal2")
    assert evening.table.new_game.robots == {1: "good"}
    assert evening.table.new_game.secret


def test_without_games_with_robots_the_same_players_are_not_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in OWN_GAMES:
        change_spec(monkeypatch, name, robot_levels=(), quick_level="")
    assert Evening(WITH_AN_EXPERT).says().startswith("How many players?")


class TestNames:
    @pytest.mark.parametrize("language", Language)
    def test_they_fit_and_differ_in_every_language(self, language: Language) -> None:
        taken: list[str] = []
        for _ in NAMES:
            name = free_robot_name(language, taken.__contains__)
            assert not is_too_long(name)
            taken.append(name)
        assert len({*taken}) == len(NAMES)
        assert free_robot_name(language, taken.__contains__) == f"{taken[0]} 2"

    def test_they_are_those_of_the_tables_language(self) -> None:
        evening = Evening(Preferences(Language.GERMAN)).press("petal2 petal1 soft3")
        assert evening.table.new_game.names[1] == "Moos"

    @pytest.mark.parametrize("name", ["Moss", "moss"])
    def test_no_robot_gets_the_name_of_a_past_or_present_player(self, name: str) -> None:
        lately = Evening(replace(ENGLISH, recent_names=(name,))).press("petal2 petal2 soft3")
        assert lately.table.new_game.names[1] == "Twig"
        here = Evening()
        here.press("petal2").handle(Named("table", name, here.time))
        assert here.press("soft3").table.new_game.names[1] == "Twig"
        typed = Evening(seats=(3,))
        typed.handle(Named("seat4", name, typed.time))
        assert typed.press("petal2 petal1 soft3").table.new_game.names[1] == "Twig"
        ever = Evening()
        ever.table = Table(replace(services(), has_played=lambda who: who == "Moss"))
        assert ever.press("petal1 petal2 petal1 soft3").table.new_game.names[1] == "Twig"

    def test_no_person_is_given_a_robots_name(self) -> None:
        evening = Evening().press("petal3 petal1 soft3")
        evening.handle(Named("table", "Moss", evening.time))
        assert evening.told() == "Moss is already playing"
        evening.join(1).handle(Named("seat2", "Ana", evening.time))
        assert evening.told("seat2") == "A robot is playing this seat"

    def test_they_are_not_offered_to_people(self) -> None:
        evening = Evening().press(f"{THREE} petal1 petal1 {SKIP}")
        assert evening.table.preferences.recent_names == ()


class TestAgain:
    def test_the_same_again_has_the_same_robots(self) -> None:
        evening = Evening().press(f"{THREE} petal1 {HARD_AND_EASY} {SKIP}")
        evening.table.start_over()
        assert evening.says().startswith("Again: Player 1, Moss, Twig")
        evening.press("petal2")
        assert evening.table.new_game.robots == {1: "hard", 2: "easy"}
        evening.press(SKIP)
        assert evening.session.robots == {1: "hard", 2: "easy"}
        assert evening.session.document()["edition"] == Edition.SHADOW

    def test_other_players_are_people_again(self) -> None:
        preferences = replace(ENGLISH, last_players=("Ana", "Moss"), last_robots={1: "easy"})
        evening = Evening(preferences).press("petal3 petal2 soft2")
        assert evening.table.new_game.robots == {}


class TestCutting:
    def test_robots_do_not_cut(self) -> None:
        evening = Evening(seats=(1, 3)).press("petal4 petal1 soft3 petal1 soft3")
        evening.press(f"petal1 petal1 petal1 {CHECK}")
        assert evening.says().startswith("Player 1 cuts")
        evening.press("petal2", "seat2").press("petal2", "seat4")
        assert evening.table.new_game.cuts == ()
        assert evening.press("soft3").says().startswith("Player 3 cuts")
        assert "Next" not in evening.says()


def test_a_first_game_may_be_played_alone() -> None:
    evening = Evening().press(f"soft1 petal2 petal1 soft3 petal1 soft2 {SKIP}")
    assert evening.session.is_tutorial
    assert evening.session.robots == {1: "easy"}
    assert evening.says().startswith("Hint for Player 1")
