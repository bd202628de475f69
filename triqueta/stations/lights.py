"""Lights in the table's petal keys: lit where a petal does something now."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import cos, tau
from typing import Any

from triqueta.screens.frame import Frame
from triqueta.screens.station import Key, Light
from triqueta.stations.keys import Loop, Timer

FREQUENCY = 100  # of the PWM, in Hz; slower lights flicker
BRIGHTNESS = {Light.FULL: 1.0, Light.SOFT: 0.3, Light.OFF: 0.0}
DIMMEST = 0.05  # at any other brightness of the display

STEP_SECONDS = 0.1
"""The time between two steps of a pulse. Timers run only while a petal pulses."""

_STEPS = 20  # of a pulse, which takes two seconds
PULSE = tuple(0.55 + 0.4 * cos(tau * step / _STEPS) for step in range(_STEPS))
"""The brightness in each step of a pulse, between 0.15 and 0.95."""

_log = logging.getLogger("triqueta.lights")


class PetalLights:
    """The lights of a table, which follow the frames of the table station.

    A petal with a label glows, and one that is a main choice of the turn pulses. All lights are
    dimmed and switched off together with the display.

    The lights show what is public. While Look shows a secret to one of several players, the
    display is at its lowest contrast. The lights then stay as they were, whatever the frame shows.

    If a pin can't be used any more, the lights log that once and stay dark.
    """

    def __init__(self, pins: Mapping[Key, int], *, loop: Loop, factory: Any) -> None:
        self._loop = loop
        self._timer: Timer | None = None
        self._step = 0
        self._glowing: frozenset[int] = frozenset()
        self._pulsing: frozenset[int] = frozenset()
        self._light = Light.OFF
        self._board: Any = None
        self._closed: Any = None
        self._values = [0.0] * len(pins)
        self._try(lambda: self._open(list(pins.values()), factory))

    @property
    def work(self) -> bool:
        return self._board is not None

    def show(self, frame: Frame) -> None:
        """Light the petals that do something in a frame of the table station."""
        if self._board is None or frame.light is Light.LOWEST:
            return
        labels = enumerate(frame.screen.petals, start=1)
        self._glowing = frozenset(petal for petal, label in labels if label is not None)
        self._pulsing = self._glowing & frozenset(frame.pulsing)
        self._light = frame.light
        if self._light is Light.OFF or not self._pulsing:
            self._stop_pulse()
        elif self._timer is None:
            self._set_timer()
        self._try(self._drive_all)

    def close(self) -> None:
        """Switch all lights off and release their pins."""
        self._stop_pulse()
        board, self._board = self._board, None
        if board is None:
            return
        self._closed = board  # kept, or the garbage collector would try again to close it
        for part in (*board.leds, board):
            with suppress(Exception):  # a broken light must not keep the others lit
                part.close()

    def _open(self, pins: list[int], factory: Any) -> None:
        from gpiozero import LEDBoard  # from the extra "hub"

        self._board = LEDBoard(*pins, pwm=True, pin_factory=factory)
        for led in self._board.leds:
            drive(led, 0.0)

    def _pulse(self) -> None:
        self._step = (self._step + 1) % _STEPS
        self._set_timer()
        self._try(self._drive_all)

    def _set_timer(self) -> None:
        self._timer = self._loop.call_at(self._loop.time() + STEP_SECONDS, self._pulse)

    def _stop_pulse(self) -> None:
        self._step = 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _drive_all(self) -> None:
        for number, led in enumerate(self._board.leds):
            value = self._value(number + 1)
            if value != self._values[number]:
                drive(led, value)
                self._values[number] = value

    def _value(self, petal: int) -> float:
        if petal not in self._glowing:
            return 0.0
        level = BRIGHTNESS.get(self._light, DIMMEST)
        return level * PULSE[self._step] if petal in self._pulsing else level

    def _try(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:  # from gpiozero, or from the library below it
            _log.warning("the petals stay dark: %s", error)
            self.close()


def drive(led: Any, value: float) -> None:
    """Set the brightness of a PWMLED, between 0 and 1.

    A light that is fully on or off needs no PWM. lgpio wakes a thread for every edge of a PWM,
    and once in every period even at 0 % and 100 %.
    """
    frequency = FREQUENCY if 0.0 < value < 1.0 else None
    if led.frequency != frequency:
        led.frequency = frequency
    led.value = value
