"""Tests of all views of a phone, the table and the TV: accessible, whole, and still.

They need Debian's Chromium.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.profiles import first
from tests.stations.page_states import PHONE, PHONES, SCENES, SIZES, STATES, State, settle, shown
from tests.stations.test_pages import browser
from tests.stations.test_pages_accessibility import complaints
from triqueta.screens.phrases import Language

__all__ = ["browser"]

LAPTOP = SIZES[4]
TV = SIZES[5]
OTHER_LANGUAGES = (Language.GERMAN, Language.FRENCH)
SAMPLED = [
    (state, OTHER_LANGUAGES[number % 2]) for number, state in enumerate(STATES) if number % 3 == 0
]
IN_ENGLISH = [(state, Language.ENGLISH) for state in STATES]
RULES = """() => axe.run(document, {
  runOnly: ["label-content-name-mismatch"], rules: { "label-content-name-mismatch": { enabled: true } },
})"""
TOO_SMALL = """() => [...document.querySelectorAll("#phone :is(button, a, [role=button]), dialog[open] :is(button, a)")]
  .filter((key) => key.checkVisibility() && !key.closest("[inert]"))
  .filter((key) => Math.min(key.getBoundingClientRect().width, key.getBoundingClientRect().height) < 43.9)
  .map((key) => `${key.ariaLabel ?? key.textContent}: ${key.getBoundingClientRect().width} x ${key.getBoundingClientRect().height}`)"""
CUT = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const found = wide > 0 ? [`the page: ${wide} px too wide`] : [];
  const name = (part) => `${part.tagName} ${part.className.baseVal ?? part.className} ${part.textContent.slice(0, 40)}`;
  const scrolls = (part) => ["auto", "scroll"].includes(getComputedStyle(part).overflowY) || (part.parentElement && scrolls(part.parentElement));
  for (const part of document.querySelectorAll(":is(#phone, #felt) :is(h1, h2, h3, p, b, small, span, button, td, th, .t, .row, .set)")) {
    if (!part.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || part.closest(".unseen, [inert], .rays, .sky")) continue;
    const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
    if (!width || !height) continue;
    if (left < -1 || right > innerWidth + 1) found.push(`${name(part)}: beside the page`);
    if ((top < -1 || bottom > innerHeight + 1) && !scrolls(part) && !document.body.classList.contains("table")) found.push(`${name(part)}: below the page`);
    const style = getComputedStyle(part);
    if (style.overflowX === "hidden" && part.scrollWidth > part.clientWidth + 1) found.push(`${name(part)}: cut`);
  }
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
        found = page.evaluate(RULES)["violations"]
        assert [node["html"] for fault in found for node in fault["nodes"]] == []


@pytest.mark.full
@pytest.mark.parametrize("state", PHONES, ids=str)
def test_what_can_be_pressed_is_large_and_nothing_is_cut(browser: Browser, state: State) -> None:
    with shown(browser, state) as page:
        found = {}
        for size in SIZES:
            page.set_viewport_size(size)
            settle(page)
            found[f"{size['width']} x {size['height']}"] = page.evaluate(CUT) + page.evaluate(TOO_SMALL)
        assert {size: faults for size, faults in found.items() if faults} == {}


@pytest.mark.full
@pytest.mark.parametrize("state", SCENES, ids=str)
def test_nothing_of_a_scene_is_cut(browser: Browser, state: State) -> None:
    with shown(browser, state, size=TV) as page:
        found = {}
        for size in SIZES:
            page.set_viewport_size(size)
            settle(page)
            found[f"{size['width']} x {size['height']}"] = page.evaluate(CUT)
        assert {size: faults for size, faults in found.items() if faults} == {}
