"""The hub: the keys and displays that are wired to the Raspberry Pi itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from triqueta.config.settings import TableConfig
from triqueta.runtime.host import Host
from triqueta.screens.frame import Frame, dark
from triqueta.screens.phrases import Text, say
from triqueta.screens.station import TABLE, Key, seat_station
from triqueta.stations.keys import GpioKeys, Loop
from triqueta.stations.oled.bus import DisplayBus


def stuck(key: Key) -> Text:
    """Return the text for a key that was down before anyone could have pressed it."""
    if key.is_petal:
        return say("Petal key {number} is stuck", number=key.number)
    return say("Soft key {number} is stuck", number=key.number)


BEAT_SECONDS = 0.5


class Hub:
    """The wired keys and displays of a table; `factory` is gpiozero's pin factory."""

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
        self._buses = buses
        self._closed = False
        self.shown = asyncio.Event()  # the table's picture is on its display
        for bus in buses:
            bus.tell_to(self._tell)
            if TABLE in bus.stations:
                bus.call_when_shown(TABLE, self._table_shown)
            for station in bus.stations:
                self._attach(bus, station)
            bus.start()  # with the table's picture, no longer with the greeting
        self._beat()
        self._tell_stuck()

    def _beat(self) -> None:
        """Send the threads of the displays the heartbeat of the event loop."""
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
            partial(self._host.press, station, self),
            partial(self._host.up, station),
            loop=self._loop,
            factory=factory,
        )

    def _attach(self, bus: DisplayBus, station: str) -> None:
        keyless = not self._pins[station]
        sink = partial(self._post, bus, station)
        self._host.attach(station, sink, self, keyless=keyless, yields=True)

    def _post(self, bus: DisplayBus, station: str, frame: Frame) -> None:
        bus.post(station, frame, first=station == self._host.acting)

    def _table_shown(self) -> None:
        """Note that the table's picture is shown; the bus's thread calls this."""
        self._loop.call_soon_threadsafe(self.shown.set)

    def _tell(self, station: str, there: bool) -> None:
        """Note that a display is gone or back; the thread of its bus calls this."""
        self._loop.call_soon_threadsafe(self._display_changed, station, there)

    def _display_changed(self, station: str, there: bool) -> None:
        """Move a seat whose display is gone to the table's display, or back; the table stays."""
        bus = next(bus for bus in self._buses if station in bus.stations)
        if station == TABLE:
            return
        if there:
            self._attach(bus, station)
        else:
            self._host.detach(station, self)
            bus.post(station, dark(self._host.table.language))  # for when it comes back

    def close(self) -> None:
        """Say goodbye on every display, then leave them dark; let go of the keys.

        If the machine is to be switched off, the table's display goes on saying when to unplug.
        """
        self._closed = True
        for keys in self._keys.values():
            keys.close()
        table = self._host.table
        last = {TABLE: table.unplugging()} if table.powered_off else {}
        for bus in self._buses:
            bus.end(table.goodbye(), last)
        for bus in self._buses:
            bus.close()
