"""Tests that Chromium draws no text of a chart clipped or touching another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.parts import BROWSER, need
from triqueta.games import installed_games
from triqueta.games.api import Bars
from triqueta.journal.statistics import PlayerStatistics, detailed_plots, page_charts
from triqueta.screens.phrases import Language
from triqueta.table.charts import Line, LineChart, draw_page, draw_sheet

NAMES = (
    *("Maximilian-Alexander von und zu", "W" * 20, "i" * 60, "Ana", "<b>&</b>", "two\nlines"),
    *("Élisabeth-Charlotte", "Oma Hildegard"),
    *("Bartholomäus", "QUEEN ELIZABETH THE FIRST", "mmmmmmmmmmmmmmmmm", "0123456789012345"),
)
BOXES = """() => Array.from(document.querySelectorAll("svg text"), text => {
  const box = text.getBoundingClientRect();
  return [text.textContent, box.left, box.top, box.right, box.bottom];
})"""
LINE_SPACING = 2  # pixels of a text's box above and below its letters


class Box(NamedTuple):
    text: str
    left: float
    top: float
    right: float
    bottom: float

    def touches(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top + LINE_SPACING < other.bottom - LINE_SPACING
            and other.top + LINE_SPACING < self.bottom - LINE_SPACING
        )


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=need(BROWSER), args=arguments)
        yield browser.new_page(viewport={"width": 1280, "height": 1600})
        browser.close()


def check(page: Page, svg: str, width: int = 1280) -> None:
    page.set_content(f"<style>body {{ margin: 0; width: {width}px }}</style>{svg}")
    boxes = [Box(*box) for box in page.evaluate(BOXES)]
    height = page.locator("svg").evaluate("svg => svg.clientHeight")
    assert boxes
    cut = [box for box in boxes if not (box.left >= 0 <= box.top and box.right <= width)]
    assert not cut
    assert max(box.bottom for box in boxes) <= height
    assert not [pair for pair in combinations(boxes, 2) if pair[0].touches(pair[1])]


def players(
    number: int, least: int, most: int, pictures: tuple[Bars, ...]
) -> Iterator[PlayerStatistics]:
    rng = Random(number)
    counts = [count for picture in pictures for _, _, count in picture.bars]
    for name in NAMES[:number]:
        scores = [rng.randint(least, most) for _ in range(rng.randint(1, 30))]
        player = PlayerStatistics(name, scores=scores, wins=len(scores) // 2)
        player.counts.update({each: rng.randint(least, most) for each in counts})
        yield player


@pytest.mark.parametrize("number", [1, 2, 5, 6, 8, 10])
@pytest.mark.parametrize(("name", "least", "most"), [("triqueta", -9, 60), ("zatre", -400, 999)])
def test_statistics(page: Page, name: str, least: int, most: int, number: int) -> None:
    pictures = installed_games().model(name).statistics.pictures
    plots = detailed_plots(list(players(number, least, most, pictures)), pictures)
    check(page, draw_sheet(installed_games()[name].title, plots))


@pytest.mark.parametrize("number", [1, 2, 4, 5, 7, 10, 12])
@pytest.mark.parametrize(
    ("name", "least", "most"), [("triqueta", -9, 60), ("zatre", -90, 99), ("ettana", 0, 12)]
)
def test_a_page(page: Page, name: str, least: int, most: int, number: int) -> None:
    pictures = installed_games().model(name).statistics.pictures
    shown = list(players(number, least, most, pictures))
    for player in shown[::3]:
        player.name, player.is_robot = "medium", True
    for language in Language:
        drawn = draw_page(page_charts(shown, pictures), language)
        box = re.search(r'viewBox="0 0 (\d+) \d+"', drawn)
        assert box is not None
        check(page, drawn, int(box[1]))


@pytest.mark.parametrize("number", [1, 2, 5, 8, 10])
@pytest.mark.parametrize(("moves", "least", "most"), [(0, 3, 4), (66, -8, 40), (999, -999, 5000)])
def test_the_race(page: Page, number: int, moves: int, least: int, most: int) -> None:
    rng = Random(number)
    lines = tuple(
        Line(name, tuple(rng.uniform(least, most) for _ in range(moves + 1)))
        for name in NAMES[:number]
    )
    check(page, draw_sheet("Triqueta", [LineChart("Points", lines), LineChart("Chance", lines)]))
