"""What can be opened at any time: public pages, a player's kept tiles, the menu."""

from __future__ import annotations

import pytest

from tests.games.triqueta.rules.tables import table as made_table
from tests.table.evening import Evening, in_game, new_play, random_play, with_buzzer
from triqueta.games.triqueta.rules import Edition, Phase
from triqueta.screens.canvas import WIDTH
from triqueta.screens.frame import Light, picture
from triqueta.screens.phrases import Language
from triqueta.table.state import Volume

FIRST = ["ROD", "BMU", "RRR"]

GOODBYE = "Goodbye\nThe game is saved. See you soon!"


def game(moves: str = "d1 r2 d2 k d3 r2 d3 k", seats: tuple[int, ...] = ()) -> Evening:
    """Return an evening in which it is Ben's turn.

    Ben has kept a boar and Ana a rabbit. Row 2 has two rabbits.
    """
    return in_game(new_play(made_table(3, first=FIRST).setup, moves=moves), seats)


class TestPages:
    def test_rows_in_full_and_petal_keys_turn_to_them(self) -> None:
        evening = game().press("soft2 petal1")
        assert evening.says().startswith("Row 1\nempty")
        evening.press("petal2")
        assert evening.says().startswith("Row 2\nrabbit, rabbit")
        evening.press("soft3 soft3")
        assert evening.says().startswith("Row 1")

    def test_tiles_and_points_so_far(self) -> None:
        evening = game("d1 r2 d2 k d3 r2 t2").press("soft2 petal2")
        assert evening.says().startswith(
            "Points\n1/4\nAna: 3 p.\nBen: 0 p.\nChloé: 0 p.\nAna has the Rock"
        )
        evening.press("petal1")
        assert evening.says().startswith("Ana\nrabbit: 2 → 2 p.\nowl: 0 → 0 p.")
        assert "Rock 1\nTrees 0\n3 p.\nkept face down: 0" in evening.says()
        evening.press("petal2")
        assert evening.says().startswith("Ben\n")
        assert "kept face down: 1" in evening.says()
        evening.press("soft3")
        assert evening.says().startswith("Chloé\n")

    def test_a_petal_without_a_player_says_which_ones_have_one(self) -> None:
        evening = game().press("soft2 petal2 petal4")
        assert evening.told() == "Petals 1 to 3 show a score"
        assert evening.press("petal3 petal5").told() == "Petals 1 to 3 show a score"

    def test_the_order_of_players(self) -> None:
        evening = game("t1").press("soft2 petal3")
        assert (
            "Order of play\nAna: out\nAna has the Rock\nBen: playing now\nChloé" in evening.says()
        )

    def test_pages_are_in_the_menu_while_a_tile_is_in_the_hand(self) -> None:
        evening = game().press("petal1 soft3 petal2 petal1")
        assert evening.says().startswith("Row 1")
        evening.press("soft1 soft1 soft1 soft2 soft3 petal2 petal4 petal1").down("soft2")
        assert evening.says().startswith("Ana: kept tiles\nrabbit")
        evening.up("soft2").press("soft1")
        assert evening.says().startswith("Ben: row or keep?")

    def test_pages_do_not_disturb_the_game(self) -> None:
        evening = game(seats=(0,)).press("soft2 petal1")
        before = list(evening.session._game.moves)
        evening.press("petal3 petal1 soft3 soft1 soft1")
        assert evening.session._game.moves == before
        assert evening.says().startswith("Ben's turn")

    def test_a_player_reading_a_page_is_notified_of_their_turn(self) -> None:
        evening = game(seats=(0, 1, 2)).press("soft2 petal1", "seat3")
        evening.press("petal1 petal2", "seat2")
        assert evening.told("seat3") == "Your turn!"
        assert evening.told("seat1") == ""

    def test_pages_stay_open_while_others_play(self) -> None:
        evening = game(seats=(0, 1)).press("soft2 petal1 petal2", "seat1")
        evening.press("petal1 petal2", "seat2")
        assert evening.says("seat1").startswith("Row 2\nrabbit, rabbit, owl")


class TestKeptTiles:
    def test_at_a_private_station_in_or_out_of_turn(self) -> None:
        evening = game(seats=(0,)).press("soft1", "seat1")
        assert evening.says("seat1").startswith("Ana: kept tiles\nrabbit")
        evening.press("soft1", "seat1")
        assert evening.says("seat1").startswith("Ben plays")

    def test_at_the_shared_station_only_while_look_is_held(self) -> None:
        evening = game().press("soft2 petal4")
        assert evening.says().startswith("Who are you?\n1: Ana\n2: Ben\n3: Chloé")
        evening.press("petal2")
        assert "boar" not in evening.says()
        evening.down("soft2")
        assert evening.says().startswith("Ben: kept tiles\nboar")
        evening.up("soft2")
        assert "boar" not in evening.says()
        evening.press("soft1")
        assert evening.says().startswith("Ben's turn")

    def test_at_the_shared_station_they_are_small_and_at_the_lower_edge(self) -> None:
        evening = game().press("soft2 petal4 petal2").down("soft2")
        image = picture(evening.frame())
        assert image.crop((0, 11, WIDTH, 42)).getbbox() is None
        kept = image.crop((0, 42, WIDTH, 53)).getbbox()
        assert kept is not None
        own = picture(game(seats=(1,)).press("soft2 petal4", "seat2").frame("seat2"))
        assert own.crop((0, 11, 30, 39)).getbbox() == (1, 0, 29, 28)

    def test_a_player_with_a_private_station_looks_there(self) -> None:
        evening = game(seats=(1,)).press("soft2 petal4 petal2")
        assert evening.told() == "Look at your own display"
        evening.down("soft2")
        assert "boar" not in evening.says()

    def test_a_station_that_comes_while_looking_ends_the_look(self) -> None:
        evening = game().press("soft2 petal4 petal2").down("soft2")
        assert "boar" in evening.says()
        evening.join(1)
        assert "boar" not in evening.says()
        assert "Look at your own display" in evening.says()

    def test_nothing_kept(self) -> None:
        evening = game(seats=(2,)).press("soft1", "seat3")
        assert "nothing kept yet" in evening.says("seat3")

    def test_shadow_tiles_are_shown_too(self) -> None:
        setup = made_table(3, Edition.SHADOW, second=["RODw"]).setup
        moves = "t1 t2 t3 p2 d1 r1 d1 r1 d1 r1 d1"
        evening = in_game(new_play(setup, moves=moves), (2,))
        evening.press("soft1", "seat3")
        assert evening.says("seat3").startswith("Chloé: kept tiles\nshadow wolf")


class TestMenu:
    def test_help_for_this_screen(self) -> None:
        evening = game().press("soft3 petal3")
        assert "Press a petal to draw its top tile" in evening.says()
        evening.press("soft1 soft1 petal1 soft3 petal3")
        assert "Take the device and hold “Look”" in evening.says()

    def test_help_for_a_waiting_player_names_the_current_player(self) -> None:
        waiting = "Waiting for Ben. Meanwhile you can look around."
        evening = game(seats=(0, 1)).press("soft3 petal3", "seat1")
        assert waiting in evening.says("seat1")
        evening.press("petal1", "seat2").press("soft3 petal3").press("soft3 petal3", "seat2")
        assert waiting in evening.says()  # the tile and its keys are at Ben's station
        assert "Press the petal of the row for your tile" in evening.says("seat2")

    def test_help_in_the_reveal_is_for_who_decides(self) -> None:
        session = random_play(Edition.SHADOW, 3, 5, lambda p: p._game.phase is Phase.REVEAL)
        seat = session.view(None).table.to_act
        assert seat is not None
        own, other = f"seat{seat + 1}", f"seat{(seat + 1) % 3 + 1}"
        evening = (
            in_game(session, range(3)).press("soft3 petal3", own).press("soft3 petal3", other)
        )
        assert "Add your kept tile" in evening.says(own)
        assert "Waiting for" in evening.says(other)

    def test_rules_in_short_pages(self) -> None:
        evening = game().press("soft3 petal3 soft2")
        pages = []
        while evening.says() not in pages:
            pages.append(evening.says())
            evening.press("soft3")
        assert len(pages) == 10
        assert any("only two per game!" in page for page in pages)

    def test_before_a_game_is_chosen_the_rules_of_each_can_be_read(self) -> None:
        evening = Evening().press("petal1 soft3 petal3 soft2")
        titles = [spec.title for spec in evening.table.games]
        assert titles[:2] == ["Triqueta", "Zatre"]
        for petal, title in enumerate(titles, start=1):
            assert f"{petal}: {title}" in evening.says()
        assert "There are four rounds." in evening.press("petal1").says()
        evening.press("soft1 petal2")
        assert "Draw two tiles" in evening.says()
        assert evening.press("soft1 soft1 soft1 soft1").says().startswith("How many players?")

    @pytest.mark.parametrize(("petal", "title"), [(2, "C\u2019est à Ben"), (3, "Ben ist dran")])
    def test_language(self, petal: int, title: str) -> None:
        evening = game(seats=(1,)).press(f"soft3 petal4 petal1 petal{petal} soft1 soft1")
        assert evening.says().startswith(title)
        assert evening.says("seat2").startswith(title)

    def test_brightness(self) -> None:
        evening = game().press("soft3 petal4 petal3")
        assert evening.frame().light is Light.SOFT
        evening.press("petal3")
        assert evening.frame().light is Light.FULL

    def test_end_the_game_after_a_second_question(self) -> None:
        evening = game().press("soft3 petal5 petal1")
        assert evening.says().startswith("Quit this game?")
        evening.press("petal1 petal1 petal5")
        assert evening.table.session is None
        assert evening.says().startswith("How many players?")

    def test_power_off_after_a_second_question(self) -> None:
        evening = game(seats=(0,)).press("soft3 petal5 petal2")
        assert not evening.table.powered_off
        assert evening.press("petal5").table.powered_off
        assert evening.says() == evening.says("seat1") == GOODBYE

    def test_in_the_set_up_there_is_a_menu_too_but_no_game_to_end(self) -> None:
        evening = Evening().press("soft3")
        assert "1: Undo" not in evening.says()
        evening.press("petal5")
        assert evening.says().startswith("Stop\n2: Switch off")

    def test_a_menu_at_one_station_leaves_the_others_alone(self) -> None:
        evening = game(seats=(0,)).press("soft3")
        assert evening.says("seat1").startswith("Ben plays")

    def test_the_language_is_remembered(self) -> None:
        evening = game().press("soft3 petal4 petal1 petal2")
        assert evening.table.preferences.language is Language.FRENCH


class TestResult:
    def test_the_result_is_hidden_until_all_is_turned_up(self) -> None:
        session = random_play(Edition.SHADOW, 3, 5, lambda session: session.over)
        evening = in_game(session, range(3))
        for station in ("table", "seat1"):
            assert " reveals" in evening.says(station)
            evening.press("soft2", station)
            assert "Past games" not in evening.says(station)
        assert "Past games" in evening.skip_reveal().press("soft3 petal2").says()


class TestVolume:
    def test_a_key_in_the_settings_turns_the_sound_from_soft_to_loud_to_off(self) -> None:
        evening = with_buzzer(game()).press("soft3 petal4")
        seen = []
        for _ in range(4):
            seen.append(next(line for line in evening.says().splitlines() if "Sound" in line))
            evening.press("petal4")
        assert seen == ["4: Sound: soft", "4: Sound: loud", "4: Sound: off", "4: Sound: soft"]
        assert evening.table.preferences.volume is Volume.LOUD

    def test_only_a_table_with_a_buzzer_offers_it_and_no_seat_does(self) -> None:
        assert "Sound" not in game().press("soft3 petal4").says()
        evening = with_buzzer(game(seats=(0,)))
        evening.press("soft3 petal4", "seat1")
        assert evening.says("seat1").startswith("Settings")
        assert "Sound" not in evening.says("seat1")

    def test_phones_languages_and_brightness_stay_in_the_settings(self) -> None:
        evening = with_buzzer(game()).press("soft3 petal4 petal1 petal2")
        assert evening.table.language is Language.FRENCH
        evening.press("petal3")
        assert evening.frame().light is Light.SOFT
        assert "Téléphones" in evening.says()
