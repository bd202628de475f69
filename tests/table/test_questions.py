"""The set-up, from power-on to the first draw."""

from __future__ import annotations

from pathlib import Path

from tests.table.evening import NAMES, SECRET, Evening, new_play
from triqueta.games.triqueta.rules import Edition, commitment, deal
from triqueta.games.triqueta.screens.turn import BuildingScreen
from triqueta.screens.phrases import Language
from triqueta.screens.qr import QrScreen
from triqueta.table.shuffle_scenes import MOST_CUTS
from triqueta.table.state import Preferences

DOCS = Path(__file__).parents[2] / "docs" / "fair-shuffle.md"


def memory_of_last_time(players: int = 3) -> Preferences:
    preferences = Preferences(language=Language.ENGLISH)
    return preferences.after(new_play(players=players).names, {})


def test_a_new_device_asks_for_the_language_first() -> None:
    evening = Evening(Preferences())
    assert evening.says().startswith("Language · Langue · Sprache")
    evening.press("petal3")
    assert evening.says().startswith("Wie viele Spieler?")
    assert evening.table.preferences.language is Language.GERMAN


def test_the_whole_set_up_without_typing() -> None:
    evening = Evening(Preferences()).press("petal1 petal3")
    assert "Who is player 1?" in evening.says()
    evening.press("soft2 soft2 soft2")
    assert "Which game?" in evening.says()
    assert "plus 15 shadow tiles" in evening.says()
    evening.press("petal2")
    assert "Who is the youngest?" in evening.says()
    evening.press("petal2")
    assert commitment(SECRET)[:8] in evening.says()
    evening.press("soft1 soft1").wait(3)
    setup = evening.session._game.setup
    assert setup.players == ("Player 1", "Player 2", "Player 3")
    assert (setup.edition, setup.rock) == (Edition.SHADOW, 1)
    assert evening.says().startswith("Player 2's turn")
    assert evening.told() == "Press a petal to draw a tile"


def test_the_commitment_comes_before_the_cuts_and_the_cuts_decide_the_deal() -> None:
    evening = Evening().press("petal2 soft2 soft2 petal1 petal1")
    frame = evening.frame()
    assert isinstance(frame.screen, QrScreen)
    assert frame.screen.content == commitment(SECRET).upper()
    assert commitment(SECRET)[8:16] in evening.says()
    evening.press("soft1 petal3 petal3")
    assert "Player 1 cuts\ncuts: 2" in evening.says()
    assert "or let a die choose them (6: roll again)." in evening.says()
    evening.press("soft3 petal5")
    assert "Player 2 cuts\ncuts: 1" in evening.says()
    evening.press("soft1").wait(3)
    assert evening.session.proof.cuts == "1:3,1:3,2:5"
    assert evening.session._game.setup.piles == deal(SECRET, Edition.BASE, 2, "1:3,1:3,2:5")


def test_players_with_a_station_of_their_own_cut_there() -> None:
    evening = Evening(seats=[1]).press("petal2 soft2 soft2 petal1 petal1 soft1")
    evening.press("petal4", "seat2").press("petal2").press("petal1", "seat2").press("soft1")
    evening.wait(3)
    assert evening.session.proof.cuts == "2:4,1:2,2:1"


def test_cutting_without_end_ends() -> None:
    evening = Evening().press("petal2 soft2 soft2 petal1 petal1 soft1" + " petal1" * 50)
    assert "That's enough. Press “Start”!" in evening.told()
    assert "cuts: 8" in evening.says()
    evening.press("soft3 petal1")
    assert "Player 2 cuts\ncuts: 1" in evening.says()


def test_a_seat_that_has_cut_enough_is_not_asked_to_press_start() -> None:
    evening = Evening(seats=(1,)).press("petal2 soft2 soft2 petal1 petal1 soft1")
    evening.press("petal1 " * 9, "seat2")
    assert evening.told("seat2") == "That's enough"


def test_the_piles_are_built_before_the_eyes_of_the_players() -> None:
    evening = Evening().press("petal2 soft2 soft2 petal1 petal1 soft1 soft1")
    pictures = []
    while isinstance(evening.frame().screen, BuildingScreen):
        pictures.append(evening.pixels())
        wake = evening.table.next_change()
        assert wake is not None
        evening.wait(wake - evening.time)
    assert len(set(pictures)) == 20  # one per petal
    assert evening.time < 5


def test_a_key_skips_the_building_and_does_nothing_else() -> None:
    evening = Evening().press("petal2 soft2 soft2 petal1 petal1 soft1 soft1 petal3")
    assert evening.says().startswith("Player 1's turn")
    assert evening.session._game.moves == []


def test_again_with_the_same_players_takes_six_presses_to_the_first_draw() -> None:
    evening = Evening(memory_of_last_time())
    assert "Ana, Ben, Chloé" in evening.says()
    presses = "petal1 petal2 soft1 soft1"  # same players, youngest, commitment seen, deal
    evening.press(presses).wait(3)
    evening.press("petal4")
    assert evening.session._game.moves == ["d4"]
    assert evening.session._game.setup.players == ("Ana", "Ben", "Chloé")
    new_game_key = 1
    assert new_game_key + len(presses.split()) + 1 <= 6


def test_again_from_the_score_screen() -> None:
    session = new_play(moves="t1 t2 t3 p2 t1 t2 t3 p3 t1 t2 t3 p4 t1 t2 t3")
    evening = Evening(memory_of_last_time(), interrupted=session).press("petal1 soft3 soft3 soft3")
    evening.press("soft1 petal2 petal3 soft1 soft1").wait(3).press("petal1")
    assert evening.session._game.setup.edition is Edition.SHADOW
    assert evening.session._game.moves == ["d1"]


def test_recent_names_can_be_picked_page_by_page() -> None:
    preferences = Preferences(language=Language.ENGLISH, recent_names=NAMES)
    evening = Evening(preferences).press("petal2")
    assert "1: Ana\n2: Ben\n3: Chloé\n4: More names\n5: Enter a name" in evening.says()
    evening.press("petal4")
    assert "1: Dan\n2: Eva" in evening.says()
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
    setup_names = evening.press("soft1 soft1").wait(3).session._game.setup.players
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
    assert evening.says().startswith("New game")


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
