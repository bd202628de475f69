"""Tests of the key "Check the shuffle" in a real browser, after the game.

They need Debian's Chromium.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.stations.live_table import LiveTable
from tests.stations.test_pages import LAPTOP, PHONE, browser, open_page
from tests.stations.test_pages_accessibility import complaints, speak, tick
from tests.stations.test_pages_in_play import TV, over
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE
from triqueta.stations.web.routes import words_in
from triqueta.table.table import Table

__all__ = ["browser"]

TALL_PHONE: ViewportSize = {"width": 390, "height": 844}


def key(page: Page, language: Language = Language.ENGLISH) -> Any:
    return page.get_by_role("button", name=words_in(language)["Check the shuffle"])


@pytest.mark.parametrize(("path", "size"), [("/", LAPTOP), ("/watch", PHONE)], ids=["/", "/watch"])
def test_one_press_says_that_the_shuffle_is_proved(browser: Browser, path: str, size: Any) -> None:
    with LiveTable(over) as live:
        page = open_page(browser, live.address + path, size)
        expect(page.get_by_role("link", name="Save the record of this game")).to_be_visible()
        key(page).click()
        found = page.get_by_role("dialog", name="The shuffle is proved")
        expect(found).to_be_visible()
        proof = live.ask(lambda table: table.session and table.session.proof)
        assert proof
        expect(found).to_contain_text(f"{proof.commitment[:8]} {proof.commitment[8:16]}")
        expect(found).to_contain_text("your 1 cut.")
        expect(found).to_contain_text(f"triqueta verify game-{proof.commitment[:8]}.tqr.json")
        assert complaints(page) == []
        expect(found.get_by_role("button", name="Close")).to_be_focused()
        page.keyboard.press("Escape")
        expect(found).to_be_hidden()
        expect(key(page)).to_be_focused()


@pytest.mark.full
def test_keys_behind_the_dialog_do_nothing(browser: Browser) -> None:
    with LiveTable(over) as live:
        page = open_page(browser, live.address + "/", LAPTOP)
        shown = page.locator("#words").inner_text()
        key(page).click()
        expect(page.locator("#shuffle")).to_be_visible()
        for letter in "jkl12345":
            page.keyboard.press(letter)
        page.get_by_role("button", name="Close").click()
        expect(page.locator("#shuffle")).to_be_hidden()
        assert page.locator("#words").inner_text() == shown
        assert live.ask(lambda table: table.stations[TABLE].pages) == []


def rigged(time: float) -> Table:
    """Return a table with a finished game whose cuts were other ones than its proof has."""
    table = over(time)
    assert table.session is not None
    table.session.proof = replace(table.session.proof, cuts="2:2")
    return table


@pytest.mark.full
def test_a_wrong_proof_is_said_plainly(browser: Browser) -> None:
    with LiveTable(rigged) as live:
        page = open_page(browser, live.address + "/", LAPTOP)
        key(page).click()
        found = page.get_by_role("dialog", name="The shuffle is not proved")
        expect(found).to_contain_text("does not follow from the shuffle that the device sealed")
        assert complaints(page) == []


@pytest.mark.full
def test_a_game_that_has_left_the_table_cannot_be_checked(browser: Browser) -> None:
    """Only a page that has not noticed yet can ask."""
    with LiveTable(over) as live:
        page = open_page(browser, live.address + "/", LAPTOP)
        expect(key(page)).to_be_visible()
        live.ask(lambda table: table.start_over())
        key(page).click()
        expect(page.get_by_text("This game is no longer on the table.")).to_be_visible()


@pytest.mark.full
def test_before_the_end_there_is_no_key(browser: Browser) -> None:
    def midway(time: float) -> Table:
        table = over(time)
        table.start_over()
        return table

    with LiveTable(midway) as live:
        page = open_page(browser, live.address + "/", LAPTOP)
        expect(page.locator("#felt .lobby-scene, #felt .setup-scene")).to_be_visible()
        expect(key(page)).to_have_count(0)


@pytest.mark.full
@pytest.mark.parametrize(
    ("path", "size"),
    [("/", LAPTOP), ("/watch", TALL_PHONE), ("/watch", TV)],
    ids=["laptop", "phone", "tv"],
)
@pytest.mark.parametrize("language", Language)
def test_it_fits_in_every_language(
    browser: Browser, language: Language, path: str, size: Any
) -> None:
    with LiveTable(over) as live:
        page = open_page(browser, live.address + path, size)
        live.ask(partial(speak, language=language))
        live.run(tick(live))
        expect(page.locator("html")).to_have_attribute("lang", language.value)
        key(page, language).click()
        expect(page.locator("#shuffle")).to_be_in_viewport(ratio=1)
        is_cut = "(dialog) => dialog.scrollHeight > dialog.clientHeight"
        assert not page.locator("#shuffle").evaluate(is_cut)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
