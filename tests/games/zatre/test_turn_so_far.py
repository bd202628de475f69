"""An unfinished turn: what the table shows while tiles are being placed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.zatre.tables import games, lying
from tests.games.zatre.test_rules import EXAMPLE, FULL, turn
from triqueta.games.zatre.rules import Block, Cell, Column, Fault, Game, TurnSoFar
from triqueta.games.zatre.rules.board import LIGHT
from triqueta.records.errors import IllegalMoveError


def test_the_score_is_shown_before_the_turn_is_legal() -> None:
    half = turn(EXAMPLE, "66", "I9=6")
    assert not half.is_legal
    assert [(str(line), line.sum) for line in half.lines] == [("I8-I9", 11)]
    assert half.scored.crosses == ("I9",)
    assert Block(1, (), (2,)).cells_of(half.scored) == (
        Cell(Column.CROSS, 2, 0),
        Cell(Column.ELEVEN, 2, 2),
    )


def test_tiles_are_put_down_and_taken_up_again() -> None:
    none = TurnSoFar(lying(EXAMPLE), (6, 6))
    both = none.with_tile("I9", 6).with_tile("H9", 6)
    assert (both.move, both.left, both.is_legal) == ("H9=6 I9=6", (), True)
    one = both.without("I9")
    assert (one.move, one.left, one.is_legal) == ("H9=6", (6,), False)
    assert one.without("H9").placed == none.placed == {}


def test_a_tile_that_cannot_be_placed_is_refused_at_once() -> None:
    half = turn(EXAMPLE, "63", "H9=6")
    for field, tile, clause in (("H8", 3, "Z6"), ("H9", 3, "Z6"), ("H10", 6, "Z5")):
        with pytest.raises(IllegalMoveError) as caught:
            half.with_tile(field, tile)
        assert caught.value.clause == clause


@pytest.mark.parametrize(
    ("placed", "fault", "fields", "tile", "total"),
    [
        ("", Fault.FITS, ("H7",), 6, None),
        ("H10=3", Fault.NOT_JOINED, ("H10",), None, None),
        ("H9=6 H10=3", Fault.TOO_MUCH, ("H8", "H9", "H10"), None, 15),
        ("G9=3 H9=6", Fault.LIGHT, ("G9", "J7"), 3, None),
    ],
)
def test_why_it_is_not_legal_yet(
    placed: str, fault: Fault, fields: tuple[str, ...], tile: int | None, total: int | None
) -> None:
    obstacle = turn(EXAMPLE, "63", placed).obstacle
    assert obstacle is not None
    found = (obstacle.fault, obstacle.fields, obstacle.tile, obstacle.sum)
    assert found == (fault, fields, tile, total)


def test_in_the_first_turn_the_start_field_is_wanted() -> None:
    obstacle = turn("", "63", "H9=6").obstacle
    assert obstacle is not None
    assert (obstacle.fault, obstacle.fields) == (Fault.NO_START, ("H8",))
    assert turn("", "63", "").fitting(6) == turn("", "63", "").best_fields(3, Block()) == ("H8",)


def test_what_a_tile_would_make() -> None:
    half = turn(EXAMPLE, "66", "H9=6")
    assert half.makes(6, "I9") == (12, 11)
    assert half.makes(6, "H7") == (18,)
    assert half.makes(6, "A5") == ()


def test_where_a_tile_fits_best_first() -> None:
    half = turn(EXAMPLE, "66", "H9=6")
    assert half.fitting(6) == ("G9", "I7", "I9", "J7", "J9")
    # In order: 12 and 11 with a cross, 12 with a cross, 11 with a cross, and two without a score.
    assert half.best_fields(6, Block()) == ("I9", "G9", "I7", "J7", "J9")


def test_what_completes_a_row_comes_before_a_higher_sum() -> None:
    half, empty = turn(EXAMPLE, "6", ""), Block()
    assert [half.gain(6, field, empty) for field in ("H7", "I7")] == [4, 2 * 2]
    assert half.best_fields(6, empty)[:4] == ("H7", "H9", "I7", "I9")
    wants_an_11 = Block(crosses=1, tens=(1,), twelves=(4,))
    assert [half.gain(6, field, wants_an_11) for field in ("H7", "I7")] == [4, 2 * (2 + 3)]
    assert half.best_fields(6, wants_an_11)[:4] == ("I7", "I9", "H7", "H9")


def test_among_places_that_gain_the_same_one_with_a_cross_comes_first() -> None:
    half, crossed = turn("H8=6 I8=6", "5", ""), Block(crosses=9)
    assert half.gain(5, "H7", crossed) == half.gain(5, "I7", crossed)
    assert half.best_fields(5, crossed)[:4] == ("I7", "I9", "H7", "H9")


def test_what_is_gained_is_what_one_tile_adds_to_the_turn() -> None:
    half = turn(EXAMPLE, "66", "H9=6")
    assert half.gain(6, "I9", Block()) == 2 * (8 + 2) - 4


def test_places_by_the_exception() -> None:
    assert (
        turn(FULL, "6", "").excepted(6)
        == turn(FULL, "6", "").best_fields(6, Block())
        == ("G9", "I15")
    )
    assert turn(EXAMPLE, "6", "").excepted(6) == ()


@given(games(), st.data())
def test_what_fits_and_what_is_excepted_may_be_put_there(game: Game, data: st.DataObject) -> None:
    if game.to_act is None:
        game.take_back()
    assert game.to_act is not None
    half = TurnSoFar(game.tiles, game.hands[game.to_act])
    tile = data.draw(st.sampled_from(half.left))
    fits, excepted = half.fitting(tile), half.excepted(tile)
    assert not (fits and excepted)
    assert set(excepted) <= LIGHT
    for field in fits + excepted:
        obstacle = half.with_tile(field, tile).obstacle
        assert obstacle is None or obstacle.fault is Fault.FITS  # another tile in hand fits
