"""Tests of typing names in a real browser: the field of the table's page, and the seats' dialog.

They need Debian's Chromium.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.stations.live_table import LiveTable
from tests.stations.test_pages import LAPTOP, PHONE, browser, open_page
from tests.stations.test_pages_accessibility import complaints
from tests.table.services import services
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE, Key
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

__all__ = ["browser"]

TALL_PHONE: ViewportSize = {"width": 390, "height": 844}
ABOVE_A_KEYBOARD: ViewportSize = {"width": 390, "height": 420}
SIZES = [LAPTOP, TALL_PHONE]
WIDEST = "Maximilian"


def new_table(time: float, language: Language = Language.ENGLISH) -> Table:
    return Table(services(), TableState(Preferences(language=language)), time=time)


@pytest.fixture
def live() -> Iterator[LiveTable]:
    with LiveTable(new_table) as table:
        yield table


def asked(browser: Browser, live: LiveTable, size: ViewportSize = LAPTOP) -> Page:
    """Open the table's page and choose three players; the table then asks for the first name."""
    page = open_page(browser, live.address + "/", size)
    page.click('[data-key="petal3"]')
    expect(page.locator("#asking")).to_be_visible()
    return page


def field(page: Page, player: int = 1) -> Locator:
    return page.get_by_role("textbox", name=f"Name of player {player}")


def names(live: LiveTable) -> tuple[str, ...]:
    return live.ask(lambda table: table.new_game.names)


class TestTyping:
    @pytest.mark.parametrize("size", SIZES, ids=["laptop", "phone"])
    def test_a_name_is_typed_at_once_and_enter_sends_it(
        self, browser: Browser, live: LiveTable, size: Any
    ) -> None:
        page = asked(browser, live, size)
        expect(field(page)).to_be_focused()
        page.keyboard.type("Jakob")
        expect(page.locator("#asking .count")).to_have_text("5/10")
        page.keyboard.press("Enter")
        expect(field(page, 2)).to_be_focused()
        expect(field(page, 2)).to_have_value("")
        expect(page.locator("#asking .count")).to_have_text("")
        assert names(live) == ("Jakob",)

    @pytest.mark.full
    def test_the_letters_of_keys_and_digits_go_into_the_field(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = asked(browser, live)
        page.keyboard.type("jkl J K1")
        expect(field(page)).to_have_value("jkl J K1")
        assert page.locator(".down").count() == 0
        page.keyboard.press("Enter")
        expect(field(page, 2)).to_be_visible()
        assert names(live) == ("jkl J K1",)

    @pytest.mark.full
    def test_three_names_in_a_row_without_touching_anything_else(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = asked(browser, live)
        for player, name in enumerate(("Jakob", "Zoé", "Kim"), start=1):
            expect(field(page, player)).to_be_focused()
            page.keyboard.type(name)
            page.keyboard.press("Enter")
        expect(page.locator("#asking")).to_be_hidden()
        assert names(live) == ("Jakob", "Zoé", "Kim")

    @pytest.mark.full
    def test_letters_typed_before_the_answer_belong_to_the_next_name(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = asked(browser, live)
        page.keyboard.type("Jakob")
        with live.standing_still():
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")  # the second does nothing
            page.keyboard.type("Zo")
        expect(field(page, 2)).to_have_value("Zo")
        expect(page.locator("#asking .count")).to_have_text("2/10")
        assert names(live) == ("Jakob",)

    @pytest.mark.full
    def test_a_held_key_that_leads_to_the_question_writes_nothing(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.address + "/", LAPTOP)
        page.keyboard.down("3")
        expect(field(page)).to_be_focused()
        page.keyboard.down("3")  # repeats, as the key is still down
        page.keyboard.up("3")
        expect(field(page)).to_have_value("")
        page.keyboard.press("3")
        expect(field(page)).to_have_value("3")

    @pytest.mark.full
    def test_a_name_half_typed_survives_a_lost_connection(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = asked(browser, live)
        page.keyboard.type("Jak")
        page.context.set_offline(True)
        expect(page.locator("#message")).to_be_visible()
        page.context.set_offline(False)
        expect(page.locator("#message")).to_be_hidden()
        expect(field(page)).to_have_value("Jak")


class TestLeaving:
    @pytest.mark.full
    def test_after_escape_the_keys_work_and_other_letters_begin_a_name(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = asked(browser, live)
        page.keyboard.press("Escape")
        expect(field(page)).not_to_be_focused()
        page.keyboard.press("1")  # "Player 1"
        expect(field(page, 2)).not_to_be_focused()  # the player prefers keys
        assert names(live) == ("Player 1",)
        page.keyboard.type("Ben")
        expect(field(page, 2)).to_have_value("Ben")
        page.keyboard.press("Enter")
        expect(field(page, 3)).to_be_focused()
        assert names(live) == ("Player 1", "Ben")

    @pytest.mark.full
    def test_escape_and_back_loses_nothing(self, browser: Browser, live: LiveTable) -> None:
        page = asked(browser, live)
        page.keyboard.type("Ja")
        page.keyboard.press("Escape")
        page.keyboard.press("l")  # the menu covers the question
        expect(page.get_by_role("button", name="Back, Key 1")).to_be_visible()
        expect(page.locator("#asking")).to_be_hidden()
        page.keyboard.press("j")
        expect(field(page)).to_have_value("Ja")

    @pytest.mark.full
    def test_tab_goes_to_the_keys(self, browser: Browser, live: LiveTable) -> None:
        page = asked(browser, live)
        for button in ("#asking button", '[data-key="soft1"]', '[data-key="soft2"]'):
            page.keyboard.press("Tab")
            expect(page.locator(button)).to_be_focused()
        page.keyboard.press("Space")
        expect(page.locator("#asking")).to_be_hidden()
        expect(page.locator('[data-key="soft2"]')).to_be_focused()
        assert names(live) == ("Player 1", "Player 2", "Player 3")

    @pytest.mark.full
    def test_a_tap_outside_leaves_the_field(self, browser: Browser, live: LiveTable) -> None:
        page = asked(browser, live)
        page.keyboard.type("Ja")
        page.locator("#screen").click()
        expect(field(page)).not_to_be_focused()
        page.keyboard.press("1")  # "Player 1"
        expect(field(page, 2)).not_to_be_focused()
        assert names(live) == ("Player 1",)

    @pytest.mark.full
    def test_the_keys_of_the_answers_can_be_pressed_beside_the_field(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = asked(browser, live)
        page.keyboard.type("Ja")
        page.click('[data-key="petal1"]')
        expect(field(page, 2)).to_be_focused()
        expect(field(page, 2)).to_have_value("")  # the letters were for player 1
        page.get_by_role("button", name="Enter a name").click()
        expect(page.locator("#words")).to_contain_text("Enter the name")
        expect(field(page, 2)).to_be_focused()  # it is the place to enter one
        page.click('[data-key="soft1"]')  # Back
        expect(page.locator("#words")).to_contain_text("Who is player 2?")
        page.get_by_role("button", name="Robot").click()
        expect(field(page, 3)).to_be_focused()
        assert live.ask(lambda table: list(table.new_game.robots)) == [1]

    @pytest.mark.full
    def test_the_focus_stays_in_a_seats_panel(self, browser: Browser, live: LiveTable) -> None:
        page = asked(browser, live)
        page.get_by_text("Open Seat 2's screen").click()
        panel = page.frame_locator("iframe")
        key = panel.get_by_role("button", name="Stand up")
        key.focus()
        live.ask(lambda table: live.host.down(TABLE, Key.PETAL1))
        expect(field(page, 2)).to_be_visible()
        expect(panel.get_by_label("Seat 1: Player 1, free")).to_be_visible()
        expect(key).to_be_focused()

    @pytest.mark.full
    def test_a_touch_screen_shows_its_keyboard_only_when_the_field_is_tapped(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = browser.new_context(viewport=TALL_PHONE).new_page()
        page.add_init_script(
            "window.matchMedia = () => Object.assign(new EventTarget(), { matches: false })"
        )
        page.goto(live.address + "/")
        page.click('[data-key="petal3"]')
        expect(field(page)).to_be_visible()
        expect(field(page)).not_to_be_focused()
        field(page).click()
        page.keyboard.type("Kim")
        page.keyboard.press("Enter")
        expect(field(page, 2)).to_be_focused()


class TestRefused:
    @pytest.mark.full
    @pytest.mark.parametrize(
        ("name", "count", "reason"),
        [
            ("Maximilianus", "12/10", "2 letters too many"),
            ("WWWWWWWW", "8/10", "1 letter too many"),
            ("Ж", "1/10", "This display can't show letter 1: Ж"),
        ],
    )
    def test_what_does_not_fit_is_said_at_once_and_kept(
        self, browser: Browser, live: LiveTable, name: str, count: str, reason: str
    ) -> None:
        page = asked(browser, live)
        page.keyboard.type(name)
        said = page.locator("#asking .reason")
        expect(said).to_have_text(reason)
        expect(page.locator("#asking .count")).to_have_text(count)
        assert "too many" not in page.locator("#words").inner_text()  # nothing was sent
        page.keyboard.press("Enter")
        expect(page.locator("#words")).to_contain_text(reason)
        expect(said).to_have_text(reason)
        expect(field(page)).to_have_value(name)
        expect(field(page)).to_be_focused()
        assert field(page).get_attribute("aria-invalid") == "true"
        assert names(live) == ()
        for _ in range(len(name) - 1):
            page.keyboard.press("Backspace")
        page.keyboard.press("Backspace")
        page.keyboard.type(WIDEST)
        expect(said).to_have_text("")
        expect(page.locator("#asking .count")).to_have_text("10/10")
        page.keyboard.press("Enter")
        expect(field(page, 2)).to_be_visible()
        assert names(live) == (WIDEST,)

    def test_a_name_that_plays_already_stays_with_the_reason(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = asked(browser, live)
        page.keyboard.type("Ana")
        page.keyboard.press("Enter")
        expect(field(page, 2)).to_be_focused()
        page.keyboard.type("Ana")
        said = page.locator("#asking .reason")
        expect(said).to_have_text("Ana is already playing")
        assert said.get_attribute("aria-live") == "polite"
        page.keyboard.press("Enter")
        expect(page.locator("#words")).to_contain_text("Ana is already playing")
        expect(field(page, 2)).to_have_value("Ana")
        page.keyboard.type("k")  # the field still has the focus, and the cursor is at the end
        expect(said).to_have_text("")
        page.keyboard.press("Enter")
        expect(field(page, 3)).to_be_visible()
        assert names(live) == ("Ana", "Anak")

    @pytest.mark.full
    def test_enter_in_an_empty_field_says_what_to_do(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = asked(browser, live)
        expect(page.locator("#asking .hint")).to_have_text("Up to 10 letters")
        page.keyboard.press("Enter")
        expect(page.locator("#asking .reason")).to_have_text("Enter a name first")


class TestSeats:
    @pytest.mark.full
    def test_the_dialog_shows_the_limit_and_keeps_what_was_refused(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.seat_address(1), TALL_PHONE)
        page.get_by_role("button", name="Name").click()
        box = page.get_by_role("textbox", name="Your name")
        expect(box).to_be_focused()
        expect(page.locator("#naming .hint")).to_have_text("Up to 10 letters")
        page.keyboard.type("Maximilianus")
        expect(page.locator("#naming .reason")).to_have_text("2 letters too many")
        page.get_by_role("button", name="OK").click()
        expect(page.locator(".notice")).to_have_text("2 letters too many")
        expect(box).to_be_visible()
        expect(box).to_have_value("Maximilianus")
        page.get_by_role("button", name="Cancel").click()
        expect(box).to_be_hidden()
        page.get_by_role("button", name="Name").click()
        expect(box).to_have_value("Maximilianus")
        box.fill("Max")
        page.keyboard.press("Enter")
        expect(box).to_be_hidden()
        expect(page.get_by_role("heading", name="You sit, Max")).to_be_visible()

    @pytest.mark.full
    def test_it_fits_above_the_keyboard_of_a_phone(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.seat_address(1), ABOVE_A_KEYBOARD)
        page.get_by_role("button", name="Name").click()
        page.keyboard.type("Maximilianus")
        expect(page.locator("#naming .reason")).to_be_in_viewport(ratio=1)
        for name in ("OK", "Cancel"):
            expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)

    @pytest.mark.full
    def test_a_seats_page_has_no_field_of_the_table(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.seat_address(1), PHONE)
        live.ask(lambda table: live.host.down(TABLE, Key.PETAL3))
        expect(page.get_by_text("Seat 2 of 3")).to_be_visible()
        expect(page.locator("#asking")).to_be_hidden()


class TestLook:
    @pytest.mark.full
    @pytest.mark.parametrize("size", SIZES, ids=["laptop", "phone"])
    @pytest.mark.parametrize("language", Language)
    def test_everything_fits_and_axe_finds_nothing(
        self, browser: Browser, language: Language, size: Any
    ) -> None:
        with LiveTable(partial(new_table, language=language)) as live:
            page = open_page(browser, live.address + "/", size)
            page.click('[data-key="petal3"]')
            box = page.locator("#asking input")
            expect(box).to_be_focused()
            expect(page.locator("html")).to_have_attribute("lang", language.value)
            assert complaints(page) == []
            page.keyboard.type(f"{WIDEST}us")
            expect(page.locator("#asking.refused")).to_be_visible()
            assert complaints(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
            for part in ("input", "button", ".reason", ".count"):
                expect(page.locator(f"#asking {part}")).to_be_in_viewport(ratio=1)
            assert page.locator("#asking .room").evaluate(IS_ONE_LINE)
            assert box.evaluate("(box) => parseFloat(getComputedStyle(box).fontSize)") >= 16


IS_ONE_LINE = """(room) => {
  const boxes = [...room.children].flatMap((part) => [...part.getClientRects()]);
  const tops = boxes.map(({ top }) => top);
  return Math.max(...tops) - Math.min(...tops) < 2 && room.scrollWidth <= room.clientWidth;
}"""
