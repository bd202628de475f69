"""A running game of Ettana: its entries, its sealed chance, and what may be taken back."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.ettana.tables import NAMES
from tests.games.sessions import resumed
from triqueta.games import installed_games
from triqueta.games.api import UNDO
from triqueta.games.ettana.rules import SeatView, TableView, is_chance
from triqueta.games.ettana.session import ROLL, EttanaSession
from triqueta.records.errors import IllegalMoveError
from triqueta.records.record import verify
from triqueta.records.shuffle import Proof
from triqueta.table.robots import play_out

PROOF = Proof.of(bytes(range(32)), "1:3,2:5,3:1")


def new() -> EttanaSession:
    play = installed_games().deal("ettana", "ettana", NAMES[:3], None, PROOF)
    assert isinstance(play, EttanaSession)
    return play


def enter(play: EttanaSession, *entries: str) -> EttanaSession:
    for entry in entries:
        play.apply(entry)
    return play


def begun() -> EttanaSession:
    """Everybody has a needle, and the first turn begins."""
    play = new()
    while ROLL not in play.moves(play.current_player or 0):
        play.apply(play.chance() or play.moves(play.current_player or 0)[0])
    return play


def playing(seed: int) -> EttanaSession:
    play, rng = new(), Random(seed)
    play_out(play, lambda seat: rng.choice(play.moves(seat)))
    return play


def test_chance_comes_from_the_seal_and_is_the_same_however_often_it_is_asked() -> None:
    play = new()
    assert [play.chance() for _ in range(3)] == ["*3"] * 3
    with pytest.raises(IllegalMoveError, match=r"\*4, but \*3 was sealed"):
        play.apply("*4")
    enter(play, "*3", "@D1")
    assert play.chance() == "*2"


def test_a_turn_waits_for_its_player_to_ask_for_the_dice() -> None:
    play = begun()
    seat = play.current_player or 0
    assert play.chance() is None
    with pytest.raises(IllegalMoveError, match="but nothing was sealed"):
        play.apply("*Y3")
    enter(play, ROLL)
    assert play.chance() == "*Y3"
    assert play.moves(seat) == ()
    for wrong in (ROLL, "fix:R"):
        with pytest.raises(IllegalMoveError):
            play.apply(wrong)
    enter(play, "*Y3", "collect")
    with pytest.raises(IllegalMoveError, match="nobody is to roll now"):
        play.apply(ROLL)


def test_only_who_is_to_act_has_moves() -> None:
    play = begun()
    assert [seat for seat in range(3) if play.moves(seat)] == [play.current_player]


def test_asking_for_the_dice_is_no_move_of_the_record() -> None:
    play = begun()
    before = play.document()["moves"]
    assert enter(play, ROLL).document()["moves"] == before


@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_leaves_a_record_that_is_proved(seed: int) -> None:
    play = playing(seed)
    record = installed_games().read(play.document())
    assert record.result is not None
    assert verify(record) == PROOF


def test_the_same_entries_lead_to_the_same_game_at_any_moment() -> None:
    """As after a power cut: the same prompt, the same dice."""
    play = playing(1)
    for length in range(0, len(play.entries), 211):
        dealt = play.document(with_moves=False)
        again = resumed(dealt, PROOF)
        once = new()
        for entry in play.entries[:length]:
            again.apply(entry)
            once.apply(entry)
        assert again.chance() == once.chance()
        assert again.document() == once.document()
        assert [again.view(seat) for seat in (None, 0, 1, 2)] == [
            once.view(seat) for seat in (None, 0, 1, 2)
        ]


def test_what_shows_nothing_new_can_be_taken_back_by_who_did_it() -> None:
    play = enter(begun(), ROLL, "*Y3", "collect")
    seat = play.current_player or 0
    assert not play.may_undo(seat)
    before = play.view(None)
    move = next(move for move in play.moves(seat) if move.startswith("step:"))
    enter(play, move)
    assert play.may_undo(seat)
    assert play.may_undo(None)
    assert not play.may_undo((seat + 1) % 3)
    enter(play, UNDO)
    assert play.view(None) == before


def test_the_end_of_a_turn_can_be_taken_back_until_the_next_player_asks_for_the_dice() -> None:
    play = enter(begun(), ROLL, "*Y3", "collect")
    seat = play.current_player or 0
    enter(play, next(move for move in play.moves(seat) if move.startswith("jump:")), "end")
    assert play.may_undo(seat)
    enter(play, ROLL)
    assert not play.may_undo(seat)
    with pytest.raises(IllegalMoveError, match="nothing to take back"):
        play.apply(UNDO)


def test_a_needle_can_be_taken_back_but_not_the_one_after_which_cards_are_dealt() -> None:
    play = enter(new(), "*3", "@D1")
    assert play.may_undo(0)
    assert not play.may_undo(1)
    dealt = begun()
    assert dealt.document()["moves"][-1].startswith("@")  # type: ignore[index]
    assert not dealt.may_undo(None)


@pytest.mark.parametrize("move", ["buy:action", "exchange:18", "again"])
def test_what_shows_a_card_cant_be_taken_back(move: str) -> None:
    play = enter(begun(), ROLL, "*Y3")
    seat = play.current_player or 0
    if move != "again":
        enter(play, "collect")
    assert move in play.moves(seat)
    assert not enter(play, move).may_undo(None)


def test_views_are_those_of_the_rules() -> None:
    play = begun()
    assert isinstance(play.view(None), TableView)
    own = play.view(1)
    assert isinstance(own, SeatView)
    assert own.seat == 1
    assert play.view(1) is own, "made once, until something happens"


def test_its_moves_are_those_of_players_alone() -> None:
    play = begun()
    assert not any(map(is_chance, play.moves(play.current_player or 0)))
