"""Tests of joining in a real browser: one code, a free seat, a name, and the lobby.

They need Debian's Chromium.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.stations.live_table import LiveTable
from tests.stations.test_pages import LANDSCAPE, LAPTOP, PHONE, SMALL_PHONE, browser, open_page
from tests.stations.test_pages_accessibility import complaints
from tests.table.evening import new_play
from tests.table.services import services
from triqueta.screens.phrases import Language
from triqueta.table.state import NewGame, Preferences, TableState
from triqueta.table.table import Table

__all__ = ["browser"]

ABOVE_A_KEYBOARD: ViewportSize = {"width": 360, "height": 400}
SIZES = [PHONE, SMALL_PHONE, LANDSCAPE, ABOVE_A_KEYBOARD]


def new_table(time: float, language: Language = Language.ENGLISH) -> Table:
    around = replace(services(), join_link=lambda: "HTTP://192.168.1.5:80/J/CODE")
    preferences = Preferences(language, recent_names=("Eva", "Mia", "Maximilian", "Oma"))
    return Table(around, TableState(preferences), time=time)


@pytest.fixture
def live() -> Iterator[LiveTable]:
    with LiveTable(new_table) as table:
        yield table


def joining(browser: Browser, live: LiveTable, size: ViewportSize = PHONE) -> Page:
    """Open the page that the table's code leads to, on a phone."""
    context = browser.new_context(viewport=size, has_touch=True)
    page = context.new_page()
    page.goto(live.address + live.ask(lambda _: live.server.join_path))
    expect(page.locator(".seat-flower")).to_be_visible()
    return page


def petal(page: Page, label: str) -> Locator:
    return page.locator(".seat-flower").get_by_label(label, exact=True)


def sit(page: Page, seat: int, name: str) -> Page:
    """Take a free seat, with taps except for the name."""
    petal(page, f"Seat {seat}, free").tap()
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name=f"Sit down, {name}").tap()
    page.wait_for_url("**/S/*")
    expect(page.get_by_role("heading", name=f"You sit, {name}")).to_be_visible()
    return page


def test_two_players_sit_down_with_taps_only_and_the_table_starts_with_them(
    browser: Browser, live: LiveTable
) -> None:
    mia, eva = joining(browser, live), joining(browser, live)
    for number, (page, name) in enumerate(((mia, "Mia"), (eva, "Eva")), start=1):
        petal(page, f"Seat {number}, free").tap()
        page.get_by_role("button", name=name, exact=True).tap()
        page.get_by_role("button", name=f"Sit down, {name}").tap()
        page.wait_for_url("**/S/*")
    expect(mia.get_by_role("heading", name="2 players sit at the table")).to_be_visible()
    expect(petal(mia, "Seat 1: Mia, you")).to_be_visible()
    expect(petal(mia, "Seat 2: Eva")).to_be_visible()
    table = open_page(browser, live.address + "/", LAPTOP)
    expect(table.locator("#words")).to_contain_text("2: Mia, Eva")
    table.click('[data-key="petal2"]')
    expect(table.locator("#words")).to_contain_text("Which game?")
    assert live.ask(lambda table: table.new_game.names) == ("Mia", "Eva")
    table.click('[data-key="petal1"]')
    table.click('[data-key="petal1"]')
    table.click('[data-key="petal5"]')  # don't wait for the deal
    expect(mia.locator("body")).to_contain_text("Mia")
    expect(mia.get_by_text("Stand up")).to_be_hidden()


def test_the_phone_that_is_late_picks_another_seat(browser: Browser, live: LiveTable) -> None:
    late = joining(browser, live)
    petal(late, "Seat 3, free").tap()
    late.keyboard.type("Ben")
    sit(joining(browser, live), 3, "Mia")
    expect(petal(late, "Seat 3: Mia")).to_be_visible()
    expect(late.locator("#news")).to_have_text("This seat is already taken.")
    late.get_by_role("button", name="Sit down, Ben").tap()
    expect(late.locator(".reason")).to_have_text("Tap a free petal first")
    petal(late, "Seat 4, free").tap()
    late.get_by_role("button", name="Sit down, Ben").tap()
    late.wait_for_url("**/S/*")
    expect(petal(late, "Seat 4: Ben, you")).to_be_visible()


def test_the_table_says_while_a_name_is_typed_why_it_can_not_be_used(
    browser: Browser, live: LiveTable
) -> None:
    sit(joining(browser, live), 1, "Mia")
    page = joining(browser, live)
    petal(page, "Seat 2, free").tap()
    page.keyboard.type("Mia")
    expect(page.locator(".reason")).to_have_text("Mia is already playing")
    page.keyboard.type("MiaMiaMia")
    expect(page.locator(".reason")).to_have_text("2 letters too many")
    expect(page.locator(".count")).to_have_text("12/10")
    page.get_by_role("button", name="Sit down").tap()
    expect(page.locator(".reason")).to_have_text("2 letters too many")
    assert live.ask(lambda table: table.typed_names) == {0: "Mia"}


@pytest.mark.full
def test_a_petal_is_picked_with_the_keyboard_and_keeps_the_focus(
    browser: Browser, live: LiveTable
) -> None:
    page = joining(browser, live, LAPTOP)
    petal(page, "Seat 5, free").focus()
    sit(joining(browser, live), 1, "Mia")
    expect(petal(page, "Seat 1: Mia")).to_be_visible()
    expect(petal(page, "Seat 5, free")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Your name")).to_be_focused()
    page.keyboard.type("Ben")
    page.keyboard.press("Enter")
    page.wait_for_url("**/S/*")


def test_a_player_stands_up_and_sits_elsewhere(browser: Browser, live: LiveTable) -> None:
    page = sit(joining(browser, live), 1, "Mia")
    page.get_by_role("button", name="Stand up").tap()
    page.wait_for_url("**/J/*")
    sit(page, 2, "Mia")
    assert live.ask(lambda table: table.typed_names) == {1: "Mia"}
    assert not live.ask(lambda table: table.has_station(0))


@pytest.mark.full
def test_in_the_lobby_a_player_gets_another_name_and_switches_the_call_off(
    browser: Browser, live: LiveTable
) -> None:
    page = sit(joining(browser, live), 1, "Mia")
    page.get_by_role("button", name="Name").tap()
    page.get_by_role("textbox", name="Your name").fill("Mila")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You sit, Mila")).to_be_visible()
    call = page.get_by_role("switch", name="Buzz and ring when it is my turn")
    expect(call).to_have_attribute("aria-checked", "true")
    call.tap()
    expect(call).to_have_attribute("aria-checked", "false")
    page.reload()
    expect(call).to_have_attribute("aria-checked", "false")


@pytest.mark.full
def test_a_seat_beyond_the_number_of_players_can_be_left(
    browser: Browser, live: LiveTable
) -> None:
    page = sit(joining(browser, live), 5, "Mia")
    live.ask(lambda table: table.ask_next(NewGame(True, players=2)))
    live.ask(lambda _: live.host.tick())
    expect(page.get_by_role("heading", name="This seat is not in the game.")).to_be_visible()
    expect(page.get_by_text("Seat 5", exact=True)).to_be_visible()
    page.get_by_role("button", name="Stand up").tap()
    page.wait_for_url("**/J/*")
    sit(page, 2, "Mia")


def test_the_page_is_told_that_the_game_has_begun(browser: Browser, live: LiveTable) -> None:
    page = joining(browser, live)
    live.ask(lambda table: table.go_on(new_play()))
    live.ask(lambda _: live.host.tick())
    expect(page.locator("#message")).to_contain_text("the game has begun")
    page.get_by_role("button", name="Watch the table").tap()
    page.wait_for_url("**/watch")


def test_a_table_that_is_switched_off_says_so_and_the_page_returns_by_itself(
    browser: Browser,
) -> None:
    with LiveTable(new_table) as live:
        page = sit(joining(browser, live), 1, "Mia")
        picking = joining(browser, live)
    for each in (page, picking):
        expect(each.locator("#message")).to_contain_text("this page will continue by itself")
        expect(each.locator("#message")).to_have_attribute("data-kind", "off")
        expect(each.get_by_role("button", name="Try now")).to_be_visible()


@pytest.mark.full
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", SIZES)
def test_everything_fits_and_axe_finds_nothing(
    browser: Browser, language: Language, size: ViewportSize
) -> None:
    with LiveTable(partial(new_table, language=language)) as live:
        page = joining(browser, live, size)
        expect(page.locator("html")).to_have_attribute("lang", language.value)
        for seat in range(2):
            free = page.locator(f".seat-flower .key.seat-{seat + 1}")
            free.tap()
            page.locator("#sitting input").fill(f"Maximilia{seat}")
            expect(page.locator("#sitting .count")).to_have_text("10/10")
            assert complaints(page) == []
            for part in ("#sitting input", "#sitting .sit", ".seat-flower"):
                expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
            page.locator("#sitting .sit").tap()
            page.wait_for_url("**/S/*")
            expect(page.locator(".seat-flower")).to_be_visible()
            expect(page.locator("html")).to_have_attribute("lang", language.value)
            assert complaints(page) == []
            for part in (".seat-flower", '[data-focus="stand"]', '[data-focus="call"]'):
                expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
            page = joining(browser, live, size)
