"""What a picture costs on the way to its display, beside luma.oled's own `display()`.

    .venv/bin/pip install -q -e '.[test]' && .venv/bin/python -m tests.benchmarks.wire

Random people play whole games by keys, once at a hub alone and once with five wired seats. After
each key, pressed or let go, every display is given its picture: by our driver, and by luma's on
the same bus, which is counted at the ioctl calls of smbus2. Luma's displays are spared the switch
that ours are behind. Most keys change few displays, so there are two comparisons: with a program
that has luma draw every display after every key, and with one that knows which pictures changed
and has it draw only those. At 400 kHz a byte takes nine clocks, a message two more for its start
and stop.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import mean
from time import perf_counter
from typing import Any

import pytest
from PIL import Image

from tests.models.i2c_bus import I2cBus
from tests.stations.wired_table import full_house, hub
from tests.table.autopilot import step
from tests.table.evening import Evening, in_game, new_play
from triqueta.games.triqueta.rules import Edition
from triqueta.screens.frame import Frame, picture
from triqueta.stations.oled import wires
from triqueta.stations.oled.bus import open_display
from triqueta.stations.oled.settings import DisplaySettings

GAMES = 4
CLOCK = 400_000
TABLES = {"hub alone": hub(), "hub and five seats": full_house()}


class CountingBus(I2cBus):
    """Nothing but a counter at the end of the wire: what is timed is the sender."""

    def _write(self, address: int, content: bytes) -> None:
        self.messages += 1
        self.bytes += 1 + len(content)

    def _read(self, address: int, length: int) -> bytes:
        self.messages += 1
        self.bytes += 1 + length
        return bytes(length)


@dataclass(frozen=True)
class Cost:
    bytes: int
    messages: int
    seconds: float

    @property
    def bus_seconds(self) -> float:
        return (9 * self.bytes + 2 * self.messages) / CLOCK


@dataclass
class Tally:
    """Costs beside each other, ours and luma's: of each picture, and of the bus for each key."""

    pictures: list[tuple[Cost, Cost]] = field(default_factory=list)
    keys: list[tuple[float, float]] = field(default_factory=list)

    def add(self, pictures: list[tuple[Cost, Cost]]) -> None:
        """What a key has brought."""
        ours, lumas = ([pair[side].bus_seconds for pair in pictures] for side in (0, 1))
        self.pictures += pictures
        self.keys.append((sum(ours), sum(lumas)))


def measured(bus: I2cBus, work: Callable[[], object]) -> Cost:
    sent, messages, started = bus.bytes, bus.messages, perf_counter()
    work()
    return Cost(bus.bytes - sent, bus.messages - messages, perf_counter() - started)


def frames_after_each_key(seed: int, seats: int) -> Iterator[dict[str, Frame]]:
    edition = Edition.SHADOW if seed % 2 else Edition.BASE
    evening: Evening = in_game(new_play(edition=edition, players=seats or 3), range(seats))
    rng = Random(seed)
    seen: list[dict[str, Frame]] = [evening.table.frames()]
    evening.after = lambda event: seen.append(evening.table.frames())
    while not evening.play.over:
        step(evening, rng)
        yield from seen
        seen.clear()


class Contest:
    """Both drivers with a display for each station of a table."""

    def __init__(self, bus: I2cBus, displays: dict[str, DisplaySettings]) -> None:
        from luma.core.interface.serial import i2c  # noqa: PLC0415 - only with the bus in place
        from luma.oled.device import ssd1306  # noqa: PLC0415

        self._bus = bus
        own = wires.I2cBus(1, max(place.switch or 0 for place in displays.values()) or None)
        self._ours = {at: open_display(place, own) for at, place in displays.items()}
        self._lumas: dict[str, Any] = {at: ssd1306(i2c(port=1)) for at in displays}
        self._last: dict[str, bytes] = {}
        self.every, self.changed = Tally(), Tally()

    def show(self, frames: dict[str, Frame]) -> None:
        every: list[tuple[Cost, Cost]] = []
        changed: list[tuple[Cost, Cost]] = []
        first = not self._last
        for at, frame in frames.items():
            image = picture(frame)
            costs = self._costs(at, image, frame)
            every.append(costs)
            if self._last.get(at) != image.tobytes():
                changed.append(costs)
            self._last[at] = image.tobytes()
        if not first:  # both start with a whole picture
            self.every.add(every)
            self.changed.add(changed)

    def _costs(self, at: str, image: Image.Image, frame: Frame) -> tuple[Cost, Cost]:
        ours = measured(self._bus, lambda: self._ours[at].show(image, frame.light))
        return ours, measured(self._bus, lambda: self._lumas[at].display(image))


def contest(bus: I2cBus, displays: dict[str, DisplaySettings], games: int) -> Contest:
    held = Contest(bus, displays)
    for seed in range(games):
        for frames in frames_after_each_key(seed, len(displays) - 1):
            held.show(frames)
    return held


def report(name: str, held: Contest) -> bool:
    keys, changed = len(held.every.keys), len(held.changed.pictures)
    print(f"\n{name}: {keys} keys, {len(held.every.pictures)} pictures, {changed} of them changed")
    print_tally("luma draws every display after every key", held.every)
    print_tally("luma draws the displays whose picture changed", held.changed)
    never_more = all(ours.bytes <= luma.bytes for ours, luma in held.changed.pictures)
    faster = total_seconds(held.changed, 0) < total_seconds(held.changed, 1)
    goals = {"never more bytes": never_more, "faster": faster}
    print("  " + ", ".join(f"{goal}: {'yes' if met else 'NO'}" for goal, met in goals.items()))
    return all(goals.values())


def print_tally(title: str, tally: Tally) -> None:
    print(f"  {title:46}{'ours':>9}{'luma':>9}{'ratio':>8}")
    for label, one, other in rows(tally):
        print(f"    {label:44}{one:9.2f}{other:9.2f}{one / other:8.2f}")


def rows(tally: Tally) -> Iterator[tuple[str, float, float]]:
    sides = [[pair[side] for pair in tally.pictures] for side in (0, 1)]
    keys = [[pair[side] for pair in tally.keys] for side in (0, 1)]
    yield row("bytes per picture", (mean(cost.bytes for cost in it) for it in sides))
    yield row("most bytes for a picture", (max(cost.bytes for cost in it) for it in sides))
    seconds = [[cost.seconds for cost in it] for it in sides]
    yield row("ms of computing per picture", (1e3 * mean(it) for it in seconds))
    yield row("ms of bus per key", (1e3 * mean(it) for it in keys))
    yield row("ms of bus per key, worst", (1e3 * max(it) for it in keys))


def row(label: str, both: Iterable[float]) -> tuple[str, float, float]:
    ours, luma = both
    return label, ours, luma


def total_seconds(tally: Tally, side: int) -> float:
    return sum(pair[side].seconds for pair in tally.pictures)


def main() -> int:
    warnings.filterwarnings("ignore", message=".*getdata is deprecated")  # it is luma's business
    with pytest.MonkeyPatch.context() as patch:
        bus = CountingBus()
        bus.install(patch)
        print(f"{GAMES} games each, Python {sys.version.split()[0]}")
        met = [report(name, contest(bus, table, GAMES)) for name, table in TABLES.items()]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
