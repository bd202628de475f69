"""Moments of real games of Triqueta: at least one for each view of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from random import Random

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.stations.live_table import LiveTable
from tests.table.evening import random_play
from tests.table.services import services
from triqueta.games.triqueta.rules import Edition, Game, Phase, Proof, Setup, deal
from triqueta.games.triqueta.session import FACE, LOOK, NEXT, TriquetaSession
from triqueta.screens.phrases import Language
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

NAMES = ("Mia", "Ben", "Chloé", "Tom", "Annelise")
PHONE: ViewportSize = {"width": 390, "height": 750}
SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    PHONE,
    {"width": 740, "height": 360},
    {"width": 768, "height": 1024},
    {"width": 1280, "height": 800},
    {"width": 1920, "height": 1080},
)


@dataclass(frozen=True)
class Place:
    """A game, and the seat whose phone is shown; without a game, the table is being set up."""

    session: TriquetaSession | None
    seat: int = 0


@dataclass(frozen=True)
class State:
    """A page in a moment of a game. `prepare` does what the player does on the page first."""

    name: str
    place: Callable[[], Place]
    prepare: Callable[[Page], object] = lambda page: None
    path: str = ""  # of the table or the TV; "" is the phone of the seat
    shows: str = ""  # a selector of what the page shows when it is ready

    def __str__(self) -> str:
        return self.name


def acting(accept: Callable[[TriquetaSession], object], players: int = 4) -> Place:
    """Return a moment of a random game that `accept` accepts, and the seat that acts there."""
    for seed in count():
        session = random_play(Edition.SHADOW, players, seed, accept, NAMES)
        if accept(session):
            seat = session.current_player
            return Place(session, 0 if seat is None else seat)
    raise AssertionError


def is_late_turn(session: TriquetaSession) -> bool:
    """Return whether a player acts who has many possibilities."""
    table = session.view(None).table
    is_turn = table.phase is Phase.TURN and not session.view(None).unseen and table.round == 3
    return is_turn and sum(petal.tiles for petal in table.petals) < 13 and None in table.rows


def turn(players: int = 4) -> Place:
    return acting(is_late_turn, players)


def wait() -> Place:
    place = turn()
    return Place(place.session, (place.seat + 1) % 4)


def just_drawn(players: int, *, light: int, shadow: int) -> Place:
    """Return the moment when a player has drawn these numbers of tiles, and has not looked yet."""

    def is_drawn(session: TriquetaSession) -> bool:
        view = session.view(None)
        numbers = len(session._game.hand), len(session._fresh_shadow)
        return view.unseen and view.table.round > 1 and numbers == (light, shadow)

    return acting(is_drawn, players)


def second_of_two() -> Place:
    return acting(lambda session: session.view(None).tile_of_two == 2, players=2)


def in_phase(phase: Phase) -> Place:
    return acting(lambda s: s.view(None).table.phase is phase and not s.view(None).unseen)


def round_end() -> Place:
    """Return the end of the second round, which `random_play` skips."""
    rng = Random(3)
    secret = rng.randbytes(32)
    setup = Setup(Edition.SHADOW, NAMES[:4], 0, deal(secret, Edition.SHADOW, 4, "1:3"))
    session = TriquetaSession(Game(setup), Proof.of(secret, "1:3"))
    while not (session.view(None).round_ended and session.view(None).table.round == 2):
        waits = LOOK if session.view(None).unseen else NEXT
        is_waiting = session.view(None).unseen or session.view(None).round_ended
        session.apply(waits if is_waiting else session._game.random_move(rng))
    return Place(session)


def turned() -> Place:
    """Return the moment after the first kept tile was turned up."""
    place = acting(lambda session: session.over)
    assert place.session is not None
    place.session.apply(FACE)
    return place


def end() -> Place:
    place = turned()
    assert place.session is not None
    place.session.apply(NEXT)
    while place.session.view(None).current_tile is not None:
        place.session.apply(FACE)
        place.session.apply(NEXT)
    return place


def turn_up(page: Page) -> None:
    page.locator("#phone .backs").click()
    expect(page.locator("#phone .backs")).to_have_count(0)


def go_offline(page: Page) -> None:
    page.context.set_offline(True)
    expect(page.locator("#message")).to_be_visible()


def open_sheet(page: Page) -> None:
    page.keyboard.press("l")
    expect(page.locator("#phone .sheet")).to_be_visible()


def open_menu(page: Page) -> None:
    page.locator("#phone .more").click()
    expect(page.locator("dialog.menu")).to_be_visible()


def lobby() -> Place:
    return Place(None)


PHONES = (
    State("turn", turn, shows=".view-turn"),
    State("turn-of-five", partial(turn, 5), shows=".view-turn"),
    State("wait", wait, shows=".view-wait"),
    State("tile-down", partial(just_drawn, 4, light=1, shadow=0), shows=".view-tile .backs"),
    State("tile-up", partial(just_drawn, 4, light=1, shadow=0), turn_up, shows=".view-tile"),
    State("shadow-tile", partial(just_drawn, 4, light=0, shadow=1), turn_up, shows=".view-tile"),
    State("two-tiles", partial(just_drawn, 2, light=2, shadow=0), turn_up, shows=".view-tile"),
    State(
        "two-with-shadow", partial(just_drawn, 2, light=1, shadow=1), turn_up, shows=".view-tile"
    ),
    State("second-tile", second_of_two, turn_up, shows=".view-tile"),
    State("pile", partial(in_phase, Phase.NEXT_PILE), shows=".view-pile"),
    State("round", round_end, shows=".view-round"),
    State("reveal", partial(in_phase, Phase.REVEAL), shows=".view-reveal"),
    State("turned", turned, shows=".view-turned"),
    State("end", end, shows=".view-end"),
    State("sheet", turn, open_sheet, shows=".view-turn"),
    State("menu", turn, open_menu, shows=".view-turn"),
    State("lobby", lobby, shows=".view-lobby"),
    State("away", turn, go_offline, shows=".view-turn"),
)
SCENES = tuple(
    State(f"{name}-{scene}", place, path=path, shows=f".{scene}-scene")
    for name, path in (("table", "/"), ("tv", "/watch"))
    for scene, place in (
        ("setup", lobby),
        ("play", turn),
        ("round", round_end),
        ("reveal", turned),
        ("over", end),
    )
)
STATES: Sequence[State] = (*PHONES, *SCENES)


def table_at(place: Place, language: Language, time: float) -> Table:
    table = Table(services(), TableState(Preferences(language=language)), time=time)
    if place.session is not None:
        table.go_on(place.session)
    return table


@contextmanager
def shown(
    browser: Browser,
    state: State,
    language: Language = Language.ENGLISH,
    size: ViewportSize = PHONE,
    *,
    bypass_csp: bool = False,
) -> Iterator[Page]:
    """Open the page of a state on a device without motion, and wait until all of it is drawn.

    With `bypass_csp`, a test may add styles to the page.
    """
    place = state.place()
    with LiveTable(partial(table_at, place, language)) as live:
        context = browser.new_context(
            viewport=size, reduced_motion="reduce", bypass_csp=bypass_csp
        )
        page = context.new_page()
        page.goto(live.address + state.path if state.path else live.seat_address(place.seat))
        expect(page.locator(f":is(#phone, #felt) {state.shows}")).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", language.value)
        state.prepare(page)
        settle(page)
        try:
            yield page
        finally:
            context.close()


def settle(page: Page) -> None:
    """Wait until the tiles of all lanes have found their places."""
    page.evaluate("document.fonts.ready")
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
