"""The thread that owns a bus: whoever has a picture for one of its displays leaves it here.

A display that fails never bothers the game: it is tried again until it answers, and then shows
what is the newest by that time.

The event loop sends a heartbeat twice a second. While it hangs, it can't hide a secret whose time
is over, so this thread darkens private pictures until the loop runs again.
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
TELL_AGAIN_SECONDS = 0.8  # a whole picture each time: 3 % of a bus at 400 kHz
RETRY_SECONDS = 0.3
RESET_SECONDS = 10.0
"""How often, at most, a display is reset that can't say whether it lost its power.

A reset costs a blink: the data sheets allow the glass up to 100 ms to light up again. So it comes
with a new picture only, and not with every one of them.
"""
GOODBYE_SECONDS = 1.5
GONE_SECONDS = 3.0
STALL_SECONDS = 2.0  # without a heartbeat; then the event loop counts as hanging
_LONGEST_GOODBYE = 8.0
NEVER = float("inf")

TellGone: TypeAlias = Callable[[str, bool], None]
"""Told, in the bus's thread, that a station's display has been gone for a while, or is back."""


def _tell_nobody(station: str, there: bool) -> None:
    pass


class StationDisplay:
    """A station's display and the frames for it: the newest, and the one that it shows."""

    def __init__(self, station: str, display: Display, tell: TellGone = _tell_nobody) -> None:
        self.station = station
        self.display = display
        self.tell = tell
        self.due = NEVER  # when something has to be done with no news
        self._frame: Frame | None = None
        self._news: deque[Frame] = deque(maxlen=1)
        self._hides_private = False
        self._draws_again = False  # without a new frame: the last one is hidden or shown again
        self._lost_at: float | None = None
        self._started_at = 0.0  # when its chip was
        self._told_gone = False
        self.when_shown: Callable[[], object] | None = None

    @property
    def has_news(self) -> bool:
        """Whether it can be shown something new: one that is lost is tried when that is due."""
        return (bool(self._news) or self._draws_again) and not self._lost

    @property
    def _lost(self) -> bool:
        return self._lost_at is not None

    def post(self, frame: Frame) -> None:
        """Called by other threads: the newest frame wins."""
        self._news.append(frame)

    def hide_private(self, hide: bool) -> None:
        """Darken private pictures, or show them again."""
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
        except Exception as error:  # whatever it is, the other displays go on
            self._fail(error, now)
        else:
            self._succeed(now, checked=not news)

    def step_with(self, other: StationDisplay, now: float) -> bool:
        """Show the news of two displays at once, if they are the same; return whether they were.

        If that fails, both count as lost, and each is started again by itself.
        """
        frame = self._shareable()
        if frame is None or other._shareable() != frame:
            return False
        both = (self, other)
        try:
            if not self.display.show_with(other.display, picture(frame), frame.light):
                return False
        except Exception as error:  # as if each had failed by itself
            for display in both:
                display._take(frame)
                display._fail(error, now)
        else:
            for display in both:
                display._take(frame)
                display._succeed(now, checked=False)
        return True

    def _shareable(self) -> Frame | None:
        """Return the frame that is new, unless it has to be hidden or there is none."""
        if self._draws_again or self._hides_private:
            return None
        with suppress(IndexError):  # another thread never takes it away, but replaces it
            return self._news[0]
        return None

    def _take(self, frame: Frame) -> None:
        """Note what was sent; a newer frame that came meanwhile stays news."""
        self._frame = frame
        with suppress(ValueError, IndexError):  # replaced, be it in this very moment
            self._news.remove(frame)

    def close(self, last: Frame | None = None) -> None:
        try:
            if last is None:
                self.display.close()
            else:
                self.display.leave(picture(last), last.light)
        except Exception as error:  # it is gone, and the others are still to be closed
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
            log.warning("display of %s had to be told again", self.station)

    def _fail(self, error: Exception, now: float) -> None:
        """The first failure may be a moment's: once more at once, then from time to time."""
        if self._lost_at is None:
            self._lost_at = self.due = now
            log.warning("display of %s lost: %s", self.station, type(error).__name__)
            return
        self.due = now + RETRY_SECONDS
        if now - self._lost_at >= GONE_SECONDS and not self._told_gone:
            self._told_gone = True
            self._report(partial(self.tell, self.station, False))

    def _succeed(self, now: float, *, checked: bool) -> None:
        if checked or self._lost or self.due == NEVER:  # however many pictures there are
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
        with suppress(RuntimeError):  # the event loop that would hear it has ended
            tell()


class DisplayBus:
    """The displays of one bus. All but `post` and `beat` run in the bus's own thread."""

    def __init__(
        self,
        displays: Mapping[str, Display],
        name: str = "displays",
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        tell: TellGone = _tell_nobody,
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
        self._beaten = NEVER  # time of the last heartbeat; there was none yet
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
        """Who wants to know, from now on, whether displays are there; before the start."""
        for display in self._displays.values():
            display.tell = tell

    def call_when_shown(self, station: str, callback: Callable[[], object]) -> None:
        """Call `callback` once, in the bus's thread, when a station shows its next picture."""
        self._displays[station].when_shown = callback

    def post(self, station: str, frame: Frame, *, first: bool = False) -> None:
        """Leave a frame for a display; returns at once. The last that was to be first is first."""
        if first:
            self._first = station
        self._displays[station].post(frame)
        self._wake.set()

    def beat(self) -> None:
        """Take the heartbeat of the event loop: private pictures may be shown.

        After a stall only the second one counts: by then the loop has handled what it missed,
        for example that a Look key came up.
        """
        now = self._clock()
        in_time = now - self._beaten < STALL_SECONDS
        self._beaten = now
        if self._stalled and in_time:
            self._stalled = False
            log.info("the event loop turns again: private pictures are shown")
            self._wake.set()

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def end(self, goodbye: Frame, last: Mapping[str, Frame] = MappingProxyType({})) -> None:
        """Begin to close: say goodbye for a moment, as other buses do meanwhile.

        `last` is what some stations show then, instead of being dark, until the power is gone.
        """
        self._goodbye, self._last, self._closing = goodbye, last, True
        self._beaten = NEVER  # there are no more heartbeats
        self._wake.set()

    def close(self) -> None:
        """In the end every glass is dark, every memory empty, but for what was to be last."""
        self._closing = True
        self._wake.set()
        if self._thread is None:
            self._finish()
        else:
            self._thread.join(_LONGEST_GOODBYE)

    def step(self) -> float:
        """Do what there is to do; the time at which there is more, news apart."""
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
            log.warning("the event loop has stopped: private pictures are dark")
        for display in self._displays.values():
            display.hide_private(self._stalled)

    def _show_news(self) -> None:
        """Whatever else is due, somebody waits for these: a whole picture takes 23 ms."""
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
    """A display as it is connected; nothing is sent, or even opened, before its first picture."""
    return Display(settings, open_wire(settings, bus))


def open_buses(
    stations: Mapping[str, DisplaySettings],
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
    tell: TellGone = _tell_nobody,
) -> list[DisplayBus]:
    """The buses that the displays of some stations need, not started yet."""
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
