"""Rows of animals: as many lines as there are players, drawn tile by tile or counted."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from triqueta.games.triqueta.animals import count_animals
from triqueta.games.triqueta.rules import Animal, animal_of
from triqueta.games.triqueta.rules.moves import PLACE
from triqueta.games.triqueta.screens import art
from triqueta.games.triqueta.views import Changes, PublicView, signed
from triqueta.screens.art import digits_image, text_image, text_width
from triqueta.screens.canvas import Canvas

TOP, BOTTOM = 11, 52  # the lines between title and soft keys
_PITCHES = {1: 18, 2: 18, 3: 14, 4: 10, 5: 8}
_ICON, _TINY = 9, 7
_ROOMY = 11
_MARGIN = 2


class Row(NamedTuple):
    """A row as all players see it.

    `tiles` is None once it was taken, and `taker` is the name of the player who took it. `fresh`
    is the tile that the last move placed here. `change` is how the row would change the points of
    the player who looks at it, or None if that player can't take it.
    """

    tiles: str | None
    taker: str = ""
    fresh: str = ""
    change: int | None = None


def rows_of(view: PublicView, changes: Changes = ()) -> tuple[Row, ...]:
    """Return the rows of a view; `changes` are the points that each would bring, if known."""
    table = view.table
    last = view.public_moves[-1] if view.public_moves else None
    fresh = PLACE.index(last.move) if last is not None and last.move in PLACE else None
    takers = view.takers or (None,) * len(table.rows)
    return tuple(
        Row(
            tiles=tiles,
            taker="" if takers[at] is None else table.players[takers[at] or 0].name,
            fresh=last.tiles if last is not None and at == fresh and tiles else "",
            change=changes[at] if changes else None,
        )
        for at, tiles in enumerate(table.rows)
    )


# Where rows lie.


class Lines(NamedTuple):
    """The lines of a list of rows: the top of the first, their distance, and how high they are."""

    top: int
    pitch: int
    height: int


def lines_for(rows: int, more: int = 0) -> Lines:
    """Return the lines for a number of rows, and for `more` lines below them."""
    lines = rows + more
    pitch = _PITCHES[lines]
    height = _TINY if lines == len(_PITCHES) else _ICON if pitch < _ROOMY else _ROOMY
    used = (lines - 1) * pitch + height
    return Lines(TOP + (BOTTOM - TOP - used) // 2, pitch, height)


def draw_number(canvas: Canvas, x: int, y: int, number: int, height: int) -> None:
    """Draw the number of a row that has no key, in the middle of 6 columns."""
    canvas.digits(x + 2, y + (height - 5) // 2, number)


def draw_key(canvas: Canvas, x: int, y: int, number: int, height: int) -> None:
    """Draw the number of a row as a petal key, at most 6 pixels wide."""
    if height >= _ICON:
        canvas.petal_number(x, y + (height - _TINY) // 2, number)
    else:
        canvas.small_petal_number(x, y, number)


class Line(NamedTuple):
    """A place for tiles: the columns from `left` to `right`, and `height` rows from `y`."""

    left: int
    right: int
    y: int
    height: int


def draw_rows(canvas: Canvas, rows: Sequence[Row], lines: Lines, left: int, right: int) -> None:
    """Draw the tiles or takers of rows and the points at the right, without their numbers."""
    for number, row in enumerate(rows):
        y, end = lines.top + number * lines.pitch, right
        if row.change is not None:
            points = signed(row.change)
            small = _needs_room(row, left, right, lines.height)
            if small:
                digits = digits_image(_hyphen(points))
                canvas.digits(right - digits.width, y + (lines.height - 5) // 2, _hyphen(points))
            else:
                canvas.text_right(right, y + (lines.height - 7) // 2, points)
            end -= _points_width(points, small=small)
        line = Line(left, end, y, lines.height)
        canvas.once(_draw_row, (line, row._replace(change=None)))


def _hyphen(points: str) -> str:
    return points.replace("−", "-")  # the small digits have no other minus sign


def _points_width(points: str, *, small: bool) -> int:
    """Return the room for a row's points and the gap before them."""
    return 2 + (digits_image(_hyphen(points)).width if small else text_width(points))


def _needs_room(row: Row, left: int, right: int, height: int) -> bool:
    """Return whether a row's tiles only fit beside points in small digits."""
    if not row.tiles or row.change is None:
        return False
    room = right - _points_width(signed(row.change), small=False) - left
    return _fitted(row.tiles, row.fresh, room, height).width > room


def _draw_row(canvas: Canvas, about: tuple[Line, Row]) -> None:
    line, row = about
    y = line.y
    if row.tiles is None:
        middle = y + line.height // 2
        canvas.line(line.left, middle, line.left + 6, middle)
        if row.taker:
            draw_name(canvas, line.left + 10, y, row.taker, line.height)
    elif row.tiles:
        draw_tiles(canvas, line, row.tiles, row.fresh)
    else:
        for x in range(line.left + 4, line.right - 3, 6):
            canvas.dot(x, y + line.height // 2)


def draw_name(canvas: Canvas, x: int, y: int, name: str, height: int) -> None:
    """Draw a name within `height` rows, in capitals if its letters are too high for them."""
    box = text_image(name).getbbox()
    if box is None:
        return
    if box[3] - box[1] > height:
        canvas.capitals(x, y + (height - 7) // 2, _with_tall_capitals(name))
        return
    baseline = y + (height - 7) // 2
    lowest, highest = y + height - (box[3] - 1), y + 1 - box[1]
    canvas.text(x, max(highest, min(baseline, lowest)), name)


_FLAT_MARKS = "\N{COMBINING DIAERESIS}\N{COMBINING RING ABOVE}\N{COMBINING TILDE}"


def _with_tall_capitals(name: str) -> str:
    """Return a name without the accents that make a low capital look like a small letter: É."""
    parts = unicodedata.normalize("NFD", name)
    kept = (char for char in parts if char in _FLAT_MARKS or not unicodedata.combining(char))
    return unicodedata.normalize("NFC", "".join(kept))


# Tiles in a row.


class _Group(NamedTuple):
    """A tile, or several of an animal with their number.

    Lines stand at both sides of a fresh one, or below it if there is no room beside it.
    """

    animal: Animal
    number: int
    is_fresh: bool
    is_underlined: bool = False


class _Fitted(NamedTuple):
    """Tiles in the largest form that fits: one by one, or counted, with icons of this size."""

    groups: tuple[_Group, ...]
    size: int
    gap: int
    width: int


@lru_cache(maxsize=256)
def _fitted(tiles: str, fresh: str, room: int, height: int) -> _Fitted:
    """Return the tiles in the first form that is at most `room` wide, or else the last."""
    fitted = _Fitted((), 0, 0, 0)
    for fitted in _forms(tiles, fresh, height):
        if fitted.width <= room:
            break
    return fitted


def _forms(tiles: str, fresh: str, height: int) -> Iterator[_Fitted]:
    """Yield the tiles in all forms, from the largest to the smallest."""
    singles, counted = tuple(_singles(tiles, fresh)), tuple(_counted(tiles, fresh))
    sizes = (_ICON, _TINY) if height >= _ICON else (_TINY,)
    for size in sizes:
        if size == sizes[0]:  # icons are smaller only to make room for a number beside them
            yield _form(singles, size, 1)
        yield _form(counted, size, 3)
        yield _form(counted, size, 2)
    roomy = height >= _ROOMY  # else a line would touch the icons above or below it
    narrow = tuple(
        group._replace(is_fresh=False, is_underlined=group.is_fresh and roomy) for group in counted
    )
    yield _form(narrow, _TINY, 1)


def _form(groups: tuple[_Group, ...], size: int, gap: int) -> _Fitted:
    width = sum(_width(group, size) for group in groups) + gap * (len(groups) - 1)
    return _Fitted(groups, size, gap, width)


def _singles(tiles: str, fresh: str) -> Iterator[_Group]:
    for animal, count in count_animals(tiles).items():
        for number in range(1, count + 1):
            yield _Group(animal, 1, number == count and _is(animal, fresh))


def _counted(tiles: str, fresh: str) -> Iterator[_Group]:
    for animal, count in count_animals(tiles).items():
        yield _Group(animal, count, _is(animal, fresh))


def _is(animal: Animal, tile: str) -> bool:
    return bool(tile) and animal_of(tile) is animal


def _width(group: _Group, size: int) -> int:
    digits = digits_image(str(group.number)).width + 1 if group.number > 1 else 0
    return size + 2 * _MARGIN * group.is_fresh + digits


def draw_tiles(canvas: Canvas, line: Line, tiles: str, fresh: str = "") -> None:
    """Draw tiles in the order of the score sheet, at most as wide as the line.

    A tile is an icon. If they don't fit one by one, equal ones are one icon with their number, and
    if those don't fit either, the icons are smaller.
    """
    fitted = _fitted(tiles, fresh, line.right - line.left, line.height)
    x, top = line.left, line.y + (line.height - fitted.size) // 2
    draw = _draw_group if line.height < _ROOMY else _draw_roomy_group
    for group in fitted.groups:
        draw(canvas, x, top, group, fitted.size)
        x += _width(group, fitted.size) + fitted.gap


def _draw_group(canvas: Canvas, x: int, y: int, group: _Group, size: int) -> None:
    icon = _icon(group.animal, size)
    if group.is_fresh:
        canvas.box(x, y, x + 1, y + size)
        canvas.box(x + size + 3, y, x + size + 4, y + size)
        canvas.stamp(x + _MARGIN, y, icon)
    else:
        canvas.stamp(x, y, icon)
    _draw_count(canvas, x, y, group, size)
    if group.is_underlined:
        canvas.line(x, y + size + 1, x + _width(group, size) - 1, y + size + 1)


def _draw_roomy_group(canvas: Canvas, x: int, y: int, group: _Group, size: int) -> None:
    """Draw a group on a line with room around the icons: a fresh one is dark on lit."""
    if not group.is_fresh:
        _draw_group(canvas, x, y, group, size)
        return
    canvas.box(x, y - 1, x + size + 2 * _MARGIN, y + size + 1)
    canvas.bitmap(x + _MARGIN, y, _icon(group.animal, size), lit=False)
    _draw_count(canvas, x, y, group, size)


def _draw_count(canvas: Canvas, x: int, y: int, group: _Group, size: int) -> None:
    if group.number > 1:
        x += size + 2 * _MARGIN * group.is_fresh
        canvas.digits(x + 1, y + (size - 5) // 2, group.number)


def _icon(animal: Animal, size: int) -> Image.Image:
    name = animal.name.lower()
    return art.small_icon(name) if size == _ICON else art.tiny_icon(name)
