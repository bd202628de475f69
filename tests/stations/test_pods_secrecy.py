"""Test promise 1 on a pod's line: its bytes do not depend on what its player must not know.

A game is played by keys, with one seat on a pod. Then the tiles or cards that this seat does not
know are exchanged, and the same keys are pressed again. Every byte that the table writes to the
line has to be the same. The loop's clock is frozen, so that heartbeats cannot make a difference.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random

import pytest

from tests.games.every_game import TESTED, Tested, guests
from tests.profiles import first
from tests.stations.pod_table import PodTable, PtyPod, pod_id
from tests.table.autopilot import step
from tests.table.evening import Evening, NotedEvening
from tests.table.test_secrecy import look_around
from triqueta.stations.pods import link
from triqueta.table.events import Event
from triqueta.table.session import AnySession

ENTRIES = 60  # played in each game


class StillLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock is frozen, so no timer ever fires."""

    def time(self) -> float:
        return 1000.0


@dataclass(frozen=True)
class Heard:
    """The bytes that the table wrote to a pod.

    For each event, `lengths` and `entries` have the numbers of bytes and of entries until then.
    """

    line: bytes
    lengths: tuple[int, ...]
    entries: tuple[int, ...]

    def by(self, events: int) -> bytes:
        return self.line[: self.lengths[events - 1]]


def heard_by_pod(begun: AnySession, seat: int, events: Sequence[Event]) -> Heard:
    """Return what the table writes to a seat's line while it handles these events."""
    loop = StillLoop()
    try:
        return loop.run_until_complete(_played(begun, seat, events))
    finally:
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


async def _played(begun: AnySession, seat: int, events: Sequence[Event]) -> Heard:
    others = [other for other in range(len(begun.names)) if other != seat]
    table = Evening(interrupted=begun, seats=others).table
    at = PodTable(table, {pod_id(seat): seat})
    pod = PtyPod(seat)
    at.ports.append(pod.port)
    await at.keeper._look()
    await agreed(at, pod)
    lengths, entries = [], []
    for event in events:
        at.now = event.time
        at.host.handle(event)
        await agreed(at, pod)
        lengths.append(len(pod.heard))
        entries.append(len(begun.entries))
    line = pod.heard
    at.keeper.pods[pod.port].line.close()
    await asyncio.gather(*at.keeper._closing)
    pod.close()
    return Heard(line, tuple(lengths), tuple(entries))


async def agreed(at: PodTable, pod: PtyPod) -> None:
    """Wait until the pod has confirmed its picture: then it has read every byte."""
    for _ in range(100_000):
        if at.keeper.pods[pod.port].line.link.agreed:
            return
        await asyncio.sleep(0)
    raise AssertionError("the pod does not show its picture")


@pytest.fixture(autouse=True)
def counted_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the same session numbers each time: they only distinguish conversations."""
    make = link.PodLink

    def numbered() -> link.PodLink:
        numbers = count(1)
        return make(lambda: next(numbers))

    monkeypatch.setattr("triqueta.stations.pods.port.PodLink", numbered)
    monkeypatch.setattr("triqueta.stations.pods.port.MOST_BYTES", 1 << 30)  # read all at once


@pytest.fixture(scope="module", params=["triqueta", "zatre", "ettana"])
def tested(request: pytest.FixtureRequest) -> Iterator[Tested]:
    with guests():
        yield TESTED[request.param]


@pytest.mark.parametrize("seat", first([2, 0]))
def test_the_bytes_on_a_line_reveal_nothing_hidden(tested: Tested, seat: int) -> None:
    """Exchange hidden tiles and cards: piles, the bag, decks and the other players' hands."""
    evening, rng = NotedEvening(tested.play(3, seed=3), seats=range(3)), Random(seat)
    evening.press("petal1")
    session, has_looked = evening.table.session, False
    assert session is not None
    while len(session.entries) < ENTRIES:
        step(evening, rng)
        if len(session.entries) > ENTRIES // 2 and not has_looked:
            look_around(evening, rng)
            has_looked = True
    events = evening.events
    heard = heard_by_pod(tested.play(3, seed=3), seat, events)
    assert len(heard.line) > 3_000
    for part in (len(events) // 3, len(events)):
        other = tested.exchanged(session, session.entries[: heard.entries[part - 1]], seat)
        assert other.document() != tested.play(3, seed=3).document()
        assert heard_by_pod(other, seat, events[:part]).line == heard.by(part)
    told = tested.exchanged(session, (), seat)
    assert heard_by_pod(told, seat, events).line != heard.line, "no secret was on the line"
