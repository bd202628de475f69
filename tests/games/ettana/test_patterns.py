"""Tests that patterns are found exactly: rotated, never mirrored, with one colour per letter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ettana.tables import DECK
from triqueta.games.ettana.rules import Pattern, Weave
from triqueta.games.ettana.rules.board import (
    OCTAGON_COLUMNS,
    OCTAGON_ROWS,
    ON_THE_BOARD,
    threads_by_octagon,
)

EMPTY = ("GRYBV", "VGRYB", "BVGRY", "YBVGR", "RYBVG")  # no two neighbours have the same colour


def board(*rows: str) -> dict[str, str]:
    return threads_by_octagon(rows)


def places(threads: Mapping[str, str], *rows: str) -> set[tuple[str, ...]]:
    found = Weave(threads).places(Pattern(1, rows))
    assert len(found) == len({*found}), "a place was found twice"
    assert Weave(threads).has(Pattern(1, rows)) == bool(found)
    return {tuple(sorted(place)) for place in found}


# A slow second implementation: rotate the board by hand and compare cell by cell.


def slow_places(threads: Mapping[str, str], rows: tuple[str, ...]) -> set[tuple[str, ...]]:
    return {tuple(sorted(cells)) for cells in _slow_places(threads, rows)}


def _slow_places(threads: Mapping[str, str], rows: tuple[str, ...]) -> Iterator[list[str]]:
    cells = [(x, y, c) for y, row in enumerate(rows) for x, c in enumerate(row) if c != "."]
    for turns in range(4):
        for right in range(9):
            for down in range(9):
                colours: dict[str, set[str]] = {}
                octagons = []
                for x, y, letter in cells:
                    for _ in range(turns):
                        x, y = -y, x  # noqa: PLW2901
                    if not (0 <= x + right < 5 and 0 <= y + down < 5):
                        break
                    octagons.append(OCTAGON_COLUMNS[x + right] + OCTAGON_ROWS[y + down])
                    colours.setdefault(letter, set()).add(threads[octagons[-1]])
                else:
                    one_each = all(len(found) == 1 for found in colours.values())
                    if one_each and len(set().union(*colours.values())) == len(colours):
                        yield octagons


def any_letter(rows: list[str]) -> bool:
    return bool("".join(rows).strip("."))


@given(
    st.permutations(sorted(ON_THE_BOARD)),
    st.lists(st.text("AB.", min_size=3, max_size=3), min_size=1, max_size=3).filter(any_letter),
)
def test_what_is_found_is_what_a_slow_search_finds(threads: list[str], rows: list[str]) -> None:
    trimmed = without_empty_edges(without_empty_edges(rows))
    assert places(threads_by_octagon(threads), *trimmed) == slow_places(
        threads_by_octagon(threads), trimmed
    )


def without_empty_edges(rows: Sequence[str]) -> tuple[str, ...]:
    """Strip empty rows from the top and the bottom, and rotate by a quarter."""
    inked = [at for at, row in enumerate(rows) if row.strip(".")] or [0]
    kept = rows[inked[0] : inked[-1] + 1]
    return tuple("".join(column) for column in zip(*kept[::-1], strict=True))


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_deck_on_boards_of_three_colours(seed: int) -> None:
    """With fewer colours than in the game, even hard patterns can be found somewhere."""
    threads = threads_by_octagon(Random(seed).choices("GRY" if seed % 2 else "GR", k=25))
    for pattern in DECK.patterns:
        assert places(threads, *pattern.rows) == slow_places(threads, pattern.rows)


# Single features.


def test_the_same_letter_is_the_same_colour_whichever() -> None:
    lines = board("RYGBV", "RYGBV", "RYGVB", "BGRVY", "GBYRV")
    assert places(lines, "AAA") == {("a1", "a2", "a3"), ("b1", "b2", "b3"), ("c1", "c2", "c3")}


def test_different_letters_are_different_colours() -> None:
    square = board("GGRYB", "GGYBV", "RYBVG", "YBVRR", "BVRYV")
    corner = ("a1", "a2", "b1", "b2")
    assert corner in places(square, "AA", "AA")
    assert corner not in places(square, "AA", "BB")
    assert corner not in places(square, "AB", "CD")


def test_three_letters_differ_each_from_each() -> None:
    threads = board("GRGYB", *EMPTY[1:])
    assert ("a1", "b1", "c1") not in places(threads, "ABC")
    assert ("b1", "c1", "d1") in places(threads, "ABC")


def test_a_dot_is_any_colour() -> None:
    threads = board("GRG..".replace(".", "Y"), *EMPTY[1:])
    assert ("a1", "c1") in places(threads, "A.A")


L = ("A.", "A.", "AA")  # its mirror image is a J


@pytest.mark.parametrize(
    "rows",
    [
        ("GRYBV", "GRYBV", "GGRYB", "YBVRR", "BVRYV"),
        ("GGGBV", "GRYBV", "VBRYB", "YBVRR", "BVRYV"),
        ("GGYBV", "RGYVB", "VGRYB", "YBVRR", "BVRYV"),
        ("RYGBV", "GGGVB", "VBRYB", "YBVRR", "BVRYV"),
    ],
)
def test_turned_by_quarters_it_is_the_same_pattern(rows: tuple[str, ...]) -> None:
    threads = board(*rows)
    green = tuple(sorted(octagon for octagon, thread in threads.items() if thread == "G"))
    assert green in places(threads, *L)


@pytest.mark.parametrize(
    "rows",
    [
        ("YGRBV", "RGYBV", "GGRYB", "YBVRR", "BVRYV"),
        ("GRYBV", "GGGBV", "VBRYB", "YBVRR", "BVRYV"),
    ],
)
def test_mirrored_it_is_not(rows: tuple[str, ...]) -> None:
    threads = board(*rows)
    green = tuple(sorted(octagon for octagon, thread in threads.items() if thread == "G"))
    assert green not in places(threads, *L)
    assert green in places(threads, ".A", ".A", "AA")


def test_nothing_goes_on_behind_the_edge() -> None:
    threads = board("RYBGG", "GYBVR", *EMPTY[2:])
    assert ("a2", "d1", "e1") not in places(threads, "AAA")


def test_a_pattern_as_large_as_the_board() -> None:
    rows = ("A...A", ".....", "..B..", ".....", "A...A")
    threads = board("RGYBR", *EMPTY[1:4], "RGYBR")
    assert places(threads, *rows) == {("a1", "a5", "c3", "e1", "e5")}
