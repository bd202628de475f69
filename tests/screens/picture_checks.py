"""Checks that every screen of every game must pass, in every language.

`check_picture` runs all of them on one frame, so that a scene in one language is one test.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from itertools import combinations
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from PIL import Image, ImageChops

from triqueta.screens.canvas import HEIGHT, SIZE, WIDTH, About, Canvas
from triqueta.screens.frame import Frame, clipped, picture, words
from triqueta.screens.phrases import Language, Text, said
from triqueta.screens.qr import QrScreen
from triqueta.screens.screen import Screen
from triqueta.stations.script import magnified

WORD = re.compile(r"[^\W\d_]{3,}|-?\d+")
"""Words and numbers of a text. Shorter strings are players' initials or units."""


def check_picture(
    golden: Path,
    frame: Frame,
    request: pytest.FixtureRequest,
    *,
    may_touch: bool = False,
    drawn_only: int = 0,
) -> None:
    """Compare a frame with its golden picture and check what it draws and says.

    `may_touch` is for screens whose parts overlap on purpose. `drawn_only` is how many words the
    picture may have that the spoken text leaves out.
    """
    compare_picture(golden, frame, request)
    check_nothing_is_clipped(frame)
    check_key_labels_differ(frame)
    check_words(frame, drawn_only)
    if not may_touch:
        assert touching(frame.screen, frame.language) == [], "parts of the picture touch"


def compare_picture(path: Path, frame: Frame, request: pytest.FixtureRequest) -> None:
    """Compare a frame with its golden picture; `--update-pictures` overwrites the golden one.

    A failure leaves an image that shows what was expected, what was drawn and the difference.
    """
    found = picture(frame)
    if request.config.getoption("--update-pictures"):
        path.parent.mkdir(parents=True, exist_ok=True)
        found.save(path, optimize=True)
    with Image.open(path) as image:
        expected = image.convert("1")
    if found.tobytes() != expected.tobytes():
        difference = save_difference(request, expected, found)
        pytest.fail(f"{path.stem} in {frame.language} differs: {difference}")


def save_difference(
    request: pytest.FixtureRequest, expected: Image.Image, found: Image.Image
) -> Path:
    cache = request.config.cache
    assert cache is not None
    pictures = [expected, found, ImageChops.logical_xor(expected, found)]
    sheet = Image.new("1", (128, 3 * 66), 1)
    for number, part in enumerate(pictures):
        sheet.paste(part, (0, 66 * number))
    path = cache.mkdir("differences") / f"{request.node.name}.png"
    magnified(sheet, 4).save(path)
    return path


def check_nothing_is_clipped(frame: Frame) -> None:
    assert clipped(frame) == []
    if not isinstance(frame.screen, QrScreen):  # its quiet zone reaches the edge
        edge = picture(frame)
        edge.paste(0, (0, 0, WIDTH, HEIGHT))
        assert edge.getbbox() is None, "the last column and row are reserved for pixel shifting"


def check_key_labels_differ(frame: Frame) -> None:
    labels = [said(label, frame.language) for label in frame.screen.soft if label is not None]
    assert len(set(labels)) == len(labels), "two soft keys have the same label"


def check_words(frame: Frame, drawn_only: int = 0) -> None:
    """Check that the spoken text has every word and every number of the picture."""
    told = set(WORD.findall(words(frame)))
    drawn = [part for line in written(frame) for part in WORD.findall(line)]
    missing = [part for part in drawn if part not in told]
    assert len(missing) <= drawn_only, f"missing in the spoken text: {missing}"
    assert told


def written(frame: Frame) -> list[str]:
    """Return the texts of a picture without bare numbers, which label places and petals."""
    lines: list[str] = []

    def noting(write: Callable[..., int]) -> Callable[..., int]:
        def text(canvas: Canvas, x: int, y: int, text: Text, **how: Any) -> int:
            lines.append(canvas.said(text))
            return write(canvas, x, y, text, **how)

        return text

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(Canvas, "text", noting(Canvas.text))
        monkeypatch.setattr(Canvas, "large_text", noting(Canvas.large_text))
        picture(frame)
    return [line for line in lines if not line.isdecimal()]


# Two things touch if no dark pixel lies between their lit pixels.

PRIMITIVES = (
    "text",
    "large_text",
    "capitals",
    "digits",
    "stamp",
    "box",
    "frame",
    "line",
    "disc",
    "dot",
)
STRIDE = SIZE[0] + 8  # dark columns at the right separate the rows

Pixels: TypeAlias = int
"""A bit mask of the lit pixels."""


class Thing:
    """The pixels drawn by one call, and whether they are dark on a lit ground."""

    def __init__(self, what: str, pixels: Pixels, *, dark: bool) -> None:
        self.what = what
        self.pixels = pixels
        self.dark = dark
        wide = pixels | pixels << 1 | pixels >> 1
        self.with_its_border = wide | wide << STRIDE | wide >> STRIDE

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
    """A canvas that records everything drawn on it as a separate thing."""

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
    """Return all pairs of things on a screen that touch."""
    canvas = NotingCanvas(language)
    screen.draw(canvas)
    canvas.soft_keys(screen.soft)
    pairs = combinations(canvas.things, 2)
    return [(one.what, other.what) for one, other in pairs if one.touches(other)]
