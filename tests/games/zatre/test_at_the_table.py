"""Zatre at the table: drawing, placing by keys, ending a turn, and who sees what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.zatre.scenes import PROOF, first_turn, mid_game, nothing_fits
from tests.games.zatre.tables import setup
from tests.table.evening import Evening, in_game
from tests.table.test_resume import restarted
from triqueta.games.triqueta.spec import SPEC as TRIQUETA
from triqueta.games.zatre.rules import Block, Game
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.screens.frame import clipped, words
from triqueta.screens.lists import RankingScreen
from triqueta.screens.phrases import Language, said
from triqueta.screens.station import TABLE
from triqueta.table.events import Tick
from triqueta.table.state import Preferences


def placing(bag: str = "51", *entries: str, seats: tuple[int, ...] = ()) -> Evening:
    """Return an evening in which the first player holds a 6 and the first two tiles of `bag`."""
    return in_game(first_turn(bag, *entries), seats)


def placed(evening: Evening) -> dict[str, int]:
    session = evening.table.session
    assert isinstance(session, ZatreSession)
    return dict(session.view(None).placed)


def cursor(evening: Evening, station: str = TABLE) -> str:
    """Return the field that the cursor is on."""
    (line,) = (line for line in evening.says(station).split("\n") if "cursor on" in line)
    return line.split("cursor on ")[1].split(";")[0].split(",")[0]


def labels(evening: Evening, station: str = TABLE) -> list[str]:
    return evening.says(station).split("\n")[-1].split(" | ")


def test_the_opening_is_shown_until_the_starter_draws() -> None:
    evening = in_game(ZatreSession(Game(setup(("66", "36"))), PROOF))
    assert evening.says().startswith("Ben starts\nAna drew 6, 3\nBen drew 6, 6")
    assert evening.press("petal1").told() == "Draw first, with the left key"
    evening.press("soft1")
    assert evening.says().startswith("Ben places")


def test_petals_move_the_cursor() -> None:
    evening = placing()
    assert cursor(evening) == "H8"
    for petal, field in ((1, "H7"), (2, "I7"), (3, "I8"), (5, "H8")):
        evening.press(f"petal{petal}")
        assert cursor(evening) == field


def test_the_cursor_goes_over_a_gap_and_stops_at_the_edge() -> None:
    evening = placing().press("petal1 " * 6 + "petal5 petal1")
    assert cursor(evening) == "G1"
    assert cursor(evening.press("petal2")) == "I1"
    assert evening.press("petal1").told() == "The board ends here"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (Language.ENGLISH, "cursor on I9, light; 6 here makes 12 and 11"),
        (Language.GERMAN, "Cursor auf I9, hell; 6 ergibt hier 12 und 11"),
        (Language.FRENCH, "curseur en I9, case claire ; un 6 ici fait 12 et 11"),
    ],
)
def test_screen_readers_get_the_cursor_and_the_sums_of_the_tile(
    language: Language, told: str
) -> None:
    evening = placing("5166", "H8=6 I8=5 J8=1", DRAW, "put H9=6").press("petal2")
    lines = words(replace(evening.frame(), language=language)).split("\n")
    assert told in lines


def test_holding_a_petal_keeps_moving() -> None:
    evening = placing().down("petal3")
    for _ in range(200):
        due = evening.table.next_change()
        if due is None or due > evening.time + 5:
            break
        evening.table.handle(Tick(due))
    assert cursor(evening) == "H14"  # the end of column H
    assert evening.table.stations[TABLE].held is None


def test_a_tile_is_picked_put_down_and_taken_up_again() -> None:
    evening = placing().press("petal4")
    assert "5 here makes no line" in evening.says()
    evening.press("soft1")
    assert placed(evening) == {"H8": 5}
    assert labels(evening) == ["Pick up", "Next spot", "Menu"]
    evening.press("soft1")
    assert placed(evening) == {}
    assert "hand: 6, 5, 1" in evening.says()


def test_a_tile_that_was_taken_up_is_the_one_to_be_put_down_elsewhere() -> None:
    evening = placing("51", "put H8=6", "put I8=1").press("petal5 soft1 petal1")
    assert "6 here" in evening.says()
    assert "hand: 6, 5" in evening.says()


@pytest.mark.parametrize("keys", ["soft1", "soft1 petal3 soft1", "petal3 soft1 soft1"])
def test_after_a_power_cut_the_cursor_is_where_a_tile_was_put_down_or_taken_up(keys: str) -> None:
    evening = placing().press(keys)
    again = restarted(evening)
    assert cursor(again) == cursor(evening)
    assert again.says() == evening.says()


def test_no_tile_is_placed_on_another() -> None:
    evening = in_game(mid_game(DRAW))
    assert labels(evening)[0] == "-"
    assert evening.press("soft1").told() == "There is already a tile here"


def test_a_player_without_another_tile_gets_a_message() -> None:
    evening = placing("66").press("petal4")
    assert evening.told() == "You have no other tile"
    evening.press("soft2 soft1 soft2 soft1 soft2 soft1 petal1 petal1 petal1 soft1")
    assert evening.told() == "You have placed all your tiles"


def test_the_screen_says_at_once_what_the_turn_would_score() -> None:
    evening = placing("51", "put H8=6", "put I8=5", "put J8=1")
    lines = evening.says().split("\n")
    assert "12: +8, x1" in lines
    assert "block: a cross in row 1" in lines
    assert "block: 4 in column 12, row 1" in lines


@pytest.mark.parametrize(
    ("bag", "entries", "why", "shown"),
    [
        ("51", ("put I8=5",), "Begin on the start field", "H8"),
        ("51", ("put H8=6", "put A10=5"), "A10 touches nothing", "A10"),
        ("61", ("put H8=6", "put H9=6", "put H10=1"), "H8-H10: 13 is too much", "H8"),
        ("11", ("put H8=6", "put H9=1", "put I9=1"), "I9 needs 10 to 12", "I9"),
    ],
)
def test_why_a_turn_is_not_legal_is_said_and_shown(
    bag: str, entries: tuple[str, ...], why: str, shown: str
) -> None:
    evening = placing(bag, *entries).press("petal1 petal1")
    assert why in evening.says().split("\n")
    assert labels(evening)[1] == "Show"
    assert cursor(evening.press("soft2")) == shown


def test_next_place_goes_through_the_fields_best_first() -> None:
    """The 5 next to the 6 makes 11 in two places, which come before all others."""
    evening = placing("51", "put H8=6")
    session = evening.table.session
    assert isinstance(session, ZatreSession)
    best = session.view(None).turn.best_fields(5, Block())
    seen = []
    for _ in range(len(best) + 1):
        evening.press("soft2")
        seen.append(cursor(evening))
    assert seen == [*best, best[0]]


def test_a_tile_that_has_a_place_is_picked_where_the_picked_one_has_none() -> None:
    evening = placing("61", "put H8=6", "put H9=6").press("petal1 petal1")
    assert "1 here" in evening.press("soft2").says()


def test_next_place_leads_from_an_obstacle_to_where_tiles_fit() -> None:
    """The 5 touches no other tile, and the cursor is on it."""
    evening = placing("51", "put H8=6", "put A10=5")
    assert labels(evening) == ["Pick up", "Next spot", "Menu"]
    assert cursor(evening.press("soft2")) in {"H7", "G8", "I8", "H9"}
    assert labels(evening) == ["Place", "Show", "Menu"]


def test_with_all_tiles_down_what_is_in_the_way_is_all_there_is_to_show() -> None:
    evening = placing("61", "put H8=6", "put H9=6", "put H10=1").press("soft2")
    assert labels(evening)[1] == "Show"


def test_tiles_that_fit_nowhere_are_led_to_the_light_fields_they_may_have() -> None:
    """Z8's second exception is a right, not a duty: the turn can also end without it."""
    evening = in_game(nothing_fits())
    assert labels(evening) == ["-", "Done", "Menu"]
    assert "5 can go to G1" in evening.says().split("\n")
    seen = []
    for _ in range(7):
        seen.append(cursor(evening.press("petal4")))
    assert seen == ["G1", "I15", "N14"] * 2 + ["G1"]
    evening.press("soft1")
    assert placed(evening) == {"G1": 5}
    assert labels(evening) == ["Pick up", "Done", "Menu"]


def test_a_turn_is_ended_and_the_next_player_draws() -> None:
    evening = placing("51", "put H8=6", "put I8=5", "put J8=1").press("soft2")
    assert evening.told() == "WWWWWWWl: 12: +8, x1"
    assert evening.says().startswith("Maximilian draws")
    assert "the last turn: H8 6, I8 5, J8 1" in evening.says()
    assert labels(evening) == ["Draw", "Undo", "Menu"]


def test_a_turn_is_taken_back_until_the_next_player_draws() -> None:
    evening = placing("51", "put H8=6", "put I8=5", "put J8=1").press("soft2 soft2")
    assert placed(evening) == {"H8": 6, "I8": 5, "J8": 1}
    assert labels(evening)[1] == "Done"
    evening.press("soft2 soft1 soft3")
    assert "Undo" not in evening.says()


def test_players_place_at_their_own_stations_and_the_table_follows() -> None:
    evening = placing(seats=(0, 1))
    assert labels(evening, "seat1") == ["Place", "Next spot", "Menu"]
    assert labels(evening) == labels(evening, "seat2") == ["-", "Info", "Menu"]
    evening.press("petal1 petal1").press("petal3 soft1", "seat1")
    assert placed(evening) == {"H9": 6}
    assert evening.says() == evening.says("seat2")
    assert cursor(evening) == cursor(evening, "seat1") == "H9"


def test_at_a_private_station_a_player_undoes_the_own_turn() -> None:
    evening = placing("51", "put H8=6", "put I8=5", "put J8=1", seats=(0, 1))
    evening.press("soft2", "seat1")
    assert labels(evening, "seat1")[0] == "Undo"
    assert labels(evening, "seat2") == ["Draw", "Info", "Menu"]
    evening.press("soft1", "seat1")
    assert len(placed(evening)) == 3


def test_the_table_takes_over_from_a_station_that_goes() -> None:
    evening = placing(seats=(0,)).leave(0)
    assert labels(evening) == ["Place", "Next spot", "Menu"]


def test_help_is_for_who_has_something_to_do() -> None:
    session = mid_game(DRAW)
    evening = in_game(session, (0, 1, 2))
    for seat in range(3):
        own = f"seat{seat + 1}"
        told = evening.press("soft3 petal3", own).says(own)
        assert ("Petals move the cursor" in told) == (seat == session.current_player)


def test_a_whole_game_by_the_keys_that_lead_on() -> None:
    session = ZatreSession(Game(setup(("654",))), PROOF)
    evening = in_game(session)
    for _ in range(600):
        if isinstance(evening.frame().screen, RankingScreen):
            break
        keys = {"Next spot": "soft2 soft1", "Done": "soft2"}
        evening.press(keys.get(labels(evening)[1], "soft1"))
    assert session.over
    assert session.view(None).table.left_in_bag == 0
    assert evening.press("petal1").says().split("\n")[-2].endswith(" p.")


@pytest.mark.parametrize("language", list(Language))
def test_help_says_what_each_game_is_where_one_is_chosen(language: Language) -> None:
    evening = Evening(Preferences(language=language)).press("petal2 soft2 soft3 petal3")
    assert said(TRIQUETA.about, language) in evening.says()
    for name in ("Zatre", "Ettana"):
        evening.press("soft3")
        assert name in evening.says()
        assert clipped(evening.frame()) == []
    assert said(TRIQUETA.about, language) in evening.press("soft3").says()
