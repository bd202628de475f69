"""Keys on GPIO pins: raw edges in, debounced downs and ups out."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from triqueta.runtime.machine import NoLibraryError, PinsError, header_chip
from triqueta.screens.station import Key

INTERVAL = 0.012
"""Seconds in which a contact comes to rest: real ones take 1 to 10 ms."""

SPIKE = 0.001
"""Seconds that a level has to last to be believed: a spark on a long wire is much shorter."""

RECHECK = 0.1
"""Seconds between looks at a key that is held: nothing may hang on an edge that got lost."""


class Debouncer:
    """The debounced state of one key.

    A level is believed once it has lasted for SPIKE. Then the contact may bounce, and no other
    level is believed until INTERVAL later. So a press is reported 1 ms after the contact has
    closed, or at the latest when it has stopped bouncing.

    There are two sources, and each knows something that the other does not:

    - `edge` gets a level and the kernel's timestamp of its beginning. Edges arrive in order, but
      late: between two of them, the debouncer decides by their timestamps alone, and the time of
      the call plays no part.
    - `settle` gets a level that was read just now, because no edge came until `due`. It may agree
      with the last edge by chance: the contact has changed and changed back, and both edges are
      still on their way. So a level that was read is known to last since the reading and not
      since the last edge, and the INTERVAL of quiet begins there. Without that, a bounce of the
      press passes for the release, and the bounces of the release for another tap.

    If the level that was read contradicts the last edge, the missing edge is given one INTERVAL
    to arrive; after that it is lost, and the reading counts.

    Both return the new state of the key, True for down, or None if it has not changed.
    """

    def __init__(self, *, pressed: bool = False, at: float = 0.0) -> None:
        self.pressed = pressed
        self._level = pressed
        self._since = at - INTERVAL  # it may change at once
        self._at_rest = at
        self._recheck = at + RECHECK if pressed else None
        self._in_doubt = False

    def edge(self, pressed: bool, at: float) -> bool | None:
        change = self._believe(at, began=self._since)
        self._take(pressed, at)
        self._recheck = at + INTERVAL
        return change

    def settle(self, pressed: bool, at: float) -> bool | None:
        if pressed != self._level and not self._in_doubt:
            # Its edge is still on the way, or is lost: that will be clear after a while.
            self._in_doubt = True
            self._recheck = at + INTERVAL
            return None
        self._take(pressed, at)
        change = self._believe(at, began=at)
        if self._recheck is not None and at >= self._recheck:
            self._recheck = None
        if self._recheck is None and self.pressed:
            self._recheck = at + RECHECK
        return change

    @property
    def due(self) -> float | None:
        if self._level == self.pressed or self._in_doubt:
            return self._recheck
        return self._believed_from()

    def _take(self, level: bool, at: float) -> None:
        self._in_doubt = False
        if level != self._level:
            self._level, self._since = level, at

    def _believe(self, at: float, *, began: float) -> bool | None:
        if self._level == self.pressed or at < self._believed_from():
            return None
        self.pressed = self._level
        self._at_rest = began + INTERVAL
        return self.pressed

    def _believed_from(self) -> float:
        return max(self._since + SPIKE, self._at_rest)


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
