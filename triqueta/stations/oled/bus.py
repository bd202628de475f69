"""The thread that owns a bus and sends pictures to the displays on it.

A display that fails never disturbs the game. The thread retries until the display answers, and
then sends it the newest picture.

The event loop sends a heartbeat twice a second. A hanging loop can't hide a secret in time, so
this thread darkens private pictures until the loop runs again.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from triqueta.screens.frame import Frame, dark, picture
from triqueta.stations.oled.display import Display
from triqueta.stations.oled.wires import DisplaySettings, I2cBus, open_wire

log = logging.getLogger("triqueta.oled")

CHECK_SECONDS = 0.3
TELL_AGAIN_SECONDS = 0.8  # resending a whole picture takes 3 % of a bus at 400 kHz
RETRY_SECONDS = 0.3
RESET_SECONDS = 10.0
"""Minimum time between resets of a display that can't report a loss of power.

A reset makes the display blink: by the data sheets, it may take up to 100 ms to light up again.
So a display is reset only together with a new picture, and not with every picture.
"""
GOODBYE_SECONDS = 1.5
GONE_SECONDS = 3.0
STALL_SECONDS = 2.0  # without a heartbeat, after which the event loop counts as hanging
_LONGEST_GOODBYE = 8.0
NEVER = float("inf")

TellGone: TypeAlias = Callable[[str, bool], None]
"""Called with (station, is_there) in the bus's thread when a display is gone or back."""


def _ignore(station: str, there: bool) -> None:
    pass


class StationDisplay:
    """A station's display, the frame that it shows, and the newest frame to show next."""

    def __init__(self, station: str, display: Display, tell: TellGone = _ignore) -> None:
        self.station = station
        self.display = display
        self.tell = tell
        self.due = NEVER  # time of the next check or retry, needed even without a new frame
        self._frame: Frame | None = None
        self._news: deque[Frame] = deque(maxlen=1)
        self._hides_private = False
        self._draws_again = False  # whether to redraw the last frame, to hide or show it again
        self._lost_at: float | None = None
        self._started_at = 0.0  # when its chip was last started
        self._told_gone = False
        self.when_shown: Callable[[], object] | None = None

    @property
    def has_news(self) -> bool:
        """Whether there is a new picture to send now. A lost display waits for its next retry."""
        return (bool(self._news) or self._draws_again) and not self._lost

    @property
    def _lost(self) -> bool:
        return self._lost_at is not None

    def post(self, frame: Frame) -> None:
        """Set the next frame, replacing any that was not shown yet. Other threads call this."""
        self._news.append(frame)

    def hide_private(self, hide: bool) -> None:
        """Schedule a redraw that darkens private pictures, or shows them again."""
        if hide is not self._hides_private:
            self._hides_private = hide
            self._draws_again = self._frame is not None and self._frame.private

    def step(self, now: float) -> None:
        if self._lost and now < self.due:
            return
        news = self._take_news()
        if not news and now < self.due:
            return
        try:
            self._work(now, redraw=news or self._lost)
        except Exception as error:  # no error may affect the other displays
            self._fail(error, now)
        else:
            self._succeed(now, checked=not news)

    def step_with(self, other: StationDisplay, now: float) -> bool:
        """Send the new frame to two displays at once if both need it; return whether it was sent.

        If the transfer fails, both count as lost, and each is restarted separately.
        """
        frame = self._shareable()
        if frame is None or other._shareable() != frame:
            return False
        both = (self, other)
        try:
            if not self.display.show_with(other.display, picture(frame), frame.light):
                return False
        except Exception as error:  # treat it as a failure of each display
            for display in both:
                display._take(frame)
                display._fail(error, now)
        else:
            for display in both:
                display._take(frame)
                display._succeed(now, checked=False)
        return True

    def _shareable(self) -> Frame | None:
        """Return the new frame, or None if there is none or if it may have to be hidden."""
        if self._draws_again or self._hides_private:
            return None
        with suppress(IndexError):
            return self._news[0]
        return None

    def _take(self, frame: Frame) -> None:
        """Record the frame that was sent. A newer frame that arrived meanwhile stays queued."""
        self._frame = frame
        with suppress(ValueError, IndexError):  # another thread has replaced it
            self._news.remove(frame)

    def close(self, last: Frame | None = None) -> None:
        try:
            if last is None:
                self.display.close()
            else:
                self.display.leave(picture(last), last.light)
        except Exception as error:  # the other displays must still be closed
            self._fail(error, 0.0)

    def _take_news(self) -> bool:
        again, self._draws_again = self._draws_again, False
        try:
            self._frame = self._news.pop()
        except IndexError:
            return again
        return True

    def _work(self, now: float, *, redraw: bool) -> None:
        frame = self._frame
        if frame is None:
            return
        if frame.private and self._hides_private:
            frame = dark(frame.language)
        if redraw:
            suspect = self.display.needs_reset and now - self._started_at >= RESET_SECONDS
            if self.display.show(picture(frame), frame.light, restart=suspect):
                self._started_at = now
        elif not self.display.check():
            log.warning("display of %s had lost its state and was sent it again", self.station)

    def _fail(self, error: Exception, now: float) -> None:
        """Schedule a retry: immediately after the first failure, later after the next ones."""
        if self._lost_at is None:
            self._lost_at = self.due = now
            log.warning("display of %s lost: %s", self.station, type(error).__name__)
            return
        self.due = now + RETRY_SECONDS
        if now - self._lost_at >= GONE_SECONDS and not self._told_gone:
            self._told_gone = True
            self._report(partial(self.tell, self.station, False))

    def _succeed(self, now: float, *, checked: bool) -> None:
        if checked or self._lost or self.due == NEVER:  # new pictures don't delay the check
            self.due = now + (CHECK_SECONDS if self.display.believed else TELL_AGAIN_SECONDS)
        if self._lost:
            log.info("display of %s is back", self.station)
        if self._told_gone:
            self._report(partial(self.tell, self.station, True))
        self._lost_at, self._told_gone = None, False
        if self.when_shown is not None and self._frame is not None:
            self._report(self.when_shown)
            self.when_shown = None

    def _report(self, tell: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the event loop has ended
            tell()


class DisplayBus:
    """The displays of one bus and the thread that serves them.

    Other threads call `post` and `beat` at any time.
    """

    def __init__(
        self,
        displays: Mapping[str, Display],
        name: str = "displays",
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        tell: TellGone = _ignore,
    ) -> None:
        self._displays = {
            station: StationDisplay(station, display, tell)
            for station, display in displays.items()
        }
        self._first = next(iter(displays))
        self._name = name
        self._clock = clock
        self._sleep = sleep
        self._wake = threading.Event()
        self._beaten = NEVER  # time of the last heartbeat; NEVER before the first
        self._stalled = False
        self._closing = False
        self._goodbye: Frame | None = None
        self._last: Mapping[str, Frame] = {}
        self._thread: threading.Thread | None = None

    @property
    def stations(self) -> tuple[str, ...]:
        return tuple(self._displays)

    @property
    def started(self) -> bool:
        return self._thread is not None

    def tell_to(self, tell: TellGone) -> None:
        """Set the function to call when a display is gone or back. Call this before `start`."""
        for display in self._displays.values():
            display.tell = tell

    def call_when_shown(self, station: str, callback: Callable[[], object]) -> None:
        """Call `callback` once, in the bus's thread, when a station shows its next picture."""
        self._displays[station].when_shown = callback

    def post(self, station: str, frame: Frame, *, first: bool = False) -> None:
        """Queue a frame for a display and return immediately.

        With `first`, this display is served before the others from now on.
        """
        if first:
            self._first = station
        self._displays[station].post(frame)
        self._wake.set()

    def beat(self) -> None:
        """Record a heartbeat of the event loop, so that private pictures stay visible.

        After a stall, only the second heartbeat counts: by then the loop has handled the events it
        missed, such as the release of a Look key.
        """
        now = self._clock()
        in_time = now - self._beaten < STALL_SECONDS
        self._beaten = now
        if self._stalled and in_time:
            self._stalled = False
            log.info("the event loop runs again: private pictures are shown")
            self._wake.set()

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def end(self, goodbye: Frame, last: Mapping[str, Frame] = MappingProxyType({})) -> None:
        """Start to close: show `goodbye` for a moment. All buses can do this at the same time.

        Stations in `last` then show that frame until the power is gone. The others are dark.
        """
        self._goodbye, self._last, self._closing = goodbye, last, True
        self._beaten = NEVER  # no more heartbeats are expected
        self._wake.set()

    def close(self) -> None:
        """Switch off all displays and clear their memory, except for frames in `last` of `end`."""
        self._closing = True
        self._wake.set()
        if self._thread is None:
            self._finish()
        else:
            self._thread.join(_LONGEST_GOODBYE)

    def step(self) -> float:
        """Send new pictures and run due checks; return the time at which the next check is due."""
        self._watch_loop()
        due = [display for display in self._displays.values() if display.due <= self._clock()]
        self._show_news()
        for display in due:
            display.step(self._clock())
            self._show_news()
        stall_due = NEVER if self._stalled else self._beaten + STALL_SECONDS
        return min(stall_due, *(display.due for display in self._displays.values()))

    def _watch_loop(self) -> None:
        if not self._stalled and self._clock() >= self._beaten + STALL_SECONDS:
            self._stalled = True
            log.warning("the event loop hangs: private pictures are dark")
        for display in self._displays.values():
            display.hide_private(self._stalled)

    def _show_news(self) -> None:
        """Send all new pictures. They come before checks, because a player is waiting for them.

        A whole picture takes 23 ms.
        """
        while news := [display for display in self._displays.values() if display.has_news]:
            urgent = min(news, key=lambda display: display.station != self._first)
            others = (display for display in news if display is not urgent)
            if not any(urgent.step_with(other, self._clock()) for other in others):
                urgent.step(self._clock())

    def _run(self) -> None:
        while not self._closing:
            self._wake.clear()
            due = self.step()
            self._wake.wait(None if due == NEVER else max(0.0, due - self._clock()))
        self._finish()

    def _finish(self) -> None:
        if self._goodbye is not None:
            for station in self._displays:
                self.post(station, self._goodbye)
            self.step()
            self._sleep(GOODBYE_SECONDS)
        for station, display in self._displays.items():
            display.close(self._last.get(station))


def open_display(settings: DisplaySettings, bus: I2cBus | None = None) -> Display:
    """Return a display. Its wire is not opened before the first picture."""
    return Display(settings, open_wire(settings, bus))


def open_buses(
    stations: Mapping[str, DisplaySettings],
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
    tell: TellGone = _ignore,
) -> list[DisplayBus]:
    """Return the buses of these stations' displays. Call `start` on each to run it."""
    wires: dict[str, dict[str, DisplaySettings]] = {}
    for station, settings in stations.items():
        wires.setdefault(settings.wire, {})[station] = settings
    return [
        DisplayBus(_open_displays(on_it), name, clock, sleep, tell)
        for name, on_it in wires.items()
    ]


def _open_displays(stations: Mapping[str, DisplaySettings]) -> dict[str, Display]:
    some = next(iter(stations.values()))
    switches = {settings.switch for settings in stations.values()} - {None}
    bus = I2cBus(some.i2c_bus, next(iter(switches), None))
    return {station: open_display(settings, bus) for station, settings in stations.items()}
