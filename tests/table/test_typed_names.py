"""Names typed on a page: at a private station or at the table."""

from __future__ import annotations

import pytest

from tests.table.evening import Evening, in_game, new_play, random_play
from tests.table.set_up import CHECK, SKIP, START
from triqueta.games.triqueta.rules import Edition
from triqueta.screens.frame import Light, clipped
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE
from triqueta.table.events import Named
from triqueta.table.state import Preferences


def typed(evening: Evening, name: str, station: str = TABLE) -> Evening:
    evening.handle(Named(station, name, evening.time))
    assert clipped(evening.frame()) == []
    return evening


class TestAtASeat:
    def test_it_is_the_first_that_is_offered(self) -> None:
        evening = typed(Evening().join(1), "  Zoé ", "seat2")
        assert evening.told("seat2") == "Welcome, Zoé"
        evening.press("petal2")
        assert "Zoé" not in evening.says()
        evening.press("petal1")
        assert "Who is player 2?\n1: Zoé" in evening.says()
        evening.press("petal1")
        assert evening.table.new_game.names == ("Player 1", "Zoé")

    def test_players_without_names_keep_those_that_were_typed(self) -> None:
        evening = typed(Evening().join(1), "Zoé", "seat2").press("petal3 soft2")
        assert evening.table.new_game.names == ("Player 1", "Zoé", "Player 3")

    def test_also_where_the_names_were_turned_to_others(self) -> None:
        names = tuple(f"Name{number}" for number in range(8))
        preferences = Preferences(language=Language.ENGLISH, recent_names=names)
        evening = Evening(preferences).join(0).press("petal2 petal4")
        assert "1: Name3" in evening.says()
        typed(evening, "Zoé", "seat1")
        assert "1: Zoé\n2: Name0" in evening.says()

    def test_while_a_name_is_being_spelled_at_the_table_nothing_is_lost(self) -> None:
        evening = Evening().join(0).press("petal2 petal5 petal1 petal1")
        typed(evening, "Zoé", "seat1")
        assert evening.says().startswith("Enter the name\nA")

    def test_a_seat_that_has_a_name_gets_the_one_its_player_types(self) -> None:
        evening = Evening().join(1).press("petal2 petal1 soft2")
        assert evening.table.new_game.names == ("Player 1", "Player 2")
        typed(evening, "Zoé", "seat2")
        assert evening.table.new_game.names == ("Player 1", "Zoé")
        evening.press("petal1")
        assert "2: Zoé" in evening.says()
        evening.press(f"petal1 {CHECK}")
        typed(evening, "Zed", "seat2")
        assert evening.says("seat2").startswith("Zed cuts")
        evening.press(f"{START} {SKIP}")
        assert evening.session.names == ("Player 1", "Zed")

    def test_no_two_players_have_the_same_name(self) -> None:
        evening = Evening().join(0).join(1)
        typed(typed(evening, "Zoé", "seat1"), "Zoé", "seat2")
        assert evening.told("seat2") == "Zoé is already playing"
        evening = Evening().join(1).press("petal2 petal1")
        typed(evening, "Player 1", "seat2")
        assert evening.told("seat2") == "Player 1 is already playing"
        assert evening.table.typed_names == {}

    def test_in_a_game_it_says_why_not(self) -> None:
        evening = typed(in_game(new_play(), (0,)), "Zoé", "seat1")
        assert evening.told("seat1") == "Names can't be changed during a game"
        assert evening.session.names == ("Ana", "Ben", "Chloé")
        assert evening.table.typed_names == {}
        typed(evening, "Ana", "seat1")
        assert evening.told("seat1") == "Welcome, Ana"

    def test_an_interrupted_game_is_one_too(self) -> None:
        evening = typed(Evening(interrupted=new_play(), seats=(0,)), "Zoé", "seat1")
        assert evening.told("seat1") == "Names can't be changed during a game"

    def test_after_the_game_it_is_for_the_next_one(self) -> None:
        evening = in_game(random_play(Edition.BASE, 2, 1, lambda session: False), (0,))
        typed(evening, "Zoé", "seat1")
        assert evening.told("seat1") == "Welcome, Zoé"
        evening.skip_reveal().press("soft1")
        evening.table.preferences = Evening().table.preferences
        evening.table.start_over()
        assert "Who is player 1?\n1: Zoé" in evening.press("petal2").says()

    def test_it_lights_the_screens(self) -> None:
        evening = Evening().join(0).wait(2000)
        assert evening.frame("seat1").light is Light.OFF
        typed(evening, "Zoé", "seat1")
        assert evening.frame("seat1").light is Light.FULL

    def test_an_empty_seat_types_nothing(self) -> None:
        assert typed(Evening(), "Zoé", "seat4").table.typed_names == {}


class TestAtTheTable:
    def test_it_answers_the_question(self) -> None:
        evening = typed(Evening().press("petal2"), " Ana")
        assert evening.told() == "Welcome, Ana"
        assert evening.says().startswith("Who is player 2?")
        evening.press("petal5 petal1")
        typed(evening, "Ben")
        assert evening.table.new_game.names == ("Ana", "Ben")
        assert evening.says().startswith("Which game?")

    def test_not_twice(self) -> None:
        evening = typed(typed(Evening().press("petal2"), "Ana"), "Ana")
        assert evening.told() == "Ana is already playing"
        assert evening.table.new_game.names == ("Ana",)

    def test_where_no_name_is_asked_for_it_says_so(self) -> None:
        assert typed(Evening(), "Ana").told() == "The table isn't asking for a name right now"
        game_over = in_game(random_play(Edition.BASE, 2, 1, lambda session: False))
        assert typed(game_over, "Ana").told() == "The table isn't asking for a name right now"
        assert typed(in_game(new_play()), "Ana").told() == "Names can't be changed during a game"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "Enter a name first"),
        (" \t ", "Enter a name first"),
        ("Wolfeschlegelstein", "9 letters too many"),
        ("WWWWWWWWW", "2 letters too many"),
        ("Жук", "This display can't show letter 1: Ж"),
        ("Ann漢", "This display can't show letter 4: 漢"),
        ("An\udc80", "This display can't show letter 3: U+DC80"),
    ],
)
def test_each_reason_is_shown(name: str, reason: str) -> None:
    evening = typed(Evening().join(0), name, "seat1")
    assert evening.told("seat1") == reason
    evening.press("petal2")
    assert typed(evening, name).told() == reason
    assert evening.table.new_game.names == ()


def test_an_accent_is_part_of_its_letter() -> None:
    evening = typed(Evening().join(0), "Zoe\u0301", "seat1")
    assert evening.table.typed_names == {0: "Zo\u00e9"}
