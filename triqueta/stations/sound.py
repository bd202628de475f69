"""A piezo buzzer on a GPIO pin: a tick for keys, and sounds for the public events of a game."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from triqueta.stations.keys import Loop, Timer
from triqueta.table.cues import Cue
from triqueta.table.state import Volume

MID_TONE, OCTAVES = "A5", 1
"""The range of the buzzer: 440 to 1760 Hz. lgpio's software PWM keeps these frequencies."""

DUTY = {Volume.SOFT: 0.1, Volume.LOUD: 0.5}
"""The share of each period in which the pin is high. At 50 % a buzzer is loudest; at 10 % the
fundamental has a third of that amplitude."""

_log = logging.getLogger("triqueta.sound")


class Note(NamedTuple):
    """A tone by its name, like "C6", or None for a pause."""

    tone: str | None
    seconds: float


Melody: TypeAlias = tuple[Note, ...]

PAUSE = Note(None, 0.15)
TICK: Melody = (Note("C6", 0.03),)
"""The sound of a key. lgpio starts a tone up to 20 ms late, so a shorter one could be lost."""

MELODIES: dict[Cue, Melody] = {
    Cue.TURN: (Note("G5", 0.09), Note("C6", 0.16)),
    Cue.SET: (Note("C5", 0.07), Note("E5", 0.07), Note("G5", 0.07), Note("C6", 0.18)),
    Cue.WIN: (
        *(Note("G5", 0.12), Note("G5", 0.12), Note("G5", 0.12), Note("C6", 0.3)),
        *(Note(None, 0.06), Note("E6", 0.12), Note("D6", 0.12), Note("E6", 0.4)),
    ),
}
TONES = ("C5", "D5", "E5", "F5", "G5", "A5", "B5", "C6", "D6", "E6")
SCALE: Melody = tuple(Note(tone, 0.25) for tone in TONES[:8])


def melody_of(cues: Iterable[Cue]) -> Melody:
    """Return the melodies of these cues, one after the other."""
    notes: list[Note] = []
    for cue in cues:
        notes += [PAUSE, *MELODIES[cue]] if notes else MELODIES[cue]
    return tuple(notes)


class Buzzer:
    """A buzzer that the event loop plays, one note after the other. It waits for nothing.

    There are timers only while something sounds. If the pin can't be used any more, the buzzer
    logs that once and stays silent: the game goes on without it.
    """

    def __init__(self, pin: int, *, loop: Loop, factory: Any) -> None:
        self._loop = loop
        self._timer: Timer | None = None
        self._notes: Iterator[Note] = iter(())
        self._duty = 0.0
        self._device: Any = None
        self._closed: Any = None
        self._frequencies: dict[str, float] = {}
        with self._silent_after_errors(f"the buzzer on GPIO {pin}"):
            self._open(pin, factory)

    @property
    def works(self) -> bool:
        return self._device is not None

    def play(self, melody: Melody, volume: Volume) -> None:
        """Start a melody instead of the one that is playing."""
        self._cancel_timer()
        self._duty = DUTY.get(volume, 0.0)
        self._notes = iter(melody if self._duty else ())
        self._next()

    def silence(self) -> None:
        self._cancel_timer()
        self._sound(_end)

    def close(self) -> None:
        """End the sound and release the pin."""
        self.silence()
        self._release()

    def _release(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            self._closed = device  # kept, or the garbage collector would try again to close it
            with suppress(Exception):  # the pin is released with the process at the latest
                device.close()

    def _open(self, pin: int, factory: Any) -> None:
        from gpiozero import TonalBuzzer  # from the extra "hub"
        from gpiozero.tones import Tone

        self._frequencies = {tone: Tone(tone).frequency for tone in TONES}
        self._device = TonalBuzzer(pin, mid_tone=MID_TONE, octaves=OCTAVES, pin_factory=factory)

    def _next(self) -> None:
        note = next(self._notes, None)
        if note is None:
            self.silence()
            return
        self._sound(partial(self._start, note.tone))
        if self._device is not None:
            self._timer = self._loop.call_at(self._loop.time() + note.seconds, self._next)

    def _start(self, tone: str | None, device: Any) -> None:
        """Start a tone. `TonalBuzzer.play` would always play it at a duty cycle of 50 %."""
        if tone is not None:
            device.pwm_device.pin.frequency = self._frequencies[tone]
        device.pwm_device.value = 0.0 if tone is None else self._duty

    def _sound(self, change: Callable[[Any], None]) -> None:
        if self._device is not None:
            with self._silent_after_errors("the buzzer"):
                change(self._device)

    @contextmanager
    def _silent_after_errors(self, what: str) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # from gpiozero, or from the library below it
            _log.warning("%s cannot be used, the table stays silent: %s", what, error)
            self._release()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _end(device: Any) -> None:
    """Stop the PWM, then pull the pin low: lgpio leaves it at the level it happens to have."""
    device.stop()
    device.pwm_device.value = 0.0
