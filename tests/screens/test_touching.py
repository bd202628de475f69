"""Tests that no two things on a crowded screen touch: a dark pixel separates their lit ones.

Dark things on a lit ground, such as a title in its bar, must lie within that ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from tests.screens.picture_checks import NotingCanvas, touching
from tests.screens.scenes import at
from triqueta.games.triqueta.rules import Edition, Layer, PetalView, Phase, TableView
from triqueta.games.triqueta.screens.turn import TurnScreen
from triqueta.games.triqueta.words import say
from triqueta.screens.lists import initials_of
from triqueta.screens.phrases import Language

NAMES = (
    ("Élise", "Jürgen", "Ömer", "gjgj", "Çağla"),
    ("WWWWWWWl", "Œdipe", "Ægir", "Qing", "Řehoř"),
    ("Player 1", "Player 2", "Player 3", "Player 4", "Player 5"),
    ("Ñandú", "Ana", "Anna", "Ann", "mmmmmmm"),
)


def tables() -> Iterator[TableView]:
    """Yield views of two to five players, with each of them to act, in and out of the round."""
    for edition, players in product(Edition, range(2, 6)):
        view = at(Phase.TURN, edition, players).view(None).table
        for names, to_act, in_round in product(NAMES, [*range(players), None], (False, True)):
            yield crowded(view, names, to_act, in_round=in_round)


def crowded(
    view: TableView, names: tuple[str, ...], to_act: int | None, *, in_round: bool
) -> TableView:
    return replace(
        view,
        players=tuple(
            replace(
                player,
                name=name,
                trees=(3, 1, 2, 0, 3)[seat],
                in_round=in_round or seat == (to_act or 0),
            )
            for seat, (player, name) in enumerate(zip(view.players, names, strict=False))
        ),
        petals=tuple(PetalView(tiles, _top(view.edition, tiles)) for tiles in (4, 3, 2, 1, 0)),
        rows=("R" * 10 + "OOODD", None, "RODBMU", "", "U" * 10)[: len(view.rows)],
        to_act=to_act,
        rock=to_act or 0,
    )


def _top(edition: Edition, tiles: int) -> Layer | None:
    if not tiles:
        return None
    return Layer.SHADOW if tiles == 1 and edition is Edition.SHADOW else Layer.LIGHT


def test_nothing_on_the_turn_screen_touches() -> None:
    for view in tables():
        soft = (say("Take row"), say("Info"), say("Menu"))
        screen = TurnScreen(title=say("{name}'s turn", name="Ana"), view=view, soft=soft)
        assert touching(screen) == [], view


def test_a_name_keeps_away_from_the_edge_of_its_highlight() -> None:
    for view in tables():
        canvas = NotingCanvas(Language.ENGLISH)
        TurnScreen(title="", view=view).draw(canvas)
        dark = [thing for thing in canvas.things if thing.dark and "capitals" in thing.what]
        assert len(dark) == (view.to_act is not None)
        for name in dark:
            (box,) = (ground for ground in canvas.things if name.lies_on(ground))
            assert not name.with_its_border & ~box.pixels, name.what


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
