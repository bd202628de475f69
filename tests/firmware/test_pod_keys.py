"""Tests of a pod's keys on a good line: each press arrives once, in order, without bounces."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.firmware.line import Line
from tests.firmware.pod_code import keys as pod_keys
from tests.firmware.pod_code import link as pod_link
from tests.models.contact import MS, Contact, tapped


def test_keys_arrive_once_and_in_order(line: Line) -> None:
    changes = [(3, True), (3, False), (0, True), (7, True), (0, False), (7, False)]
    line.press(*changes)
    line.run(1)
    assert line.keys() == changes


def test_a_key_is_sent_at_once_and_confirmed_at_once(line: Line) -> None:
    line.press((2, True))
    line.step()
    assert line.keys() == [(2, True)]
    line.step()
    assert line.pod._count == 0


def test_a_key_whose_frame_was_lost_is_soon_sent_again(line: Line) -> None:
    line.to_table = lambda data: b""
    line.press((5, True))
    line.step()
    line.to_table = bytes
    line.run(0.12)
    assert line.keys() == [(5, True)]


def test_more_keys_than_the_pod_can_keep_wait_their_turn(line: Line) -> None:
    line.to_table = lambda data: b""
    taken = 0
    while line.pod.key(1, taken % 2 == 0):
        taken += 1
    assert taken == pod_link.MAX_EVENTS
    line.to_table = bytes
    line.run(0.5)
    assert len(line.keys()) == taken
    assert line.pod.key(1, True)


def test_a_key_pressed_before_a_table_is_connected_is_dropped() -> None:
    line = Line()
    line.press((4, True))
    line.settle()
    line.press((4, False), (4, True))
    line.run(0.1)
    assert line.keys() == [(4, True)]


class FakePin:
    def __init__(self) -> None:
        self.level = 1

    def value(self) -> int:
        return self.level


class Changes:
    """A stand-in for the link that accepts key changes while it has `room`."""

    def __init__(self) -> None:
        self.room = True
        self.taken: list[tuple[int, bool]] = []

    def key(self, index: int, down: bool) -> bool:
        if self.room:
            self.taken.append((index, down))
        return self.room


def test_a_bouncing_key_is_one_press() -> None:
    pin, changes = FakePin(), Changes()
    keys = pod_keys.Keys([FakePin(), pin])
    bounces = [0, 1, 0, 1, 1, 0, 0, 1] + [0] * 20 + [1, 0, 1, 1, 0] + [1] * 20
    for now, level in enumerate(bounces, start=2**30 - 10):  # the clock wraps around meanwhile
        pin.level = level
        keys.scan(now & 0x3FFFFFFF, changes)
    assert changes.taken == [(1, True), (1, False)]


def test_a_key_waits_for_room() -> None:
    pin, changes = FakePin(), Changes()
    keys = pod_keys.Keys([pin])
    pin.level, changes.room = 0, False
    for now in range(50):
        keys.scan(now, changes)
    changes.room = True
    keys.scan(50, changes)
    keys.scan(51, changes)
    assert changes.taken == [(0, True)]


def scanned(contact: Contact, rng: Random, *, late: float) -> list[bool]:
    """Return the changes that a pod reports if its loop takes up to `late` seconds per turn."""
    pin, changes = FakePin(), Changes()
    keys = pod_keys.Keys([pin])
    now = 0.9
    while now < contact.edges[-1] + 0.1:
        pin.level = 0 if contact.is_closed(now) else 1
        keys.scan(int(now / MS), changes)
        now += rng.uniform(0.1 * MS, late)
    return [down for _, down in changes.taken]


@pytest.mark.parametrize(
    ("taps", "hold", "pause"),
    [(10, (15, 15), (45, 65)), (5, (15, 90), (45, 300)), (1, (300, 2000), (45, 300))],
    ids=["bursts of short taps", "taps", "held keys"],
)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_slow_loop_neither_loses_nor_doubles_a_tap(
    taps: int, hold: tuple[float, float], pause: tuple[float, float], seed: int
) -> None:
    rng = Random(seed)
    contact = tapped(rng, taps, hold=hold, pause=pause)
    assert scanned(contact, rng, late=4 * MS) == [True, False] * taps


@given(seed=st.integers(0, 2**32 - 1))
def test_a_loop_that_draws_for_long_doubles_no_tap(seed: int) -> None:
    rng = Random(seed)
    contact = tapped(rng, 5, hold=(60, 90), pause=(90, 300))
    assert scanned(contact, rng, late=25 * MS) == [True, False] * 5


def test_a_spike_that_is_over_at_the_second_scan_is_not_a_press() -> None:
    class Spark(FakePin):
        def value(self) -> int:
            level, self.level = self.level, 1
            return level

    pin, changes = Spark(), Changes()
    keys = pod_keys.Keys([pin])
    pin.level = 0
    for now in range(50, 80):
        keys.scan(now, changes)
    assert changes.taken == []
