"""Tests that each key press gives one event, with bouncing contacts and lost or late edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.models.contact import Contact, tapped
from triqueta.stations.keys import INTERVAL, RECHECK, SPIKE, Debouncer

MS = 0.001
DOWN, UP = True, False

# Edges recorded from real switches, in milliseconds from the first contact. Each edge toggles the
# level, so a press and a release each have an odd number of edges.
PRESSES: dict[str, list[float]] = {
    "clean": [0],
    "tactile switch": [0, 0.3, 0.5, 1.1, 1.2, 2.8, 2.9],
    "tactile switch, one late bounce": [0, 4.6, 4.9],
    "arcade button": [0, 0.2, 0.9, 1.0, 3.5, 3.7, 5.2, 6.1, 9.4],
    "worn switch": [0, 1.4, 2.0, 2.1, 2.2, 5.0, 6.6, 7.1, 7.2, 8.8, 9.9],
    "buzzing all along": [n * 0.5 for n in range(21)],
}
RELEASES: dict[str, list[float]] = {
    "clean": [0],
    "tactile switch": [0, 0.1, 0.4, 0.6, 0.7],
    "arcade button": [0, 1.6, 3.3, 3.4, 7.8],
    "worn switch": [0, 2.5, 2.6, 2.7, 9.0, 9.8, 10.0],
}


class Wire:
    """A key's line over time, and a debouncer that receives its edges as from a driver."""

    def __init__(self, edges: Sequence[float], lost: Iterable[int] = ()) -> None:
        """`lost` are the positions of edges that never arrive."""
        self._edges = edges
        self._lost = set(lost)
        self._debouncer = Debouncer()
        self.events: list[tuple[bool, float]] = []

    def level(self, at: float) -> bool:
        return sum(edge <= at for edge in self._edges) % 2 == 1

    def run(self, until: float) -> list[tuple[bool, float]]:
        for number, edge in enumerate(self._edges):
            self._settle(before=edge)
            if number not in self._lost:
                self._note(self._debouncer.edge(number % 2 == 0, edge), edge)
        self._settle(before=until)
        return self.events

    def _settle(self, before: float) -> None:
        while (due := self._debouncer.due) is not None and due < before:
            self._note(self._debouncer.settle(self.level(due), due), due)

    def _note(self, change: bool | None, at: float) -> None:
        if change is not None:
            self.events.append((change, at))


def at_times(start: float, bounces: Sequence[float]) -> list[float]:
    return [start + bounce * MS for bounce in bounces]


def check_taps(edges: Sequence[float], taps: Sequence[tuple[float, float]]) -> None:
    """Check that each tap gives one down and one up event, each in time."""
    events = Wire(edges).run(until=edges[-1] + 10)
    assert [change for change, _ in events] == [DOWN, UP] * len(taps)
    for (_, down), (_, up), (pressed, released) in zip(
        events[::2], events[1::2], taps, strict=True
    ):
        assert pressed <= down <= pressed + INTERVAL
        assert released <= up <= released + 2 * INTERVAL


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("press", PRESSES)
@pytest.mark.parametrize("length", [15, 16, 23, 80, 2000])
def test_recorded_bounces(press: str, release: str, length: int) -> None:
    edges = [*at_times(1, PRESSES[press]), *at_times(1 + length * MS, RELEASES[release])]
    check_taps(edges, [(1, 1 + length * MS)])


def test_a_clean_press_and_its_release_are_each_reported_after_a_millisecond() -> None:
    assert Wire([1, 1.5]).run(until=9) == [(DOWN, 1 + SPIKE), (UP, 1.5 + SPIKE)]


@st.composite
def _bounces(draw: st.DrawFn) -> list[float]:
    """Draw the edges of one press or release: an odd number, all within 10 ms."""
    gaps = draw(st.lists(st.floats(0.01, 6), max_size=30))
    edges = [0.0]
    for gap in gaps:
        edges.append(edges[-1] + gap)
    edges = [edge for edge in edges if edge <= 10]
    return edges if len(edges) % 2 else edges[:-1]


@given(
    st.lists(
        st.tuples(_bounces(), st.floats(15, 500), _bounces(), st.floats(20, 500)),
        min_size=1,
        max_size=6,
    )
)
def test_random_taps_one_press_one_event_none_lost_none_late(
    taps: list[tuple[list[float], float, list[float], float]],
) -> None:
    start, edges, spans = 1.0, [], []
    for press, length, release, pause in taps:
        end = start + length * MS
        edges += [*at_times(start, press), *at_times(end, release)]
        spans.append((start, end))
        start = end + pause * MS
    assert all(one < other for one, other in pairwise(edges))
    check_taps(edges, spans)


@given(
    st.lists(st.floats(0.05, 30), min_size=1, max_size=40),
    st.sets(st.integers(0, 39)),
)
def test_with_any_lost_edges_the_key_ends_in_the_contacts_state(
    gaps: list[float], lost: set[int]
) -> None:
    edges = [1.0]
    for gap in gaps:
        edges.append(edges[-1] + gap * MS)
    wire = Wire(edges, lost)
    changes = [change for change, _ in wire.run(until=edges[-1] + 2 * RECHECK)]
    assert all(one is not other for one, other in pairwise(changes))
    state, contact = (changes or [UP])[-1], wire.level(edges[-1])
    if contact is UP or len(edges) - 1 not in lost:  # a press may be missed with its edge
        assert state is contact


def test_a_release_whose_edge_is_lost_is_found_soon() -> None:
    (down, up) = Wire([1, 3], lost=[1]).run(until=9)
    assert down == (DOWN, 1 + SPIKE)
    assert up[0] is UP
    assert 3 < up[1] <= 3 + RECHECK + 2 * INTERVAL


def test_a_press_whose_last_edge_is_lost_while_bouncing_is_found_soon() -> None:
    down, up = Wire([1, 1.0003, 1.0005, 2], lost=[2]).run(until=9)
    assert down[0] is DOWN
    assert 1 < down[1] <= 1 + 3 * INTERVAL
    assert up == (UP, 2 + SPIKE)


@pytest.mark.parametrize("width", [0.01, 0.2, 0.9])
def test_a_spike_on_the_wire_is_not_a_press(width: float) -> None:
    assert Wire([1, 1 + width * MS]).run(until=9) == []


@pytest.mark.parametrize("width", [0.01, 0.2, 0.9])
def test_a_spike_does_not_release_a_held_key(width: float) -> None:
    edges = [1, 2, 2 + width * MS, 3]
    assert [change for change, _ in Wire(edges).run(until=9)] == [DOWN, UP]


def test_edges_that_arrive_together_after_a_pause_of_the_program() -> None:
    debouncer = Debouncer()
    assert debouncer.edge(DOWN, 1.000) is None
    assert debouncer.edge(UP, 1.015) is DOWN
    assert debouncer.due == 1.015 + SPIKE
    assert debouncer.settle(UP, 1.5) is UP
    assert debouncer.due is None or debouncer.settle(UP, debouncer.due) is None


def test_an_edge_that_comes_after_the_level_has_been_read_still_counts() -> None:
    debouncer = Debouncer()
    debouncer.edge(DOWN, 1.000)
    assert debouncer.settle(UP, 1.030) is None  # the program was busy: the edge is on its way
    assert debouncer.due == 1.030 + INTERVAL
    assert debouncer.edge(UP, 1.015) is DOWN
    assert debouncer.settle(UP, 1.031) is UP


def test_a_key_at_rest_needs_no_timer_and_a_held_one_is_checked_again() -> None:
    assert Debouncer().due is None
    assert Debouncer(pressed=True, at=5).due == 5 + RECHECK
    debouncer = Debouncer()
    debouncer.edge(DOWN, 1)
    for _ in range(10):
        assert debouncer.due is not None
        debouncer.settle(DOWN, debouncer.due)
    assert debouncer.due == pytest.approx(1 + INTERVAL + 9 * RECHECK, abs=RECHECK)
    debouncer.edge(UP, 3)
    while (due := debouncer.due) is not None:
        debouncer.settle(UP, due)
    assert not debouncer.pressed


def test_edges_that_repeat_a_level_change_nothing() -> None:
    debouncer = Debouncer()
    assert debouncer.edge(UP, 1) is None
    assert debouncer.edge(UP, 2) is None
    assert debouncer.edge(DOWN, 3) is None
    assert debouncer.edge(DOWN, 4) is DOWN


class BusyMachine:
    """A debouncer on a busy machine: edges and timers arrive late.

    An edge keeps its timestamp and its place in the order. It waits for gpiozero's thread and
    then for the event loop, each for up to `late` seconds; a timer waits only for the loop.
    """

    def __init__(self, contact: Contact, rng: Random, *, late: float, lost: float = 0.0) -> None:
        """`lost` is the share of edges that never arrive."""
        self._contact = contact
        self._rng = rng
        self._late = late
        self._debouncer = Debouncer()
        self._now = 0.0
        self._arrivals = self._delivered(lost)
        self.changes: list[bool] = []

    def _delivered(self, lost: float) -> list[tuple[float, float, bool]]:
        arrivals, last = [], 0.0
        for number, edge in enumerate(self._contact.edges):
            last = max(last, edge + self._delay() + self._delay())
            if self._rng.random() >= lost:
                arrivals.append((last, edge, number % 2 == 0))
        return arrivals

    def _delay(self) -> float:
        return self._rng.uniform(0, self._late)

    def run(self) -> list[bool]:
        """Run until no timer is left, and return the changes; a held key always has a timer."""
        for arrives, edge, level in self._arrivals:
            self._run_timers(until=arrives)
            self._now = arrives
            self._note(self._debouncer.edge(level, edge))
        self._run_timers(until=self._contact.edges[-1] + 60)
        assert self._debouncer.due is None
        return self.changes

    def _run_timers(self, until: float) -> None:
        while (due := self._debouncer.due) is not None:
            fires = max(due, self._now) + self._delay()
            if fires >= until:
                return
            self._now = fires
            self._note(self._debouncer.settle(self._contact.is_closed(fires), fires))

    def _note(self, change: bool | None) -> None:
        if change is not None:
            self.changes.append(change)


SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("late", [4 * MS, INTERVAL / 2])
@pytest.mark.parametrize(
    ("taps", "hold", "pause"),
    [(100, (15, 15), (45, 65)), (20, (15, 90), (45, 300)), (5, (300, 2000), (45, 300))],
    ids=["bursts of short taps", "taps", "held keys"],
)
@given(seed=SEEDS)
def test_late_edges_and_late_timers_neither_lose_nor_double_a_tap(
    taps: int, hold: tuple[float, float], pause: tuple[float, float], late: float, seed: int
) -> None:
    rng = Random(seed)
    contact = tapped(rng, taps, hold=hold, pause=pause)
    assert BusyMachine(contact, rng, late=late).run() == [DOWN, UP] * taps


@given(seed=SEEDS, lost=st.floats(0.01, 0.5))
def test_no_key_stays_down_if_edges_are_late_and_some_are_lost(seed: int, lost: float) -> None:
    rng = Random(seed)
    contact = tapped(rng, 10, hold=(15, 300), pause=(45, 300))
    changes = BusyMachine(contact, rng, late=4 * MS, lost=lost).run()
    assert changes == [DOWN, UP] * (len(changes) // 2)


def test_a_level_that_agrees_by_chance_does_not_end_the_bouncing() -> None:
    debouncer = Debouncer()
    debouncer.edge(DOWN, 1.000)
    assert debouncer.edge(UP, 1.0095) is DOWN  # a bounce
    # The edges at 1.010 (down, at rest) and 1.015 (released) are still on their way.
    assert debouncer.settle(UP, 1.016) is UP
    later = [(DOWN, 1.010), (UP, 1.015), (DOWN, 1.022), (UP, 1.025)]
    assert [debouncer.edge(level, at) for level, at in later] == [None] * 4
    assert debouncer.settle(UP, 1.030) is None
