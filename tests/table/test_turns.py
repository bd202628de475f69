"""Turns, drawn tiles and choices: at the shared station and at private stations."""

from __future__ import annotations

import pytest

from tests.games.triqueta.rules.tables import table as made_table
from tests.table.evening import Evening, in_game, new_play
from triqueta.games.triqueta.rules import Edition, Phase
from triqueta.games.triqueta.session import NEXT
from triqueta.screens.phrases import Language
from triqueta.table.session import ROBOT
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
            "row 1: empty\nrow 2: taken by Chloé\nrow 3: empty\n"
            "Ana has the Rock\nChloé has left the round\n"
            "points with row 1: 0\npoints with row 3: 0\n"
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
        assert evening.says().startswith("You leave the round with:")
        evening.press("petal2")
        assert evening.session._game.moves[-1] == "t2"
        assert evening.says().startswith("Chloé's turn")

    def test_taking_a_row_can_be_thought_better_of(self) -> None:
        evening = base(["ROD"]).press("soft1 soft1")
        assert evening.says().startswith("Ana's turn")

    def test_a_row_that_is_gone_says_so(self) -> None:
        evening = base(["ROD"], "t2").press("soft1 petal2")
        assert evening.told() == "Row 2 was taken by Ana"
        evening.press("petal4")
        assert evening.told() == "There is no row 4 with 3 players"

    def test_an_empty_petal_says_so_for_a_moment(self) -> None:
        evening = base(["ROD"], "d1 r1 d1 r1 d1 r1").press("petal1")
        assert evening.told().startswith("This petal is empty")
        evening.wait(3.1)
        assert evening.says().startswith("Ana's turn")

    def test_an_empty_pile_offers_the_rows_without_a_press(self) -> None:
        moves = " ".join(f"d{petal} r1" for petal in "123451234512345")
        evening = base([], moves)
        assert evening.says().startswith("Ana: take a row\n1/4\nrow 1: ")
        assert evening.says().endswith("- | Info | Menu")
        evening.press("soft1")
        assert evening.told() == "Press the petal of a row"
        evening.press("petal2")
        assert evening.session._game.moves[-1] == "t2"
        evening.press("petal2")
        assert evening.told() == "Row 2 was taken by Ana"

    def test_fewer_than_two_tiles_offer_the_rows_without_a_press(self) -> None:
        moves = "d1 d1 r1 x d1 d2 r1 x d2 d2 r1 x d3 d3 r1 x d3 d4 r1 x d4 d4 r1 x d5 d5 r1 x"
        evening = pair([], moves)
        assert evening.says().startswith("Ben: take a row")
        evening.press("petal5")
        assert evening.told() == "There is no row 5 with 2 players"
        evening.press("petal1")
        assert evening.session._game.moves[-1] == "t1"

    def test_help_follows_what_can_be_done(self) -> None:
        moves = " ".join(f"d{petal} r1" for petal in "123451234512345")
        assert "Press the petal of the row to take" in base([], moves).press("soft3 petal3").says()
        two = pair(["ROD"]).press("petal1 petal1 soft2 soft3 petal3").says()
        assert "Place, keep or box the first tile" in two

    def test_help_at_the_end_of_a_round_is_about_the_standings(self) -> None:
        evening = in_game(new_play(players=2, moves="t1")).press("soft1 petal2 soft2 petal3")
        assert "The bars show the points that lie open. The Rock" in evening.says()
        assert "its holder opens the next pile and begins" in evening.says()

    def test_help_at_the_end_of_the_last_round_says_that_kept_tiles_follow(self) -> None:
        moves = "d1 k t1 t2 p2 t1 t2 p3 t1 t2 p4 t1"
        evening = in_game(new_play(players=2, moves=moves)).press("soft1 petal2 soft2 petal3")
        assert "Next, kept tiles are revealed" in evening.says()

    def test_the_page_to_take_a_row_says_what_it_costs(self) -> None:
        evening = base(["RRR"], "d1 r2 d1 r2 d1 r2").press("soft1")
        assert evening.says() == (
            "You leave the round with:\n"
            "row 1: empty\nrow 2: rabbit, rabbit, rabbit\nrow 3: empty\n"
            "1: row 1\n2: row 2\n3: row 3\n"
            "points with row 1: 0\npoints with row 2: +5\npoints with row 3: 0\n"
            "Back | Info | Menu"
        )

    def test_points_count_kept_tiles_only_at_a_private_station(self) -> None:
        evening = base(["RRR"], "d1 k d2 r1 d2 r1 d1 r2 d3 r1 d3 r1 d1 r2", seats=(0, 1))
        assert "points with row 2: +2" in evening.says()  # Ben's, whose turn it is
        assert "points with row 2: +4" in evening.says("seat1")  # Ana keeps the third rabbit
        assert "points with row 2: +2" in evening.says("seat2")

    def test_points_at_the_table_leave_out_what_the_player_keeps(self) -> None:
        evening = base(["RRR"], "d1 k d2 r1 d2 r1 d1 r2 d3 r1 d3 r1 d1 r2 d4 r1 d4 r1", seats=(0,))
        assert evening.says().startswith("Ana's turn")
        assert "points with row 2: +2" in evening.says()
        assert "points with row 2: +4" in evening.says("seat1")
        evening.press("soft1")
        assert "points with row 2: +2" in evening.says()

    def test_a_player_who_has_left_is_shown_no_points(self) -> None:
        evening = base(["ROD"], "d1 r2 t2", seats=(0, 1))
        assert "points with row" not in evening.says("seat2")
        assert "points with row 1: 0" in evening.says("seat1")

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
        assert evening.told() == "Pile 1 has already been played"
        evening.press("petal5")
        assert evening.told() == "There are only 4 piles"
        evening.press("soft1")
        assert evening.told() == "Press the petal of a pile"
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


class TestLastPile:
    """The pile of the fourth round is the only one left, so it opens by itself."""

    MOVES = "t1 t2 t3 p2 t1 t2 t3 p3 t1 t2"

    def test_it_opens_without_a_press(self) -> None:
        evening = base([], self.MOVES).press("soft1 petal3")
        assert evening.says().startswith("Round 3 is over")
        evening.press("soft3")
        assert evening.session.entries[-2:] == [NEXT, "p4"]
        assert evening.says().startswith("Ana's turn\nRound 4 of 4")
        assert evening.session._game.trees == [1, 1, 1]

    def test_it_stays_closed_until_the_end_of_the_round_was_seen(self) -> None:
        evening = base([], self.MOVES).press("soft1 petal3").wait(60)
        assert evening.session._game.phase is Phase.NEXT_PILE
        evening.press("soft2 petal1")  # it can still be undone
        assert evening.session._game.moves[-1] == "t2"

    def test_it_opens_after_a_power_cut_before_it_did(self) -> None:
        session = new_play(made_table(3).setup, moves=f"{self.MOVES} t3")
        assert session.entries[-1] == NEXT
        evening = in_game(session)
        assert evening.session._game.moves[-1] == "p4"
        assert evening.says().startswith("Ana's turn\nRound 4 of 4")

    def test_it_opens_once_for_a_robot(self) -> None:
        session = new_play(made_table(3).setup, moves=self.MOVES)
        for seat in (0, 2):
            session.apply(f"{ROBOT} {seat} easy")
        evening = in_game(session)
        while not evening.session.view(None).round_ended:
            evening.wait(5)
        assert "p4" not in evening.session.entries
        evening.wait(5).press("soft3").wait(5)
        assert evening.session.entries.count("p4") == 1

    def test_of_two_piles_one_is_chosen(self) -> None:
        evening = base([], "t1 t2 t3 p2 t1 t2").press("soft1 petal3 soft3")
        assert evening.says().startswith("Ben opens a pile")


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
            "Only for Ana\nrabbit\n1 → 2 rabbits\nkeep: +1\n"
            "your points with row:\n1: +6\n2: +2\n3: +2\n"
            "- | Look | -"
        )

    def test_placing_keeping_and_the_keeps_left(self) -> None:
        evening = base(["ROD"]).press("petal1 soft2")
        assert evening.says().endswith("Keep (2) | Look | Menu")
        evening.down("soft1").up("soft1")
        assert evening.session._game.kept_light[0] == "R"
        assert "Ana keeps a tile" in evening.says()
        evening.wait(2).press("petal1 soft2 petal3")
        assert evening.session._game.rows[2] == "O"

    def test_after_two_keeps_the_key_says_why_not(self) -> None:
        evening = base(["ROD"], "d1 k d2 r1 d2 r1 d1 k d2 r1 d3 r1 d3").press("soft1")
        assert evening.told().startswith("You have kept two tiles already")
        assert evening.says().endswith("- | Look | Menu")

    def test_a_row_that_is_gone_is_not_offered(self) -> None:
        evening = base(["ROD"], "t1 d1").press("petal1")
        assert evening.told() == "Row 1 was taken by Ana"
        assert evening.session._game.moves == ["t1", "d1"]

    def test_look_again_while_choosing(self) -> None:
        evening = base(["ROD"]).press("petal1 soft2").down("soft2")
        assert evening.says().startswith("Only for Ana\nrabbit")
        evening.press("petal1")  # no other key works while Look is held
        assert evening.session._game.moves == ["d1"]
        evening.up("soft2")
        assert evening.says().startswith("Ana: row or keep?")

    def test_the_box_is_only_for_two_players_with_wolves(self) -> None:
        evening = base(["ROD"]).press("petal1 soft2")
        assert "box" not in evening.says()
        evening.press("petal5")
        assert evening.told() == "There is no row 5 with 3 players"


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
        assert evening.says().startswith("Ana: one more tile")
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
        assert "rabbit\n1 → 2 rabbits\nkeep: +1\nyour points with row:\n1: +3" in evening.says()

    def test_both_are_shown_then_a_choice_for_each(self) -> None:
        evening = pair(["ROD"]).press("petal1 petal1").down("soft2")
        assert evening.says().startswith("Only for Ana\nrabbit")
        assert "owl" in evening.says()
        evening.wait(1).up("soft2")
        assert evening.says().startswith("Ana: first tile")
        assert "the other tile: waits" in evening.says()
        assert "1: row 1\n2: row 2\n5: box" in evening.says()
        evening.press("petal1")
        assert evening.says().startswith("Ana: second tile")
        assert "rabbit\nthe other tile: row 1" in evening.says()
        assert "1: row 1" not in evening.says()
        evening.press("petal1")
        assert evening.told() == "The first tile is in a row: choose something else"
        evening.down("soft2")
        assert "owl\n0 → 1 owl\nkeep: +1\n- | Look | -" in evening.says()
        evening.up("soft2").press("petal5")
        assert evening.session._game.moves == ["d1", "d1", "r1", "x"]

    def test_the_same_option_twice_says_why_not(self) -> None:
        evening = pair(["ROD"]).press("petal1 petal1 soft2 petal5 petal5")
        assert evening.told() == "The first tile is in the box: choose something else"
        assert "the other tile: boxed" in evening.says()
        assert "not this time: box" in evening.says()
        evening.press("soft1")
        assert evening.session._game.moves == ["d1", "d1", "x", "k"]

    def test_a_second_keep_says_why_not(self) -> None:
        evening = pair(["ROD"]).press("petal1 petal1 soft2 soft1 soft1")
        assert evening.told() == "You kept the first tile: choose something else"
        assert "the other tile: kept" in evening.says()

    @pytest.mark.parametrize(
        ("first", "other"),
        [
            ("", "owl\nthe other tile: waits"),
            ("petal5", "rabbit\nthe other tile: boxed"),
            ("petal2", "rabbit\nthe other tile: row 2"),
            ("soft1", "rabbit\nthe other tile: kept"),
        ],
    )
    def test_look_shows_both_and_what_became_of_the_other(self, first: str, other: str) -> None:
        evening = pair(["ROD"]).press(f"petal1 petal1 soft2 {first}").down("soft2")
        assert other in evening.says()
        assert "your points with row:" in evening.says() or first == "petal2"

    def test_look_shows_the_shadow_tile_after_an_undo(self) -> None:
        setup = made_table(2, Edition.SHADOW, second=["RODw"]).setup
        evening = in_game(new_play(setup, moves="t1 t2 p2 d1 d1 r1 k d1 d1"))
        shown = "shadow wolf\nthe other tile: kept"
        assert shown in evening.down("soft2").says()
        evening.up("soft2").press("petal1")
        evening.session.apply("undo")
        assert shown in evening.down("soft2").says()

    @pytest.mark.parametrize(("key", "state"), [("soft1", "kept"), ("petal5", "boxed")])
    def test_the_others_learn_nothing_of_a_hidden_tile(self, key: str, state: str) -> None:
        evening = pair(["ROD"], seats=(1,)).press(f"petal1 petal1 soft2 {key}")
        assert f"the other tile: {state}" in evening.says()
        assert "rabbit" not in evening.says()
        assert "rabbit" not in evening.says("seat2")

    def test_at_a_private_station_the_choice_shows_both_at_once(self) -> None:
        evening = pair(["ROD"], seats=(0,)).press("petal1 petal1", "seat1")
        assert evening.says("seat1").startswith("Row, keep, or 5: box?\nFirst tile\nrabbit")
        assert "owl\nthe other tile: waits" in evening.says("seat1")
        evening.press("petal5", "seat1")
        assert evening.says("seat1").startswith("Which row, or keep?\nSecond tile\nowl")
        assert "rabbit\nthe other tile: boxed" in evening.says("seat1")


class TestShadowTile:
    def test_at_the_shared_station_it_is_seen_then_kept(self) -> None:
        evening = shadow_next().press("petal1")
        name = evening.session.names[evening.session._movers[-1]]
        assert evening.says().startswith(f"{name}, take the device")
        evening.down("soft2")
        assert "shadow wolf" in evening.says()
        assert "You keep it until the end." in evening.says()
        evening.wait(1).up("soft2")
        assert f"{name} keeps the shadow tile" in evening.says()
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
        assert evening.says().startswith("Ana: one more tile")
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
        evening = in_game(new_play(), (4,)).press("petal1 soft2").down("soft1")
        assert "Ana keeps a tile" in evening.says()
        assert "Ana" not in evening.says("seat5") + evening.told("seat5")
