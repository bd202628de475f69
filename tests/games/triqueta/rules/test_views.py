"""Tests that views show what a seat is allowed to know and depend on nothing else."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.any_rules import views
from tests.games.triqueta.rules.knowledge import Witness, exchange_unknown
from tests.games.triqueta.rules.tables import end_rounds, games, play, random_game, table
from tests.profiles import examples
from triqueta.games.triqueta.rules import (
    Edition,
    Game,
    Layer,
    PetalView,
    Phase,
    Setup,
    seat_view,
    table_view,
)


def check_secrecy(game: Game, seat: int | None, seed: int) -> Setup:
    """Check that a seat's views don't change when tiles it does not know are exchanged.

    The exchange is made after each move. Return the set-up of the last exchange, which leaves all
    views of the game unchanged.
    """

    def view(game: Game) -> object:
        return table_view(game) if seat is None else seat_view(game, seat)

    rng, witness = Random(seed), Witness(game.setup)
    seen = list(views(Game(game.setup), game.moves, view))
    other = exchange_unknown(game.setup, set(), rng)
    for number, move in enumerate(game.moves, start=1):
        witness.play(move)
        other = exchange_unknown(game.setup, witness.known_to(seat), rng)
        assert view(Game(other, game.moves[:number])) == seen[number]
    assert list(views(Game(other), game.moves, view)) == seen
    return other


@given(games(), st.integers(0, 2**32), st.data())
def test_a_seats_view_does_not_depend_on_tiles_it_may_not_know(
    game: Game, seed: int, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, len(game.setup.players) - 1))
    check_secrecy(game, seat, seed)


@given(games(), st.integers(0, 2**32))
def test_the_tables_view_does_not_depend_on_secret_tiles(game: Game, seed: int) -> None:
    check_secrecy(game, None, seed)


@examples(10)
@given(games(finished=True), st.integers(0, 2**32))
def test_secrecy_over_a_whole_game_for_every_viewer(game: Game, seed: int) -> None:
    for seat in (None, *range(len(game.setup.players))):
        check_secrecy(game, seat, seed)


def test_the_exchange_really_exchanges() -> None:
    game = random_game(Edition.SHADOW, 2, seed=1, length=40)
    other = check_secrecy(game, 0, seed=1)
    differing = [
        (own, tile)
        for pile, other_pile in zip(game.setup.piles, other.piles, strict=True)
        for own, tile in zip("".join(pile), "".join(other_pile), strict=True)
        if own != tile
    ]
    assert len(differing) > 20


def test_a_view_that_leaked_would_be_caught() -> None:
    game = random_game(Edition.BASE, 3, seed=1, length=30)
    other = exchange_unknown(game.setup, set(), Random(1))
    leaks = [
        list(views(Game(setup), game.moves, lambda g: g.petals)) for setup in (game.setup, other)
    ]
    assert leaks[0] != leaks[1]


def test_the_table_sees_how_many_tiles_a_petal_has_and_the_back_of_the_top_one() -> None:
    game = play(table(3, Edition.SHADOW), "t1 t2 t3 p2 d1 r1 d1 r1 d1 r1 d2 r1")
    petals = table_view(game).petals
    assert petals[0] == PetalView(1, Layer.SHADOW)
    assert petals[1] == PetalView(3, Layer.LIGHT)
    game.play("d1")
    assert table_view(game).petals[0] == PetalView(0, None)


def test_the_table_sees_rows_hands_and_who_has_left() -> None:
    game = play(table(first=["ROD", "BMU"]), "d1 r2 d1 k t2 d2 r1")
    view = table_view(game)
    assert view.rows == ("B", None, "")
    assert view.to_act == 1
    assert [player.in_round for player in view.players] == [True, True, False]
    assert [player.kept_light for player in view.players] == [0, 1, 0]
    assert [player.face_up for player in view.players] == ["", "", "R"]
    assert view.legal_moves == game.legal_moves


def test_a_drawn_tile_is_seen_by_its_drawer_and_its_back_by_all() -> None:
    game = play(table(first=["ROD"]), "d1")
    assert [seat_view(game, seat).drawn for seat in range(3)] == ["R", "", ""]
    assert table_view(game).drawn == (Layer.LIGHT,)


def test_kept_tiles_are_seen_by_their_owner_alone() -> None:
    game = play(table(first=["ROD"]), "d1 k")
    assert [seat_view(game, seat).kept_light for seat in range(3)] == ["R", "", ""]


def test_decisions_of_the_reveal_are_seen_by_their_owner_alone_until_the_end() -> None:
    game = end_rounds(play(table(2), "d1 k d2 k d1 k"))
    play(game, "+ -")
    assert [seat_view(game, seat).decisions for seat in range(2)] == ["+-", ""]
    assert [player.face_up for player in table_view(game).players] == ["", ""]
    game.play("+")
    assert [len(player.face_up) for player in table_view(game).players] == [1, 1]


def test_between_rounds_no_player_is_in_the_round_and_the_pile_is_gone() -> None:
    view = table_view(play(table(), "t1 t2 t3"))
    assert view.phase is Phase.NEXT_PILE
    assert view.unopened == (2, 3, 4)
    assert view.petals == (PetalView(0, None),) * 5
    assert not any(player.in_round for player in view.players)


def test_the_outcome_is_public_at_the_end() -> None:
    game = end_rounds(table())
    assert table_view(game).outcome == game.outcome is not None


@pytest.mark.parametrize("seat", range(3))
def test_a_seat_view_holds_the_tables_view(seat: int) -> None:
    game = play(table(), "d1 k d2 r1")
    assert seat_view(game, seat).table == table_view(game)
