"""Tests that no two things on a crowded screen touch: a dark pixel separates their lit ones.

Dark things on a lit ground, such as a title in its bar, must lie within that ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, product

from tests.screens.picture_checks import NotingCanvas, touching
from tests.screens.scenes import at
from triqueta.games.triqueta.rules import Edition, Layer, PetalView, Phase, TableView
from triqueta.games.triqueta.rules.tiles import LIGHT_ANIMALS
from triqueta.games.triqueta.screens.rows import Row, _fitted
from triqueta.games.triqueta.screens.turn import _ROWS_LEFT, RowsScreen, TurnScreen
from triqueta.games.triqueta.words import say
from triqueta.screens.art import digits_image
from triqueta.screens.canvas import WIDTH
from triqueta.screens.lists import initials_of
from triqueta.screens.phrases import Language

NAMES = (
    ("Élise", "Jürgen", "Ömer", "gjgj", "Çağla"),
    ("WWWWWWWl", "Œdipe", "Ægir", "Qing", "Řehoř"),
    ("Player 1", "Player 2", "Player 3", "Player 4", "Player 5"),
    ("Ñandú", "Ana", "Anna", "Ann", "mmmmmmm"),
)


ROWS = ("R" * 10 + "OOODD", "", "RODBMU", "RROODDBBMMUU", "U" * 10)


def crowded_rows(names: tuple[str, ...], taken: int, fresh: int) -> tuple[Row, ...]:
    """Return a row per name: one that its player has taken, and one with a tile just placed."""
    return tuple(
        Row(None, name)
        if at == taken
        else Row(tiles, fresh=tiles[-1:] if at == fresh else "", change=(35, 0, -17, 16, -10)[at])
        for at, (name, tiles) in enumerate(zip(names, ROWS, strict=False))
    )


def tables() -> Iterator[tuple[TableView, tuple[Row, ...]]]:
    """Yield views of two to five players, with each row taken, and a tile placed in another."""
    for edition, players in product(Edition, range(2, 6)):
        view = at(Phase.TURN, edition, players).view(None).table
        petals = tuple(PetalView(tiles, _top(view.edition, tiles)) for tiles in (4, 3, 2, 1, 0))
        for names, taken in product(NAMES, range(players)):
            rows = crowded_rows(names[:players], taken, (taken + 1) % players)
            yield replace(view, petals=petals), rows


def _top(edition: Edition, tiles: int) -> Layer | None:
    if not tiles:
        return None
    return Layer.SHADOW if tiles == 1 and edition is Edition.SHADOW else Layer.LIGHT


def test_nothing_on_the_turn_screen_touches() -> None:
    for view, rows in tables():
        soft = (say("Take row"), say("Info"), say("Menu"))
        title = say("{name}'s turn", name="Ana")
        assert touching(TurnScreen(title=title, view=view, rows=rows, soft=soft)) == [], rows


def test_nothing_on_the_page_to_take_a_row_touches() -> None:
    for _, rows in tables():
        screen = RowsScreen(title="", rows=rows, offered=tuple(range(1, len(rows) + 1)))
        assert touching(screen) == [], rows


def test_every_row_fits_beside_its_points() -> None:
    """A row has at most the 15 light tiles of a pile, and at most ten of an animal."""
    room = WIDTH - 1 - _ROWS_LEFT - 2 - digits_image("+35").width
    for shape in combinations_with_replacement(range(11), 6):
        if sum(shape) > 15:
            continue
        row = "".join(animal.letter * n for animal, n in zip(LIGHT_ANIMALS, shape, strict=True))
        assert not row or _fitted(row, row[-1], room, 7).width <= room, row


def test_what_touches_is_found() -> None:
    """Side by side, corner to corner, or a text that extends beyond its ground."""
    canvas = NotingCanvas(Language.ENGLISH)
    canvas.box(10, 10, 20, 20)
    box = canvas.things[-1]
    canvas.dot(20, 20)
    canvas.dot(21, 21)
    assert [box.touches(dot) for dot in canvas.things[1:]] == [True, False]
    canvas.capitals(12, 11, "I", lit=False)
    canvas.capitals(12, 14, "I", lit=False)
    assert [box.touches(name) for name in canvas.things[3:]] == [False, True]


def test_initials_tell_players_apart() -> None:
    assert initials_of(("Ana", "Ben", "Player 3")) == ["AN", "BE", "P3"]
    assert initials_of(("Ana", "Anna", "Anne")) == ["AA", "AN", "AE"]
    assert initials_of(("zoé", "ŒŒ")) == ["ZO", "Œ"]
