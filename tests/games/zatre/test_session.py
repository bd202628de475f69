"""A session of Zatre as scenes and robots use it: its view and its entries."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.sessions import resumed
from tests.games.zatre.tables import random_game
from triqueta.games import installed_games
from triqueta.games.zatre.rules import Game, Record
from triqueta.games.zatre.scenes.info import rules_pages
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.records.errors import IllegalMoveError
from triqueta.records.record import verify
from triqueta.records.shuffle import Proof
from triqueta.screens.frame import Frame, clipped
from triqueta.screens.phrases import Language
from triqueta.table.robots import play_out
from triqueta.table.session import UNDO

PROOF = Proof.of(bytes(range(32)), "1:3,2:5,3:1")


def new_play(*entries: str) -> ZatreSession:
    """Return a session in which Ana starts with 6, 6 and 4. The next tiles are 1 and 2."""
    session = installed_games().deal("zatre", "zatre", ("Ana", "Ben", "Chloé"), None, PROOF)
    assert isinstance(session, ZatreSession)
    for entry in entries:
        session.apply(entry)
    return session


def test_a_turns_tiles_are_shown_when_they_are_drawn() -> None:
    session = new_play()
    assert session.view(0).table.hand == (6,)
    assert session.view(0).table.left_in_bag == 120
    assert (session.pending_ack(0), session.pending_ack(1), session.moves(0)) == (DRAW, None, ())
    session.apply(DRAW)
    assert session.view(None).table.hand == (6, 6, 4)
    assert session.pending_ack(0) is None
    assert "G8=4 H8=6 H9=6" in session.moves(0)
    assert session.moves(1) == ()


def test_tiles_are_put_down_and_taken_up_again() -> None:
    session = new_play(DRAW, "put H9=6", "put H8=6")
    assert session.view(0).placed == {"H8": 6, "H9": 6}
    assert session.view(0).turn.left == (4,)
    assert session.view(0).table.tiles == {}
    session.apply("lift H9")
    assert session.view(0).turn.move == "H8=6"
    assert (session.view(0).touched, session.view(0).taken_up) == ("H9", 6)
    session.apply("put G8=4")
    assert (session.view(0).touched, session.view(0).taken_up) == ("G8", None)


@pytest.mark.parametrize(
    ("entries", "wrong"),
    [
        ((), "put H8=6"),
        ((DRAW,), DRAW),
        ((DRAW,), "put H8=5"),
        ((DRAW,), "lift H8"),
        ((DRAW, "put H8=6"), "put H8=4"),
        ((DRAW,), UNDO),
        ((DRAW,), "G8=4"),
    ],
)
def test_what_can_not_be_is_refused_and_changes_nothing(
    entries: tuple[str, ...], wrong: str
) -> None:
    session = new_play(*entries)
    before = session.view(0)
    with pytest.raises(IllegalMoveError):
        session.apply(wrong)
    assert session.entries == list(entries)
    assert session.view(0) == before


def test_a_turn_is_taken_back_until_the_next_player_draws() -> None:
    session = new_play(DRAW, "put H8=6", "G8=4 H8=6 H9=6")
    assert session.current_player == 1
    assert [session.may_undo(seat) for seat in (None, 0, 1)] == [True, True, False]
    assert session.view(None).table.hand == ()
    session.apply(UNDO)
    assert session.current_player == 0
    assert session.view(0).turn.move == "G8=4 H8=6 H9=6"
    session.apply("lift H9")
    session.apply("put H9=6")
    session.apply("G8=4 H8=6 H9=6")
    session.apply(DRAW)
    assert not session.may_undo(None)


def test_entries_are_all_there_is() -> None:
    session = new_play()
    rng = Random(5)
    play_out(session, lambda seat: rng.choice(session.moves(seat)))
    dealt = session.document(with_moves=False)
    assert (dealt["moves"], dealt.get("result")) == ([], None)
    again = resumed(dealt, PROOF)
    for entry in session.entries:
        again.apply(entry)
    assert again.document() == session.document()
    assert again.view(None) == session.view(None)
    assert session.over
    assert installed_games().read(session.document()).result is not None
    verify(installed_games().read(session.document()))


def test_when_it_is_over_nothing_can_be_entered() -> None:
    session = new_play()
    rng = Random(5)
    play_out(session, lambda seat: rng.choice(session.moves(seat)))
    entries = list(session.entries)
    assert not session.may_undo(None)
    for entry in (DRAW, UNDO, "put H8=6", "lift H8", "-"):
        with pytest.raises(IllegalMoveError):
            session.apply(entry)
    assert session.entries == entries


def test_nothing_public_is_the_game_itself() -> None:
    session = new_play(DRAW)
    public = [value for name, value in vars(session).items() if not name.startswith("_")]
    assert not any(isinstance(value, Game) for value in public)
    assert session.view(0) is session.view(None)


@pytest.mark.parametrize("language", Language)
def test_the_rules_in_short_have_room(language: Language) -> None:
    assert [clipped(Frame(page, language)) for page in rules_pages()] == [[]] * len(rules_pages())


def test_the_moves_are_those_of_the_rules() -> None:
    session = new_play()
    for _ in range(8):
        assert session.current_player is not None
        session.apply(DRAW)
        record = installed_games().read(session.document())
        assert session.moves(session.current_player) == tuple(record.game.legal_moves)
        session.apply(session.moves(session.current_player)[-1])
    session.apply(UNDO)
    assert session.current_player is not None
    assert session.moves(session.current_player) == tuple(
        installed_games().read(session.document()).game.legal_moves
    )


def test_what_the_statistics_count() -> None:
    game = random_game(3, seed=11)
    record = installed_games().read(Record(game).document())
    found = record.game.counts()
    lines = [[line.sum for line in each.scored.lines] for each in game.history]
    for seat, block in enumerate(game.blocks):
        own = [sums for each, sums in zip(game.history, lines, strict=True) if each.seat == seat]
        assert found["twelves"][seat] == sum(sums.count(12) for sums in own) > 0
        assert found["crosses"][seat] == block.crosses
        assert found["bonuses"][seat] == sum(row.bonus > 0 for row in block.rows)
        assert found["minus"][seat] == sum(game.hands[seat])
    assert random_game(3, seed=11, length=9).counts() == {}
