"""The expansion, clause by clause: W1 to W5, and D1 to D5 for two players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.games.triqueta.rules.tables import end_rounds, play, table, take_all_rows
from tests.games.triqueta.rules.test_base_rules import refused
from triqueta.games.triqueta.rules import (
    Animal,
    Edition,
    Game,
    Phase,
    SetupError,
    score_sheet,
    seat_view,
)


def shadow_table(players: int = 3, first: Sequence[str] = (), second: Sequence[str] = ()) -> Game:
    return table(players, Edition.SHADOW, first=first, second=second)


def second_round(players: int = 3, second: Sequence[str] = ()) -> Game:
    """Return a game with the expansion in which the second pile has just been opened."""
    game = take_all_rows(shadow_table(players, second=second))
    game.play("p2")
    return game


def test_w1_fifteen_shadow_tiles_nine_of_them_wolves() -> None:
    tiles = Counter("".join(sum(shadow_table().setup.piles, ())))
    assert tiles == {**dict.fromkeys("RODBMU", 10), **dict.fromkeys("rodbmu", 1), "w": 9}


def test_w1_a_wrong_number_of_wolves_is_refused() -> None:
    setup = shadow_table(second=["ROBr"]).setup
    first, second, *others = setup.piles
    with pytest.raises(SetupError, match=r"piles: 10 tiles w instead of 9 \(W1\)"):
        replace(setup, piles=(first, ("ROBw", *second[1:]), *others))


def test_w2_the_three_piles_with_a_tree_have_a_shadow_tile_under_each_petal() -> None:
    piles = shadow_table().setup.piles
    assert [len("".join(pile)) for pile in piles] == [15, 20, 20, 20]
    assert all(petal[3].islower() for pile in piles[1:] for petal in pile)


@pytest.mark.parametrize("petal", ["ROB", "ROBR", "wROB", "ROBwr"])
def test_w2_a_pile_with_a_wrong_shadow_layer_is_refused(petal: str) -> None:
    setup = shadow_table(second=["ROBr"]).setup
    first, second, *others = setup.piles
    message = rf'pile 2, petal 1 is "{petal}" instead of 3 light tiles over a shadow tile \(W2\)'
    with pytest.raises(SetupError, match=message):
        replace(setup, piles=(first, (petal, *second[1:]), *others))


def test_w3_a_shadow_tile_is_free_as_soon_as_its_own_petal_is_cleared_above_it() -> None:
    game = second_round(second=["RODw"])
    play(game, "d1 r1 d1 r1 d1 r1")
    assert [len(petal) for petal in game.petals] == [1, 4, 4, 4, 4]
    game.play("d1")
    assert "".join(game.kept_shadow) == "w"


def test_w3_a_shadow_tile_is_kept_without_a_choice_and_the_turn_ends() -> None:
    game = play(second_round(second=["RODw"]), "d1 r1 d1 r1 d1 r1")
    drawer = game.to_act
    assert drawer is not None
    game.play("d1")
    assert game.kept_shadow[drawer] == "w"
    assert game.phase is Phase.TURN
    assert game.to_act != drawer


def test_w3_shadow_tiles_do_not_count_towards_the_two_keeps_and_have_no_limit() -> None:
    game = second_round(second=["RODw", "RODb", "RODw", "RMUw", "BMUw"])
    play(game, "t1 t2")  # now the third player is alone
    seat = game.to_act
    assert seat is not None
    for petal in "12345":
        play(game, f"d{petal} r3 d{petal} r3 d{petal}")
        play(game, "k" if petal in "12" else "r3")
        play(game, f"d{petal}")
    assert game.kept_shadow[seat] == "wbwww"
    assert len(game.kept_light[seat]) == 2


def test_w4_light_tiles_are_decided_first_then_all_shadow_tiles_are_added() -> None:
    game = play(second_round(second=["RODw"]), "d1 r1 d1 r1 d1 k d1")
    game = end_rounds(game)
    assert game.phase is Phase.REVEAL
    assert all("w" not in tiles for tiles in game.face_up)
    game = play(game, "-")
    assert game.phase is Phase.OVER
    assert [tiles.count("w") for tiles in game.face_up].count(1) == 1
    assert "".join(game.kept_shadow) == ""


def test_w5_light_and_shadow_tiles_count_together() -> None:
    sheet = score_sheet(Edition.SHADOW, "RRrwww", rock=False, trees=0)
    assert len(sheet.animals) == 7
    assert sheet.animals[0].points == 5
    assert sheet.animals[-1].animal is Animal.WOLF
    assert sheet.animals[-1].points == 11


def test_w5_a_shadow_tile_may_spoil_a_triqueta() -> None:
    assert score_sheet(Edition.SHADOW, "RRRr", rock=False, trees=0).total == -1


def test_d1_two_tiles_are_drawn_one_at_a_time_the_uncovered_one_included() -> None:
    game = shadow_table(2, first=["ROD"])
    game.play("d1")
    assert game.phase is Phase.SECOND_DRAW
    assert game.legal_moves == ("d1", "d2", "d3", "d4", "d5")
    for move in ("r1", "k", "t1"):
        assert refused(game, move, "D1") == "Ana must first draw the second tile (D1)"
    game.play("d1")
    assert game.drawn == ["R", "O"]


def test_d1_a_petal_that_the_first_tile_emptied_gives_no_second() -> None:
    game = shadow_table(2, first=["ROD"])
    play(game, "d1 d1 r1 k d1")
    assert game.legal_moves == ("d2", "d3", "d4", "d5")
    assert refused(game, "d1", "R4") == "petal 1 is empty (R4)"


def test_d1_neither_tile_is_seen_before_the_second_is_drawn() -> None:
    game = shadow_table(2, first=["ROD"])
    game.play("d1")
    assert seat_view(game, 0).drawn == ""
    game.play("d1")
    assert seat_view(game, 0).drawn == "RO"
    assert seat_view(game, 1).drawn == ""


def test_d1_only_with_the_expansion_and_only_for_two() -> None:
    assert play(table(2), "d1").phase is Phase.CHOICE
    assert play(shadow_table(3), "d1").phase is Phase.CHOICE


def test_d2_a_shadow_tile_of_the_two_is_kept_and_the_light_one_chosen_for() -> None:
    game = second_round(2, second=["RODw", "BUUm"])
    play(game, "d1 d1 r1 x d1 d1")
    assert game.kept_shadow[0] == "w"
    assert game.drawn == ["D"]
    assert game.legal_moves == ("r1", "r2", "k", "x")


def test_d2_two_shadow_tiles_end_the_turn_at_once() -> None:
    game = second_round(2, second=["RODw", "BUUm"])
    play(game, "d1 d1 r1 x d2 d2 r1 x d1 d2 r1 x")
    assert game.to_act == 0
    play(game, "d1 d2")
    assert game.kept_shadow[0] == "wm"
    assert game.to_act == 1
    assert game.phase is Phase.TURN


def test_d2_the_first_shadow_tile_is_kept_when_the_second_is_drawn() -> None:
    game = second_round(2, second=["RODw", "BUUm"])
    play(game, "d1 d1 r1 x d1 d2 r1 x d1")
    assert game.kept_shadow == ["", ""]
    game.play("d2")
    assert game.kept_shadow[1] == "w"
    assert game.drawn == ["U"]


def test_d3_a_light_tile_is_placed_kept_or_put_into_the_box() -> None:
    game = play(shadow_table(2, first=["ROD"]), "d1 d1")
    assert game.legal_moves == ("r1", "r2", "k", "x")
    game.play("x")
    assert game.box == "R"


def test_d3_the_box_is_for_two_players_with_the_expansion_only() -> None:
    message = "tiles go into the box only in a two-player game with the expansion (D3)"
    assert refused(play(table(2), "d1"), "x", "D3") == message
    assert refused(play(shadow_table(3), "d1"), "x", "D3") == message


@pytest.mark.parametrize(
    ("first", "left"),
    [("r1", ("k", "x")), ("r2", ("k", "x")), ("k", ("r1", "r2", "x")), ("x", ("r1", "r2", "k"))],
)
def test_d4_two_light_tiles_need_two_different_options(first: str, left: tuple[str, ...]) -> None:
    game = play(shadow_table(2, first=["ROD"]), f"d1 d1 {first}")
    assert game.legal_moves == left
    same = {"r": "r2", "k": "k", "x": "x"}[first[0]]
    reason = "Ana must use another option for the second light tile (D4)"
    assert refused(game, same, "D4") == reason


def test_d4_with_both_keeps_used_one_tile_is_placed_and_one_goes_into_the_box() -> None:
    game = shadow_table(2)
    play(game, "d1 d2 k r1 d1 d2 k r1 d1 d2 k r1 d3 d4 k r1 d3 d4")
    assert game.legal_moves == ("r1", "r2", "x")
    assert refused(game, "k", "R6") == "Ana has kept two tiles already (R6)"
    game = play(game, "x")
    assert game.legal_moves == ("r1", "r2")
    game.take_back()
    game = play(game, "r1")
    assert game.legal_moves == ("x",)


def test_d5_with_fewer_than_two_tiles_left_drawing_is_illegal() -> None:
    game = shadow_table(2)
    play(game, "d1 d1 r1 x d1 d2 r1 x d2 d2 r1 x d3 d3 r1 x d3 d4 r1 x d4 d4 r1 x d5 d5 r1 x")
    assert game.petals[4] != ""
    assert game.legal_moves == ("t1", "t2")
    reason = "fewer than two tiles are left, Ben can only take a row (D5)"
    assert refused(game, "d5", "D5") == reason
    game = play(game, "t1")
    assert game.legal_moves == ("t2",)


def test_d5_two_tiles_left_in_one_petal_may_still_be_drawn() -> None:
    game = second_round(2)
    play(game, "d1 d1 r1 x d1 d1 r1 d2 d2 r1 x d2 d2 r1 d3 d3 r1 x d3 d3 r1 d4 d4 r1 x d4 d4 r1")
    play(game, "d5 d5 r1 x")
    assert [len(petal) for petal in game.petals] == [0, 0, 0, 0, 2]
    assert game.legal_moves == ("d5", "t1", "t2")
    game = play(game, "d5 d5 r1")
    assert game.legal_moves == ("t1", "t2")
    assert refused(game, "d5", "R9").startswith("the pile is empty")
