"""A session of Ettana: its entries, its chance moves and its undo."""

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
    session = installed_games().deal("ettana", "ettana", NAMES[:3], None, PROOF)
    assert isinstance(session, EttanaSession)
    return session


def enter(session: EttanaSession, *entries: str) -> EttanaSession:
    for entry in entries:
        session.apply(entry)
    return session


def begun() -> EttanaSession:
    """Return a session in which all needles are placed and the first turn begins."""
    session = new()
    while ROLL not in session.moves(session.current_player or 0):
        session.apply(session.chance() or session.moves(session.current_player or 0)[0])
    return session


def playing(seed: int) -> EttanaSession:
    session, rng = new(), Random(seed)
    play_out(session, lambda seat: rng.choice(session.moves(seat)))
    return session


def test_chance_comes_from_the_seal_and_is_the_same_however_often_it_is_asked() -> None:
    session = new()
    assert [session.chance() for _ in range(3)] == ["*3"] * 3
    with pytest.raises(IllegalMoveError, match=r"\*4, but the sealed shuffle gives \*3"):
        session.apply("*4")
    enter(session, "*3", "@D1")
    assert session.chance() == "*2"


def test_a_turn_waits_for_its_player_to_ask_for_the_dice() -> None:
    session = begun()
    seat = session.current_player or 0
    assert session.chance() is None
    with pytest.raises(IllegalMoveError, match="the sealed shuffle gives no chance move now"):
        session.apply("*Y3")
    enter(session, ROLL)
    assert session.chance() == "*Y3"
    assert session.moves(seat) == ()
    for wrong in (ROLL, "fix:R"):
        with pytest.raises(IllegalMoveError):
            session.apply(wrong)
    enter(session, "*Y3", "collect")
    with pytest.raises(IllegalMoveError, match="there is nothing to roll now"):
        session.apply(ROLL)


def test_only_who_is_to_act_has_moves() -> None:
    session = begun()
    assert [seat for seat in range(3) if session.moves(seat)] == [session.current_player]


def test_asking_for_the_dice_is_not_recorded_as_a_move() -> None:
    session = begun()
    before = session.document()["moves"]
    assert enter(session, ROLL).document()["moves"] == before


@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_leaves_a_record_that_is_proved(seed: int) -> None:
    session = playing(seed)
    record = installed_games().read(session.document())
    assert record.result is not None
    assert verify(record) == PROOF


def test_the_same_entries_lead_to_the_same_game_at_any_moment() -> None:
    """After a power cut, the table shows the same prompt and rolls the same dice."""
    session = playing(1)
    for length in range(0, len(session.entries), 211):
        dealt = session.document(with_moves=False)
        again = resumed(dealt, PROOF)
        once = new()
        for entry in session.entries[:length]:
            again.apply(entry)
            once.apply(entry)
        assert again.chance() == once.chance()
        assert again.document() == once.document()
        assert [again.view(seat) for seat in (None, 0, 1, 2)] == [
            once.view(seat) for seat in (None, 0, 1, 2)
        ]


def test_what_shows_nothing_new_can_be_taken_back_by_who_did_it() -> None:
    session = enter(begun(), ROLL, "*Y3", "collect")
    seat = session.current_player or 0
    assert not session.may_undo(seat)
    before = session.view(None)
    move = next(move for move in session.moves(seat) if move.startswith("step:"))
    enter(session, move)
    assert session.may_undo(seat)
    assert session.may_undo(None)
    assert not session.may_undo((seat + 1) % 3)
    enter(session, UNDO)
    assert session.view(None) == before


def test_the_end_of_a_turn_can_be_taken_back_until_the_next_player_asks_for_the_dice() -> None:
    session = enter(begun(), ROLL, "*Y3", "collect")
    seat = session.current_player or 0
    enter(session, next(move for move in session.moves(seat) if move.startswith("jump:")), "end")
    assert session.may_undo(seat)
    enter(session, ROLL)
    assert not session.may_undo(seat)
    with pytest.raises(IllegalMoveError, match="nothing to undo"):
        session.apply(UNDO)


def test_a_needle_can_be_taken_back_but_not_the_one_after_which_cards_are_dealt() -> None:
    session = enter(new(), "*3", "@D1")
    assert session.may_undo(0)
    assert not session.may_undo(1)
    dealt = begun()
    assert dealt.document()["moves"][-1].startswith("@")  # type: ignore[index]
    assert not dealt.may_undo(None)


@pytest.mark.parametrize("move", ["buy:action", "exchange:18", "again"])
def test_what_shows_a_card_cant_be_taken_back(move: str) -> None:
    session = enter(begun(), ROLL, "*Y3")
    seat = session.current_player or 0
    if move != "again":
        enter(session, "collect")
    assert move in session.moves(seat)
    assert not enter(session, move).may_undo(None)


def test_views_are_those_of_the_rules() -> None:
    session = begun()
    assert isinstance(session.view(None), TableView)
    own = session.view(1)
    assert isinstance(own, SeatView)
    assert own.seat == 1
    assert session.view(1) is own, "a view is cached until the next entry"


def test_its_moves_are_those_of_players_alone() -> None:
    session = begun()
    assert not any(map(is_chance, session.moves(session.current_player or 0)))
