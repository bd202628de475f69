"""Check the keys: open their pins, and ask a person to press each key in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from triqueta.config.header import HEADER
from triqueta.config.settings import TableConfig
from triqueta.doctor.findings import Finding, ok, skipped, wrong
from triqueta.doctor.outputs import check_outputs
from triqueta.runtime.machine import NoLibraryError, PinsError, header_chip
from triqueta.screens.station import TABLE, Key, seat_station
from triqueta.stations.keys import GpioKeys, Loop, lgpio_factory


def check_pins(config: TableConfig) -> Iterator[Finding]:
    try:
        chip = header_chip()
        factory = lgpio_factory()
    except NoLibraryError:  # the check of the packages has reported it
        return
    except PinsError as error:
        yield wrong(
            str(error), "see above for the groups, or run this as root: sudo triqueta doctor"
        )
        return
    keys = wired_keys(config)
    try:
        found = [finding for key in keys for finding in _check_key(key, factory)]
        others = list(check_outputs(config, factory))
    finally:
        factory.close()
    yield from found or [ok(f"the pins of {len(keys)} keys open on {chip}, and none is down")]
    yield from others


def _check_key(key: Wired, factory: Any) -> Iterator[Finding]:
    from gpiozero import InputDevice  # from the extra "hub"

    try:
        with InputDevice(key.pin, pull_up=True, pin_factory=factory) as line:
            if line.is_active:
                yield stuck(key)
    except Exception as error:  # from gpiozero, or from the library below it
        remedy = "stop the program that uses this pin, or choose another pin in table.toml"
        yield wrong(f"{key} cannot be opened: {error}", remedy)


PATIENCE = 20.0
"""Seconds to wait for a key before asking for the next one."""

QUIET = 0.25
"""Seconds without a change after which a press is complete, with everything it triggered."""

TOO_SOON = 0.06
"""Seconds in which no person can press a key again: a faster press means a bad contact."""

TICK = 0.05


@dataclass(frozen=True, slots=True)
class Wired:
    """A key and its GPIO pin."""

    station: str
    key: Key
    pin: int

    def __str__(self) -> str:
        return f"{self.key} of {self.station} (GPIO {self.pin}, pin {HEADER[self.pin]})"


def wired_keys(config: TableConfig) -> list[Wired]:
    stations = {TABLE: config.keys.by_key}
    stations |= {seat_station(seat.number - 1): seat.keys.by_key for seat in config.seats}
    return [Wired(at, key, pin) for at, pins in stations.items() for key, pin in pins.items()]


class Questions:
    """A dialog that asks for one key after another.

    The caller passes in the key events and the time.
    """

    def __init__(self, keys: list[Wired], ask: Callable[[str], None], now: float) -> None:
        self._left = list(keys)
        self._ask = ask
        self.findings: list[Finding] = []
        self._begin(now)

    @property
    def over(self) -> bool:
        return not self._left

    @property
    def left(self) -> list[Wired]:
        return list(self._left)

    def changed(self, key: Wired, down: bool, now: float) -> None:
        self._changed_at = now
        if not down:
            self._held.discard(key)
            self._released[key] = now
            return
        self._held.add(key)
        self._pressed.append(key)
        self._doubled |= now - self._released.get(key, -PATIENCE) < TOO_SOON

    def tick(self, now: float) -> None:
        if self.over:
            return
        if self._pressed and not self._held and now - self._changed_at >= QUIET:
            self._judge(now)
        elif now - self._asked_at >= PATIENCE:
            self._give_up(now)

    def _begin(self, now: float) -> None:
        self._asked_at = self._changed_at = now
        self._pressed: list[Wired] = []
        self._held: set[Wired] = set()
        self._released: dict[Wired, float] = {}
        self._doubled = False
        if self._left:
            self._ask(f"Press {self._left[0]}")

    def _next(self, finding: Finding, now: float) -> None:
        self.findings.append(finding)
        self._ask("\n".join(finding.lines))
        del self._left[0]
        self._begin(now)

    def _judge(self, now: float) -> None:
        key = self._left[0]
        others = [other for other in dict.fromkeys(self._pressed) if other != key]
        if key not in self._pressed:
            remedy = (
                "swap their wires, or their pins in table.toml; if you missed the key, try again"
            )
            finding = wrong(f"{others[0]} answered instead of {key}", remedy)
        elif others:
            remedy = "their wires or solder joints touch: separate them"
            finding = wrong(f"{others[0]} answered together with {key}", remedy)
        elif self._doubled:
            remedy = "its contact is bad: solder it again, or use another button"
            finding = wrong(f"{key} answered more than once to one press", remedy)
        else:
            finding = ok(f"{key}")
        self._next(finding, now)

    def _give_up(self, now: float) -> None:
        key = self._left[0]
        if key in self._held:
            remedy = "it touches ground: check its button, wire and solder joints"
            self._next(wrong(f"{key} stayed down after the press", remedy), now)
        else:
            remedy = f"check its wires: one to pin {HEADER[key.pin]}, one to ground"
            self._next(wrong(f"{key} did not answer within {PATIENCE:g} seconds", remedy), now)


class KeyCheck:
    """The questions on real pins. A key that is down at the start is reported, not asked for."""

    def __init__(
        self, config: TableConfig, factory: Any, loop: Loop, ask: Callable[[str], None]
    ) -> None:
        self._loop = loop
        self._open = ExitStack()
        keys = wired_keys(config)
        held: list[Wired] = []
        try:
            for station in dict.fromkeys(key.station for key in keys):
                held += self._listen([key for key in keys if key.station == station], factory)
        except BaseException:
            self._open.close()
            raise
        self._stuck = [stuck(key) for key in held]
        for finding in self._stuck:
            ask("\n".join(finding.lines))
        asked_for = [key for key in keys if key not in held]
        self.questions = Questions(asked_for, ask, loop.time())

    def _listen(self, keys: list[Wired], factory: Any) -> list[Wired]:
        """Open the keys of a station; return those that are stuck."""
        by_key = {key.key: key for key in keys}
        opened = GpioKeys(
            {key.key: key.pin for key in keys},
            partial(self._changed, by_key, down=True),
            partial(self._changed, by_key, down=False),
            loop=self._loop,
            factory=factory,
        )
        self._open.enter_context(closing(opened))
        return [by_key[key] for key in opened.stuck]

    def _changed(self, keys: dict[Key, Wired], key: Key, *, down: bool) -> None:
        self.questions.changed(keys[key], down, self._loop.time())

    @property
    def findings(self) -> list[Finding]:
        return [*self._stuck, *self.questions.findings]

    def close(self) -> None:
        self._open.close()


def stuck(key: Wired) -> Finding:
    remedy = "it touches ground: check its button, wire and solder joints"
    return wrong(f"{key} is down all the time", remedy)


def check_keys(config: TableConfig, factory: Any, ask: Callable[[str], None]) -> list[Finding]:
    """Ask for every key until each was pressed or timed out, or until Ctrl-C."""
    findings: list[Finding] = []

    async def run() -> None:
        loop = asyncio.get_running_loop()
        with closing(KeyCheck(config, factory, loop, ask)) as check:
            try:
                while not check.questions.over:
                    await asyncio.sleep(TICK)
                    check.questions.tick(loop.time())
            finally:
                findings.extend(check.findings)
                if check.questions.left:
                    findings.append(_not_tried(check.questions.left))

    with suppress(KeyboardInterrupt):
        asyncio.run(run())
    return findings


def _not_tried(keys: list[Wired]) -> Finding:
    number = f"{len(keys)} keys were" if len(keys) > 1 else "1 key was"
    return skipped(f"{number} not tried, from {keys[0]} on", "try again: triqueta doctor --keys")
