"""Measure what sending pictures to the displays costs, compared to luma.oled's `display()`.

    .venv/bin/pip install -q -e '.[test]' && .venv/bin/python -m tests.benchmarks.wire

Random players play whole games by keys, once at a hub alone and once with five wired seats. After
each key press and release, our driver sends every display its picture, and luma's does the same.
Both use the same bus, and bytes are counted at smbus2's ioctl calls. Luma's displays do not pay
for the I2C switch, ours do. At 400 kHz a byte takes nine clocks, and a message two more for its
start and stop.

Most keys change few displays, so there are two comparisons: with a program that has luma draw
every display after every key, and with one that has it draw only the pictures that changed.

There is half a second between two keys. In it, our driver asks the displays whether they are still
on, and resends each display a picture that it shared with others. Luma does neither. The bytes of
these pauses have their own row, and some goals include them.
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
FULL_FRAME = 1034  # the bytes that luma sends for each picture
CLOCK = 400_000
PAUSE = 0.5  # seconds between two keys
TABLES = {"hub alone": hub(), "hub and five seats": full_house()}
# Relative to luma's bytes for the changed pictures: after the keys, and with the pauses. An event
# card shares few pixels with the screens before and after it, so most changes are nearly whole
# pictures. Two seats that get a card together get it again in the pause.
MOST_BYTES = {"hub alone": (0.9, 0.9), "hub and five seats": (0.6, 0.95)}
# Bus time in ms of five whole pictures. With an event card, that is the most: one for the hub, the
# player who moved and the player to act, and two for the other three seats.
WORST_KEY = 117.0
SWITCH_BYTES = 2  # to open the channel of a seat; luma's displays have no switch


class CountingBus(I2cBus):
    """A bus that only counts, so that no modelled chip adds to the sender's time.

    A read returns the status of the chip that was last switched on or off. That is right, since a
    chip is read either just after it was switched off, or while all of them are on.
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
    """The cost of a key with our driver, and with luma's for all and for changed pictures."""

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
    """Both drivers, each with a display for every station of a table."""

    def __init__(self, bus: I2cBus, displays: dict[str, DisplaySettings]) -> None:
        from luma.core.interface.serial import i2c  # here, since the bus must be installed first
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
        if self._last:  # the first time, both drivers send whole pictures
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
    """Print what a table's keys cost, and return the goals."""
    pictures, changed = sum(key.pictures for key in keys), sum(key.changed for key in keys)
    ours, afterwards = total(key.ours for key in keys), total(key.afterwards for key in keys)
    every, lumas = total(key.luma for key in keys), total(key.luma_changed for key in keys)
    worst = max(key.ours.bus_ms for key in keys)
    sent = ours.bytes + afterwards.bytes
    print(f"\n{name}: {len(keys)} keys, {pictures} pictures, {changed} of them changed")
    print(f"  {'':38}{'ours':>9}{'luma':>9}{'luma, changed':>15}")
    sides = (ours, every, lumas)
    rows: dict[str, Iterable[float]] = {
        "bus time per key, ms": (cost.bus_ms / len(keys) for cost in sides),
        "bus time of the worst key, ms": (worst, *worst_of_luma(keys)),
        "total after the keys, kB": (cost.bytes / 1e3 for cost in sides),
        "total in the pauses, kB": (afterwards.bytes / 1e3, 0, 0),
        "share of luma's bytes, keys": (1, ours.bytes / every.bytes, ours.bytes / lumas.bytes),
        "share of luma's bytes, with pauses": (1, sent / every.bytes, sent / lumas.bytes),
        "CPU time per changed picture, ms": (1e3 * cost.seconds / changed for cost in sides),
    }
    for label, (one, other, third) in rows.items():
        print(f"  {label:38}{one:9.2f}{other:9.2f}{third:15.2f}")
    whole = FULL_FRAME + (SWITCH_BYTES if len(TABLES[name]) > 1 else 0)
    most = max(key.ours.bytes - whole * key.changed for key in keys)
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
    warnings.filterwarnings("ignore", message=".*getdata is deprecated")  # luma calls it
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
