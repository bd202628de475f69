"""Tests that views show what a seat is allowed to know and depend on nothing else."""

from __future__ import annotations

from dataclasses import fields
from operator import ne
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.any_rules import views
from tests.games.ettana.knowledge import Witness, exchange_unknown
from tests.games.ettana.tables import OPENING, games, play, random_game, table
from tests.profiles import examples
from triqueta.games.ettana.rules import (
    Action,
    Game,
    Phase,
    PlayerView,
    SeatView,
    Setup,
    TableView,
    seat_view,
    table_view,
)
from triqueta.games.ettana.rules.position import known_move

CHECKED = 4  # moments of a game at which all unknown cards are exchanged


def check_secrecy(game: Game, seat: int | None, seed: int) -> Setup:
    """Check that a seat's views don't change when cards it does not know are exchanged.

    The exchange is made at a few random moments of the game and at its end. Return the set-up of
    the last exchange, which leaves all views of the game unchanged.
    """

    def view(game: Game) -> object:
        return table_view(game) if seat is None else seat_view(game, seat)

    rng, moves = Random(seed), game.moves
    for number in sorted(rng.sample(range(len(moves) + 1), min(CHECKED, len(moves)))):
        other, played = exchange_unknown(Witness(game.setup, moves[:number]), seat, rng)
        assert view(Game(other, played)) == view(Game(game.setup, moves[:number]))
    other, played = exchange_unknown(Witness(game.setup, moves), seat, rng)
    assert list(views(Game(other), played, view)) == list(views(Game(game.setup), moves, view))
    return other


@given(games(), st.integers(0, 2**32), st.data())
@examples(8)
def test_a_seats_view_does_not_depend_on_cards_it_may_not_know(
    game: Game, seed: int, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, len(game.setup.players) - 1))
    check_secrecy(game, seat, seed)


@given(games(), st.integers(0, 2**32))
@examples(8)
def test_the_tables_view_does_not_depend_on_secret_cards(game: Game, seed: int) -> None:
    check_secrecy(game, None, seed)


def test_secrecy_over_a_whole_game_for_every_viewer() -> None:
    """The game has stolen cards, exchanges, and a reshuffled deck."""
    game = random_game(3, seed=3)
    for kind in ("steal:", "exchange:", "*shuffle:"):
        assert any(move.startswith(kind) for move in game.moves)
    for seat in (None, *range(3)):
        check_secrecy(game, seat, seed=1)


def test_the_exchange_really_exchanges() -> None:
    game = random_game(2, seed=1, length=60)
    other = check_secrecy(game, 0, seed=1)
    for one, two in (
        (game.setup.layout.patterns, other.layout.patterns),
        (game.setup.layout.actions, other.layout.actions),
    ):
        assert sum(map(ne, one, two)) > 10


def test_a_view_that_leaked_would_be_caught() -> None:
    game = random_game(3, seed=1, length=40)
    other, moves = exchange_unknown(Witness(game.setup, game.moves), None, Random(1))

    def hands(game: Game) -> object:
        return list(game.position.hands)

    assert list(views(Game(game.setup), game.moves, hands)) != list(
        views(Game(other), moves, hands)
    )


def test_the_number_of_each_players_cards_is_public() -> None:
    game = table(actions="tax rob fix", patterns=(11, 22))
    view = seat_view(game, 1)
    assert (view.actions, view.patterns) == ((Action.ROB,), (22,))
    assert [(player.actions, player.patterns) for player in view.table.players] == [(1, 1)] * 2
    assert {field.name: field.type for field in fields(PlayerView)}["actions"] == "int"


def test_the_table_sees_the_board_the_bank_the_dice_and_the_discard() -> None:
    game = table(f"{OPENING} *K2 collect three jump:B1", actions="three rob tax")
    view = table_view(game)
    assert (view.bank, view.action_deck, view.pattern_deck) == (41, 33, 34)
    assert view.discard == (Action.THREE,)
    assert (view.turn.colour, view.turn.number, view.turn.moved) == ("K", 2, True)
    assert view.players[0].needle == "B1"
    assert (view.phase, view.to_act, view.starter) == (Phase.ACTS, 0, 0)
    assert view.threads == game.position.threads
    assert view.rolls == {0: 6, 1: 1}


def test_which_card_was_stolen_thief_and_victim_know() -> None:
    opening = "*6 @B2 *1 @A1 *2 @B1 *G2 collect steal:2 *rob"
    game = table(opening, players=3, actions="steal rob tax")
    assert table_view(game).history[-1] == (0, "*stolen")
    told = [seat_view(game, seat).history[-1][1] for seat in range(3)]
    assert told == ["*rob", "*rob", "*stolen"]


def test_which_pattern_was_exchanged_its_owner_knows() -> None:
    game = table(f"{OPENING} *K2 collect exchange:11", patterns=(11, 22))
    assert table_view(game).history[-1] == (0, "exchange")
    assert [seat_view(game, seat).history[-1][1] for seat in range(2)] == [
        "exchange:11",
        "exchange",
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_other_seat_learns_which_pattern_was_exchanged(players: int) -> None:
    position = table("", players=players).position
    position.phase = Phase.ACTS
    for position.seat in range(players):
        known = known_move(position, "exchange:11")
        for viewer in (None, *range(players)):
            told = "exchange:11" if viewer == position.seat else "exchange"
            assert known.as_known_to(viewer) == (position.seat, told)


def test_no_player_knows_how_the_discard_was_shuffled() -> None:
    game = table(f"{OPENING} *G2 collect")
    game.position.action_deck, game.position.discard = (), (Action.TAX, Action.ROB)
    play(game, "buy:action *shuffle:rob,tax")
    for view in (table_view(game), seat_view(game, 0), seat_view(game, 1)):
        assert view.history[-1] == (0, "*shuffle")
    assert table_view(game).action_deck == 1


def test_claimed_patterns_are_public() -> None:
    stripes = ("GGGGG", "RRRRR", "YYYYY", "BBBBB", "VVVVV")
    moves = f"{OPENING} *K2 collect claim:32"
    view = table_view(table(moves, threads=stripes, patterns=(32, 1)))
    assert (view.players[0].claimed, view.players[0].annas) == ((32,), 3)
    assert view.history[-1] == (0, "claim:32")


def test_a_view_does_not_change_with_the_game() -> None:
    game = table(f"{OPENING} *G2 collect")
    view = table_view(game)
    before = dict(view.threads), dict(view.numbers)
    play(game, "jump:B1 free:b1-c2")
    assert (view.threads, view.numbers) == before


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(IndexError):
        seat_view(table(), seat)


def test_a_seats_view_holds_the_tables() -> None:
    game = table()
    own = seat_view(game, 0)
    assert isinstance(own, SeatView)
    assert own.table == table_view(game)
    assert isinstance(own.table, TableView)
