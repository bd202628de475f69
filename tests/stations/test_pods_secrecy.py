"""Promise 1 on a pod's line: its bytes do not depend on tiles its player may not know.

A game is played by keys, with one seat on a pod. Then the tiles that this seat does not know are
exchanged, the same keys are pressed again, and every byte that the table writes to the line has
to be the same. The loop's clock stands still, so that no heartbeat falls here or there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count
from random import Random

import pytest

from tests.games.every_game import TESTED, guests
from tests.rules.knowledge import exchange_unknown
from tests.stations.pod_table import PodTable, PtyPod, pod_id
from tests.table.autopilot import step
from tests.table.evening import Evening, NotedEvening
from tests.table.test_secrecy import PROOF, Seating, play_evening, witness_of
from triqueta.games.triqueta.rules import Edition, Setup
from triqueta.games.triqueta.running_game import TriquetaPlay
from triqueta.stations.pods import link
from triqueta.table.any_game import Play
from triqueta.table.events import Event


class StillLoop(asyncio.SelectorEventLoop):
    """Nothing ever happens because time has passed."""

    def time(self) -> float:
        return 1000.0


def bytes_on_the_line(begun: Play, seat: int, events: list[Event]) -> tuple[bytes, int]:
    """What the table writes to a seat's pod during these events; and the entries made in them."""
    loop = StillLoop()
    try:
        return loop.run_until_complete(_played(begun, seat, events))
    finally:
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


async def _played(begun: Play, seat: int, events: list[Event]) -> tuple[bytes, int]:
    others = [other for other in range(len(begun.names)) if other != seat]
    table = Evening(interrupted=begun, seats=others).table
    at = PodTable(table, {pod_id(seat): seat})
    pod = PtyPod(seat)
    at.ports.append(pod.port)
    await at.keeper._look()
    await agreed(at, pod)
    for event in events:
        at.now = event.time
        at.host.handle(event)
        await agreed(at, pod)
    heard = pod.heard
    at.keeper.pods[pod.port].line.close()
    await asyncio.gather(*at.keeper._closing)
    pod.close()
    return heard, len(begun.entries)


async def agreed(at: PodTable, pod: PtyPod) -> None:
    """Everything written has been read: then the pod has confirmed it."""
    for _ in range(100_000):
        if at.keeper.pods[pod.port].line.link.agreed:
            return
        await asyncio.sleep(0)
    raise AssertionError("the pod does not show what it should")


@pytest.fixture(autouse=True)
def counted_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same numbers each time: they tell one conversation from another, nothing else."""
    make = link.PodLink

    def numbered() -> link.PodLink:
        numbers = count(1)
        return make(lambda: next(numbers))

    monkeypatch.setattr("triqueta.stations.pods.line.PodLink", numbered)
    monkeypatch.setattr("triqueta.stations.pods.line.MOST_BYTES", 1 << 30)  # no turn ever comes


def recorded(edition: Edition, players: int) -> NotedEvening:
    return play_evening(edition, Seating(players, tuple(range(players))), seed=players)


def begun(setup: Setup) -> Play:
    return TriquetaPlay(setup, PROOF)


@pytest.mark.parametrize(
    ("edition", "players", "seat"),
    [(Edition.BASE, 3, 1), (Edition.SHADOW, 5, 0)],
)
def test_the_bytes_on_a_line_tell_nothing_of_unknown_tiles(
    edition: Edition, players: int, seat: int
) -> None:
    evening = recorded(edition, players)
    setup, entries = evening.play._game.setup, evening.play.entries
    rng = Random(1)
    for part in (0.3, 1.0):
        events = evening.events[: int(part * len(evening.events))]
        heard, entered = bytes_on_the_line(begun(setup), seat, events)
        assert len(heard) > 10_000 * part
        assert entered >= part * len(entries) * 0.5
        known = witness_of(setup, entries[:entered]).known_to(seat)
        other = exchange_unknown(setup, known, rng)
        assert other != setup
        assert bytes_on_the_line(begun(other), seat, events)[0] == heard


def test_secrets_were_on_the_line_to_be_kept() -> None:
    """The comparison would be worth nothing if no tile had ever been on the line."""
    evening = recorded(Edition.BASE, 3)
    setup = evening.play._game.setup
    events = evening.events[: len(evening.events) // 4]
    other = exchange_unknown(setup, set(), Random(1))
    assert (
        bytes_on_the_line(begun(setup), 1, events)[0]
        != bytes_on_the_line(begun(other), 1, events)[0]
    )


@pytest.mark.usefixtures("guests_at_home")
@pytest.mark.parametrize("name", ["zatre", "ettana"])
@pytest.mark.parametrize("seat", [0, 2])
def test_the_bytes_on_a_line_tell_nothing_of_what_is_hidden(name: str, seat: int) -> None:
    """What is in the bag, or in decks and others' hands."""
    tested = TESTED[name]
    evening = NotedEvening(tested.play(3, seed=3), seats=range(3)).press("petal1")
    play, rng = evening.table.play, Random(seat)
    assert play is not None
    while len(play.entries) < 60:
        step(evening, rng)
    heard, _ = bytes_on_the_line(tested.play(3, seed=3), seat, evening.events)
    other = tested.exchanged(play, play.entries, seat)
    assert other.document() != tested.play(3, seed=3).document()
    assert bytes_on_the_line(other, seat, evening.events)[0] == heard
    told = tested.exchanged(play, (), seat)
    assert bytes_on_the_line(told, seat, evening.events)[0] != heard, "nothing was on the line"


@pytest.fixture
def guests_at_home() -> Iterator[None]:
    with guests():
        yield
