"""An autopilot that plays the table by keys, from the set-up to the score, as people would."""

from __future__ import annotations

from random import Random

from tests.table.evening import Evening
from triqueta.games.triqueta.screens.ending import TurnUpScreen
from triqueta.screens.lists import RankingScreen
from triqueta.screens.phrases import Phrase
from triqueta.screens.station import TABLE, seat_station
from triqueta.table.coach_pages import HintPage
from triqueta.table.scene import Station, StationView
from triqueta.table.shuffle_scenes import DealScene
from triqueta.table.table import Table

WAYS_OUT = ("Back", "OK", "No")
SIDE_WAYS = (
    "Menu",
    "Info",
    "Kept tiles",
    "Undo",
    "Delete",
    "More",
    "Proof",
    "Back",
    "Again",
    "No hints",
    "✓ Coach",
    "Coach?",
    "Hint",
    "Review",
)
LEADING = ("Next spot", "Show")
"""Keys that move the cursor to the next useful place."""
ENDINGS = ("Done", "Claim")
TO_CHOOSE, CHOSEN = "CardsPage", "CardPage"
"""Pages of Ettana, by name, so that other tests don't load that game."""
MOST_STEPS = 1500


def finish(evening: Evening, rng: Random) -> None:
    """Play on to the score screen, or fail if the game gets stuck."""
    for _ in range(MOST_STEPS):
        if evening.table.powered_off:
            return
        if isinstance(evening.frame().screen, RankingScreen):
            return
        step(evening, rng)
    raise AssertionError(f"stuck at: {evening.says()}")


def step(evening: Evening, rng: Random) -> None:
    """Press one key at the station that has something to do."""
    let_go(evening)
    if isinstance(evening.table.scene, DealScene) and rng.random() < 0.7:
        evening.wait(5)  # most players don't check the shuffle
        return
    station = acting_station(evening.table)
    way_on = leading_keys(evening.table, station, rng)
    if way_on:
        evening.press(way_on, station.name)
        return
    station_view = evening.table.view_for(station)
    keys = useful_keys(station_view, aside=is_aside(station))
    if evening.table.robots.seat is not None and "Cards" in labels_of(station_view):
        keys = []  # a robot would wait while the player looks at the hand
    finds_nothing = not keys or (is_searching(station, station_view) and rng.random() < 0.2)
    if finds_nothing and "Back" in labels_of(station_view):
        evening.press("soft1", station.name)
    elif keys:
        evening.press(rng.choice(keys), station.name)
    elif isinstance(station_view.screen, TurnUpScreen):
        evening.press("soft3", station.name)  # any key turns up the next tile
    else:
        evening.wait(5)


def leading_keys(table: Table, station: Station, rng: Random) -> str:
    """Return keys that make progress where most keys only move a cursor, in 70 % of the cases."""
    labels = labels_of(table.view_for(station))
    confirm = "soft3" if labels[0] == "Back" else "soft1"  # the key that acts on that place
    leads = [f"soft{labels.index(lead) + 1} {confirm}" for lead in LEADING if lead in labels]
    if table.session is not None:
        leads += [f"soft{labels.index(end) + 1}" for end in ENDINGS if end in labels]
    return leads[0] if leads and rng.random() < 0.7 else ""


def is_searching(station: Station, station_view: StationView) -> bool:
    """Return whether the keys only choose between things, on a page that has a Back key.

    A chosen card does not count: with another card in hand, the player would press other keys.
    """
    pages = [type(page).__name__ for page in station.pages]
    if not pages or CHOSEN in pages:
        return False
    return pages[-1] == TO_CHOOSE or any(petal.repeats for petal in station_view.petals.values())


def is_aside(station: Station) -> bool:
    """Return whether the station shows a page that does not lead on in the game."""
    page = station.pages[-1] if station.pages else None
    return page is not None and (not page.bound_to_turn or isinstance(page, HintPage))


def take_back(evening: Evening, rng: Random) -> None:
    """Undo the last move, if possible, by a random station's Undo key or menu."""
    let_go(evening)
    session = evening.table.session
    able = [
        station
        for station in evening.table.stations.values()
        if session and not station.keyless and not station.pages and session.may_undo(station.seat)
    ]
    if able:
        station = rng.choice(able)
        labels = labels_at(evening, station)
        way = "Undo" if "Undo" in labels else "Menu"
        if way in labels:  # a hint page has neither
            evening.press(f"soft{labels.index(way) + 1}", station.name)
            if way == "Menu":
                evening.press("petal1", station.name)


def ask_for_hint(evening: Evening) -> bool:
    """Let the current player open and close a hint; return whether there is one."""
    let_go(evening)
    station = acting_station(evening.table)
    labels = labels_at(evening, station)
    if "Hint" not in labels:
        return False
    evening.press(f"soft{labels.index('Hint') + 1}", station.name)
    while station.pages:
        evening.press("petal2 soft2 soft1", station.name)
    return True


def labels_at(evening: Evening, station: Station) -> list[str]:
    return labels_of(evening.table.view_for(station))


def labels_of(station_view: StationView) -> list[str]:
    return ["" if key is None else text(key.label) for key in station_view.soft]


def let_go(evening: Evening) -> None:
    for station in evening.table.stations.values():
        if station.look_key is not None:
            evening.up(station.look_key, station.name)


def acting_station(table: Table) -> Station:
    session, stations = table.session, table.stations
    if (
        session is not None
        and session.current_player is not None
        and table.has_keys(session.current_player)
    ):
        return stations[seat_station(session.current_player)]
    return stations[TABLE]


def useful_keys(station_view: StationView, *, aside: bool) -> list[str]:
    labels = {f"soft{n}": key.label for n, key in enumerate(station_view.soft, start=1) if key}
    if aside:
        out = [key for key, label in labels.items() if text(label) in WAYS_OUT]
        if out:
            return out
    petals = [f"petal{number}" for number in station_view.petals]
    soft = [key for key, label in labels.items() if text(label) not in SIDE_WAYS]
    return petals + soft


def text(label: object) -> str:
    return label.english if isinstance(label, Phrase) else str(label)
