"""The board of Zatre on web pages. A tap on it moves the cursor and does nothing else."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.games.zatre.scenes import PROOF, mid_game
from tests.games.zatre.tables import setup
from tests.games.zatre.test_at_the_table import cursor, placed, placing
from tests.table.evening import Evening, in_game, new_play, played_again
from triqueta.games.zatre.rules import Game
from triqueta.games.zatre.rules.board import FIELDS, LIGHT, START
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.screens.board import BoardField, BoardMark, LargeBoard, LegendLine, Paint
from triqueta.screens.phrases import Language, said
from triqueta.screens.station import TABLE
from triqueta.table.events import FieldTapped, Tick


def board(evening: Evening, station: str = TABLE) -> LargeBoard:
    shown = evening.frame(station).board
    assert shown is not None
    return shown


def field(evening: Evening, name: str) -> BoardField:
    (found,) = (field for field in board(evening).fields if field.name == name)
    return found


def words_of(evening: Evening, name: str, language: Language = Language.ENGLISH) -> str:
    return said(field(evening, name).words, language)


class TestTaps:
    def test_a_tap_moves_the_cursor_there(self) -> None:
        evening = placing().tap("A10")
        assert cursor(evening) == "A10"
        assert board(evening).cursors == ("A10",)
        assert evening.told() == ""

    def test_a_tap_enters_nothing_and_a_restart_forgets_it_like_a_step(self) -> None:
        evening = placing("51", "put H8=6")
        session = evening.table.session
        assert session is not None
        before = list(session.entries)
        evening.tap("A10")
        assert session.entries == before
        assert cursor(in_game(played_again(session))) == "H8"

    def test_keys_continue_from_the_tapped_field(self) -> None:
        evening = placing().tap("C5").press("petal2 soft1")
        assert placed(evening) == {"D5": 6}

    def test_only_the_station_whose_turn_it_is_moves_it(self) -> None:
        evening = placing(seats=(0, 1))
        assert evening.tap("A10", "seat2").told("seat2") == "Waiting for WWWWWWWl"
        assert evening.tap("A10").told() == "Waiting for WWWWWWWl"
        assert cursor(evening) == "H8"
        assert cursor(evening.tap("A10", "seat1")) == "A10"
        assert board(evening).cursors == board(evening, "seat2").cursors == ("A10",)

    def test_a_tap_that_comes_before_the_draw_or_too_late_gets_the_reason(self) -> None:
        evening = in_game(ZatreSession(Game(setup()), PROOF))
        assert evening.tap("H8").told() == "Draw first, with the left key"
        evening = placing("51", "put H8=6", "put I8=5", "put J8=1", seats=(0, 1))
        evening.press("soft2", "seat1").tap("A10", "seat1")
        assert evening.told("seat1") == "Waiting for Maximilian"
        assert board(evening).cursors == ()

    @pytest.mark.parametrize("name", ["", "A1", "H16", "h8", "H8 ", "put H8=6", "__class__", "é"])
    def test_a_tap_outside_the_fields_moves_nothing(self, name: str) -> None:
        evening = placing().tap(name)
        assert cursor(evening) == "H8"
        assert evening.told() == "There is nothing to tap right now"

    def test_on_a_page_it_moves_nothing_but_the_board_stays(self) -> None:
        evening = placing().press("soft3")
        assert board(evening).cursors == ("H8",)
        assert board(evening).tappable == frozenset()
        assert evening.tap("A10").told() == "There is nothing to tap right now"
        assert cursor(evening.press("soft1")) == "H8"

    def test_in_the_dark_it_only_wakes(self) -> None:
        evening = placing().wait(10_000)
        assert evening.frame().board is None
        evening.tap("A10")
        assert cursor(evening) == "H8"
        assert cursor(evening.tap("A10")) == "A10"

    def test_a_key_that_is_held_goes_no_further(self) -> None:
        evening = placing().down("petal3").tap("A10")
        evening.table.handle(Tick(evening.time + 2))
        assert cursor(evening) == "A10"

    def test_a_station_that_is_not_there_taps_nothing(self) -> None:
        evening = placing()
        for station in ("seat1", "nowhere"):
            evening.table.handle(FieldTapped(station, "A10", evening.time))
        assert cursor(evening) == "H8"

    def test_at_the_end_there_is_nothing_to_tap(self) -> None:
        evening = in_game(mid_game(turns=200))
        assert board(evening).tappable == frozenset()
        assert evening.tap("H8").told() == "There is nothing to tap right now"


class TestWhatIsShown:
    def test_every_field_at_its_place(self) -> None:
        shown = board(placing())
        assert [each.name for each in shown.fields] == list(FIELDS)
        assert (field(placing(), "H9").x, field(placing(), "H9").y) == (7, 8)
        labels = {(label.x, label.y): label.text for label in shown.labels}
        assert (labels[7, -1], labels[-1, 8]) == ("H", "9")

    def test_light_fields_and_the_start_field_are_marked_under_tiles_too(self) -> None:
        for evening in (placing(), in_game(mid_game(DRAW))):
            for each in board(evening).fields:
                marks = each.ground.marks
                assert (BoardMark.DOTS in marks) == (each.name in LIGHT)
                assert (BoardMark.RING in marks) == (each.name == START)
                if each.piece is not None:  # light fields stay visible at the tile's corners
                    assert (each.piece.cut > 0) == (each.name in LIGHT)

    def test_tiles_lie_as_in_the_game_and_tell_since_when(self) -> None:
        evening = in_game(mid_game(DRAW)).press("soft2 soft1")
        session = evening.table.session
        assert isinstance(session, ZatreSession)
        view = session.view(None)
        assert view.table.last is not None
        assert len(view.placed) == 1
        lying = {**view.table.tiles, **view.placed}
        shown = {each.name: each.piece for each in board(evening).fields if each.piece}
        assert {name: piece.text for name, piece in shown.items()} == {
            name: str(tile) for name, tile in lying.items()
        }
        assert marked(shown, BoardMark.FRAME) == set(view.placed)
        assert marked(shown, BoardMark.NOTCHES) == set(view.table.last.placed)
        assert len(shown) > 20

    @pytest.mark.parametrize(
        ("name", "language", "words"),
        [
            ("H9", Language.ENGLISH, "H9, 6 from this turn"),
            ("I9", Language.ENGLISH, "I9, light, 1 from this turn"),
            ("H8", Language.ENGLISH, "H8, start field, 6 from the last turn"),
            ("I8", Language.ENGLISH, "I8, 5 from the last turn"),
            ("B2", Language.ENGLISH, "B2, light"),
            ("C2", Language.ENGLISH, "C2"),
            ("I9", Language.GERMAN, "I9, hell, 1 aus diesem Zug"),
            ("H8", Language.FRENCH, "H8, case de départ, 6 du tour précédent"),
        ],
    )
    def test_a_field_describes_what_is_on_it(
        self, name: str, language: Language, words: str
    ) -> None:
        evening = placing("5161", "put H8=6", "put I8=5", "put J8=1").press("soft2 soft1")
        for tap in ("H9", "I9"):
            evening.tap(tap).press("soft1")
        assert placed(evening) == {"H9": 6, "I9": 1}
        assert words_of(evening, name, language) == words

    def test_what_lay_before_is_said_without_more(self) -> None:
        evening = in_game(mid_game(DRAW))
        assert words_of(evening, "H8") == f"H8, start field, {field(evening, 'H8').piece.text}"  # type: ignore[union-attr]

    def test_it_is_the_same_everywhere_but_for_what_can_be_tapped(self) -> None:
        evening = placing(seats=(0, 1))
        assert board(evening, "seat1").tappable == frozenset(FIELDS)
        assert board(evening) == board(evening, "seat2") == evening.table.open_board()
        assert board(evening).fields is board(evening, "seat1").fields

    def test_no_colour_says_what_no_mark_says(self) -> None:
        """Players who can't tell colours apart see the same differences in the marks."""
        evening = in_game(mid_game(DRAW)).press("soft2 soft1")
        shown = board(evening).fields
        for paints in ([f.ground for f in shown], [f.piece for f in shown if f.piece]):
            assert len(colours_by_marks(paints)) > 1
            assert all(len(colours) == 1 for colours in colours_by_marks(paints).values())

    def test_the_legend_explains_all_marks(self) -> None:
        shown = board(in_game(mid_game(DRAW)).press("soft2 soft1"))
        assert marks_on(shown.legend) == marks_on(shown.fields)

    def test_the_end_has_it_too_and_a_game_without_a_board_has_none(self) -> None:
        assert len(board(in_game(mid_game(turns=200))).fields) == len(FIELDS)
        evening = in_game(new_play(), (0,))
        assert [evening.frame(name).board for name in (TABLE, "seat1")] == [None, None]
        assert evening.table.open_board() is None
        assert evening.tap("H8").told() == "There is nothing to tap right now"


def marked(pieces: dict[str, Paint], mark: BoardMark) -> set[str]:
    return {name for name, piece in pieces.items() if mark in piece.marks}


def marks_on(drawn: Iterable[BoardField | LegendLine]) -> set[BoardMark]:
    paints = (paint for each in drawn for paint in (each.ground, each.piece) if paint is not None)
    return {mark for paint in paints for mark in paint.marks}


def colours_by_marks(paints: Iterable[Paint]) -> dict[frozenset[BoardMark], set[str]]:
    found: dict[frozenset[BoardMark], set[str]] = {}
    for paint in paints:
        found.setdefault(frozenset(paint.marks), set()).add(paint.colour)
    return found
