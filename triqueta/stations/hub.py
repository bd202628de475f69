"""The hub: the keys and displays that are wired directly to the Raspberry Pi."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from triqueta.config.settings import TableConfig
from triqueta.runtime.host import Host
from triqueta.screens.frame import Frame, Light, dark
from triqueta.screens.phrases import Text, say
from triqueta.screens.station import TABLE, Key, seat_station
from triqueta.stations.keys import GpioKeys, Loop
from triqueta.stations.lights import PetalLights
from triqueta.stations.oled.bus import DisplayBus
from triqueta.stations.sound import TICK, Buzzer, Melody, melody_of
from triqueta.table.cues import Cues


def stuck(key: Key) -> Text:
    """Return the text for a key that was already down when the program started."""
    if key.is_petal:
        return say("Petal key {number} is stuck", number=key.number)
    return say("Soft key {number} is stuck", number=key.number)


BEAT_SECONDS = 0.5


class Hub:
    """The wired parts of a table: keys and displays, and a buzzer and lights if it has them.

    `factory` is gpiozero's pin factory.
    """

    def __init__(
        self,
        host: Host,
        config: TableConfig,
        factory: Any,
        buses: Sequence[DisplayBus],
        loop: Loop | None = None,
    ) -> None:
        self._host = host
        self._loop: Loop = loop or asyncio.get_running_loop()
        self._pins = {seat_station(seat.number - 1): seat.keys.by_key for seat in config.seats}
        self._pins[TABLE] = config.keys.by_key
        self._keys = {
            name: self._open_keys(name, factory) for name, pins in self._pins.items() if pins
        }
        self._is_dark = True  # whether the table's display is off
        self._lights = self._open_lights(config, factory)
        self._buzzer = self._open_buzzer(config, factory)
        self._cues = Cues(host.table)
        if self._buzzer is not None:
            host.watch(self._play_cues)
        self._buses = buses
        self._closed = False
        self.shown = asyncio.Event()  # set once the table's picture is on its display
        for bus in buses:
            bus.tell_to(self._tell)
            if TABLE in bus.stations:
                bus.call_when_shown(TABLE, self._table_shown)
            for station in bus.stations:
                self._attach(bus, station)
            bus.start()  # after posting the table's picture, which replaces the greeting
        self._beat()
        self._tell_stuck()

    def _beat(self) -> None:
        """Send a heartbeat of the event loop to the threads of the displays, twice a second."""
        if self._closed:
            return
        for bus in self._buses:
            bus.beat()
        self._loop.call_at(self._loop.time() + BEAT_SECONDS, self._beat)

    def _tell_stuck(self) -> None:
        for station, keys in self._keys.items():
            for key in keys.stuck:
                self._host.tell(stuck(key), station)

    def _open_keys(self, station: str, factory: Any) -> GpioKeys:
        return GpioKeys(
            self._pins[station],
            partial(self._pressed, station),
            partial(self._host.up, station),
            loop=self._loop,
            factory=factory,
        )

    def _open_lights(self, config: TableConfig, factory: Any) -> PetalLights | None:
        pins = config.lights.by_key
        return PetalLights(pins, loop=self._loop, factory=factory) if pins else None

    def _open_buzzer(self, config: TableConfig, factory: Any) -> Buzzer | None:
        pin = config.sound.pin
        return None if pin is None else Buzzer(pin, loop=self._loop, factory=factory)

    def _pressed(self, station: str, key: Key) -> None:
        """Handle a key press. A key of the table ticks, whether it does something or not."""
        if station == TABLE:
            self._play(TICK)
        self._host.press(station, self, key)

    def _play_cues(self) -> None:
        """Play what has just happened in the game, after all stations have shown it."""
        cues = self._cues.news()
        if cues:
            self._play(melody_of(cues))

    def _play(self, melody: Melody) -> None:
        """Play a melody, unless the display is off."""
        if self._buzzer is not None and not self._is_dark:
            self._buzzer.play(melody, self._host.table.preferences.volume)

    def _attach(self, bus: DisplayBus, station: str) -> None:
        keyless = not self._pins[station]
        sink = partial(self._post, bus, station)
        self._host.attach(station, sink, self, keyless=keyless, yields=True)

    def _post(self, bus: DisplayBus, station: str, frame: Frame) -> None:
        if station == TABLE:
            self._is_dark = frame.light is Light.OFF
            if self._lights is not None:
                self._lights.show(frame)
        bus.post(station, frame, first=station == self._host.acting)

    def _table_shown(self) -> None:
        """Set `shown`. The thread of the bus calls this."""
        self._loop.call_soon_threadsafe(self.shown.set)

    def _tell(self, station: str, there: bool) -> None:
        """Report to the event loop that a display is gone or back. The bus thread calls this."""
        self._loop.call_soon_threadsafe(self._display_changed, station, there)

    def _display_changed(self, station: str, there: bool) -> None:
        """Detach the station of a seat whose display is gone, or attach it when it is back.

        Without its display, the seat uses the table's screen. The table station stays attached.
        """
        bus = next(bus for bus in self._buses if station in bus.stations)
        if station == TABLE:
            return
        if there:
            self._attach(bus, station)
        else:
            self._host.detach(station, self)
            bus.post(station, dark(self._host.table.language))  # shown if the display comes back

    def close(self) -> None:
        """Release the keys, show a goodbye on every display, then switch the displays off.

        The lights go out, and the buzzer is silent.

        If the machine powers off, the table's display stays on and says when to unplug.
        """
        self._closed = True
        for keys in self._keys.values():
            keys.close()
        if self._lights is not None:
            self._lights.close()
        if self._buzzer is not None:
            self._host.unwatch(self._play_cues)
            self._buzzer.close()
        table = self._host.table
        last = {TABLE: table.unplugging()} if table.powered_off else {}
        for bus in self._buses:
            bus.end(table.goodbye(), last)
        for bus in self._buses:
            bus.close()
