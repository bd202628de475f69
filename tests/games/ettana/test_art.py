"""Tests that the drawings of Ettana differ in shape alone."""

from __future__ import annotations

from itertools import combinations

from tests.screens.test_art import rows
from triqueta.games.ettana.rules.board import FACES
from triqueta.games.ettana.screens import art


def test_every_colour_has_a_mark_that_differs_in_many_pixels() -> None:
    marks = {face: "".join(rows(art.thread_mark(face))) for face in FACES}
    assert all(len(mark) == art.MARK**2 for mark in marks.values())
    for one, other in combinations(FACES, 2):
        different = sum(a != b for a, b in zip(marks[one], marks[other], strict=True))
        assert different >= 6, (one, other)


def test_every_needle_differs_and_leaves_its_number_readable() -> None:
    seats, numbers = range(4), range(1, 7)
    drawn = [art.needle_image(seat, number) for seat in seats for number in numbers]
    assert {needle.size for needle in drawn} == {(art.NEEDLE_WIDTH, art.NEEDLE_HEIGHT)}
    assert len({needle.tobytes() for needle in drawn}) == len(seats) * len(numbers)
    assert len({art.badge(seat).tobytes() for seat in seats}) == len(seats)
