"""Zatre, clause by clause: Z1 to Z16."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.zatre.reference import DRAWING
from tests.games.zatre.tables import lying, random_game, setup, table
from tests.games.zatre.test_perft import POSITIONS
from triqueta.games.zatre.rules import (
    Block,
    Cell,
    Column,
    Game,
    Outcome,
    Record,
    Scored,
    TurnSoFar,
)
from triqueta.games.zatre.rules.board import (
    ALL_TILES,
    COLUMNS,
    FIELDS,
    LIGHT,
    NEIGHBOURS,
    START,
    VALUES,
    TileLine,
    column_and_row,
    field_at,
)
from triqueta.games.zatre.rules.score import FinalBlock, bonus_of, outcome_of
from triqueta.records.errors import IllegalMoveError, InvalidMoveError, SetupError

EXAMPLE = "H8=6 I8=5 J8=1"

FULL = """
A5=3 A6=4 B4=6 B5=4 B12=3 B13=5 C2=6 C3=4 C7=3 C9=4 C11=6 C12=6 D2=3 D3=4 D6=6 D7=4 D9=3 D10=6
D11=3 E6=5 E10=5 E13=1 E14=4 E15=6 F5=5 F13=2 F14=6 G3=4 G4=1 G5=4 G10=2 G12=4 G13=2 H3=6 H4=5
H6=3 H8=2 H9=3 H10=1 H12=5 H13=2 H14=5 I2=4 I4=1 I5=2 I6=1 I8=5 I14=3 J1=6 J2=6 J7=5 J8=4 J9=1
J10=1 K1=6 K5=5 K6=4 K9=5 K10=5 L4=4 L5=6 M3=5 M4=5 M9=4 M10=2 M11=1 N2=6 N3=6 N7=4 N8=3 N11=5
N12=6 O6=4 O7=6 O10=5 O11=6
"""
"""A late board on which a 6 fits no field."""


def turn(before: str, hand: str, placed: str) -> TurnSoFar:
    return TurnSoFar(lying(before), tuple(map(int, hand)), lying(placed))


def refused(before: str, hand: str, placed: str, clause: str) -> str:
    """Check that a turn is refused for this clause, and return the reason."""
    obstacle = turn(before, hand, placed).obstacle
    assert obstacle is not None
    assert obstacle.clause == clause
    return obstacle.reason


def accepted(before: str, hand: str, placed: str) -> Scored:
    found = turn(before, hand, placed)
    assert found.obstacle is None
    return found.scored


def not_played(game: Game, move: str, clause: str) -> str:
    """Check that a game refuses a move for this clause and stays as it is; return the message."""
    before = game.copy()
    with pytest.raises(IllegalMoveError) as caught:
        game.play(move)
    assert all(getattr(game, name) == getattr(before, name) for name in Game.__slots__)
    assert caught.value.clause == clause
    return str(caught.value)


def game_with_tiles_left() -> Game:
    """Return a game of three in which turns were passed."""
    return Record.read(POSITIONS[3]["record"], Game).game


def test_every_clause_has_a_test_that_names_it() -> None:
    source = Path(__file__).read_text("utf-8")
    named = set(re.findall(r"^def test_(z\d+)_", source, re.M))
    assert named == {f"z{number}" for number in range(1, 17)}


# Parts.


def test_z1_121_tiles() -> None:
    assert len(ALL_TILES) == 121
    assert Counter(ALL_TILES) == {"1": 21} | dict.fromkeys("23456", 20)


@pytest.mark.parametrize(
    ("bag", "message"),
    [
        ("123", "bag: not 120 digits between 1 and 6 (Z1)"),
        ("7" * 120, "bag: not 120 digits between 1 and 6 (Z1)"),
        ("\u0661" * 120, "bag: not 120 digits between 1 and 6 (Z1)"),
        ("6" * 120, "bag: with the starter's 6, 0 tiles of value 1 instead of 21 (Z1)"),
    ],
)
def test_z1_a_bag_with_other_tiles_is_refused(bag: str, message: str) -> None:
    with pytest.raises(SetupError) as caught:
        replace(setup(), bag=bag)
    assert str(caught.value) == message


def test_z1_the_starters_tile_is_not_in_the_bag() -> None:
    with pytest.raises(
        SetupError, match="bag: with the starter's 5, 21 tiles of value 5 instead of 20"
    ):
        replace(setup(["65"]), opening=("45",))


def test_z2_193_fields_of_which_33_are_light() -> None:
    assert len(FIELDS) == 193
    assert len(LIGHT) == 33
    assert START in LIGHT
    rows = DRAWING.split("\n")
    for field in FIELDS:
        column, row = column_and_row(field)
        assert field == f"{COLUMNS[column]}{row + 1}"
        assert rows[row][column] == ("S" if field == START else "D" if field in LIGHT else "o")
        assert field_at(column, row) == field
    assert [field_at(*spot) for spot in ((7, 0), (-1, 5), (15, 5), (5, -1), (5, 15))] == [None] * 5


def test_z2_a_gap_separates_its_neighbours() -> None:
    assert set(NEIGHBOURS["G1"]) == {"F1", "G2"}
    assert refused("H2=1 H3=1", "56", "G1=5 I1=6", "Z6").startswith(
        "the tile on G1 is not connected"
    )
    assert "H1" not in FIELDS


def test_z2_a_move_outside_the_board_is_refused() -> None:
    assert not_played(table(), "A1=6", "Z2") == "the board has no field A1 (Z2)"


@pytest.mark.parametrize("opening", ["6", "123456"])
def test_z3_two_to_five_play(opening: str) -> None:
    with pytest.raises(SetupError, match=rf"players: {len(opening)} instead of 2 to 5 \(Z3\)"):
        replace(setup(), players=tuple(opening))


# Play.


def test_z4_the_highest_starts_with_that_tile_and_two_more() -> None:
    game = table(opening=["251"], bag="34")
    assert game.to_act == 1
    assert game.hands == [(), (5, 3, 4), ()]
    assert game.left_in_bag == 118


def test_z4_those_tied_draw_again_until_one_is_highest() -> None:
    game = table(opening=["3455", "22", "32"], bag="11")
    assert game.to_act == 2
    assert game.hands[2] == (3, 1, 1)
    seats = [drawing.seats for drawing in game.setup.drawings]
    assert seats == [(0, 1, 2, 3), (2, 3), (2, 3)]


@pytest.mark.parametrize(
    ("opening", "message"),
    [
        ((), "opening: the last drawing has no single highest tile (Z4)"),
        (("55",), "opening: the last drawing has no single highest tile (Z4)"),
        (("65", "61"), "opening: drawing 2 follows a drawing without a tie (Z4)"),
        (("655",), 'opening: drawing 1 is "655" instead of 2 digits between 1 and 6 (Z4)'),
        (("55", "6"), 'opening: drawing 2 is "6" instead of 2 digits between 1 and 6 (Z4)'),
        (("07",), 'opening: drawing 1 is "07" instead of 2 digits between 1 and 6 (Z4)'),
        (("66",) * 10 + ("65",), "opening: 21 tiles of value 6, but there are only 20 (Z1)"),
    ],
)
def test_z4_an_opening_that_can_not_be_is_refused(opening: tuple[str, ...], message: str) -> None:
    with pytest.raises(SetupError) as caught:
        replace(setup(), opening=opening)
    assert str(caught.value) == message


def test_z5_clockwise_and_two_tiles_for_who_holds_none() -> None:
    game = table(EXAMPLE, opening=["664", "36"], bag="516632")
    assert game.history[0].seat == 1
    assert game.to_act == 2
    assert game.hands == [(), (), (6, 6)]
    game.play("H9=6 I9=6")
    assert (game.to_act, game.hands[0]) == (0, (3, 2))


def test_z5_one_tile_for_who_still_holds_some() -> None:
    game = game_with_tiles_left()
    kept = 0
    for before, after in zip(game.history, game.history[3:], strict=False):
        left = len(before.hand) - len(before.placed)
        assert after.seat == before.seat
        assert len(after.hand) - left == (1 if left else 2)
        kept += bool(left)
    assert kept


@pytest.mark.parametrize("tile", VALUES)
def test_z5_one_tile_whatever_is_held_and_however_much_of_it(tile: int) -> None:
    for held in range(1, 21):
        game = table(opening=["66", "36"], bag="5163")
        game.hands[0] = kept = (tile,) * held
        game.play(EXAMPLE)
        assert game.to_act == 0
        assert game.hands[0] == (*kept, *game.fresh)
        assert len(game.fresh) == 1


def test_z5_with_fewer_in_the_bag_what_is_there() -> None:
    drawn = {len(random_game(2, seed).history[-1].hand) for seed in range(12)}
    assert 1 in drawn


def test_z5_only_tiles_held_are_placed() -> None:
    game = table(EXAMPLE, opening=["66", "36"], bag="5163")
    reason = "can't place 6 6: the hand has 6 3 (Z5)"
    assert not_played(game, "H9=6 I9=6", "Z5") == reason


def test_z6_every_tile_is_joined_to_earlier_tiles() -> None:
    reason = refused(EXAMPLE, "34", "G7=3", "Z6")
    assert reason == "the tile on G7 is not connected to the tiles of earlier turns"


def test_z6_if_need_be_through_others_of_the_turn() -> None:
    accepted(EXAMPLE, "12", "H9=1 H10=2")
    assert "on H10 is not connected" in refused(EXAMPLE, "12", "H10=2", "Z6")


def test_z6_the_first_turn_covers_the_start_field() -> None:
    reason = refused("", "651", "G8=6 G9=1", "Z6")
    assert reason == "in the first turn a tile has to be on the start field H8"
    reason = refused("", "651", "H8=6 H9=5 J8=1", "Z6")
    assert reason == "the tile on J8 is not connected to the tile on the start field"


def test_z6_only_on_an_empty_field() -> None:
    game = table(EXAMPLE, opening=["66", "36"], bag="5166")
    assert not_played(game, "H8=6 I9=6", "Z6") == "there is already a tile on H8 (Z6)"
    with pytest.raises(InvalidMoveError, match="H9 is named twice"):
        game.play("H9=6 H9=6")


def test_z7_no_line_over_12() -> None:
    game = table(EXAMPLE, opening=["66", "36"], bag="5163")
    assert not_played(game, "H9=6 H10=3", "Z7") == "the line H8-H10 sums to 15 (Z7)"
    assert refused(EXAMPLE, "41", "K8=1", "Z7") == "the line H8-K8 sums to 13"


def test_z7_a_line_is_as_long_as_it_gets() -> None:
    (line,) = accepted("H8=1 H9=2 H10=3 J8=4", "5", "I8=5").lines
    assert (str(line), line.fields, line.sum) == ("H8-J8", ("H8", "I8", "J8"), 10)
    assert refused("H8=1 H9=6 H10=3", "4", "H7=4", "Z7") == "the line H7-H10 sums to 14"


def test_z7_less_than_10_is_allowed_and_worth_nothing() -> None:
    assert accepted("H8=1", "2", "H9=2") == Scored()


def test_z8_a_light_field_wants_a_line_of_10_to_12() -> None:
    reason = refused(EXAMPLE, "33", "G9=3 H9=3", "Z8")
    assert reason == "the 3 on the light field G9 is not in a line of 10 to 12, but fits H7"
    assert accepted(EXAMPLE, "66", "H9=6 I9=6").crosses == ("I9",)


def test_z8_the_start_field_in_the_first_turn_wants_none() -> None:
    assert accepted("", "1", "H8=1") == Scored()
    assert refused("", "231", "G7=1 G8=3 H8=2", "Z8")


def test_z8_nor_does_a_tile_that_fits_no_other_field() -> None:
    assert turn(FULL, "6", "").fitting(6) == ()
    assert turn(FULL, "6", "").excepted(6) == ("G9", "I15")
    assert accepted(FULL, "6", "I15=6") == Scored()
    # The 1 fits many fields and is judged separately.
    assert refused(FULL, "1", "I15=1", "Z8")


def test_z8_with_the_others_placed_as_they_are() -> None:
    # Alone, the 6 fits nowhere. It can't go next to J15, because J15 is joined only through it.
    accepted(FULL, "61", "I15=6 J15=1")
    # With the 1 on another field, the 6 fits next to it.
    places = [
        field
        for field in turn(FULL, "61", "").fitting(1)
        if turn(FULL, "61", f"{field}=1").fitting(6)
    ]
    assert len(places) > 5
    for field in places:
        if field != "I13":  # there it makes a line of 10 for both
            assert refused(FULL, "61", f"I15=6 {field}=1", "Z8")


def test_z8_a_tile_that_depends_on_it_is_not_an_exception() -> None:
    """The 1 on G7 could go elsewhere, although the 2 on G6 would then not be joined."""
    assert refused("H7=1 H8=6", "12", "G6=2 G7=1", "Z8")


def test_z9_every_tile_that_fits_must_be_placed() -> None:
    assert refused(EXAMPLE, "66", "H9=6", "Z9") == "the 6 left in the hand fits G9"
    assert refused(EXAMPLE, "34", "", "Z9") == "the 3 left in the hand fits H7"


def test_z9_the_exception_of_z8_is_a_right_and_no_duty() -> None:
    assert accepted(FULL, "6", "") == Scored()
    # Once the exception is used, a second 6 fits next to the first.
    assert refused(FULL, "66", "I15=6", "Z9") == "the 6 left in the hand fits J15"


def test_z9_what_is_left_stays_with_the_player() -> None:
    game = game_with_tiles_left()
    for index, played in enumerate(game.history):
        before = Game(game.setup, game.moves[:index])
        assert before.hands[played.seat] == played.hand
        before.play(game.moves[index])
        placed = [game.tiles[field] for field in played.placed]
        assert Counter(before.hands[played.seat]) == Counter(played.hand) - Counter(placed)


def test_z10_the_turn_in_which_the_bag_ran_empty_is_the_last() -> None:
    game = random_game(4, seed=4)
    assert game.left_in_bag == 0
    assert game.to_act is None
    assert game.legal_moves == ()
    assert not_played(game, "-", "Z10") == "the game is over (Z10)"
    before = Game(game.setup, game.moves[:-1])
    assert before.left_in_bag == 0
    assert before.to_act is not None
    assert Game(game.setup, game.moves[:-2]).left_in_bag > 0


# Score.


def test_z11_every_line_with_a_tile_placed_counts() -> None:
    points = [accepted("H8=6", tile, f"H9={tile}").points for tile in "3456"]
    assert points == [0, 1, 2, 4]
    scored = accepted(EXAMPLE, "66", "H9=6 I9=6")
    assert [(str(line), line.sum) for line in scored.lines] == [
        ("H9-I9", 12),
        ("H8-H9", 12),
        ("I8-I9", 11),
    ]
    assert scored.points == 10


def lines(*sums: int) -> tuple[TileLine, ...]:
    return tuple(
        TileLine((f"A{number}", f"B{number}"), total) for number, total in enumerate(sums)
    )


def test_z12_lines_of_one_sum_share_the_next_free_cell() -> None:
    block = Block().plus(Scored(lines(12, 12, 11)))
    assert block == Block(0, (), (2,), (8,))
    assert block.cells_of(Scored(lines(12, 10, 10, 10), ("H8",))) == (
        Cell(Column.CROSS, 1, 0),
        Cell(Column.TEN, 1, 3),
        Cell(Column.TWELVE, 2, 4),
    )
    assert block.plus(Scored(lines(12, 10, 10, 10))) == Block(0, (3,), (2,), (8, 4))


def test_z12_each_player_has_a_block() -> None:
    game = table(f"{EXAMPLE}, H9=6 I9=6", opening=["66", "36"], bag="5166")
    assert game.blocks == [Block(1, (), (2,), (8,)), Block(1, (), (), (4,))]


def test_z13_a_cross_for_each_light_field_in_a_line_of_10_to_12() -> None:
    assert accepted("", "651", EXAMPLE).crosses == ("H8",)
    assert accepted("", "246", "G7=4 G8=6 H8=2").crosses == ("G7",)
    two = Scored((), ("G7", "I9"))
    assert Block().plus(two).crosses == 2
    assert Block(1).cells_of(two) == (Cell(Column.CROSS, 2, 0), Cell(Column.CROSS, 3, 0))


def test_z13_only_for_tiles_placed_in_this_turn() -> None:
    assert accepted("H8=6 I8=3", "2", "J8=2").crosses == ()


def test_z14_bonuses_by_row() -> None:
    assert [bonus_of(row) for row in range(1, 18)] == [3] * 4 + [4] * 4 + [5] * 4 + [6] * 5


def test_z14_a_row_with_all_three_sums_gets_one_and_a_cross_doubles_it() -> None:
    block = Block(1, tens=(1, 1), elevens=(2, 2), twelves=(4,))
    first, second = block.rows
    assert (first.bonus, first.total) == (3, 20)
    assert (second.bonus, second.total) == (0, 3)
    assert block.total == 23
    assert block.bonuses == 1


def test_z14_a_cross_alone_is_worth_nothing() -> None:
    assert Block(crosses=3).total == 0
    assert len(Block(crosses=3).rows) == 3


def test_z15_tiles_still_held_count_minus_their_value() -> None:
    sheet = FinalBlock(Block(0, (1,), (2,), (4,)), held=(6, 3))
    assert (sheet.minus, sheet.total) == (9, 1)


def test_z16_most_points_win_and_those_tied_together() -> None:
    ten, two = Block(0, (10,)), Block(0, (2,))
    outcome = outcome_of([two, ten, ten], [(), (), ()])
    assert isinstance(outcome, Outcome)
    assert outcome.scores == (2, 10, 10)
    assert outcome.winners == (1, 2)
    assert outcome.ranking == (1, 2, 0)


def test_the_worked_example() -> None:
    game = table(opening=["66", "36"], bag="5166")
    game.play(EXAMPLE)
    (row,) = game.blocks[1].rows
    assert (row.cross, row.ten, row.eleven, row.twelve) == (True, 0, 0, 4)
    game.play("H9=6 I9=6")
    (row,) = game.blocks[0].rows
    assert (row.cross, row.ten, row.eleven, row.twelve) == (True, 0, 2, 8)
    assert game.history[-1].scored.crosses == ("I9",)
