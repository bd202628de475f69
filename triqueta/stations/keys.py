"""Keys on GPIO pins, each between its pin and ground: raw edges in, downs and ups out."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from triqueta.stations.debouncer import Debouncer
from triqueta.stations.gpio_chip import NoLibraryError, PinsError, header_chip
from triqueta.table.events import Key

OLDEST_EDGE = 60.0  # seconds; a timestamp further back is of another clock than ours

_log = logging.getLogger("triqueta.keys")


class Timer(Protocol):
    def cancel(self) -> None: ...


class Loop(Protocol):
    """What the keys need of an event loop."""

    def time(self) -> float: ...

    def call_at(self, when: float, callback: Callable[[], None], /) -> Timer: ...

    def call_soon_threadsafe(self, callback: Callable[..., None], /, *args: Any) -> object: ...


def lgpio_factory() -> Any:
    """The header's pins as gpiozero knows them, through lgpio and never through anything else."""
    chip = header_chip()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ModuleNotFoundError as error:
        remedy = "run firmware/hub/install.sh again"
        text = f"keys need {error.name}, which is not installed: {remedy}"
        raise NoLibraryError(text) from None
    try:
        return LGPIOFactory(chip=chip.number)
    except Exception as error:  # lgpio's errors have no common base, and each means the same
        raise PinsError(f"no access to {chip}: {error}") from error


class GpioKeys:
    """The keys of one station. All but the edges themselves happens in the event loop."""

    def __init__(
        self,
        pins: Mapping[Key, int],
        on_down: Callable[[Key], object],
        on_up: Callable[[Key], object],
        *,
        loop: Loop,
        factory: Any,
    ) -> None:
        self._on_down, self._on_up = on_down, on_up
        self._keys: list[_GpioKey] = []
        try:
            for key, pin in pins.items():
                self._keys.append(_GpioKey(key, pin, self._changed, loop, factory))
        except Exception as error:  # gpiozero's, or those of the library below it
            self.close()
            raise PinsError(f"{key.value} on GPIO {pin} cannot be used: {error}") from error

    @property
    def stuck(self) -> list[Key]:
        """Keys that have been down since the start: they are ignored until they are released."""
        return [key.name for key in self._keys if key.stuck]

    def _changed(self, key: Key, down: bool) -> None:
        if down:
            self._on_down(key)
        else:
            self._on_up(key)

    def close(self) -> None:
        """Let go of all pins; nothing is reported any more."""
        for key in self._keys:
            key.close()
        self._keys.clear()


class _GpioKey:
    def __init__(
        self,
        name: Key,
        pin: int,
        tell: Callable[[Key, bool], None],
        loop: Loop,
        factory: Any,
    ) -> None:
        from gpiozero import InputDevice

        self.name = name
        self._tell = tell
        self._loop = loop
        self._timer: Timer | None = None
        self._closed = False
        self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        try:
            self._listen()
            self.stuck = bool(self._device.is_active)
        except Exception:
            self._device.close()
            raise
        self._debouncer = Debouncer(pressed=self.stuck, at=loop.time())
        if self.stuck:
            _log.warning(
                "%s on GPIO %d is down at the start: ignored until it is released", name.value, pin
            )
        self._set_timer()

    def _listen(self) -> None:
        """To raw edges: bouncing is our own business."""
        self._device.pin.bounce = None
        self._device.pin.edges = "both"
        self._device.pin.when_changed = self._changed

    def close(self) -> None:
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._device.pin.when_changed = None  # lgpio's pins go on calling when only closed
        self._device.close()

    def _changed(self, ticks: float, state: int) -> None:
        """Pass an edge on from gpiozero's thread. A level of 0 is a key that is down.

        The kernel stamps edges with the monotonic clock, which is the loop's clock too. The
        timestamp is used as it is: a difference between two clocks that are read one after the
        other is wrong by as long as this thread was kept waiting in between.
        """
        now = self._loop.time()
        at = ticks if now - OLDEST_EDGE <= ticks <= now else now
        with suppress(RuntimeError):  # the loop has been closed this very moment
            self._loop.call_soon_threadsafe(self._edge, not state, at)

    def _edge(self, pressed: bool, at: float) -> None:
        if not self._closed:
            self._note(self._debouncer.edge(pressed, at))

    def _settle(self) -> None:
        self._note(self._debouncer.settle(bool(self._device.is_active), self._loop.time()))

    def _note(self, change: bool | None) -> None:
        self._set_timer()
        if change is None:
            return
        if self.stuck:
            self.stuck = False
            _log.info("%s is released and works from now on", self.name.value)
        else:
            self._tell(self.name, change)

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        due = self._debouncer.due
        self._timer = None if due is None else self._loop.call_at(due, self._settle)
