"""No two things on a screen touch: between the lit pixels of one and another lies a dark one.

Each thing drawn is noted as a picture of its own. What is dark on a lit ground, as a title in its
bar or a name in its highlight, has to lie within that ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps
from itertools import combinations, product
from typing import Any, TypeAlias

import pytest
from PIL import Image

from tests.screens.scenes import SCENES, at, frame_of
from triqueta.games.triqueta.rules import Edition, Layer, PetalView, Phase, TableView
from triqueta.games.triqueta.screens.piles import ChoosePileScreen
from triqueta.games.triqueta.screens.turn import TurnScreen
from triqueta.games.triqueta.words import say
from triqueta.screens.canvas import SIZE, About, Canvas
from triqueta.screens.initials import initials_of
from triqueta.screens.names import NamesScreen
from triqueta.screens.phrases import Language
from triqueta.screens.qr import QrScreen
from triqueta.screens.question import Question
from triqueta.screens.screen import Screen

PRIMITIVES = ("text", "capitals", "digits", "stamp", "box", "frame", "line", "disc", "dot")
STRIDE = SIZE[0] + 8  # behind each row of pixels dark ones, so that none goes over into the next

Pixels: TypeAlias = int
"""A bit for each lit pixel."""


class Thing:
    """What one call has drawn, and whether it is dark on a lit ground."""

    def __init__(self, what: str, pixels: Pixels, *, dark: bool) -> None:
        self.what = what
        self.pixels = pixels
        self.dark = dark

    @property
    def with_its_border(self) -> Pixels:
        wide = self.pixels | self.pixels << 1 | self.pixels >> 1
        return wide | wide << STRIDE | wide >> STRIDE

    def touches(self, other: Thing) -> bool:
        if not self.with_its_border & other.pixels:
            return False
        return not (self.lies_on(other) or other.lies_on(self))

    def lies_on(self, ground: Thing) -> bool:
        return self.dark and not ground.dark and not self.pixels & ~ground.pixels


def pixels_of(image: Image.Image) -> Pixels:
    wider = Image.new("1", (STRIDE, SIZE[1]))
    wider.paste(image, (0, 0))
    return int.from_bytes(wider.tobytes())


class NotingCanvas(Canvas):
    """Notes everything drawn as a thing of its own."""

    def __init__(self, language: Language) -> None:
        super().__init__(language)
        self.things: list[Thing] = []

    def once(self, draw: Callable[[Canvas, About], None], about: About) -> None:
        draw(self, about)


def _noting(name: str) -> Callable[..., Any]:
    draw = getattr(Canvas, name)

    @wraps(draw)
    def noting(canvas: NotingCanvas, *where: Any, **how: Any) -> Any:
        alone = Canvas(canvas.language)
        draw(alone, *where, **{**how, **({"lit": True} if "lit" in how else {})})
        dark = not how.get("lit", True)
        what = f"{name} {where}"
        canvas.things.append(Thing(what, pixels_of(alone.image), dark=dark))
        return draw(canvas, *where, **how)

    return noting


for _name in PRIMITIVES:
    setattr(NotingCanvas, _name, _noting(_name))


def touching(screen: Screen, language: Language = Language.ENGLISH) -> list[tuple[str, str]]:
    """All pairs of things that touch."""
    canvas = NotingCanvas(language)
    screen.draw(canvas)
    canvas.soft_keys(screen.soft)
    pairs = combinations(canvas.things, 2)
    return [(one.what, other.what) for one, other in pairs if one.touches(other)]


NAMES = (
    ("Élise", "Jürgen", "Ömer", "gjgj", "Çağla"),
    ("WWWWWWWl", "Œdipe", "Ægir", "Qing", "Řehoř"),
    ("Player 1", "Player 2", "Player 3", "Player 4", "Player 5"),
    ("Ñandú", "Ana", "Anna", "Ann", "mmmmmmm"),
)


def tables() -> Iterator[TableView]:
    """Two to five players, each to act in turn, all the others out of the round or in it."""
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


# Lists fill the screen to the last row: between five lines there is none to spare.
FULL = (Question, NamesScreen)
FULL_SCENES = ("ranking", "spelling-others")
# A code goes to its edge, and petals and Trees of a pile lie upon each other.
MEANT = (QrScreen, ChoosePileScreen)
OPEN = [
    name
    for name in SCENES
    if not isinstance(frame_of(name, Language.ENGLISH).screen, (*FULL, *MEANT))
    and name not in FULL_SCENES
]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", OPEN)
def test_nothing_touches(name: str, language: Language) -> None:
    assert touching(frame_of(name, language).screen, language) == []


def test_what_touches_is_found() -> None:
    """Side by side, corner to corner, or a text that hangs over its ground."""
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
