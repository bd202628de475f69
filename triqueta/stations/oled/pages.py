"""Pictures as the chips keep them: eight pages of 128 bytes, a byte being eight pixels down.

What is sent of a new picture are areas: columns of one or more pages. Every area has a price
beside its bytes, that of saying where it goes, so areas that lie close together are joined.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from PIL import Image

PAGES = 8
COLUMNS = 128

Pages: TypeAlias = tuple[bytes, ...]
"""The eight pages of a picture, from the top."""


def pages_of(image: Image.Image, *, upside_down: bool = False) -> Pages:
    """A picture of 128 by 64 pixels, one bit each, in pages.

    Turned by a quarter, its rows are the columns wanted: each is eight bytes, lowest page first.
    """
    turn = Image.Transpose.ROTATE_90 if upside_down else Image.Transpose.ROTATE_270
    columns = image.transpose(turn).tobytes()
    return tuple(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


@dataclass(frozen=True, slots=True)
class Area:
    """Columns of pages; the ends belong to it."""

    first_page: int
    last_page: int
    first: int
    last: int

    @property
    def size(self) -> int:
        return (self.last_page - self.first_page + 1) * (self.last - self.first + 1)

    def joined(self, other: Area) -> Area:
        return Area(
            min(self.first_page, other.first_page),
            max(self.last_page, other.last_page),
            min(self.first, other.first),
            max(self.last, other.last),
        )

    def content(self, pages: Pages) -> bytes:
        return b"".join(
            page[self.first : self.last + 1]
            for page in pages[self.first_page : self.last_page + 1]
        )


WHOLE = Area(0, PAGES - 1, 0, COLUMNS - 1)


# Seats that wait often show the same, one after the other: each change is looked at once.
@lru_cache(maxsize=4)
def changed_areas(old: Pages, new: Pages, price: int, *, tall: bool) -> tuple[Area, ...]:
    """What to send so that the old picture becomes the new one; `tall` areas span pages."""
    areas: list[Area] = []
    for number, (before, after) in enumerate(zip(old, new, strict=True)):
        if before != after:
            for first, last in _spans(before, after, price):
                _add(areas, Area(number, number, first, last), price if tall else 0)
    if tall and sum(area.size + price for area in areas) > WHOLE.size + price:
        return (WHOLE,)
    return tuple(areas)


def _spans(before: bytes, after: bytes, price: int) -> Iterator[tuple[int, int]]:
    """Changed columns of a page; a gap that is cheaper to send than to skip is sent."""
    first = last = -1
    for column, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        if first < 0:
            first = column
        elif column - last - 1 > price:
            yield first, last
            first = column
        last = column
    yield first, last


def _add(areas: list[Area], area: Area, price: int) -> None:
    """Put an area with the one before it whose pages it continues, where that saves bytes."""
    best, saved = -1, -1
    for place, other in enumerate(areas):
        if other.last_page < area.first_page - 1:
            continue
        saving = other.size + area.size + price - other.joined(area).size
        if price and saving > saved:
            best, saved = place, saving
    if best >= 0:
        areas[best] = areas[best].joined(area)
    else:
        areas.append(area)
