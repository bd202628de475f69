"""Tests of what screen readers are told: each news once, and no tile before it is turned up.

They need Debian's Chromium.
"""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stations.live_table import LiveTable
from tests.stations.page_states import Place, just_drawn, settle, table_at, turn_up
from tests.stations.test_pages import browser, new_page
from tests.stations.test_pages_accessibility import tick
from tests.table.evening import do, new_play, play_at
from triqueta.screens.phrases import Language
from triqueta.table.table import Table

__all__ = ["browser"]

RECORD = """() => {
  window.told = [];
  for (const region of document.querySelectorAll("[aria-live]")) {
    const note = () => region.textContent && window.told.push(region.textContent);
    new MutationObserver(note).observe(region, { childList: true, characterData: true });
  }
}"""


def listening(browser: Browser, address: str) -> Page:
    """Open a page that records everything that it announces after its first news."""
    page = new_page(browser)
    page.emulate_media(reduced_motion="reduce")
    page.goto(address)
    expect(page.locator(":is(#phone, #felt) .t").first).to_be_visible()
    settle(page)
    page.evaluate(RECORD)
    return page


def told(page: Page) -> list[str]:
    """Return all lines that were announced."""
    settle(page)
    return [line for text in page.evaluate("told") for line in text.split("\n")]


def move(live: LiveTable, moves: str) -> None:
    def apply(table: Table) -> None:
        do(play_at(table), moves)

    live.ask(apply)
    live.run(tick(live))


@pytest.mark.full
@pytest.mark.parametrize("path", ["", "/", "/watch"], ids=["phone", "table", "tv"])
def test_each_move_is_told_once(browser: Browser, path: str) -> None:
    place = Place(new_play(players=3), seat=2)
    with LiveTable(partial(table_at, place, Language.ENGLISH)) as live:
        address = live.address + path if path else live.seat_address(2)
        page = listening(browser, address)
        for moves, news in (("d1 r1", "Ana places"), ("d2 r1", "Ben places")):
            move(live, moves)
            page.wait_for_function("(news) => told.join().includes(news)", arg=news)
            lines = told(page)
            assert len([line for line in lines if news in line]) == 1, lines


@pytest.mark.full
def test_a_drawn_tile_is_told_once_it_is_turned_up(browser: Browser) -> None:
    place = just_drawn(4, light=1, shadow=0)
    with LiveTable(partial(table_at, place, Language.ENGLISH)) as live:
        page = new_page(browser)
        page.add_init_script(f"addEventListener('DOMContentLoaded', {RECORD})")
        page.goto(live.seat_address(place.seat))
        expect(page.locator("#phone .backs")).to_be_visible()
        before = told(page)
        assert "Tap to turn it up" in before
        turn_up(page)
        title = page.locator("#phone .hero h2").inner_text()
        page.wait_for_function("(title) => told.join().includes(title)", arg=title)
        lines = told(page)
        assert title not in before
        assert lines.count(title) == 1
        name = page.locator("#phone .hero .t").get_attribute("aria-label")
        assert name is not None
        assert name not in " ".join(before)
