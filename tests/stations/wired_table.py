"""A table whose stations have displays on modelled wires, with a simulated clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Self, TypedDict, Unpack

import pytest

from tests.models.fake_lgpio import FakeLgpio
from tests.models.i2c_bus import I2cBus
from tests.models.oled import Oled, OnI2c
from tests.models.sh1106 import Sh1106
from tests.models.spi_port import OnSpi, SpiPorts
from tests.models.ssd1306 import Ssd1306, Ssd1309
from tests.models.tca9548a import Tca9548a
from tests.table.autopilot import step
from tests.table.evening import Evening, in_game, new_play
from triqueta.config.reading import read_config
from triqueta.config.settings import Driver, Interface
from triqueta.games.triqueta.rules import Edition
from triqueta.screens.frame import Frame, picture
from triqueta.screens.station import TABLE, Contrasts, seat_station
from triqueta.stations.oled.bus import open_buses
from triqueta.stations.oled.wires import CONTRAST, DisplaySettings
from triqueta.table.events import Event

CHIPS = {Driver.SSD1306: Ssd1306, Driver.SH1106: Sh1106, Driver.SSD1309: Ssd1309}
I2C_TABLE = read_config('[display]\ninterface = "i2c"\n', "table.toml")
SWITCH = 0x70
LAST_SEAT = 5

SOUND_AND_LIGHTS = """
[sound]
pin = 18
[lights]
petal1 = 17
petal2 = 27
petal3 = 22
petal4 = 23
petal5 = 4
"""


class More(TypedDict, total=False):
    """The settings of a display that tests change."""

    interface: Interface
    address: int
    switch: int
    channel: int
    reset_pin: int | None
    rotation: int
    contrasts: Contrasts


def hub(driver: Driver = Driver.SSD1306, **more: Unpack[More]) -> dict[str, DisplaySettings]:
    return {TABLE: DisplaySettings(driver=driver, **more)}


def full_house(seats: Driver = Driver.SSD1306) -> dict[str, DisplaySettings]:
    """Return a hub's display on the bus, and five seats with one address behind the switch."""
    behind = {
        seat_station(seat): DisplaySettings(driver=seats, switch=SWITCH, channel=seat)
        for seat in range(LAST_SEAT)
    }
    return {**hub(address=0x3D), **behind}


class Wiring:
    """Chips connected according to settings, and the buses that the program opens for them.

    `kind` says how the chips on I2C answer reads.
    """

    def __init__(
        self,
        patch: pytest.MonkeyPatch,
        displays: Mapping[str, DisplaySettings],
        kind: Callable[[Oled], OnI2c] = OnI2c,
    ) -> None:
        self.patch = patch
        self._kind = kind
        self.now = 0.0
        self.told: list[tuple[str, bool]] = []
        self.slept: list[dict[str, bytes]] = []  # the pictures shown during each sleep
        self.i2c = I2cBus()
        self.i2c.pass_time = self._pass_time
        self.i2c.install(patch)
        self.switch = Tca9548a()
        self.lines = FakeLgpio()
        self.spi = SpiPorts(self.lines)
        self.chips: dict[str, Oled] = {}
        self.sides: dict[str, OnI2c | OnSpi] = {}
        for station, settings in displays.items():
            self._connect(station, settings)
        if self.spi.connected:
            self.lines.install(patch)
            self.spi.install(patch)
        self.buses = open_buses(displays, lambda: self.now, self._sleep, self._tell)
        self.bus = self.buses[0]

    def _connect(self, station: str, settings: DisplaySettings) -> None:
        chip = self.chips[station] = CHIPS[settings.driver]()
        if settings.interface == Interface.SPI:
            spi_side = self.sides[station] = OnSpi(chip, settings.dc_pin, settings.reset_pin)
            self.spi.connected[settings.spi_port, settings.spi_device] = spi_side
            return
        side = self.sides[station] = self._kind(chip)
        if settings.channel is None:
            self.i2c.trunk.append((settings.address, side))
            return
        if (SWITCH, self.switch) not in self.i2c.trunk:
            self.i2c.trunk.append((SWITCH, self.switch))
        self.switch.channels[settings.channel].append((settings.address, side))

    def on_i2c(self, station: str) -> OnI2c:
        side = self.sides[station]
        assert isinstance(side, OnI2c)
        return side

    def on_spi(self, station: str) -> OnSpi:
        side = self.sides[station]
        assert isinstance(side, OnSpi)
        return side

    def _tell(self, station: str, there: bool) -> None:
        self.told.append((station, there))

    def _pass_time(self, seconds: float) -> None:
        self.now += seconds

    def _sleep(self, seconds: float) -> None:
        self.slept.append({station: self.glass(station) for station in self.chips})
        self.now += seconds

    def glass(self, station: str) -> bytes:
        return self.chips[station].picture().tobytes()

    def post(self, frames: Mapping[str, Frame]) -> None:
        for station, frame in frames.items():
            self.bus.post(station, frame)

    def leave_lit(self, frame: Frame) -> Self:
        """Kill the process while every display shows a frame.

        Linux closes the open files; a chip may still wait for the end of a command.
        """
        for bus in self.buses:
            for station in bus.stations:
                bus.post(station, frame)
            bus.step()
        assert self.lit == set(self.chips)
        self.lines.close_all()
        self.spi.opened.clear()
        for chip in self.chips.values():
            chip.command(CONTRAST)
        return self

    @property
    def lit(self) -> set[str]:
        """The stations whose display is on."""
        return {station for station, chip in self.chips.items() if chip.lit}

    def run(self, seconds: float) -> None:
        """Let time pass, and have the bus do what is due."""
        until = self.now + seconds
        while (due := self.bus.step()) <= until:
            self.now = max(self.now, due)
        self.now = max(self.now, until)


def shown(wiring: Wiring, frame: Frame) -> Wiring:
    """Show a frame on the hub's display, and return the wiring."""
    wiring.post({TABLE: frame})
    wiring.bus.step()
    return wiring


class Sequence:
    """Records the order in which the chips receive a picture; calls `during` at the first.

    Two chips that receive a picture together are recorded one after the other.
    """

    def __init__(self, wiring: Wiring, during: Callable[[], None] = lambda: None) -> None:
        self.order: list[str] = []
        self._during = during
        for station, chip in wiring.chips.items():
            wiring.patch.setattr(chip, "data", partial(self._data, station, chip.data))

    def _data(self, station: str, data: Callable[[int], None], byte: int) -> None:
        data(byte)
        if station not in self.order[-2:]:
            self.order.append(station)
            during, self._during = self._during, lambda: None
            during()


class WiredTable:
    """A game on a wiring: after each key, every station whose frame changed is sent it."""

    def __init__(self, wiring: Wiring, seed: int = 1, edition: Edition = Edition.SHADOW) -> None:
        self.wiring = wiring
        self.pictures = 0
        self._rng = Random(seed)
        self.sent: dict[str, Frame] = {}
        seats = [seat for seat in range(LAST_SEAT) if seat_station(seat) in wiring.chips]
        self.evening: Evening = in_game(new_play(edition=edition, players=len(seats) or 3), seats)
        self.evening.after = self._after
        self._push()

    @property
    def over(self) -> bool:
        return self.evening.session.over

    def step(self) -> None:
        step(self.evening, self._rng)

    def _after(self, event: Event) -> None:
        self.wiring.now += 0.1
        self._push()

    def _push(self) -> None:
        frames = self.evening.table.frames()
        news = {at: frame for at, frame in frames.items() if self.sent.get(at) != frame}
        self.sent.update(news)
        self.pictures += len(news)
        self.wiring.post(news)
        self.wiring.bus.step()
        self.after_push()

    def after_push(self) -> None:
        """Do nothing; subclasses check every picture here."""

    def wrong(self) -> list[str]:
        """Return the stations whose display does not show the last frame they were sent."""
        return [
            station
            for station, frame in self.sent.items()
            if self.wiring.glass(station) != picture(frame).tobytes()
        ]
