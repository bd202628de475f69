"""A running game of Triqueta, as rooms and robots know it: by its views and moves."""

from __future__ import annotations

from dataclasses import fields

from tests.table.evening import new_play
from triqueta.games.triqueta.rules import Game
from triqueta.games.triqueta.session import LOOK, TriquetaSession
from triqueta.games.triqueta.views import OwnView, PublicView


def test_only_who_is_to_act_may_move_and_only_after_a_look() -> None:
    play = new_play()
    assert play.moves(0) == ("d1", "d2", "d3", "d4", "d5", "t1", "t2", "t3")
    assert play.moves(1) == ()
    play.apply("d1")
    assert play.moves(0) == ()
    play.apply(LOOK)
    assert play.moves(0) == ("r1", "r2", "r3", "k")


def test_a_view_shows_a_drawn_tile_to_its_drawer_alone() -> None:
    play = new_play()
    play.apply("d1")
    draw = play.view(0).just_drawn
    assert draw is not None
    assert len(draw.tiles) == 1
    assert play.view(1).just_drawn is play.view(2).just_drawn is None
    assert play.view(0).to_decide is not None
    assert play.view(1).to_decide is None


def test_a_view_is_made_once_until_something_happens() -> None:
    play = new_play()
    before = play.view(None)
    assert play.view(None) is before
    play.apply("d1")
    assert play.view(None) is not before


def test_seats_share_what_is_public() -> None:
    play = new_play(players=3)
    assert all(play.view(seat).seat.table is play.view(None).table for seat in range(3))


def test_nothing_public_is_the_game_itself() -> None:
    """Neither a view nor a play hands out the game, which knows every tile."""
    play = new_play(moves="d1 r1 d2 k")
    views = (play.view(None), play.view(0))
    assert [type(view) for view in views] == [PublicView, OwnView]
    shown = [getattr(view, field.name) for view in views for field in fields(view)]
    public = [value for name, value in vars(play).items() if not name.startswith("_")]
    assert not any(isinstance(value, Game) for value in (*shown, *public))
    assert isinstance(play, TriquetaSession)
