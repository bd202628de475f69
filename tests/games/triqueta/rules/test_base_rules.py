"""The base game, clause by clause: R1 to R14."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.games.triqueta.rules.tables import end_rounds, play, table, take_all_rows
from triqueta.games.triqueta.rules import (
    Animal,
    DecidedBy,
    Edition,
    Game,
    IllegalMoveError,
    InvalidMoveError,
    Outcome,
    Phase,
    ScoreSheet,
    SetupError,
    points_for,
    score_sheet,
)
from triqueta.games.triqueta.rules.moves import DRAW
from triqueta.games.triqueta.rules.score import outcome_of


def refused(game: Game, move: str, clause: str) -> str:
    """Check that a move is refused for this clause and changes nothing, and return the message."""
    moves, legal = list(game.moves), game.legal_moves
    with pytest.raises(IllegalMoveError) as caught:
        game.play(move)
    assert (game.moves, game.legal_moves) == (moves, legal)
    assert caught.value.clause == clause
    assert isinstance(caught.value, ValueError)
    return str(caught.value)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r1_one_empty_row_per_player_and_the_rock_with_the_youngest(players: int) -> None:
    game = table(players, rock=players - 1)
    assert game.rows == [""] * players
    assert game.rock == game.to_act == players - 1


def test_r1_there_are_no_more_rows_than_players() -> None:
    game = table(3)
    assert refused(game, "t4", "R1") == "there is no row 4, only one row per player (R1)"
    game.play("d1")
    assert refused(game, "r5", "R1") == "there is no row 5, only one row per player (R1)"


def test_r1_four_piles_of_five_petals_of_three_tiles() -> None:
    piles = table().setup.piles
    assert [[len(petal) for petal in pile] for pile in piles] == [[3] * 5] * 4
    assert Counter("".join(sum(piles, ()))) == dict.fromkeys("RODBMU", 10)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": ("Ana",)}, "players: 1 instead of 2 to 5"),
        ({"players": tuple("ABCDEF")}, "players: 6 instead of 2 to 5"),
        ({"rock": 3}, "rock: 3 is not a player's index between 0 and 2"),
        ({"rock": -1}, "rock: -1 is not a player's index between 0 and 2"),
        ({"piles": ()}, r"piles: 0 instead of 4 \(R1\)"),
    ],
)
def test_r1_a_wrong_set_up_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        replace(table().setup, **change)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize(
    ("petal", "message"),
    [
        ("RO", r'pile 1, petal 1 is "RO" instead of 3 light tiles \(R1\)'),
        ("RODB", r'pile 1, petal 1 is "RODB" instead of 3 light tiles \(R1\)'),
        ("ROw", r'pile 1, petal 1 is "ROw" instead of 3 light tiles \(R1\)'),
        ("RRR", r"piles: 13 tiles R instead of 10 \(R1\)"),
    ],
)
def test_r1_wrong_piles_are_refused(petal: str, message: str) -> None:
    setup = table(first=["UUU"]).setup
    first, *others = setup.piles
    with pytest.raises(SetupError, match=message):
        replace(setup, piles=((petal, *first[1:]), *others))


def test_r1_a_pile_without_five_petals_is_refused() -> None:
    setup = table().setup
    with pytest.raises(SetupError, match=r"pile 4 has 4 petals instead of 5 \(R1\)"):
        replace(setup, piles=(*setup.piles[:3], setup.piles[3][:4]))


def test_r2_the_rock_holder_starts_and_play_goes_clockwise() -> None:
    game = table(rock=1)
    seats = []
    for petal in "12345":
        seats.append(game.to_act)
        play(game, f"d{petal} r1")
    assert seats == [1, 2, 0, 1, 2]


def test_r2_a_player_who_has_left_the_round_is_skipped() -> None:
    game = play(table(), "d1 r1 t1 d2 r2")
    assert game.to_act == 0
    play(game, "d3 r2")
    assert game.to_act == 2


def test_r2_there_are_four_rounds() -> None:
    game = end_rounds(table())
    assert game.round == 4
    assert game.phase is Phase.OVER


def test_r3_a_turn_is_a_draw_or_a_take_and_nothing_else() -> None:
    game = table()
    assert game.legal_moves == ("d1", "d2", "d3", "d4", "d5", "t1", "t2", "t3")
    for move in ("r1", "k", "x", "p2", "+", "-"):
        assert refused(game, move, "R3") == "Ana must draw a tile or take a row (R3)"


def test_r4_the_top_tile_of_any_petal_can_be_drawn() -> None:
    for petal, tile in enumerate("RODBM", start=1):
        game = table(first=["RUU", "OUU", "DUU", "BUU", "MUU"])
        play(game, f"d{petal}")
        assert game.drawn == [tile]


def test_r4_never_a_tile_from_underneath() -> None:
    game = table(first=["ROD"])
    drawn = []
    for _ in range(3):
        game.play("d1")
        drawn += game.drawn
        game.play("r1")
    assert drawn == ["R", "O", "D"]
    assert "d1" not in game.legal_moves
    assert refused(game, "d1", "R4") == "petal 1 is empty (R4)"


def test_r4_the_drawn_tile_is_decided_before_anything_else() -> None:
    game = play(table(), "d1")
    for move in ("d2", "t1", "p2", "+"):
        assert refused(game, move, "R4") == "Ana must first decide about the drawn tile (R4)"


def test_r5_a_tile_goes_into_any_row_not_taken() -> None:
    game = play(table(first=["ROD"]), "d1 r3 d1 r3 t1 d1")
    assert game.rows[2] == "RO"
    assert game.legal_moves == ("r2", "r3", "k")
    assert refused(game, "r1", "R5") == "row 1 has been taken (R5)"


def test_r5_a_row_may_grow_to_the_whole_pile() -> None:
    game = table()
    for draw in DRAW * 3:
        play(game, f"{draw} r2")
    assert len(game.rows[1]) == 15


def test_r6_two_keeps_per_player_in_the_whole_game_not_per_round() -> None:
    game = play(table(2), "d1 k d2 r1 d1 k t1 d3")
    assert refused(game, "k", "R6") == "Ana has kept two tiles already (R6)"
    play(game, "r2 t2 p2")
    assert game.round == 2
    game.play("d1")
    assert "k" not in game.legal_moves
    assert refused(game, "k", "R6") == "Ana has kept two tiles already (R6)"


def test_r6_each_player_has_two_keeps() -> None:
    game = play(table(2), "d1 k d1 k d1 k d2 k")
    assert [len(kept) for kept in game.kept_light] == [2, 2]


def test_r7_taking_a_row_gives_its_tiles_and_leaves_the_round() -> None:
    game = play(table(first=["ROD"]), "d1 r2 d1 r2 t2")
    assert game.face_up == ["", "", "RO"]
    assert game.order == [0, 1]
    assert refused(game, "t2", "R7") == "row 2 has been taken (R7)"


def test_r7_an_empty_row_can_be_taken() -> None:
    game = play(table(), "t3")
    assert game.face_up[0] == ""
    assert game.to_act == 1
    assert game.takes == ("t1", "t2")


def test_r8_the_last_player_continues_to_draw_and_may_still_keep() -> None:
    game = play(table(), "t1 t2")
    for moves in ("d1 r3", "d1 k", "d2 r3", "d2 k", "d3 r3"):
        assert game.to_act == 2
        play(game, moves)
    assert len(game.rows[2]) == 3
    assert len(game.kept_light[2]) == 2


def test_r8_the_last_player_ends_by_taking_the_last_row() -> None:
    game = play(table(), "t1 t2 d1 r3 t3")
    assert game.phase is Phase.NEXT_PILE
    assert len(game.face_up[2]) == 1


def test_r9_with_an_empty_pile_only_taking_a_row_is_legal() -> None:
    game = table()
    for draw in DRAW * 3:
        play(game, f"{draw} r1")
    assert game.legal_moves == ("t1", "t2", "t3")
    reason = refused(game, "d2", "R9")
    assert reason == "the pile is empty, Ana can only take a row (R9)"


def test_r10_the_last_row_brings_the_rock() -> None:
    game = play(table(), "t1 d1 r2 t3 t2")
    assert game.rock == 1


def test_r10_the_rest_of_the_pile_goes_to_the_box() -> None:
    game = play(table(first=["ROD"]), "d1 r1")
    take_all_rows(game)
    assert game.petals == [""] * 5
    assert len(game.box) == 14


def test_r10_the_rock_of_round_four_scores() -> None:
    game = end_rounds(table(), rounds=3)
    game.play("p4")
    starter = game.to_act
    take_all_rows(game)
    assert game.outcome is not None
    rocks = [sheet.rock for sheet in game.outcome.sheets]
    assert sum(rocks) == rocks[game.rock] == 1
    assert game.rock != starter


def test_r11_the_rock_holder_chooses_a_pile_takes_its_tree_and_starts() -> None:
    game = play(table(), "t1 t2 t3")
    assert game.to_act == game.rock == 2
    assert game.legal_moves == ("p2", "p3", "p4")
    assert refused(game, "d1", "R11") == "Chloé must first open the next pile (R11)"
    game.play("p3")
    assert game.trees == [0, 0, 1]
    assert game.to_act == 2
    assert game.petals == list(game.setup.piles[2])
    assert game.rows == ["", "", ""]


def test_r11_a_pile_is_played_once() -> None:
    game = play(table(), "t1 t2 t3 p3")
    take_all_rows(game)
    assert game.legal_moves == ("p2", "p4")
    assert refused(game, "p3", "R11") == "pile 3 has been played (R11)"


def test_r11_the_last_pile_is_opened_by_a_move_too() -> None:
    game = end_rounds(table(), rounds=3)
    assert game.legal_moves == ("p4",)


def test_r11_the_first_pile_has_no_tree() -> None:
    assert sum(end_rounds(table()).trees) == 3


def test_r11_after_the_fourth_round_the_game_is_over() -> None:
    game = end_rounds(table())
    assert (game.legal_moves, game.to_act) == ((), None)
    assert refused(game, "d1", "R11") == "the game is over (R11)"


def test_r12_each_kept_tile_is_added_or_returned_in_the_order_of_players_and_keeps() -> None:
    game = play(table(2, first=["ROD", "BMU"]), "d1 k d2 k d1 k")
    end_rounds(game)
    asked = []
    for decision in "+-+":
        asked.append(game.to_act)
        assert game.phase is Phase.REVEAL
        assert game.legal_moves == ("+", "-")
        reason = refused(game, "k", "R12")
        assert reason.endswith("must first add (+) or return (-) a kept tile (R12)")
        game.play(decision)
    assert asked == [0, 0, 1]
    assert game.face_up == ["R", "B"]
    assert "O" in game.box


def test_r12_nothing_is_turned_up_before_all_have_decided() -> None:
    game = end_rounds(play(table(2), "d1 k d2 k"))
    game.play("+")
    assert game.face_up == ["", ""]
    game.play("+")
    assert [len(tiles) for tiles in game.face_up] == [1, 1]


@pytest.mark.parametrize("animal", list(Animal))
def test_r13_points_of_one_animal(animal: Animal) -> None:
    values = dict(zip(Animal, [5, 6, 7, 8, 9, 10, 11], strict=True))
    points = [points_for(animal, tiles) for tiles in range(8)]
    assert points == [0, 1, 2, values[animal], -1, -2, -3, -4]


def test_r13_worked_example() -> None:
    tiles = "RR" + "OOO" + "D" + "BBB" + "UUUUU"
    sheet = score_sheet(Edition.BASE, tiles, rock=True, trees=2)
    assert [line.points for line in sheet.animals] == [2, 6, 1, 8, 0, -2]
    assert (sheet.rock, sheet.trees, sheet.total, sheet.tiles) == (1, 2, 18, 14)


def test_r13_six_tiles_are_not_two_triquetas() -> None:
    sheet = score_sheet(Edition.BASE, "UUUUUU", rock=False, trees=0)
    assert sheet.total == -3


RABBITS = ["RRR", "RRR", "ROO"]
THREE_RABBITS_EACH_AND_ONE_KEPT_BY_ANA = "d1 r1 d1 r2 d1 r1 d2 r2 d2 r1 d2 r2 d3 k t2 t1"
TWO_TREES_FOR_ANA_TREE_AND_ROCK_FOR_BEN = "p2 t1 t2 p3 t1 t2 p4 t1 t2"


def rabbits_and_trees(decision: str) -> Outcome:
    game = table(2, first=RABBITS)
    play(game, THREE_RABBITS_EACH_AND_ONE_KEPT_BY_ANA)
    play(game, TWO_TREES_FOR_ANA_TREE_AND_ROCK_FOR_BEN)
    outcome = play(game, decision).outcome
    assert outcome is not None
    return outcome


def test_r14_most_points_win() -> None:
    outcome = rabbits_and_trees("+")
    assert outcome.scores == (1, 7)
    assert outcome.winners == (1,)
    assert outcome.decided_by is DecidedBy.POINTS


def test_r14_returned_tiles_do_not_count_for_the_tie() -> None:
    outcome = rabbits_and_trees("-")
    assert outcome.scores == (7, 7)
    assert outcome.tiles == (3, 3)
    assert outcome.winners == (0, 1)


def sheet(tiles: str, *, rock: bool = False) -> ScoreSheet:
    return score_sheet(Edition.BASE, tiles, rock=rock, trees=0)


def test_r14_a_tie_goes_to_most_animal_tiles() -> None:
    outcome = outcome_of([sheet("RRR", rock=True), sheet("RRRO"), sheet("O")])
    assert outcome.scores == (6, 6, 1)
    assert outcome.winners == (1,)
    assert outcome.decided_by is DecidedBy.TILES


def test_r14_still_tied_they_win_together() -> None:
    outcome = outcome_of([sheet("RRRO"), sheet("RRR", rock=True), sheet("RRRD")])
    assert outcome.scores == (6, 6, 6)
    assert outcome.winners == (0, 2)
    assert outcome.decided_by is DecidedBy.SHARED


def test_a_text_that_is_not_a_move_is_refused_as_such() -> None:
    for text in ("", "d", "d0", "d6", "r6", "p1", "D1", "dd", "1", "d1 ", "t٣"):
        with pytest.raises(InvalidMoveError, match="no such move"):
            table().play(text)


def test_taking_back_at_the_beginning_is_refused() -> None:
    with pytest.raises(IndexError, match="no move to undo"):
        table().take_back()


def test_a_copy_goes_its_own_way() -> None:
    game = play(table(), "d1")
    copy = game.copy()
    play(copy, "k d2 r1 t1")
    assert game.moves == ["d1"]
    assert game.kept_light == ["", "", ""]
    play(game, "r1")
    assert copy.moves == ["d1", "k", "d2", "r1", "t1"]
