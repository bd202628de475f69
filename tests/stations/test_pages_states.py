"""Tests of all views of a phone, the table and the TV: accessible, whole, and still.

They need Debian's Chromium.
"""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Browser, expect

from tests.stations.live_table import LiveTable
from tests.stations.page_states import (
    PHONE,
    PHONES,
    SCENES,
    SIZES,
    STATES,
    Place,
    State,
    settle,
    shown,
    table_at,
)
from tests.stations.test_pages import browser, new_page
from tests.stations.test_pages_accessibility import complaints, contrast, tick
from tests.table.evening import do, new_play, play_at
from triqueta.screens.phrases import Language

__all__ = ["browser"]

LAPTOP = SIZES[4]
TV = SIZES[5]
OTHER_LANGUAGES = (Language.GERMAN, Language.FRENCH)
SAMPLED = [
    (state, OTHER_LANGUAGES[number % 2]) for number, state in enumerate(STATES) if number % 3 == 0
]
IN_ENGLISH = [(state, Language.ENGLISH) for state in STATES]
MISMATCHES = """() => axe.run(document, {
  runOnly: ["label-content-name-mismatch"],
  rules: { "label-content-name-mismatch": { enabled: true } },
})"""
TOO_SMALL = """() => {
  const places = ":is(#phone, dialog[open])";
  const keys = document.querySelectorAll(`${places} :is(button, a, [role=button])`);
  const found = [];
  for (const key of keys) {
    if (!key.checkVisibility() || key.closest("[inert]")) continue;
    const { width, height } = key.getBoundingClientRect();
    const size = `${Math.round(width)} x ${Math.round(height)}`;
    if (Math.min(width, height) < 43.9) found.push(`${key.ariaLabel ?? key.textContent}: ${size}`);
  }
  return found;
}"""
CUT = """() => {
  // What reaches beyond the page, and texts that are cut. Pages of a table or TV scroll if they
  // are too high, and so do some parts.
  const found = [];
  const name = (part) => [part.tagName, part.getAttribute("class"), part.textContent].join(" ");
  const scrolls = (part, way) => /auto|scroll/.test(getComputedStyle(part)[way]);
  const isInScrolling = (part, way) =>
    part && (scrolls(part, way) || isInScrolling(part.parentElement, way));
  const isPhone = document.body.classList.contains("phone");
  const parts = "h1, h2, h3, p, b, small, span, button, td, th, .t, .row, .set";
  for (const part of document.querySelectorAll(`:is(#phone, #felt) :is(${parts})`)) {
    const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
    if (!part.checkVisibility() || !width || !height) continue;
    if (part.closest(".unseen, .rays, .sky, [inert]")) continue;
    const isBeside = left < -1 || right > innerWidth + 1;
    const isBelow = top < -1 || bottom > innerHeight + 1;
    const hides = getComputedStyle(part).overflowX === "hidden";
    const isCut = hides && part.scrollWidth > part.clientWidth + 1;
    if (isBeside && !isInScrolling(part, "overflowX"))
      found.push(`${name(part)}: beside the page`);
    if (isBelow && isPhone && !isInScrolling(part, "overflowY"))
      found.push(`${name(part)}: below the page`);
    if (isCut) found.push(`${name(part)}: cut`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
  return found;
}"""


def ids(case: tuple[State, Language]) -> str:
    return f"{case[0]}-{case[1]}"


@pytest.mark.full
@pytest.mark.parametrize("case", IN_ENGLISH + SAMPLED, ids=ids)
def test_axe_finds_nothing(browser: Browser, case: tuple[State, Language]) -> None:
    state, language = case
    with shown(browser, state, language, PHONE if state in PHONES else LAPTOP) as page:
        assert complaints(page) == []
        if page.locator("#device").is_visible():
            return  # its keys also show their letters and numbers, which are not in their names
        found = page.evaluate(MISMATCHES)["violations"]
        mismatches = [node["html"] for fault in found for node in fault["nodes"]]
        assert mismatches == []


@pytest.mark.full
@pytest.mark.parametrize("state", STATES, ids=str)
def test_everything_is_large_enough_and_nothing_is_cut(browser: Browser, state: State) -> None:
    with shown(browser, state) as page:
        found = {}
        for size in SIZES:
            page.set_viewport_size(size)
            settle(page)
            faults = page.evaluate(CUT) + page.evaluate(TOO_SMALL)
            if faults:
                found[f"{size['width']} x {size['height']}"] = faults
        assert found == {}


@pytest.mark.full
@pytest.mark.parametrize("state", [found for found in SCENES if found.path == "/watch"], ids=str)
def test_the_tv_shows_all_of_a_scene_without_scrolling(browser: Browser, state: State) -> None:
    """Only what a game leaves is below: its record, the reviews and the chart."""
    with shown(browser, state, size=TV) as page:
        parts = page.locator(".scene > :not(.after, .reviews-part, .plot)")
        assert parts.count() > 0
        for part in parts.all():
            expect(part).to_be_in_viewport(ratio=1)


@pytest.mark.full
@pytest.mark.parametrize("path", ["", "/", "/watch"], ids=["phone", "table", "tv"])
def test_nothing_moves_for_who_prefers_less_motion(browser: Browser, path: str) -> None:
    """A tile is placed, and a page without this preference would move it."""
    for preference in ("reduce", "no-preference"):
        place = Place(new_play(players=3), seat=1)
        with LiveTable(partial(table_at, place, Language.ENGLISH)) as live:
            page = new_page(browser)
            page.emulate_media(reduced_motion=preference)
            page.goto(live.address + path if path else live.seat_address(1))
            expect(page.locator(":is(#phone, #felt) .t").first).to_be_visible()
            settle(page)
            page.evaluate(NOTE_MOTION)
            live.ask(lambda table: do(play_at(table), "d1 r1"))
            live.run(tick(live))
            expect(page.locator(":is(#phone, #felt) .rows .t").first).to_be_visible()
            settle(page)
            assert page.evaluate("moved") == (preference != "reduce"), preference


NOTE_MOTION = """() => {
  window.moved = document.getAnimations().length > 0;
  const note = () => {
    const running = document.getAnimations();
    window.moved ||= running.some(({ effect }) => effect.getTiming().duration > 1);
    requestAnimationFrame(note);
  };
  note();
}"""


@pytest.mark.full
@pytest.mark.parametrize("name", ["turn", "tile-up", "tile-down", "end", "tv-play"])
def test_forced_colours_are_legible(browser: Browser, name: str) -> None:
    """Texts contrast with what is behind them, and tiles keep their own colours."""
    state = next(state for state in STATES if state.name == name)
    with shown(browser, state, size=PHONE if state in PHONES else TV) as page:
        page.emulate_media(forced_colors="active", reduced_motion="reduce")
        settle(page)
        assert page.evaluate(FORCED) == []
        for text, ground, ink in page.evaluate(PAINTS):
            assert contrast(ground, ink) >= 4.5, text


FORCED = """() => [...document.querySelectorAll(":is(#phone, #felt) .t")]
  .filter((tile) => getComputedStyle(tile).forcedColorAdjust !== "none")
  .map((tile) => tile.outerHTML)"""
PAINTS = """() => {
  const ground = (part) => {
    const { backgroundColor } = getComputedStyle(part);
    const isClear = /, 0\\)$/.test(backgroundColor);
    return isClear && part.parentElement ? ground(part.parentElement) : backgroundColor;
  };
  const tags = ":is(h1, h2, h3, p, b, small, button)";
  const texts = document.querySelectorAll(`:is(#phone, #felt) ${tags}`);
  return [...texts]
    .filter((part) => part.checkVisibility() && part.textContent && !part.closest(".unseen, .off"))
    .map((part) => [part.textContent, ground(part), getComputedStyle(part).color]);
}"""
