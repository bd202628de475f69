"""Keys on GPIO pins, whose raw edges become debounced presses and releases."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from triqueta.runtime.machine import NoLibraryError, PinsError, header_chip
from triqueta.screens.station import Key

INTERVAL = 0.012
"""Seconds until a contact has stopped bouncing. Real contacts take 1 to 10 ms."""

SPIKE = 0.001
"""Seconds that a level must last to count. Interference on a long wire is much shorter."""

RECHECK = 0.1
"""Seconds between readings of a held key, in case the edge of its release was lost."""


class Debouncer:
    """The debounced state of one key.

    A level counts once it has lasted for SPIKE. After that the contact may bounce, so no other
    level counts for INTERVAL. A press is therefore reported 1 ms after the contact closed, or at
    the latest when it has stopped bouncing.

    There are two sources of information:

    - `edge` gets a level and the kernel's timestamp of its beginning. Edges arrive in order but
      late, so only their timestamps matter, not the time of the call.
    - `settle` gets a level that was read just now, because no edge came until `due`.

    A reading can agree with the last edge by chance: the contact has changed twice, and both edges
    are still on their way. So a level that was read counts from the time of the reading, and the
    INTERVAL starts there. Otherwise a bounce of the press would count as the release, and the
    bounces of the release as another tap.

    If a reading contradicts the last edge, the missing edge gets one INTERVAL to arrive. Then
    it counts as lost, and the reading counts instead.

    Both methods return the new state of the key (True: down), or None if it has not changed.
    """

    def __init__(self, *, pressed: bool = False, at: float = 0.0) -> None:
        self.pressed = pressed
        self._level = pressed
        self._since = at - INTERVAL  # so that the state can change immediately
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
            # The edge is still on its way or lost. Wait to find out.
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


OLDEST_EDGE = 60.0  # seconds; an older timestamp is from a different clock

_log = logging.getLogger("triqueta.keys")


class Timer(Protocol):
    def cancel(self) -> None: ...


class Loop(Protocol):
    """The part of an event loop that the keys need."""

    def time(self) -> float: ...

    def call_at(self, when: float, callback: Callable[[], None], /) -> Timer: ...

    def call_soon_threadsafe(self, callback: Callable[..., None], /, *args: Any) -> object: ...


def lgpio_factory() -> Any:
    """Return gpiozero's pin factory for the header, based on lgpio only.

    Raise PinsError if lgpio, gpiozero or the GPIO chip cannot be used.
    """
    chip = header_chip()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ModuleNotFoundError as error:
        remedy = "run firmware/hub/install.sh again"
        text = f"keys need {error.name}, which is not installed: {remedy}"
        raise NoLibraryError(text) from None
    try:
        return LGPIOFactory(chip=chip.number)
    except Exception as error:  # lgpio's errors have no common base class
        raise PinsError(f"no access to {chip}: {error}") from error


class GpioKeys:
    """The keys of one station. Only raw edges arrive in another thread than the event loop's."""

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
        except Exception as error:  # from gpiozero or from the library below it
            self.close()
            raise PinsError(f"{key.value} on GPIO {pin} cannot be used: {error}") from error

    @property
    def stuck(self) -> list[Key]:
        """The keys that have been down since the start. They are ignored until released."""
        return [key.name for key in self._keys if key.stuck]

    def _changed(self, key: Key, down: bool) -> None:
        if down:
            self._on_down(key)
        else:
            self._on_up(key)

    def close(self) -> None:
        """Release all pins. No key is reported after that."""
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
                "%s on GPIO %d is down at startup: ignored until it is released", name.value, pin
            )
        self._set_timer()

    def _listen(self) -> None:
        """Subscribe to raw edges, without gpiozero's own debouncing."""
        self._device.pin.bounce = None
        self._device.pin.edges = "both"
        self._device.pin.when_changed = self._changed

    def close(self) -> None:
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._device.pin.when_changed = None  # lgpio keeps calling it even for a closed device
        self._device.close()

    def _changed(self, ticks: float, state: int) -> None:
        """Pass an edge from gpiozero's thread to the event loop. Level 0 means key down.

        The kernel's timestamps are from the monotonic clock, like the event loop's, so they are
        used without conversion. Converting them would mean reading two clocks in sequence, and
        any delay between the readings would distort the result.
        """
        now = self._loop.time()
        at = ticks if now - OLDEST_EDGE <= ticks <= now else now
        with suppress(RuntimeError):  # the loop was closed in the meantime
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
            _log.info("%s was released and works now", self.name.value)
        else:
            self._tell(self.name, change)

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        due = self._debouncer.due
        self._timer = None if due is None else self._loop.call_at(due, self._settle)
