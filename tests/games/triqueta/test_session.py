"""A session of Triqueta as scenes and robots use it: its views and moves."""

from __future__ import annotations

from dataclasses import fields

from tests.games.triqueta.rules.tables import table as made_table
from tests.table.evening import new_play, played_again
from triqueta.games.triqueta.rules import Edition, Game
from triqueta.games.triqueta.session import LOOK, TriquetaSession
from triqueta.games.triqueta.views import OwnView, PublicView, seat_as_json


def test_only_who_is_to_act_may_move_and_only_after_a_look() -> None:
    session = new_play()
    assert session.moves(0) == ("d1", "d2", "d3", "d4", "d5", "t1", "t2", "t3")
    assert session.moves(1) == ()
    session.apply("d1")
    assert session.moves(0) == ()
    session.apply(LOOK)
    assert session.moves(0) == ("r1", "r2", "r3", "k")


def test_a_view_shows_a_drawn_tile_to_its_drawer_alone() -> None:
    session = new_play()
    session.apply("d1")
    draw = session.view(0).just_drawn
    assert draw is not None
    assert len(draw.tiles) == 1
    assert session.view(1).just_drawn is session.view(2).just_drawn is None
    assert session.view(0).to_decide is not None
    assert session.view(1).to_decide is None


def test_a_view_shows_a_boxed_tile_to_its_drawer_until_the_turn_ends() -> None:
    setup = made_table(2, Edition.SHADOW, first=["ROD"]).setup
    session = new_play(setup, moves="d1 d1")
    session.apply("x")
    assert [session.view(seat).boxed for seat in (0, 1)] == ["R", ""]
    assert "boxed" not in seat_as_json(session.view(0))
    assert played_again(session).view(0).boxed == "R"
    session.apply("k")
    assert [session.view(seat).boxed for seat in (0, 1)] == ["", ""]
    session.apply("undo")
    assert [session.view(seat).boxed for seat in (0, 1)] == ["R", ""]
    session.apply("undo")
    assert session.view(0).boxed == ""


def test_a_view_is_made_once_until_something_happens() -> None:
    session = new_play()
    before = session.view(None)
    assert session.view(None) is before
    session.apply("d1")
    assert session.view(None) is not before


def test_seats_share_what_is_public() -> None:
    session = new_play(players=3)
    assert all(session.view(seat).seat.table is session.view(None).table for seat in range(3))


def test_nothing_public_is_the_game_itself() -> None:
    """Neither a view nor a session exposes the game, which knows every tile."""
    session = new_play(moves="d1 r1 d2 k")
    views = (session.view(None), session.view(0))
    assert [type(view) for view in views] == [PublicView, OwnView]
    shown = [getattr(view, field.name) for view in views for field in fields(view)]
    public = [value for name, value in vars(session).items() if not name.startswith("_")]
    assert not any(isinstance(value, Game) for value in (*shown, *public))
    assert isinstance(session, TriquetaSession)
