"""The board of Ettana on web pages: octagons, numbers and needles, in colours and marks."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.ettana.tables import OPENING, random_game, table
from tests.games.ettana.test_session import begun, new
from tests.table.evening import Evening, in_game
from triqueta.games import installed_games
from triqueta.games.ettana.rules import Game, TableView, table_view
from triqueta.games.ettana.rules.board import COLOURS, OCTAGONS, OCTAGONS_AT, SPACES
from triqueta.games.ettana.screens.art import thread_mark
from triqueta.games.ettana.screens.page_board import MARKS, drawn_board, flags_of
from triqueta.games.ettana.session import EttanaSession
from triqueta.screens.board import BoardField, BoardMark, LargeBoard
from triqueta.screens.phrases import Language, said
from triqueta.screens.station import TABLE
from triqueta.table.robots import play_out


def board(game: Game) -> LargeBoard:
    return drawn_board(table_view(game))


def fields(game: Game) -> dict[str, BoardField]:
    return {field.name: field for field in board(game).fields}


def test_every_octagon_and_every_space_at_its_place() -> None:
    found = fields(table())
    assert list(found) == [*OCTAGONS, *SPACES]
    assert (found["b3"].x, found["b3"].y) == (1, 2)
    for space in SPACES:
        corners = [found[octagon] for octagon in OCTAGONS_AT[space]]
        assert found[space].x == sum(corner.x for corner in corners) / 4
        assert found[space].y == sum(corner.y for corner in corners) / 4
        assert found[space].size < 1


def test_threads_and_numbers_lie_as_in_the_game() -> None:
    game = random_game(3, seed=2, length=80)
    found, at = fields(game), game.position
    for octagon, thread in at.threads.items():
        piece = found[octagon].piece
        assert piece is not None
        assert piece.marks == (MARKS[thread],)
    for space, number in at.numbers.items():
        assert found[space].ground.text == str(number)


def test_no_colour_says_what_no_mark_says() -> None:
    """Players who can't tell colours apart see the same differences in the marks."""
    pieces = {field.piece for field in board(table()).fields if field.piece is not None}
    assert len({piece.colour for piece in pieces}) == len(COLOURS)
    assert len({piece.marks for piece in pieces}) == len(COLOURS)


def test_marks_are_those_of_the_stations_screens() -> None:
    """Only bars change when they are rotated by a quarter, and only a disc is filled."""
    for thread, mark in MARKS.items():
        drawn = thread_mark(thread)
        assert (drawn.rotate(90).tobytes() != drawn.tobytes()) == (mark is BoardMark.BARS)
        assert (drawn.getpixel((2, 2)) == 0) == (mark is BoardMark.CIRCLE)
        assert (drawn.getpixel((0, 0)) == 0) == (mark not in (BoardMark.CROSS, BoardMark.BARS))
        ones = sum(pixel != 0 for pixel in drawn.get_flattened_data())
        assert (ones > 20) == (mark is BoardMark.DISC)


def test_a_needle_leaves_its_number_to_be_read_and_says_whose_it_is() -> None:
    found = fields(table(OPENING))
    assert (found["B2"].ground.text, found["B2"].ground.flag) == ("6", "A")
    assert (found["A1"].ground.text, found["A1"].ground.flag) == ("1", "B")
    assert sum(bool(field.ground.flag) for field in found.values()) == 2


@pytest.mark.parametrize(
    ("names", "flags"),
    [
        (("Ana", "ben", "Chloé"), ["A", "B", "C"]),
        (("Élodie", "Ana"), ["É", "A"]),
        (("Player 1", "Player 2"), ["1", "2"]),
        (("Ana", "anton", "Ben"), ["1", "2", "3"]),
        (("", "Ana"), ["1", "2"]),
        (("7", "Ana"), ["1", "2"]),
    ],
)
def test_flags_tell_players_apart(names: tuple[str, ...], flags: list[str]) -> None:
    assert flags_of(names) == flags


@pytest.mark.parametrize(
    ("name", "language", "words"),
    [
        ("a1", Language.ENGLISH, "a1, green"),
        ("c1", Language.GERMAN, "c1, gelb"),
        ("e1", Language.FRENCH, "e1, violet"),
        ("C1", Language.ENGLISH, "C1, number 3"),
        ("B2", Language.ENGLISH, "B2, number 6, needle of Ana"),
        ("B2", Language.GERMAN, "B2, Zahl 6, Nadel von Ana"),
        ("B2", Language.FRENCH, "B2, chiffre 6, aiguille de Ana"),
    ],
)
def test_a_field_describes_what_is_on_it(name: str, language: Language, words: str) -> None:
    assert said(fields(table(OPENING))[name].words, language) == words


def test_the_legend_explains_every_mark_and_every_needle() -> None:
    legend = board(table(OPENING)).legend
    assert {mark for line in legend if line.piece for mark in line.piece.marks} == set(
        MARKS.values()
    )
    flags = {line.ground.flag: said(line.words, Language.ENGLISH) for line in legend}
    assert (flags["A"], flags["B"]) == ("Ana", "Ben")


# At the table.


def begun_evening(seats: tuple[int, ...] = ()) -> Evening:
    """Return an evening in which all needles are placed and the first turn begins."""
    return in_game(begun(), seats)


def at(evening: Evening, station: str = TABLE) -> LargeBoard:
    shown = evening.frame(station).board
    assert shown is not None
    return shown


def test_a_needle_is_pointed_with_by_keys_and_by_taps() -> None:
    evening = in_game(new()).press("soft1")
    (first,) = at(evening).cursors
    assert first in SPACES
    assert at(evening).tappable == frozenset(SPACES)
    assert at(evening.tap("D4")).cursors == ("D4",)
    assert at(evening.press("petal5")).cursors == ("C4",)
    assert evening.table.open_board() == drawn_board(new_view(evening))


def new_view(evening: Evening) -> TableView:
    session = evening.table.session
    assert isinstance(session, EttanaSession)
    return session.view(None)


def test_a_move_is_aimed_by_taps_and_a_swap_has_two_cursors() -> None:
    evening = begun_evening().press("soft1 soft1 soft1")
    goals = sorted(at(evening).tappable)
    assert set(goals) < set(SPACES)
    assert at(evening.tap(goals[-1])).cursors == (goals[-1],)
    evening.press("soft3 soft1")  # move, then swap
    assert len(at(evening).tappable) == 4
    assert len(at(evening).cursors) == 1
    picked = at(evening).cursors[0]
    other = next(name for name in sorted(at(evening).tappable) if name != picked)
    assert at(evening.press("soft3").tap(other)).cursors == (picked, other)


def test_where_a_player_points_is_shown_at_that_station_only() -> None:
    evening = begun_evening((0, 1, 2))
    session = evening.table.session
    assert session is not None
    own = f"seat{(session.current_player or 0) + 1}"
    other = f"seat{((session.current_player or 0) + 1) % 3 + 1}"
    evening.press("soft1 soft1 soft1", own)
    assert at(evening, own).cursors
    assert at(evening).cursors == at(evening, other).cursors == ()
    assert evening.tap("a1", other).told(other).startswith("Waiting for")


def test_menu_and_info_leave_it_and_the_end_has_it_too() -> None:
    evening = begun_evening()
    before = at(evening)
    assert at(evening.press("soft3")).fields == before.fields
    session, rng = begun(), Random(5)
    robot = installed_games().robot("ettana", "good", float)
    play_out(session, lambda seat: robot.choose(session.view(seat), session.moves(seat), rng))
    assert len(at(in_game(session)).fields) == len(OCTAGONS) + len(SPACES)


def test_the_same_fields_are_kept_until_something_happens() -> None:
    evening = begun_evening((0,))
    assert at(evening).fields is at(evening, "seat1").fields
    assert at(evening.press("soft3 soft1")).fields is at(evening).fields
