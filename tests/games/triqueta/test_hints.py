"""When beginners are shown which hint."""

from __future__ import annotations

import pytest

from tests.table.evening import do, new_play
from triqueta.games.triqueta.session import HINTS, NEXT, TriquetaSession
from triqueta.screens.phrases import Language, said
from triqueta.table.session import NO_HINTS, TUTORIAL


def names_of_hints(session: TriquetaSession) -> list[str]:
    return [hint.name for hint in session.hints()]


@pytest.mark.parametrize(
    ("moves", "hints"),
    [
        ("", ["turn"]),
        ("d1", ["tile"]),
        ("d1 r1 d2 r2", ["turn"]),
        ("d1 r1 d1 r1 d1 r1", ["turn", "row"]),
        ("d1 r1 t1", ["turn"]),  # an empty row scores nothing
        ("t1 t2 p2", ["turn"]),
        ("t1 t2", []),  # the end of a round has its own page
    ],
)
def test_each_at_its_moment(moves: str, hints: list[str]) -> None:
    assert names_of_hints(new_play(players=2, moves=moves)) == hints


def test_there_is_no_hint_before_the_player_looked_at_the_tile() -> None:
    session = new_play(players=2)
    session.apply("d1")
    assert names_of_hints(session) == []


def test_no_hint_says_to_draw_where_nothing_is_left() -> None:
    every_tile = " ".join(f"d{petal} r1" for petal in range(1, 6) for _ in range(3))
    session = new_play(players=2, moves=every_tile)
    assert session.moves(session.current_player or 0) == ("t1", "t2")
    assert names_of_hints(session) == []


def test_a_long_row_is_worth_taking_whatever_its_tiles() -> None:
    session = new_play(players=2)
    tops = [petal[0] for petal in session._game.setup.piles[0]]
    different = [f"d{tops.index(tile) + 1}" for tile in dict.fromkeys(tops)][:3]
    session = new_play(players=2, moves=" ".join(f"{draw} r1" for draw in different))
    assert len(set(session._game.rows[0])) == 3
    assert names_of_hints(session) == ["turn", "row"]


def test_about_kept_tiles_once_the_last_round_was_taken_note_of() -> None:
    rounds = "d1 k t1 t2 p2 t1 t2 p3 t1 t2 p4 t1"
    session = new_play(players=2, moves=rounds)
    session.apply("t2")
    assert names_of_hints(session) == []  # there is no next pile to open
    session.apply(NEXT)
    assert names_of_hints(session) == ["kept"]
    session.apply("+")
    assert session.over
    assert names_of_hints(session) == []


def test_about_the_rock_at_the_end_of_a_round() -> None:
    session = new_play(players=2, moves="t1")
    session.apply("t2")
    (hint,) = session.hints()
    assert (hint.name, hint.seat) == ("round", 1)  # who took the last row
    session.apply(NEXT)
    assert names_of_hints(session) == []


def test_the_first_hint_says_the_aim_first() -> None:
    (hint,) = new_play().hints()
    assert said(hint.text, Language.ENGLISH).startswith("Collect exactly three of an animal")


def beginners(moves: str) -> TriquetaSession:
    session = new_play(players=2)
    return do(TriquetaSession(session._game.copy(), session.proof, (TUTORIAL,)), moves)


@pytest.mark.parametrize(
    ("moves", "take", "warned"),
    [
        ("", "t1", True),
        ("d1 r1", "t2", True),  # Ben has not moved yet
        ("d1 r1", "t1", False),  # the row has a tile
        ("d1 r1 d1 r1", "t2", False),  # not the first move
        ("t1 t2 p2", "t1", True),  # the first move of a round
    ],
)
def test_a_warning_before_a_round_begins_with_an_empty_row(
    moves: str, take: str, *, warned: bool
) -> None:
    session = beginners(moves)
    assert (session.warning(None, take) is not None) is warned
    session.apply(NO_HINTS)
    assert session.warning(None, take) is None
    assert new_play(players=2, moves=moves).warning(None, take) is None  # not a tutorial


def test_a_warning_is_read_once_at_each_station() -> None:
    session = beginners("")
    warning = session.warning(None, "t1")
    assert warning is not None
    session.apply(warning.read_by(None))
    assert session.warning(None, "t1") is None
    assert session.warning(0, "t1") is not None


def test_they_are_numbered() -> None:
    (hint,) = new_play().hints()
    assert (hint.corner, hint.seat) == (f"1/{len(HINTS) - 1}", 0)  # all but the warning
