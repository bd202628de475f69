"""What a picture costs on the way to its display, beside luma.oled's own `display()`.

    .venv/bin/pip install -q -e '.[test]' && .venv/bin/python -m tests.benchmarks.wire

Random people play whole games by keys, once at a hub alone and once with five wired seats. After
each key, pressed or let go, every display is given its picture: by our driver, and by luma's on
the same bus, which is counted at the ioctl calls of smbus2. Luma's displays are spared the switch
that ours are behind. Most keys change few displays; the pictures that did change are counted
apart too. At 400 kHz a byte takes nine clocks, a message two more for its start and stop.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import mean, median
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
from triqueta.table.events import Event

GAMES = 4
CLOCK = 400_000
GOAL = 0.2
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
    """One driver's costs: of each picture, of those that changed something, of each key."""

    pictures: list[Cost] = field(default_factory=list)
    changed: list[Cost] = field(default_factory=list)
    keys: list[float] = field(default_factory=list)


def measured(bus: I2cBus, work: Callable[[], object]) -> Cost:
    sent, messages, started = bus.bytes, bus.messages, perf_counter()
    work()
    return Cost(bus.bytes - sent, bus.messages - messages, perf_counter() - started)


def frames_after_each_key(seed: int, seats: int) -> Iterator[dict[str, Frame]]:
    edition = Edition.SHADOW if seed % 2 else Edition.BASE
    evening: Evening = in_game(new_play(edition=edition, players=seats or 3), range(seats))
    rng, handle = Random(seed), evening.table.handle
    seen: list[dict[str, Frame]] = [evening.table.frames()]

    def noted(event: Event) -> None:
        handle(event)
        seen.append(evening.table.frames())

    evening.table.handle = noted  # type: ignore[method-assign]
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
        self.ours, self.luma = Tally(), Tally()

    def show(self, frames: dict[str, Frame]) -> None:
        ours, luma = 0.0, 0.0
        first = not self._last
        for at, frame in frames.items():
            image = picture(frame)
            costs = self._costs(at, image, frame)
            if first:  # both start with a whole picture
                continue
            ours += costs[0].bus_seconds
            luma += costs[1].bus_seconds
        if not first:
            self.ours.keys.append(ours)
            self.luma.keys.append(luma)

    def _costs(self, at: str, image: Image.Image, frame: Frame) -> tuple[Cost, Cost]:
        ours = measured(self._bus, lambda: self._ours[at].show(image, frame.light))
        luma = measured(self._bus, lambda: self._lumas[at].display(image))
        before, self._last[at] = self._last.get(at), image.tobytes()
        if before is not None:
            self.ours.pictures.append(ours)
            self.luma.pictures.append(luma)
        if before not in (None, self._last[at]):
            self.ours.changed.append(ours)
            self.luma.changed.append(luma)
        return ours, luma


def contest(bus: I2cBus, displays: dict[str, DisplaySettings], games: int) -> Contest:
    held = Contest(bus, displays)
    for seed in range(games):
        for frames in frames_after_each_key(seed, len(displays) - 1):
            held.show(frames)
    return held


def report(name: str, held: Contest) -> bool:
    print(f"\n{name}: {len(held.ours.keys)} keys, {len(held.ours.pictures)} pictures")
    print(f"  {'':34}{'ours':>9}{'luma':>9}{'ratio':>8}")
    ours, luma = held.ours, held.luma
    rows = {
        "bytes per picture": [mean(cost.bytes for cost in it.pictures) for it in (ours, luma)],
        "bytes per changed picture": [
            mean(cost.bytes for cost in it.changed) for it in (ours, luma)
        ],
        "most bytes for a picture": [
            max(cost.bytes for cost in it.pictures) for it in (ours, luma)
        ],
        "ms per picture": [
            1e3 * mean(cost.seconds for cost in it.pictures) for it in (ours, luma)
        ],
        "ms per changed picture, median": [
            1e3 * median(cost.seconds for cost in it.changed) for it in (ours, luma)
        ],
        "ms of bus per key, median": [1e3 * median(it.keys) for it in (ours, luma)],
        "ms of bus per key, worst": [1e3 * max(it.keys) for it in (ours, luma)],
    }
    for label, (one, other) in rows.items():
        print(f"  {label:34}{one:9.2f}{other:9.2f}{one / other:8.2f}")
    fewer = rows["bytes per picture"][0] <= GOAL * rows["bytes per picture"][1]
    never_more = rows["most bytes for a picture"][0] <= rows["most bytes for a picture"][1]
    faster = rows["ms per picture"][0] < rows["ms per picture"][1]
    goals = {"at most 20 % of the bytes": fewer, "never more": never_more, "faster": faster}
    print("  " + ", ".join(f"{goal}: {'yes' if met else 'NO'}" for goal, met in goals.items()))
    return all(goals.values())


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
