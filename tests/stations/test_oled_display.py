"""Tests of what a display is sent: changed areas and contrasts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from triqueta.screens.station import Contrasts, Light
from triqueta.stations.oled.display import (
    COLUMNS,
    PAGES,
    WHOLE,
    Area,
    Pages,
    changed_areas,
    pages_of,
)

changes = st.lists(
    st.tuples(st.integers(0, PAGES - 1), st.integers(0, COLUMNS - 1), st.integers(1, COLUMNS)),
    max_size=20,
)


def pages_with(marks: list[tuple[int, int, int]], seed: int) -> tuple[Pages, Pages]:
    """Return a picture, and another that differs in the runs of columns in `marks`."""
    rng = Random(seed)
    old = [bytearray(rng.randbytes(COLUMNS)) for _ in range(PAGES)]
    new = [bytearray(page) for page in old]
    for page, first, length in marks:
        for column in range(first, min(COLUMNS, first + length)):
            new[page][column] ^= rng.randrange(256)
    return tuple(map(bytes, old)), tuple(map(bytes, new))


def cost(areas: Sequence[Area], price: int) -> int:
    return sum(area.size + price for area in areas)


@given(changes, st.integers(), st.booleans(), st.integers(1, 20))
def test_areas_make_the_new_picture_and_cost_no_more_than_all_of_it(
    marks: list[tuple[int, int, int]], seed: int, tall: bool, price: int
) -> None:
    old, new = pages_with(marks, seed)
    areas = changed_areas(old, new, price, tall=tall)
    memory = [bytearray(page) for page in old]
    for area in areas:
        content = iter(area.content(new))
        for page in range(area.first_page, area.last_page + 1):
            for column in range(area.first, area.last + 1):
                memory[page][column] = next(content)
        assert next(content, None) is None
    assert tuple(map(bytes, memory)) == new
    by_pages = [Area(page, page, 0, COLUMNS - 1) for page in range(PAGES)]
    assert cost(areas, price) <= cost([WHOLE] if tall else by_pages, price)
    assert not areas if old == new else areas


def test_near_changes_go_together_and_far_ones_do_not() -> None:
    old, new = pages_with([(2, 10, 1), (2, 21, 1), (2, 60, 1)], 1)
    assert changed_areas(old, new, 10, tall=False) == (Area(2, 2, 10, 21), Area(2, 2, 60, 60))
    assert len(changed_areas(old, new, 9, tall=False)) == 3


def test_a_line_across_two_pages_is_one_area() -> None:
    old, new = pages_with([(2, 10, 50), (3, 12, 50)], 1)
    assert changed_areas(old, new, 10, tall=True) == (Area(2, 3, 10, 61),)
    assert len(changed_areas(old, new, 10, tall=False)) == 2


@pytest.mark.parametrize(("x", "y"), [(0, 0), (127, 0), (5, 9), (64, 63), (127, 63)])
def test_a_pixel_is_in_its_page(x: int, y: int) -> None:
    image = Image.new("1", (128, 64))
    image.putpixel((x, y), 1)
    expected = [bytearray(COLUMNS) for _ in range(PAGES)]
    expected[y // 8][x] = 1 << y % 8
    assert pages_of(image) == tuple(map(bytes, expected))
    turned = image.transpose(Image.Transpose.ROTATE_180)
    assert pages_of(turned, upside_down=True) == pages_of(image)


def test_a_softer_light_is_never_brighter() -> None:
    contrasts = Contrasts(full=30, lowest=20)
    assert [contrasts.of(light) for light in Light] == [30, 30, 8, 8, 0]
    assert Contrasts().of(Light.LOWEST) == 0


def test_nothing_slow_is_imported_before_a_display_is_used() -> None:
    code = (
        "import sys; from triqueta.stations.oled.bus import open_buses;"
        "from triqueta.stations.oled.wires import DisplaySettings;"
        "open_buses({'table': DisplaySettings()});"
        "print([name for name in ('luma', 'smbus2', 'gpiozero', 'spidev') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
