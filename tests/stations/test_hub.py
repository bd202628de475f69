"""Tests of the whole device, with keys on gpiozero's mock pins and displays on modelled chips."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Self

import pytest
from gpiozero.pins.mock import MockFactory

from tests.models.oled import Oled
from tests.profiles import first
from tests.stations.kinds import WIRED_SEAT
from tests.stations.test_keys import FakeLoop, WiredPin
from tests.stations.wired_table import Sequence, Wiring
from tests.table.autopilot import finish, step
from tests.table.evening import Evening, new_play
from tests.table.services import services
from tests.table.set_up import CHECK, START
from triqueta.config.reading import read_config
from triqueta.config.settings import TableConfig
from triqueta.games.triqueta.rules import Edition
from triqueta.runtime.host import Host
from triqueta.screens.frame import Frame, Light, picture
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE, Key, seat_station
from triqueta.stations.hub import Hub
from triqueta.stations.oled.display import pages_of
from triqueta.stations.oled.wires import displays_of
from triqueta.table.events import Event, KeyDown, KeyUp, Tick
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

ON_I2C = '[display]\ninterface = "i2c"\n'
FIVE_DISPLAYS = "[[seat]]\n" * 5
FIVE_AND_A_HUB_ON_I2C = "[display]\naddress = 0x3D\n" + FIVE_DISPLAYS
TWO_SEATS = WIRED_SEAT + "[[seat]]\n"  # the first has keys, the second does not


class Device(Evening):
    """An evening whose keys are pins and whose screens are chips."""

    PIN_CLASS = WiredPin

    def __init__(
        self, patch: pytest.MonkeyPatch, config: TableConfig, session: bool = True
    ) -> None:
        super().__init__()
        self.pins = MockFactory(pin_class=self.PIN_CLASS)
        self.loop = FakeLoop()
        self.wiring = Wiring(patch, displays_of(config))
        for bus in self.wiring.buses:
            patch.setattr(bus, "start", lambda: None)  # `settle` does the thread's work
        seats = len(config.seats) or 3
        state = TableState(
            Preferences(Language.ENGLISH),
            session=new_play(edition=Edition.SHADOW, players=max(2, seats)) if session else None,
        )
        self.table = Table(services(lambda: bytes(32)), state)
        self.host = Host(self.table, clock=self.loop.time)
        self._pins = {seat_station(s.number - 1): s.keys.by_key for s in config.seats}
        self._pins[TABLE] = config.keys.by_key
        self.hub = Hub(self.host, config, self.pins, self.wiring.buses, self.loop)
        self.settle()

    def handle(self, event: Event) -> None:
        match event:
            case KeyDown(station=station, key=key):
                self.pins.pin(self._pins[station][key]).drive_low()
            case KeyUp(station=station, key=key):
                self.loop.pass_time(0.6)  # players look at least this long
                self.pins.pin(self._pins[station][key]).drive_high()
            case _:
                self.host.handle(event)
        self.loop.pass_time(0.05)
        self.settle()

    def wait(self, seconds: float) -> Self:
        """Let time pass for the table and the event loop, whose clock is not `self.time`."""
        self.loop.pass_time(seconds)
        self.host.handle(Tick(self.loop.time()))
        self.settle()
        return self

    def settle(self) -> None:
        for bus in self.wiring.buses:
            bus.step()

    def pass_time(self, seconds: float) -> None:
        """Let time pass for the displays and the event loop, so that reports arrive."""
        until = self.wiring.now + seconds
        while self.wiring.now < until:
            self.wiring.now += 0.3
            self.settle()
            self.loop.pass_time(0.3)
        self.settle()

    def stall(self, seconds: float) -> None:
        """Let time pass for the displays while the event loop hangs."""
        self.wiring.now += seconds
        self.settle()

    def pull_out(self, station: str) -> Callable[[], None]:
        """Unplug a display, wait until that is noticed, and return a function to plug it in."""
        side = self.wiring.on_i2c(station)
        self.wiring.i2c.unplug(side)
        self.pass_time(6.0)
        return lambda: self.wiring.i2c.plug_in(side, Random(1))

    def check(self) -> None:
        """Check that every display shows its station's frame."""
        for station, frame in self.table.frames().items():
            assert self.glass(station) == picture(frame).tobytes(), station

    def glass(self, station: str = TABLE) -> bytes:
        return self.wiring.glass(station)


def on_a_device(
    patch: pytest.MonkeyPatch,
    settings: str,
    test: Callable[[Device], None],
    *,
    session: bool = True,
) -> None:
    async def run() -> None:
        test(Device(patch, read_config(settings, "table.toml"), session))

    asyncio.run(run())


@pytest.mark.parametrize(
    "settings", first(["", FIVE_DISPLAYS, ON_I2C, FIVE_AND_A_HUB_ON_I2C, TWO_SEATS], 2)
)
def test_a_whole_game_by_pins_and_chips(monkeypatch: pytest.MonkeyPatch, settings: str) -> None:
    def test(device: Device) -> None:
        rng = Random(3)
        device.press("petal1")
        device.check()
        while device.table.session is not None and not device.table.session.over:
            step(device, rng)
            device.check()
        finish(device, rng)
        device.check()

    on_a_device(monkeypatch, settings, test)


def test_a_game_is_set_up_by_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    def test(device: Device) -> None:
        device.press(f"petal2 soft2 petal1 petal2 {CHECK} petal3 {START} petal1")
        assert device.says().startswith("Player 2's turn")
        device.check()

    on_a_device(monkeypatch, "", test, session=False)


def test_the_secret_is_on_the_display_of_the_seat_and_the_choice_at_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def test(device: Device) -> None:
        device.press("petal1 petal1")
        assert device.says("seat1").startswith("Row" if "Row" in device.says("seat1") else "Which")
        assert device.says().startswith("Ana: row or keep?")
        assert "Look" not in device.says()
        assert device.frame("seat1").screen.soft == (None, None, None)
        device.press("petal2")
        assert device.session._game.moves == ["d1", "r2"]
        device.press("soft2 petal4 petal1")  # Info, my kept tiles, Ana
        assert device.says("seat1").startswith("Ana: kept tiles")
        device.press("petal1")
        assert not device.says("seat1").startswith("Ana: kept tiles")

    on_a_device(monkeypatch, FIVE_DISPLAYS, test)


def test_a_stuck_key_is_reported_at_its_station_and_does_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(WiredPin, "held", {TableConfig().keys.petal1})

    def test(device: Device) -> None:
        assert device.told() == "Petal key 1 is stuck"
        assert device.says().startswith("Interrupted")
        device.press("petal2 petal1")  # the stuck key is released at last
        assert device.says().startswith("Quit this game?")
        device.press("petal1")
        assert device.says().startswith("Interrupted")

    on_a_device(monkeypatch, "", test)


def test_a_seat_whose_display_is_gone_uses_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def test(device: Device) -> None:
        device.press("petal1 petal1")
        secret = device.glass("seat1")
        plug = device.pull_out("seat1")
        assert not device.table.has_station(0)
        assert device.says().startswith("Ana: display asleep")
        device.press("petal2")
        assert device.says().startswith("Ana: row or keep?")
        assert "Look" in device.says()
        plug()
        for _ in range(3):
            device.wiring.now += 0.3
            device.settle()
            assert device.glass("seat1") != secret or device.table.has_station(0)
        device.loop.pass_time(0.0)
        device.settle()
        assert device.table.has_station(0)
        device.check()

    on_a_device(monkeypatch, FIVE_DISPLAYS, test)


@pytest.mark.parametrize("taken", ["before", "while it was away"])
def test_a_display_that_comes_back_leaves_its_seat_to_the_phone_that_has_it(
    monkeypatch: pytest.MonkeyPatch, taken: str
) -> None:
    def test(device: Device) -> None:
        device.press("petal1 petal1")
        seen: list[Frame] = []
        if taken == "before":
            device.host.attach("seat1", seen.append, "phone")
        plug = device.pull_out("seat1")
        if taken != "before":
            device.host.attach("seat1", seen.append, "phone")
        shown = len(seen)
        plug()
        device.pass_time(2.0)
        assert len(seen) == shown  # nothing has happened to the phone
        assert seen[-1] == device.frame("seat1")
        assert seen[-1].light is Light.FULL
        assert not any(device.glass("seat1"))
        device.host.detach("seat1", "phone")  # now the display has the seat again
        device.settle()
        device.check()
        assert any(device.glass("seat1"))

    on_a_device(monkeypatch, FIVE_DISPLAYS, test)


def test_pages_open_on_the_phone_stay_open_while_a_dark_display_comes_and_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def test(device: Device) -> None:
        device.press("petal1 petal1")
        device.host.attach("seat1", lambda frame: None, "phone")
        turn = device.says("seat1")
        device.host.down("seat1", Key.SOFT2)
        info = device.says("seat1")
        assert info != turn
        plug = device.pull_out("seat1")
        assert device.says("seat1") == info
        plug()
        device.pass_time(2.0)
        assert device.says("seat1") == info

    on_a_device(monkeypatch, FIVE_DISPLAYS, test)


def test_a_key_of_a_wired_seat_that_a_phone_has_only_brings_it_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def test(device: Device) -> None:
        device.press("petal1").press("petal1", "seat1")
        seen: list[Frame] = []
        device.host.attach("seat1", seen.append, "phone")
        moves = list(device.session._game.moves)
        device.press("petal2", "seat1")
        assert device.session._game.moves == moves  # the player could not see what it would do
        assert seen[-1].light is Light.OFF
        device.check()
        assert any(device.glass("seat1"))
        device.press("petal2", "seat1")
        assert device.session._game.moves == [*moves, "d2"]

    on_a_device(monkeypatch, TWO_SEATS, test)


def test_a_key_that_brings_a_seat_back_lights_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def test(device: Device) -> None:
        device.press("petal1")
        device.host.attach("seat1", lambda frame: None, "phone")
        device.loop.pass_time(3600.0)
        device.host.handle(Tick(device.loop.time()))
        device.settle()
        assert not any(device.glass())
        device.press("petal2", "seat1")
        assert device.session._game.moves == []
        device.check()
        assert any(device.glass("seat1"))

    on_a_device(monkeypatch, TWO_SEATS, test)


def test_keys_of_a_seat_whose_display_is_gone_do_nothing_to_a_phone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def test(device: Device) -> None:
        device.press("petal1").press("petal1", "seat1")
        device.pull_out("seat1")
        seen: list[Frame] = []
        device.host.attach("seat1", seen.append, "phone")
        moves = list(device.session._game.moves)
        device.press("petal2", "seat1")
        assert device.session._game.moves == moves
        assert seen[-1].light is Light.FULL

    on_a_device(monkeypatch, TWO_SEATS, test)


@pytest.mark.parametrize(
    ("settings", "keys", "at", "first"),
    [
        (
            FIVE_AND_A_HUB_ON_I2C,
            "petal1",
            TABLE,
            "seat1",
        ),  # a draw by the table's keys shows the tile at the seat
        (TWO_SEATS, "petal1", "seat1", "seat1"),
        (TWO_SEATS, "soft2", TABLE, TABLE),  # no seat's picture changes
    ],
)
def test_the_display_of_the_acting_player_is_sent_first(
    monkeypatch: pytest.MonkeyPatch, settings: str, keys: str, at: str, first: str
) -> None:
    def test(device: Device) -> None:
        device.press("petal1")
        sequence = Sequence(device.wiring)
        device.down(keys, at)
        assert sequence.order[0] == first
        assert len(sequence.order) > 1 or first == TABLE

    on_a_device(monkeypatch, settings, test)


def test_the_player_who_acted_sees_it_before_the_next_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def test(device: Device) -> None:
        pushed: list[str] = []
        for seat in range(5):
            sink = partial(lambda station, _: pushed.append(station), seat_station(seat))
            device.host.attach(seat_station(seat), sink, "page", keyless=True)
        device.press("petal1")
        rng, turns = Random(1), 0
        while turns < 5:
            current_player = device.session.current_player
            assert current_player is not None
            pushed.clear()
            step(device, rng)
            if device.session.current_player != current_player:
                assert pushed[0] == seat_station(current_player)
                turns += 1

    on_a_device(monkeypatch, FIVE_DISPLAYS, test)


def test_while_the_event_loop_hangs_the_displays_of_seats_are_dark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def test(device: Device) -> None:
        device.press("petal1 petal1")
        device.pass_time(10.0)
        device.check()  # the loop runs
        table = device.glass()
        device.stall(2.1)
        assert not any(any(device.glass(seat_station(seat))) for seat in range(5))
        assert device.glass() == table
        device.pass_time(1.0)
        device.check()

    on_a_device(monkeypatch, FIVE_DISPLAYS, test)


def test_while_the_event_loop_hangs_a_look_at_the_table_is_dark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def test(device: Device) -> None:
        device.press("petal1 petal1").down("soft2")
        assert device.table.stations[TABLE].looking
        assert any(device.glass())
        device.stall(2.1)
        assert not any(device.glass())
        device.up("soft2")
        device.pass_time(1.0)
        device.check()
        assert any(device.glass())

    on_a_device(monkeypatch, "", test)


def _memory(chip: Oled) -> list[bytes]:
    """Return the part of a chip's memory that its glass can show: an SH1106 has more columns."""
    return [bytes(page[chip.first_visible : chip.first_visible + 128]) for page in chip.memory]


@pytest.mark.parametrize("settings", [FIVE_DISPLAYS, FIVE_AND_A_HUB_ON_I2C])
def test_goodbye_then_dark(monkeypatch: pytest.MonkeyPatch, settings: str) -> None:
    def test(device: Device) -> None:
        device.press("petal1 petal1")
        device.hub.close()  # the service is stopped
        goodbye = picture(device.table.goodbye()).tobytes()
        dark = bytes(len(goodbye))
        said = {at for slept in device.wiring.slept for at in slept if slept[at] == goodbye}
        assert said == set(device.wiring.chips)
        assert all(device.glass(station) == dark for station in device.wiring.chips)
        assert not any(
            any(page) for chip in device.wiring.chips.values() for page in _memory(chip)
        )

    on_a_device(monkeypatch, settings, test)


@pytest.mark.parametrize("settings", [FIVE_DISPLAYS, FIVE_AND_A_HUB_ON_I2C])
def test_switched_off_the_table_says_when_to_unplug_as_long_as_it_has_power(
    monkeypatch: pytest.MonkeyPatch, settings: str
) -> None:
    def test(device: Device) -> None:
        device.press("petal1 petal1 soft3 petal5 petal2 petal5")
        assert device.host.stopped.is_set()
        device.hub.close()
        goodbye = picture(device.table.goodbye()).tobytes()
        assert any(slept.get(TABLE) == goodbye for slept in device.wiring.slept)
        last = device.table.unplugging()
        assert device.glass() == picture(last).tobytes()
        table = device.wiring.chips[TABLE]
        assert table.contrast == TableConfig().display.contrast_dim  # it may stay on all night
        assert _memory(table) == list(pages_of(picture(last)))  # the game is no longer in it
        seats = [chip for station, chip in device.wiring.chips.items() if station != TABLE]
        assert not any(chip.lit or any(map(any, _memory(chip))) for chip in seats)
        assert (device.wiring.i2c.open_files, device.wiring.spi.opened) == (0, [])

    on_a_device(monkeypatch, settings, test)


def test_a_phone_that_takes_a_wired_seat_leaves_its_display_dark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def test(device: Device) -> None:
        device.press("petal1 petal1")
        seen: list[Frame] = []
        device.host.attach("seat1", seen.append, "phone")
        device.settle()
        assert seen[-1].light is Light.FULL
        assert not any(device.glass("seat1"))
        device.host.detach("seat1", "phone")
        device.settle()
        device.check()
        assert any(device.glass("seat1"))

    on_a_device(monkeypatch, FIVE_DISPLAYS, test)
