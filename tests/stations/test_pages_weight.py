"""Tests of what the pages load in a game with drawings. They need Debian's Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Response, ViewportSize, expect

from tests.stations.live_table import LiveTable
from tests.stations.test_pages import LAPTOP, PHONE, browser, phones_are_put_away
from tests.stations.test_pages_in_play import TV
from tests.stations.test_web_pages import table_with
from tests.stations.test_web_static import MOST_BYTES, MOST_COMPRESSED
from tests.table.evening import new_play
from triqueta.screens.phrases import Language

__all__ = ["browser", "phones_are_put_away"]

FOR_OTHERS = {"/board.js", "/board.css", "/open.js", "/open.css", "/tv.css", "/device.css"}
"""What only pages of other kinds or of other games need, except for the table and the TV."""


@pytest.fixture
def live() -> Iterator[LiveTable]:
    session = new_play()
    with LiveTable(lambda time: table_with(session, time, Language.GERMAN)) as table:
        yield table


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(
    ("kind", "size", "needed"),
    [
        ("table", LAPTOP, {"/device.css"}),
        ("watch", TV, {"/tv.css"}),
        ("seat", PHONE, set[str]()),
    ],
    ids=["table", "watch", "seat"],
)
def test_a_page_with_drawings_loads_little(
    page: Page, live: LiveTable, kind: str, size: ViewportSize, needed: set[str]
) -> None:
    paths = {"table": "/", "watch": "/watch", "seat": live.server.seat_path(0)}
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108
    page.set_viewport_size(size)
    page.goto(live.address + paths[kind])
    expect(page.locator("#phone .row, #felt .row").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert {answer.status for answer in answers} == {200}
    loaded = {urlsplit(answer.url).path for answer in answers}
    assert {"/art/triqueta.svg", "/words/de.json"} < loaded
    assert loaded & FOR_OTHERS == needed
    assert sum(len(answer.body()) for answer in answers) < MOST_BYTES
    assert sum(answer.request.sizes()["responseBodySize"] for answer in answers) < MOST_COMPRESSED
