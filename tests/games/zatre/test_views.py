"""Tests that no view of Zatre depends on the order of the bag."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, fields, replace
from random import Random

from hypothesis import given

from tests.games.zatre.tables import games, table
from tests.profiles import examples
from triqueta.games.zatre.rules import Game, TableView, table_view

FEWER = examples(40)


def with_another_bag(game: Game, seen: int) -> Game:
    """Return the same game with the tiles that no player has seen in another order."""
    known, unknown = game.setup.bag[:seen], list(game.setup.bag[seen:])
    Random(1).shuffle(unknown)
    return Game(replace(game.setup, bag=known + "".join(unknown)), game.moves)


@given(games())
@FEWER
def test_the_order_of_the_bag_is_nowhere(game: Game) -> None:
    assert table_view(with_another_bag(game, game.taken)) == table_view(game)


@given(games())
@FEWER
def test_no_view_has_tiles_that_are_not_drawn_yet(game: Game) -> None:
    """The table shows a turn's tiles only when its player has drawn them."""
    seen = game.taken - len(game.fresh)
    other = with_another_bag(game, seen)
    assert table_view(other, drawn=False) == table_view(game, drawn=False)
    assert table_view(game, drawn=False).left_in_bag == 120 - seen


@given(games())
@FEWER
def test_what_is_left_in_the_bag_is_counted_right(game: Game) -> None:
    left = Counter(map(int, game.setup.bag[game.taken :]))
    view = table_view(game)
    assert view.bag == {value: left[value] for value in range(1, 7)}
    assert view.left_in_bag == game.left_in_bag


def test_a_view_has_everything_public() -> None:
    game = table("H8=6 I8=5 J8=1", opening=["66", "36"], bag="5163")
    view = table_view(game)
    assert [player.name for player in view.players] == ["Ana", "Ben"]
    assert (view.hand, view.fresh, view.to_act, view.starter, view.turns) == (
        (6, 3),
        (6, 3),
        0,
        1,
        1,
    )
    assert view.last is not None
    assert (view.last.seat, view.last.placed) == (1, ("H8", "I8", "J8"))
    assert view.turn({"H9": 6, "H10": 3}).obstacle is not None
    assert view.outcome is None
    hidden = table_view(game, drawn=False)
    assert (hidden.hand, hidden.fresh) == ((), ())


def test_a_view_never_changes_with_its_game() -> None:
    game = table(opening=["66", "36"], bag="5163")
    view = table_view(game)
    before = asdict(view)
    game.play("H8=6 I8=5 J8=1")
    assert asdict(view) == before
    assert json.loads(json.dumps(before))["players"][1]["hand"] == [6, 5, 1]


def test_no_field_of_a_view_leads_to_the_game() -> None:
    view = table_view(table())
    assert not any(isinstance(getattr(view, field.name), Game) for field in fields(TableView))
