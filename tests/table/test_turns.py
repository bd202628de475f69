"""Turns, drawn tiles and choices: at the shared station and at private stations."""

from __future__ import annotations

import pytest

from tests.games.triqueta.rules.tables import table as made_table
from tests.table.evening import Evening, in_game, new_play
from triqueta.games.triqueta.rules import Edition, Phase
from triqueta.screens.phrases import Language
from triqueta.table.state import Preferences


def base(
    first: list[str], moves: str = "", players: int = 3, seats: tuple[int, ...] = ()
) -> Evening:
    setup = made_table(players, first=first).setup
    return in_game(new_play(setup, moves=moves), seats)


def pair(first: list[str], moves: str = "", seats: tuple[int, ...] = ()) -> Evening:
    setup = made_table(2, Edition.SHADOW, first=first).setup
    return in_game(new_play(setup, moves=moves), seats)


def shadow_next(seats: tuple[int, ...] = ()) -> Evening:
    """Return an evening of four players in which Dan's next draw from petal 1 is a wolf."""
    setup = made_table(4, Edition.SHADOW, second=["RODw"]).setup
    moves = "t1 t2 t3 t4 p2 d1 r1 d1 r1 d1 r1 t2"
    return in_game(new_play(setup, moves=moves), seats)


class TestTurn:
    def test_everything_public_is_shown(self) -> None:
        evening = base(["ROD", "BMU"], "d1 r2 d2 k t2")
        assert evening.says() == (
            "Ana's turn\nRound 1 of 4\n"
            "petal 1: tiles: 2\npetal 2: tiles: 2\npetal 3: tiles: 3\n"
            "petal 4: tiles: 3\npetal 5: tiles: 3\n"
            "row 1: empty\nrow 2: taken\nrow 3: empty\n"
            "Ana has the Rock\nChloé has left the round\n"
            "Take row | Info | Menu"
        )

    def test_shadow_tops_trees_and_rock_are_shown(self) -> None:
        text = shadow_next().says()
        assert "petal 1: a shadow tile on top" in text
        assert "Dan has the Rock\nDan has Trees: 1" in text

    def test_a_petal_key_draws(self) -> None:
        evening = base(["ROD"]).press("petal1")
        assert evening.session._game.moves == ["d1"]

    def test_a_row_is_taken_with_a_soft_key_and_its_petal(self) -> None:
        evening = base(["ROD"], "d1 r2").press("soft1")
        assert evening.says().startswith("Ben takes row ...")
        evening.press("petal2")
        assert evening.session._game.moves[-1] == "t2"
        assert evening.says().startswith("Chloé's turn")

    def test_taking_a_row_can_be_thought_better_of(self) -> None:
        evening = base(["ROD"]).press("soft1 soft1")
        assert evening.says().startswith("Ana's turn")

    def test_a_row_that_is_gone_says_so(self) -> None:
        evening = base(["ROD"], "t2").press("soft1 petal2")
        assert evening.told().startswith("This row has been taken")
        evening.press("petal4")
        assert evening.told().startswith("There is no such row")
        evening.press("soft2")
        assert evening.told() == "This key does nothing right now"

    def test_an_empty_petal_says_so_for_a_moment(self) -> None:
        evening = base(["ROD"], "d1 r1 d1 r1 d1 r1").press("petal1")
        assert evening.told().startswith("This petal is empty")
        evening.wait(3.1)
        assert evening.says().startswith("Ana's turn")

    def test_an_empty_pile_says_so(self) -> None:
        moves = " ".join(f"d{petal} r1" for petal in "123451234512345")
        evening = base([], moves).press("petal1")
        assert evening.told().startswith("The pile is empty: take a row")

    def test_fewer_than_two_tiles_left_say_so(self) -> None:
        moves = "d1 d1 r1 x d1 d2 r1 x d2 d2 r1 x d3 d3 r1 x d3 d4 r1 x d4 d4 r1 x d5 d5 r1 x"
        evening = pair([], moves).press("petal5")
        assert evening.told().startswith("Fewer than two tiles are left: take a row")

    def test_the_last_player_continues_alone(self) -> None:
        evening = base(["ROD", "BMU"], "t1 t2")
        evening.press("petal1 soft2 petal3")
        assert evening.says().startswith("Chloé's turn")
        evening.press("petal1 soft2 soft1")  # look, keep
        assert evening.session._game.kept_light[2] == "O"
        assert evening.says().startswith("Chloé's turn")

    def test_the_end_of_a_round_and_the_next_pile(self) -> None:
        evening = base(["ROD"], "t1 t2").press("soft1 petal3")
        assert evening.says().startswith("Round 1 is over\n1/4\nChloé takes the Rock\n")
        assert evening.press("petal2").told() == "Press “Next” to continue"
        assert evening.session._game.phase is Phase.NEXT_PILE
        evening.press("soft3")
        assert evening.says().startswith("Chloé opens a pile")
        evening.press("petal1")
        assert evening.told().startswith("That pile has already been used")
        evening.press("petal3")
        assert evening.session._game.trees == [0, 0, 1]
        assert evening.says().startswith("Chloé's turn\nRound 2 of 4")

    def test_only_who_has_the_turn_acts_at_a_station_of_the_own(self) -> None:
        evening = base(["ROD"], seats=(0, 1))
        evening.press("petal1", "seat2")
        assert evening.told("seat2").startswith("Waiting for Ana")
        assert evening.session._game.moves == []
        evening.press("petal1", "seat1")
        assert evening.session._game.moves == ["d1"]


class TestDrawnTileAtTheSharedStation:
    def test_it_is_shown_only_while_look_is_held(self) -> None:
        evening = base(["ROD"]).press("petal1")
        assert evening.says().startswith("Ana, take the device")
        assert "rabbit" not in evening.says()
        evening.down("soft2")
        assert evening.says().startswith("Only for Ana\nrabbit")
        evening.wait(1).up("soft2")
        assert "rabbit" not in evening.says()
        assert evening.says().startswith("Ana: row or keep?")

    def test_a_tap_on_look_shows_nothing_but_ends_the_undo(self) -> None:
        evening = base(["ROD"]).press("petal1").down("soft2").up("soft2")
        assert evening.told() == "Keep holding “Look”"
        assert evening.says().startswith("Ana, take the device")
        assert evening.says().endswith("- | Look | Menu")
        evening.press("soft3 petal1")
        assert evening.session._game.moves == ["d1"]

    def test_other_keys_say_so_while_look_is_held(self) -> None:
        evening = base(["ROD"]).press("petal1").down("soft2").down("petal1")
        assert evening.told() == "Let go of “Look”, then choose"

    def test_look_shows_the_points_of_each_choice(self) -> None:
        evening = base(["RRR", "OOO", "ODD"], "d1 r1 d2 r1 d2 r1 d1 k d2 r2 d3 r3")
        evening.press("petal1").down("soft2")
        assert evening.says() == (
            "Only for Ana\nrabbit\npoints if kept: +1\n"
            "your points with row:\n1: +6\n2: +2\n3: +2\n"
            "- | Look | -"
        )

    def test_placing_keeping_and_the_keeps_left(self) -> None:
        evening = base(["ROD"]).press("petal1 soft2")
        assert evening.says().endswith("Keep (2) | Look | Menu")
        evening.press("soft1")
        assert evening.session._game.kept_light[0] == "R"
        assert evening.told() == "Ana keeps a tile"
        evening.press("petal1 soft2 petal3")
        assert evening.session._game.rows[2] == "O"

    def test_after_two_keeps_the_key_says_why_not(self) -> None:
        evening = base(["ROD"], "d1 k d2 r1 d2 r1 d1 k d2 r1 d3 r1 d3").press("soft1")
        assert evening.told().startswith("You have kept two tiles already")
        assert evening.says().endswith("- | Look | Menu")

    def test_a_row_that_is_gone_is_not_offered(self) -> None:
        evening = base(["ROD"], "t1 d1").press("petal1")
        assert evening.told().startswith("This row has been taken")
        assert evening.session._game.moves == ["t1", "d1"]

    def test_look_again_while_choosing(self) -> None:
        evening = base(["ROD"]).press("petal1 soft2").down("soft2")
        assert evening.says().startswith("Which row, or keep?\nrabbit")
        evening.press("petal1")  # no other key works while Look is held
        assert evening.session._game.moves == ["d1"]
        evening.up("soft2")
        assert evening.says().startswith("Ana: row or keep?")

    def test_the_box_is_only_for_two_players_with_wolves(self) -> None:
        evening = base(["ROD"]).press("petal1 soft2")
        assert "box" not in evening.says()
        evening.press("petal5")
        assert evening.told().startswith("There is no such row")


class TestDrawnTileAtOnesOwnStation:
    def test_it_appears_there_and_nowhere_else(self) -> None:
        evening = base(["ROD"], seats=(0, 1)).press("petal1", "seat1")
        assert evening.says("seat1").startswith("Which row, or keep?\nrabbit")
        for other in ("table", "seat2"):
            assert evening.says(other).startswith("Ana decides")
            assert "rabbit" not in evening.says(other)

    def test_the_choice_is_made_there(self) -> None:
        evening = base(["ROD"], seats=(0,)).press("petal1")
        evening.press("petal2")
        assert evening.told().startswith("Waiting for Ana")
        evening.press("petal2", "seat1")
        assert evening.session._game.rows[1] == "R"

    def test_both_kinds_mix(self) -> None:
        evening = base(["ROD"], seats=(0,)).press("petal1", "seat1").press("soft1", "seat1")
        evening.press("petal1")
        assert evening.says().startswith("Ben, take the device")

    def test_a_page_that_was_open_makes_way_for_the_tile(self) -> None:
        evening = base(["ROD"], seats=(0,)).press("soft2 petal1", "seat1").press("petal1")
        assert evening.says("seat1").startswith("Which row, or keep?\nrabbit")

    def test_pages_can_be_looked_at_before_choosing(self) -> None:
        evening = base(["ROD"], seats=(0,)).press("petal1", "seat1").press("soft2 petal1", "seat1")
        assert evening.says("seat1").startswith("Row 1")
        evening.press("soft1 soft1 petal1", "seat1")
        assert evening.session._game.rows[0] == "R"


class TestTwoTiles:
    def test_the_second_is_drawn_before_either_is_seen(self) -> None:
        evening = pair(["ROD"]).press("petal1")
        assert evening.says().startswith("Ana: second tile")
        evening.down("soft2")  # opens the pages, because there is nothing to look at yet
        assert "rabbit" not in evening.says()

    def test_between_them_there_is_only_the_second_tile_or_a_way_back(self) -> None:
        evening = pair(["ROD"]).press("petal1")
        assert evening.says().endswith("Undo | Info | Menu")
        evening.press("soft1")
        assert evening.session._game.moves == []

    def test_a_kept_shadow_tile_counts_as_owned(self) -> None:
        setup = made_table(2, Edition.SHADOW, second=["OODr", "RRDw"]).setup
        session = new_play(setup, moves="t1 t2 p2 d1 d1 r1 x d1 d3 r1 x")
        evening = in_game(session).press("petal1 petal2 soft2").down("soft2")
        assert "rabbit\npoints if kept: +1\nyour points with row:\n1: +3" in evening.says()

    def test_both_are_shown_then_a_choice_for_each(self) -> None:
        evening = pair(["ROD"]).press("petal1 petal1").down("soft2")
        assert evening.says().startswith("Only for Ana\nrabbit")
        assert "owl" in evening.says()
        evening.wait(1).up("soft2")
        assert evening.says().startswith("Ana: tile 1 of 2")
        assert "1: row 1\n2: row 2\n5: box" in evening.says()
        evening.press("petal1")
        assert evening.says().startswith("Ana: tile 2 of 2")
        assert "1: row 1" not in evening.says()
        evening.down("soft2")
        assert evening.says().startswith("Keep, or 5: box?\nowl")
        assert "row" not in evening.says()
        evening.up("soft2").press("petal5")
        assert evening.session._game.moves == ["d1", "d1", "r1", "x"]

    def test_the_same_option_twice_says_why_not(self) -> None:
        evening = pair(["ROD"]).press("petal1 petal1 soft2 petal5 petal5")
        assert evening.told().startswith("Do something else with the second tile")
        evening.press("soft1")
        assert evening.session._game.moves == ["d1", "d1", "x", "k"]

    def test_at_a_private_station_both_are_shown_before_the_choices(self) -> None:
        evening = pair(["ROD"], seats=(0,)).press("petal1 petal1", "seat1")
        assert evening.says("seat1").startswith("Only for Ana\nrabbit")
        assert evening.says("seat1").endswith("- | OK | -")
        evening.press("soft2", "seat1")
        assert evening.says("seat1").startswith("Row, keep, or 5: box?\nrabbit")
        evening.press("petal5", "seat1")
        assert evening.says("seat1").startswith("Which row, or keep?\nowl")


class TestShadowTile:
    def test_at_the_shared_station_it_is_seen_then_kept(self) -> None:
        evening = shadow_next().press("petal1")
        name = evening.session.names[evening.session._movers[-1]]
        assert evening.says().startswith(f"{name}, take the device")
        evening.down("soft2")
        assert "shadow wolf" in evening.says()
        assert "You keep it until the end." in evening.says()
        evening.wait(1).up("soft2")
        assert evening.told() == f"{name} keeps the shadow tile"
        assert evening.session._game.kept_shadow[evening.session._movers[-1]] == "w"

    def test_the_game_does_not_continue_before_it_was_seen(self) -> None:
        evening = shadow_next().press("petal1 petal2 petal3")
        assert evening.session._game.moves[-1] == "d1"

    def test_at_a_private_station_it_stays_until_closed_and_the_game_continues(self) -> None:
        evening = shadow_next(seats=(0, 1, 2, 3)).press("petal1")
        own = f"seat{evening.session._movers[-1] + 1}"
        assert "shadow wolf" in evening.says(own)
        assert "wolf" not in evening.says()
        evening.press("petal2")
        assert evening.session._game.moves[-1] == "d2"
        assert "shadow wolf" in evening.says(own)
        evening.press("soft2", own)
        assert "wolf" not in evening.says(own)


class TestTakeBack:
    def take_back(self, evening: Evening, station: str = "table") -> Evening:
        return evening.press("soft3 petal1", station)

    def test_a_draw_that_was_not_looked_at(self) -> None:
        evening = base(["ROD"]).press("petal1 soft1")
        assert evening.session._game.moves == []
        assert evening.says().startswith("Ana's turn")
        self.take_back(evening.press("petal2"))
        assert evening.session._game.moves == []

    def test_not_a_draw_that_was_looked_at(self) -> None:
        evening = self.take_back(base(["ROD"]).press("petal1 soft2"))
        assert evening.told().startswith("Nothing to undo")
        assert evening.session._game.moves == ["d1"]

    def test_not_a_draw_that_appeared_at_a_private_station(self) -> None:
        evening = base(["ROD"], seats=(0,)).press("petal1", "seat1")
        self.take_back(evening, "seat1")
        assert evening.session._game.moves == ["d1"]

    @pytest.mark.parametrize("choice", ["petal2", "soft1"])
    def test_a_row_or_a_keep_just_chosen(self, choice: str) -> None:
        evening = base(["ROD"]).press(f"petal1 soft2 {choice}")
        assert evening.says().startswith("Ben's turn")
        self.take_back(evening)
        assert evening.session._game.moves == ["d1"]
        assert evening.says().startswith("Ana: row or keep?")

    def test_a_row_just_taken(self) -> None:
        evening = self.take_back(base(["ROD"], "d1 r1").press("soft1 petal1"))
        assert evening.session._game.moves == ["d1", "r1"]

    def test_not_after_the_next_player_has_acted(self) -> None:
        evening = base(["ROD"]).press("petal1 soft2 petal1 petal2")
        self.take_back(evening)
        assert evening.session._game.moves == ["d1", "r1"]  # Ben's unseen draw is undone
        evening.press("petal2 soft2")
        self.take_back(evening)
        assert evening.session._game.moves == ["d1", "r1", "d2"]

    def test_a_draw_that_was_seen_never_leaves_the_game(self) -> None:
        evening = base(["ROD"]).press("petal1 soft2 petal1")
        self.take_back(self.take_back(evening))
        assert evening.session._game.moves == ["d1"]
        evening = pair(["ROD"]).press("petal1 petal1 soft2 petal1 petal5")
        for _ in range(4):
            self.take_back(evening)
        assert evening.session._game.moves == ["d1", "d1"]

    def test_only_the_last_turn_not_those_of_others(self) -> None:
        evening = base(["ROD"]).press("petal1 soft2 petal1 soft1 petal1 soft1 petal2")
        assert evening.session._game.moves == ["d1", "r1", "t1", "t2"]
        for _ in range(3):
            self.take_back(evening)
        assert evening.session._game.moves == ["d1", "r1", "t1"]

    def test_not_an_opened_pile(self) -> None:
        evening = self.take_back(base([], "t1 t2 t3").press("petal2"))
        assert evening.session._game.moves[-1] == "p2"

    def test_only_by_who_made_the_move_at_a_station_of_the_own(self) -> None:
        evening = base(["ROD"], seats=(0, 1)).press("petal1 petal2", "seat1")
        assert evening.session._game.moves == ["d1", "r2"]
        self.take_back(evening, "seat2")
        assert evening.told("seat2").startswith("Nothing to undo")
        self.take_back(evening, "seat1")
        assert evening.session._game.moves == ["d1"]

    def test_both_draws_of_two_one_after_the_other(self) -> None:
        evening = pair(["ROD"]).press("petal1 petal1 soft1")
        assert evening.says().startswith("Ana: second tile")
        self.take_back(evening)
        assert evening.session._game.moves == []

    def test_not_once_the_game_is_over(self) -> None:
        moves = "t1 t2 t3 p2 t1 t2 t3 p3 t1 t2 t3 p4 t1 t2"
        evening = base([], moves).press("soft1 petal3 soft3 soft3")
        assert evening.says().startswith("Menu")
        assert "1: Undo" not in evening.says()

    def test_the_last_row_is_undone_while_the_end_of_the_round_is_shown(self) -> None:
        evening = base([], "t1 t2").press("soft1 petal3 soft2 petal1")
        assert evening.session._game.moves == ["t1", "t2"]
        assert evening.says().startswith("Chloé's turn")


class TestWhatASeatIsTold:
    """Notices for a seat appear at its private station or, if it has none, at the table."""

    def test_only_the_first_player_is_told_how_to_begin(self) -> None:
        evening = in_game(new_play(), range(5))
        assert evening.told() == evening.told("seat1") == "Press a petal to draw a tile"
        assert [evening.told(f"seat{seat}") for seat in (2, 3, 4, 5)] == ["", "", "", ""]

    @pytest.mark.parametrize(
        ("language", "told"), [("en", "Ana plays"), ("fr", "Ana joue"), ("de", "Ana spielt")]
    )
    def test_a_waiting_player_is_not_addressed_by_the_current_players_name(
        self, language: str, told: str
    ) -> None:
        preferences = Preferences(Language(language))
        evening = Evening(preferences, interrupted=new_play(), seats=(0, 1)).press("petal1")
        own, waiting = (evening.says(station).splitlines()[0] for station in ("seat1", "seat2"))
        assert own == evening.says().splitlines()[0] != waiting
        assert waiting == told

    def test_a_seat_that_does_not_play_is_told_nothing_of_the_game(self) -> None:
        evening = in_game(new_play(), (4,)).press("petal1 soft2 soft1")
        assert evening.told() == "Ana keeps a tile"
        assert evening.told("seat5") == ""
