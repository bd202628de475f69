"""What pictures cost on the way to their displays, beside luma.oled's own `display()`.

    .venv/bin/pip install -q -e '.[test]' && .venv/bin/python -m tests.benchmarks.wire

Random people play whole games by keys, once at a hub alone and once with five wired seats. After
each key, pressed or let go, every display is given its picture: by our driver, and by luma's on
the same bus, which is counted at the ioctl calls of smbus2. Luma's displays are spared the switch
that ours are behind. Most keys change few displays, so there are two comparisons: with a program
that has luma draw every display after every key, and with one that knows which pictures changed
and has it draw only those. At 400 kHz a byte takes nine clocks, a message two more for its start
and stop.

Between two keys there is half a second. In it our displays are asked whether they are still on,
and those that shared a picture are told it once more, each by itself. Luma does neither; the bytes
of both are a row of their own, and in the shares that are goals.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from time import process_time
from typing import Any

import pytest
from PIL import Image

from tests.benchmarks.goals import Goal
from tests.benchmarks.goals import report as report_goals
from tests.models.i2c_bus import I2cBus
from tests.stations.wired_table import full_house, hub
from tests.table.autopilot import step
from tests.table.evening import Evening, in_game, new_play
from triqueta.games.triqueta.rules import Edition
from triqueta.screens.frame import Frame, picture
from triqueta.stations.oled.bus import open_buses
from triqueta.stations.oled.display import STATUS_OFF
from triqueta.stations.oled.wires import DISPLAY_OFF, DISPLAY_ON, DisplaySettings

GAMES = 4
CLOCK = 400_000
PAUSE = 0.5  # seconds between two keys
TABLES = {"hub alone": hub(), "hub and five seats": full_house()}
# As shares of luma's for the pictures that changed: after the keys, and with the pauses.
MOST_BYTES = {"hub alone": (0.8, 0.85), "hub and five seats": (0.45, 0.55)}
WORST_KEY = 100.0  # ms of the bus


class CountingBus(I2cBus):
    """Nothing but a counter at the end of the wire: what is timed is the sender.

    Read, it answers with the status of the chip that was switched on or off last. A chip is read
    just after it was switched off, and else when all of them are on.
    """

    _status = 0

    def _write(self, address: int, content: bytes) -> None:
        self.messages += 1
        self.bytes += 1 + len(content)
        if content[-1] in (DISPLAY_OFF, DISPLAY_ON) and content[0] == 0:
            self._status = STATUS_OFF if content[-1] == DISPLAY_OFF else 0

    def _read(self, address: int, length: int) -> bytes:
        self.messages += 1
        self.bytes += 1 + length
        return bytes([self._status] * length)


@dataclass(frozen=True)
class Cost:
    bytes: int = 0
    messages: int = 0
    seconds: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.bytes + other.bytes,
            self.messages + other.messages,
            self.seconds + other.seconds,
        )

    @property
    def bus_ms(self) -> float:
        return 1e3 * (9 * self.bytes + 2 * self.messages) / CLOCK


@dataclass(frozen=True)
class Key:
    """What a key has cost: ours, and luma's for every picture and for those that changed."""

    pictures: int
    changed: int
    ours: Cost
    afterwards: Cost  # in the pause after it
    luma: Cost
    luma_changed: Cost


def measured(bus: I2cBus, work: Callable[[], object]) -> Cost:
    sent, messages, started = bus.bytes, bus.messages, process_time()
    work()
    return Cost(bus.bytes - sent, bus.messages - messages, process_time() - started)


def frames_after_each_key(seed: int, seats: int) -> Iterator[dict[str, Frame]]:
    edition = Edition.SHADOW if seed % 2 else Edition.BASE
    evening: Evening = in_game(new_play(edition=edition, players=seats or 3), range(seats))
    rng = Random(seed)
    seen: list[dict[str, Frame]] = [evening.table.frames()]
    evening.after = lambda event: seen.append(evening.table.frames())
    while not evening.session.over:
        step(evening, rng)
        yield from seen
        seen.clear()


class Contest:
    """Both drivers with a display for each station of a table."""

    def __init__(self, bus: I2cBus, displays: dict[str, DisplaySettings]) -> None:
        from luma.core.interface.serial import i2c  # only with the bus in place
        from luma.oled.device import ssd1306

        self._bus = bus
        self._now = 0.0
        (self._ours,) = open_buses(displays, clock=lambda: self._now)
        self._lumas: dict[str, Any] = {at: ssd1306(i2c(port=1)) for at in displays}
        self._last: dict[str, bytes] = {}
        self.keys: list[Key] = []

    def show(self, frames: dict[str, Frame]) -> None:
        """Give every display its picture, then let the pause go by."""
        images = {at: picture(frame) for at, frame in frames.items()}
        new = {at: image.tobytes() for at, image in images.items()}
        changed = [at for at in new if self._last.get(at) != new[at]]
        ours = measured(self._bus, partial(self._show, frames))
        afterwards = measured(self._bus, self._pause)
        lumas = {at: self._luma_cost(at, image) for at, image in images.items()}
        if self._last:  # both start with a whole picture
            luma_changed = sum((lumas[at] for at in changed), Cost())
            every = sum(lumas.values(), Cost())
            key = Key(len(images), len(changed), ours, afterwards, every, luma_changed)
            self.keys.append(key)
        self._last = new

    def _show(self, frames: dict[str, Frame]) -> None:
        for at, frame in frames.items():
            self._ours.post(at, frame)
        self._ours.step()

    def _pause(self) -> None:
        until = self._now + PAUSE
        while (due := self._ours.step()) <= until:
            self._now = max(self._now, due)
        self._now = until

    def _luma_cost(self, at: str, image: Image.Image) -> Cost:
        return measured(self._bus, lambda: self._lumas[at].display(image))


def contest(bus: I2cBus, displays: dict[str, DisplaySettings], games: int) -> Contest:
    held = Contest(bus, displays)
    for seed in range(games):
        for frames in frames_after_each_key(seed, len(displays) - 1):
            held.show(frames)
    return held


def report(name: str, keys: list[Key]) -> list[Goal]:
    """Print what a table's keys have cost; return the goals."""
    pictures, changed = sum(key.pictures for key in keys), sum(key.changed for key in keys)
    ours, afterwards = total(key.ours for key in keys), total(key.afterwards for key in keys)
    every, lumas = total(key.luma for key in keys), total(key.luma_changed for key in keys)
    worst = max(key.ours.bus_ms for key in keys)
    sent = ours.bytes + afterwards.bytes
    print(f"\n{name}: {len(keys)} keys, {pictures} pictures, {changed} of them changed")
    print(f"  {'':38}{'ours':>9}{'luma':>9}{'luma, changed':>15}")
    sides = (ours, every, lumas)
    rows: dict[str, Iterable[float]] = {
        "ms of bus per key": (cost.bus_ms / len(keys) for cost in sides),
        "ms of bus for the worst key": (worst, *worst_of_luma(keys)),
        "kB in all, after the keys": (cost.bytes / 1e3 for cost in sides),
        "kB in all, in the pauses": (afterwards.bytes / 1e3, 0, 0),
        "share of luma's bytes, keys": (1, ours.bytes / every.bytes, ours.bytes / lumas.bytes),
        "share of luma's bytes, with pauses": (1, sent / every.bytes, sent / lumas.bytes),
        "ms of computing per changed picture": (1e3 * cost.seconds / changed for cost in sides),
    }
    for label, (one, other, third) in rows.items():
        print(f"  {label:38}{one:9.2f}{other:9.2f}{third:15.2f}")
    most = max(key.ours.bytes - key.luma_changed.bytes for key in keys)
    after_keys, with_pauses = MOST_BYTES[name]
    return [
        Goal(f"{name}: bus for the worst key", worst, WORST_KEY, "ms"),
        Goal(f"{name}: share of luma's bytes", ours.bytes / lumas.bytes, after_keys),
        Goal(f"{name}: share of luma's bytes, with pauses", sent / lumas.bytes, with_pauses),
        Goal(f"{name}: bytes of a key beyond whole pictures", most, 0),
        Goal(f"{name}: share of luma's computing", ours.seconds / lumas.seconds, 1),
    ]


def total(costs: Iterable[Cost]) -> Cost:
    return sum(costs, Cost())


def worst_of_luma(keys: list[Key]) -> tuple[float, float]:
    return (
        max(key.luma.bus_ms for key in keys),
        max(key.luma_changed.bus_ms for key in keys),
    )


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    warnings.filterwarnings("ignore", message=".*getdata is deprecated")  # it is luma's business
    with pytest.MonkeyPatch.context() as patch:
        bus = CountingBus()
        bus.install(patch)
        print(f"{games} games each, Python {sys.version.split()[0]}")
        held = {name: contest(bus, table, games).keys for name, table in TABLES.items()}
    goals = [goal for name, keys in held.items() for goal in report(name, keys)]
    print()
    return report_goals(*goals)


if __name__ == "__main__":
    sys.exit(main())
