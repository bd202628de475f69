"""The set-up, from power-on to the first draw."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.games.every_game import TESTED, guests
from tests.table.autopilot import finish
from tests.table.evening import NAMES, SECRET, Evening, in_game, new_play
from tests.table.set_up import (
    CHECK,
    SKIP,
    START,
    THREE,
    TWO,
    TWO_DEALT,
    TWO_PLAYING,
    with_robots,
)
from triqueta.games.triqueta.rules import Edition, Proof, commitment, deal
from triqueta.games.triqueta.screens.dealing import BuildingScreen
from triqueta.screens.phrases import Language
from triqueta.screens.qr import QrScreen
from triqueta.table.session import COACH
from triqueta.table.shuffle_scenes import MOST_CUTS
from triqueta.table.state import NewGame, Preferences

DOCS = Path(__file__).parents[2] / "docs" / "fair-shuffle.md"


def memory_of_last_time(players: int = 3, starter: int | None = None) -> Preferences:
    preferences = Preferences(language=Language.ENGLISH)
    return preferences.after(new_play(players=players).names, {}, starter=starter)


def test_a_new_device_asks_for_the_language_first() -> None:
    evening = Evening(Preferences())
    assert evening.says().startswith("Language · Langue · Sprache")
    evening.press("petal3")
    assert evening.says().startswith("Wie viele Spieler?")
    assert evening.table.preferences.language is Language.GERMAN


def at_the_winner() -> Evening:
    """Return an evening at the winner's screen of a game with wolves."""
    rounds = " ".join(f"p{pile} t1 t2 t3" for pile in (2, 3, 4))
    session = new_play(edition=Edition.SHADOW, moves=f"t1 t2 t3 {rounds}")
    return Evening(memory_of_last_time(), interrupted=session).skip_reveal()


class TestPresses:
    """The number of presses up to the first draw."""

    def test_a_first_evening_takes_six(self) -> None:
        evening = Evening(Preferences())
        titles = ["Language · Langue", "How many players?", "Who is player 1?", "Which game?"]
        titles += ["Who is the youngest?"]
        presses = "petal1 petal3 soft2 petal2 petal2"
        for title, key in zip(titles, presses.split(), strict=True):
            assert evening.says().startswith(title)
            evening.press(key)
        assert "Player 2 starts." in evening.says()
        evening.wait(3).press("petal4")
        assert evening.session._game.moves == ["d4"]
        setup = evening.session._game.setup
        assert setup.players == ("Player 1", "Player 2", "Player 3")
        assert (setup.edition, setup.rock) == (Edition.SHADOW, 1)
        assert len(presses.split()) + 1 == 6

    def test_the_same_players_again_take_two(self) -> None:
        evening = Evening(memory_of_last_time(starter=1))
        assert evening.says().startswith("Again: Ana, Ben, Chloé")
        evening.press("petal1")
        assert "Ben had the Rock last and starts." in evening.says()
        evening.wait(3).press("petal4")
        assert evening.session._game.moves == ["d4"]
        assert evening.session._game.setup.players == ("Ana", "Ben", "Chloé")
        assert evening.session._game.setup.rock == 1

    def test_again_from_the_winner_takes_two(self) -> None:
        evening = at_the_winner().press("soft1")
        assert "had the Rock last and starts." in evening.says()
        evening.wait(3).press("petal1")
        assert evening.session._game.setup.edition is Edition.SHADOW
        assert evening.session._game.setup.players == NAMES[:3]
        assert evening.session._game.moves == ["d1"]

    @pytest.mark.parametrize("game", ["zatre", "ettana", "highcard"])
    def test_again_in_other_games_deals_at_once(self, game: str) -> None:
        with guests():
            session = TESTED[game].play(2, seed=1)
            evening = Evening(interrupted=session)
            finish(evening, Random(1))
            evening.press("soft1").wait(3)
            again = evening.table.session
        assert again is not None
        assert again is not session
        assert (again.game_id, again.edition) == (session.game_id, session.edition)
        assert again.names == session.names

    def test_alone_with_a_robot_takes_seven(self) -> None:
        presses = f"petal1 {with_robots(1, game=1, level=2)}"
        evening = Evening(Preferences()).press(presses)
        evening.wait(3).press("petal4")
        assert evening.session._game.moves == ["d4"]
        assert evening.session.robots == {1: "medium"}
        assert len(presses.split()) + 1 == 7

    def test_alone_with_the_same_robot_again_takes_two(self) -> None:
        evening = Evening(Preferences()).press(f"petal1 {with_robots(1, game=1, level=2)} {SKIP}")
        evening.table.start_over()
        evening.press("petal1").wait(3).press("petal4")
        assert evening.session._game.moves == ["d4"]
        assert evening.session.robots == {1: "medium"}


class TestAgain:
    def test_robots_and_coach_stay(self) -> None:
        evening = Evening().press(f"petal2 petal1 soft3 petal1 petal1 {SKIP}")
        evening.session.apply(COACH)
        evening.table.play_again()
        evening.press(SKIP)
        assert evening.session.robots == {1: "easy"}
        assert evening.session.has_coach

    def test_back_leads_to_other_games_and_players(self) -> None:
        evening = at_the_winner().press("soft1 soft1")
        assert evening.says().startswith("Again: Ana, Ben, Chloé")
        assert "Other players" in evening.says()
        assert evening.table.new_game == NewGame()

    def test_so_does_stop_in_the_menu(self) -> None:
        evening = at_the_winner().press("soft3 petal5")
        assert "1: New game" in evening.says()
        assert evening.press("petal1").says().startswith("Again: Ana, Ben, Chloé")

    def test_after_a_tutorial_the_players_choose_a_game(self) -> None:
        evening = Evening().press(f"soft1 {TWO} petal1 soft2 {SKIP}")
        evening.table.play_again()
        assert evening.says().startswith("Again: Player 1, Player 2")


class TestWhoStarts:
    def test_the_last_holder_of_the_rock(self) -> None:
        evening = Evening(memory_of_last_time(starter=0), interrupted=new_play(moves="t1 t2 t3"))
        holder = evening.session._game.rock
        evening.table.start_over()
        assert evening.table.preferences.next_starter == NAMES[holder]
        evening.press("petal1")
        assert f"{NAMES[holder]} had the Rock last and starts." in evening.says()
        assert evening.press(SKIP).session.seat_answer == holder

    def test_the_answer_is_remembered_when_a_game_starts(self) -> None:
        evening = Evening().press(f"{THREE} petal1 petal3 {SKIP}")
        assert evening.table.preferences.next_starter == "Player 3"

    def test_a_game_without_the_question_keeps_it(self) -> None:
        evening = Evening(memory_of_last_time(starter=2)).press(f"petal4 {SKIP}")
        assert evening.table.session is not None
        assert evening.table.session.game_id == "zatre"
        evening.table.start_over()
        assert "Chloé had the Rock last" in evening.press("petal1").says()

    def test_if_it_is_not_known_the_same_players_are_asked(self) -> None:
        evening = Evening(memory_of_last_time()).press("petal1")
        assert evening.says().startswith("Who is the youngest?")
        assert evening.press("soft1").says().startswith("Again:")
        evening.press("petal1 petal2")
        assert "Ben starts." in evening.says()

    def test_other_players_are_asked(self) -> None:
        evening = Evening(memory_of_last_time(starter=1))
        evening.press("petal3 petal2 petal1 petal1 petal1")
        assert evening.says().startswith("Who is the youngest?")


class TestDeal:
    def test_it_starts_the_game_by_itself(self) -> None:
        evening = Evening().press(TWO_DEALT).wait(1.5)
        assert evening.table.session is None
        evening.wait(1)
        assert evening.says().startswith("Player 1's turn")
        assert evening.told() == "Press a petal to draw a tile"

    def test_the_piles_are_built_before_the_eyes_of_the_players(self) -> None:
        evening = Evening().press(TWO_DEALT)
        pictures = []
        while isinstance(evening.frame().screen, BuildingScreen):
            pictures.append(evening.pixels())
            wake = evening.table.next_change()
            assert wake is not None
            evening.wait(wake - evening.time)
        assert len(set(pictures)) == 20  # one per petal
        assert evening.time < 5

    @pytest.mark.parametrize("key", ["petal1", "petal2", "petal3", "petal4", "petal5"])
    def test_a_petal_skips_it_and_does_nothing_else(self, key: str) -> None:
        evening = Evening().press(f"{TWO_DEALT} {key}")
        assert evening.says().startswith("Player 1's turn")
        assert evening.session.entries == []

    def test_a_key_without_a_label_only_says_how_the_game_starts(self) -> None:
        evening = Evening().press(f"{TWO_DEALT} soft2")
        assert evening.table.session is None
        assert evening.told().startswith("The game starts by itself.")
        evening = Evening().press(f"{TWO_DEALT} {CHECK} {START} soft1 soft2 soft3")
        assert evening.table.session is None

    @pytest.mark.parametrize(
        ("keys", "before"),
        [
            (TWO_DEALT, "Who is the youngest?"),
            (f"{TWO} petal3", "Which game?"),
            (with_robots(1, game=1, level=2), "Which level for"),
            (f"soft1 {TWO} petal1 soft2", "Tutorial"),
        ],
    )
    def test_back_leads_to_the_question_before(self, keys: str, before: str) -> None:
        evening = Evening().press(f"{keys} soft1")
        assert evening.says().startswith(before)
        assert evening.table.new_game.secret == b""

    def test_seats_see_it_and_do_not_skip_it(self) -> None:
        evening = Evening(seats=[0]).press(TWO_DEALT).press("petal1 soft1", "seat1")
        assert evening.table.session is None
        assert evening.told("seat1") == "The game is about to start"
        assert "Check the shuffle" not in evening.says("seat1")

    def test_other_games_have_a_picture_too(self) -> None:
        evening = Evening().press(f"{TWO} petal3")
        assert evening.says().startswith("Dealing")
        evening.wait(3)
        assert evening.table.session is not None
        assert evening.table.session.game_id == "zatre"

    def test_it_is_sealed_though_no_player_cut(self) -> None:
        evening = Evening().press(TWO_PLAYING)
        assert evening.session.proof.commitment == commitment(SECRET)
        assert evening.session.proof.cuts == ""
        assert evening.session._game.setup.piles == deal(SECRET, Edition.BASE, 2, "")


class TestCheckTheShuffle:
    def test_the_commitment_comes_before_the_cuts_and_the_cuts_decide_the_deal(self) -> None:
        evening = Evening().press(f"{TWO_DEALT} soft3")
        frame = evening.frame()
        assert isinstance(frame.screen, QrScreen)
        assert frame.screen.content == commitment(SECRET).upper()
        assert commitment(SECRET)[8:16] in evening.says()
        evening.press("soft3 petal3 petal3")
        assert "Player 1 cuts\ncuts: 2" in evening.says()
        evening.press("soft3 petal5")
        assert "Player 2 cuts\ncuts: 1" in evening.says()
        evening.press(START)
        assert "Check the shuffle" not in evening.says()
        evening.wait(3)
        assert evening.session.proof.cuts == "1:3,1:3,2:5"
        assert evening.session._game.setup.piles == deal(SECRET, Edition.BASE, 2, "1:3,1:3,2:5")

    def test_back_deals_without_a_cut(self) -> None:
        evening = Evening().press(f"{TWO_DEALT} soft3 soft1").wait(3)
        assert evening.session.proof.cuts == ""

    def test_it_waits_as_long_as_the_players_look(self) -> None:
        evening = Evening().press(f"{TWO_DEALT} soft3").wait(60)
        assert commitment(SECRET)[:8] in evening.says()

    def test_the_settings_make_it_part_of_every_set_up(self) -> None:
        evening = Evening().press("soft3 petal4 petal5")
        assert "5: Check the shuffle: yes" in evening.says()
        evening.press(f"soft1 soft1 {TWO_DEALT}")
        assert commitment(SECRET)[:8] in evening.says()
        evening.press("soft1")
        assert evening.says().startswith("Who is the youngest?")
        assert evening.table.new_game.secret == b""
        evening.press("petal1")
        assert commitment(SECRET)[:8] in evening.says()
        evening.press(f"soft3 petal2 {START} {SKIP}")
        assert evening.session.proof.cuts == "1:2"

    def test_until_the_first_move_the_menu_leads_to_it(self) -> None:
        evening = Evening().press(f"{TWO_PLAYING} soft3")
        assert "1: Check the shuffle" in evening.says()
        evening.press("petal1")
        assert commitment(SECRET)[:8] in evening.says()
        evening.press(f"soft3 petal4 {START} {SKIP}")
        assert evening.session.proof == Proof.of(SECRET, "1:4")
        assert evening.session._game.setup.rock == 0

    def test_robots_and_the_coach_stay(self) -> None:
        evening = Evening().press(f"{with_robots(1, game=2, level=3)}")
        evening.press(f"{SKIP} soft3 petal1 soft3 {START} {SKIP}")
        assert evening.session.robots == {1: "hard"}
        assert evening.session.edition == Edition.SHADOW

    @pytest.mark.parametrize("keys", ["petal1", "petal1 soft1"])
    def test_after_a_draw_it_is_too_late(self, keys: str) -> None:
        evening = Evening().press(f"{TWO_PLAYING} {keys} soft3")
        assert "Check the shuffle" not in evening.says()
        assert not evening.table.may_cut

    def test_only_at_the_table(self) -> None:
        evening = Evening(seats=[0]).press(TWO_PLAYING).press("soft3", "seat1")
        assert "Check the shuffle" not in evening.says("seat1")

    @pytest.mark.parametrize("game", ["petal3", "petal4"])
    def test_not_once_the_players_have_seen_what_was_dealt(self, game: str) -> None:
        evening = Evening().press(f"{TWO} {game} {SKIP}")
        assert evening.table.session is not None
        assert not evening.table.may_cut

    def test_not_in_a_tutorial(self) -> None:
        evening = Evening().press(f"soft1 {TWO} petal1 soft2")
        assert "Check the shuffle" not in evening.says()
        assert not evening.press(SKIP).table.may_cut

    def test_during_the_game_info_has_the_commitment(self) -> None:
        evening = in_game(new_play(moves="d1 r1")).press("soft2 petal5")
        assert evening.says().startswith("Sealed!")
        assert commitment(SECRET)[:8] in evening.says()
        assert evening.press("soft1").says().startswith("Info")


class TestCutting:
    def test_players_with_a_station_of_their_own_cut_there(self) -> None:
        evening = Evening(seats=[1]).press(f"{TWO_DEALT} {CHECK}")
        evening.press("petal4", "seat2").press("petal2").press("petal1", "seat2").press(START)
        evening.wait(3)
        assert evening.session.proof.cuts == "2:4,1:2,2:1"

    def test_it_ends(self) -> None:
        evening = Evening().press(f"{TWO_DEALT} {CHECK}" + " petal1" * 50)
        assert "That's enough. Press “Start”!" in evening.told()
        assert "cuts: 8" in evening.says()
        evening.press("soft3 petal1")
        assert "Player 2 cuts\ncuts: 1" in evening.says()

    def test_a_seat_that_has_cut_enough_is_not_asked_to_press_start(self) -> None:
        evening = Evening(seats=(1,)).press(f"{TWO_DEALT} {CHECK}")
        evening.press("petal1 " * 9, "seat2")
        assert evening.told("seat2") == "That's enough"


def test_recent_names_can_be_picked_page_by_page() -> None:
    preferences = Preferences(language=Language.ENGLISH, recent_names=NAMES)
    evening = Evening(preferences).press("petal2")
    assert "1: Ana\n2: Ben\n3: Chloé\n4: More names\n5: Enter a name" in evening.says()
    evening.press("petal4")
    assert "1: Dan\n2: Eva\n3: Player 1" in evening.says()
    evening.press("petal4")
    assert "1: Ana" in evening.says()
    evening.press("petal2")
    assert "Who is player 2?\n1: Ana\n2: Chloé\n3: Dan" in evening.says()


def test_a_name_is_spelled_in_two_presses_a_letter() -> None:
    evening = Evening().press("petal2 petal5")
    evening.press("petal5 petal5")  # Y
    evening.press("petal3 petal5")  # o
    evening.press("soft2 petal2 petal3")  # ü, on the next page of letters
    assert "Yoü" in evening.says()
    evening.press("soft1 petal1 petal1 soft3")  # delete a letter, add another, done
    assert "Who is player 2?" in evening.says()
    evening.press("soft2 petal1 petal2")
    setup_names = evening.wait(3).session._game.setup.players
    assert setup_names == ("Yoa", "Player 2")


def test_a_letter_after_a_hyphen_is_a_capital() -> None:
    evening = Evening().press("petal2 petal5 petal1 petal1 soft2 petal1 petal3 petal1 petal2")
    assert "A-B" in evening.says()


def test_a_name_that_is_taken_empty_or_too_long_is_refused() -> None:
    evening = Evening().press("petal2 petal5 soft3")
    assert "Enter a name first" in evening.told()
    evening.press("petal1 petal1 soft3 petal5 petal1 petal1 soft3")
    assert "A is already playing" in evening.told()
    evening.press(" ".join(["petal5 petal3"] * 20))  # many times w
    assert evening.told() == "No more letters fit"
    assert evening.says().startswith("Enter the name\nAwwwwww\n")


def test_spelling_can_be_given_up() -> None:
    evening = Evening().press("petal2 petal5 soft1")
    assert "Who is player 1?" in evening.says()


def test_one_key_gives_default_names_to_those_without_a_name() -> None:
    preferences = Preferences(language=Language.ENGLISH, recent_names=NAMES[:1])
    evening = Evening(preferences).press("petal3 petal1 soft2")
    assert evening.table.new_game.names == ("Ana", "Player 2", "Player 3")
    assert evening.says().startswith("Which game?")


def test_every_question_has_a_way_back() -> None:
    evening = Evening(memory_of_last_time()).press("petal3 petal2 petal1 petal1 petal1")
    titles = []
    for _ in range(5):
        titles.append(evening.says().splitlines()[0])
        evening.press("soft1")
    assert titles == [
        "Who is the youngest?",
        "Which game?",
        "Who is player 2?",
        "Who is player 1?",
        "How many players?",
    ]
    assert evening.says().startswith("Again: Ana, Ben, Chloé")


def test_an_interrupted_game_resumes() -> None:
    evening = Evening(interrupted=new_play(moves="d1 r2"))
    assert evening.says().startswith("Interrupted in round 1\n1: Resume\nAna, Ben, Chloé")
    evening.press("petal1")
    assert evening.says().startswith("Ben's turn")


def test_an_interrupted_game_is_given_up_only_after_a_second_question() -> None:
    evening = Evening(interrupted=new_play(moves="d1 r2")).press("petal2")
    assert evening.says().startswith("Quit this game?")
    evening.press("petal1")
    assert evening.says().startswith("Interrupted")
    evening.press("petal2 petal5")
    assert evening.says().startswith("How many players?")


def test_a_drawn_tile_not_looked_at_is_not_shown_after_going_on() -> None:
    session = new_play()
    session.apply("d1")
    evening = Evening(interrupted=session).press("petal1")
    assert evening.says().startswith("Ana, take the device")


def test_seats_wait_while_the_table_sets_up() -> None:
    evening = Evening(seats=[0])
    assert "A game is being set up at the table." in evening.says("seat1")
    evening.press("petal2", "seat1")
    assert "How many players?" in evening.says()


def test_the_memory_keeps_names_without_doubles_the_newest_first() -> None:
    preferences = Preferences(recent_names=("Zoe", "Ben"))
    preferences = preferences.after(new_play().names, {})
    assert preferences.recent_names == ("Ana", "Ben", "Chloé", "Zoe")


def test_the_docs_count_the_deals_among_which_a_last_cutter_could_choose() -> None:
    deals = sum(5**presses for presses in range(MOST_CUTS + 1))
    assert f"among {deals:,} deals" in DOCS.read_text("utf-8")
