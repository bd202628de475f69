"""Tests that, in whole games, every display shows the right picture after every key."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

import pytest
from PIL import Image

from tests.models.oled import Mute
from tests.profiles import first
from tests.stations.wired_table import SWITCH, Sequence, WiredTable, Wiring, full_house, hub, shown
from tests.table.evening import Evening, in_game, new_play
from triqueta.config.settings import Driver, Interface
from triqueta.screens.frame import Light, picture
from triqueta.screens.station import TABLE, Contrasts, seat_station
from triqueta.stations.oled.display import chip_of
from triqueta.stations.oled.wires import DISPLAY_OFF, DISPLAY_ON, DisplaySettings

FULL_FRAME = 1034  # the bytes that luma sends for each picture
WIRINGS = {
    "ssd1306": hub(Driver.SSD1306),
    "sh1106": hub(Driver.SH1106),
    "ssd1309": hub(Driver.SSD1309),
    "upside down": hub(rotation=180),
    "sh1106 upside down": hub(Driver.SH1106, rotation=180),
    "full house": full_house(),
    "ssd1306 on SPI": hub(interface=Interface.SPI),
    "sh1106 on SPI": hub(Driver.SH1106, interface=Interface.SPI),
    "ssd1309 on SPI": hub(Driver.SSD1309, interface=Interface.SPI),
}


class Watched(WiredTable):
    """A wired table that checks every display after every key."""

    def after_push(self) -> None:
        assert self.wrong() == []


def turned(glass: bytes) -> bytes:
    image = Image.frombytes("1", (128, 64), glass)
    return image.transpose(Image.Transpose.ROTATE_180).tobytes()


@pytest.fixture
def evening() -> Evening:
    return in_game(new_play(moves="d1"), seats=(0,))


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Callable[[Mapping[str, DisplaySettings]], Wiring]:
    return lambda displays: Wiring(monkeypatch, displays)


@pytest.mark.parametrize("name", first(list(WIRINGS), 2))
def test_whole_games_are_on_the_glass(
    name: str, wire: Callable[..., Wiring], monkeypatch: pytest.MonkeyPatch
) -> None:
    wiring = wire(WIRINGS[name])
    if "upside down" in name:  # the module is mounted upside down
        glass = wiring.glass
        monkeypatch.setattr(wiring, "glass", lambda station: turned(glass(station)))
    table = Watched(wiring)
    while not table.over:
        table.step()
    assert table.pictures > 200
    for chip in wiring.chips.values():
        assert not set(chip.unknown) - {0x20, 0x8D}  # luma sends these to an SH1106 too


# An event card shares few pixels with the screens before and after it, so most changes are nearly
# whole pictures. In a full house, two seats that got one together also get it again separately.
@pytest.mark.parametrize(("name", "share"), [("ssd1306", 0.88), ("full house", 0.85)])
def test_fewer_bytes_than_whole_pictures_and_in_one_go(
    name: str, share: float, wire: Callable[..., Wiring]
) -> None:
    wiring = wire(WIRINGS[name])
    table = WiredTable(wiring)
    wiring.run(1)  # until the displays are initialized and checked
    wiring.i2c.bytes = table.pictures = 0
    while not table.over:
        table.step()
    assert wiring.i2c.bytes < share * FULL_FRAME * table.pictures
    assert wiring.i2c.longest == 1 + 1024  # the first picture


def test_no_picture_takes_more_bytes_than_a_whole_one(wire: Callable[..., Wiring]) -> None:
    wiring = wire(hub())
    table = WiredTable(wiring)
    wiring.run(1)
    most = 0.0
    while not table.over:
        before, pictures = wiring.i2c.bytes, table.pictures
        table.step()
        sent = table.pictures - pictures
        most = max(most, (wiring.i2c.bytes - before) / max(1, sent))
    assert most < FULL_FRAME + 20  # for the checks in between


def test_a_whole_picture_is_one_message_behind_the_switch_too(
    wire: Callable[..., Wiring], evening: Evening
) -> None:
    wiring = wire(hub(switch=SWITCH, channel=6))
    shown(wiring, evening.frame())
    assert wiring.i2c.longest == 1 + 1024
    # channel, off, no-operation, read status, set-up, window, picture, on
    assert wiring.i2c.messages == 8


@pytest.mark.parametrize("driver", Driver)
def test_a_display_is_lit_once_its_picture_is_there(
    driver: Driver, wire: Callable[..., Wiring], evening: Evening
) -> None:
    wiring = wire(hub(driver))
    chip, seen = wiring.chips[TABLE], []
    data = chip.data

    def noted(byte: int) -> None:
        seen.append(chip.on)
        data(byte)

    wiring.patch.setattr(chip, "data", noted)
    wiring.post({TABLE: evening.frame()})
    wiring.bus.step()
    assert seen == [False] * 1024  # it was not even cleared before
    assert chip.commands[-1] == (DISPLAY_ON,)
    assert wiring.glass(TABLE) == evening.pixels()


@pytest.mark.parametrize("driver", Driver)
def test_the_start_is_that_of_luma(driver: Driver) -> None:
    said = [byte for command in chip_of(driver).start for byte in command]
    assert said[said.index(0xA8) + 1] == 0x3F
    assert said[said.index(0xDA) + 1] == 0x12
    assert {0xA1, 0xC8, 0xA4, 0xA6} < set(said)
    assert DISPLAY_OFF not in said
    assert DISPLAY_ON not in said


def test_luma_does_nothing_to_a_display_at_the_end(
    wire: Callable[..., Wiring], monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    hooks: list[Callable[[], object]] = []
    monkeypatch.setattr(atexit, "register", hooks.append)
    chip_of.cache_clear()
    wiring = wire(hub())
    wiring.post({TABLE: evening.frame()})
    wiring.bus.step()
    before = wiring.i2c.bytes
    assert hooks  # luma's: they would blank the display
    for hook in hooks:
        hook()
    assert wiring.i2c.bytes == before
    assert wiring.glass(TABLE) == evening.pixels()


def test_lights(wire: Callable[..., Wiring], evening: Evening) -> None:
    wiring = wire(hub(contrasts=Contrasts(200, 90, 20, 3)))
    chip = wiring.chips[TABLE]
    levels = {Light.FULL: 200, Light.SOFT: 90, Light.LOWEST: 3, Light.DIM: 20}
    for light, level in levels.items():
        wiring.post({TABLE: replace(evening.frame(), light=light)})
        wiring.bus.step()
        assert (chip.on, chip.contrast) == (True, level)
        assert wiring.glass(TABLE) == evening.pixels()
    wiring.post({TABLE: replace(evening.frame(), light=Light.OFF)})
    wiring.bus.step()
    assert not chip.on
    assert not any(map(any, chip.memory))  # its memory is cleared too
    wiring.post({TABLE: evening.frame()})
    wiring.bus.step()
    assert (chip.on, chip.contrast) == (True, 200)
    assert wiring.glass(TABLE) == evening.pixels()


def test_a_secret_is_never_sent_to_a_bright_display(
    wire: Callable[..., Wiring], evening: Evening
) -> None:
    """The contrast falls before the secret arrives, and rises once it is overwritten."""
    wiring = wire(hub())
    chip = wiring.chips[TABLE]
    wiring.post({TABLE: evening.frame()})
    wiring.bus.step()
    public, commands = wiring.glass(TABLE), chip.commands
    seen: list[tuple[int, bytes]] = []
    for light in (Light.LOWEST, Light.FULL):
        before = len(commands)
        other = replace(evening.frame(), light=light, unsaved=light is Light.LOWEST)
        wiring.post({TABLE: other})
        wiring.bus.step()
        sent = [command[0] for command in commands[before:]]
        assert sent.index(0x81) == (0 if light is Light.LOWEST else len(sent) - 1)
        seen.append((chip.contrast, wiring.glass(TABLE)))
    assert [contrast for contrast, _ in seen] == [0, 255]
    assert seen[0][1] != public
    assert seen[1][1] == public


def test_a_light_costs_no_picture(wire: Callable[..., Wiring], evening: Evening) -> None:
    wiring = wire(hub())
    wiring.post({TABLE: evening.frame()})
    wiring.bus.step()
    before = wiring.i2c.bytes
    wiring.post({TABLE: replace(evening.frame(), light=Light.DIM)})
    wiring.bus.step()
    assert wiring.i2c.bytes - before == 4


def test_a_display_that_lost_its_power_while_it_was_off_wakes_up_right(
    wire: Callable[..., Wiring], evening: Evening
) -> None:
    wiring = wire(hub())
    for light in (Light.FULL, Light.OFF):
        wiring.post({TABLE: replace(evening.frame(), light=light)})
        wiring.bus.step()
    wiring.chips[TABLE].power_cycle(Random(1))
    wiring.post({TABLE: evening.frame()})
    wiring.bus.step()
    assert wiring.glass(TABLE) == evening.pixels()


def test_the_newest_frame_wins(wire: Callable[..., Wiring], evening: Evening) -> None:
    wiring = wire(hub())
    wiring.post({TABLE: replace(evening.frame(), light=Light.DIM)})
    wiring.post({TABLE: evening.frame()})
    wiring.bus.step()
    assert wiring.chips[TABLE].contrast == 255
    assert sum(command[0] == 0x81 for command in wiring.chips[TABLE].commands) == 1


def test_seats_and_hub_get_their_own_bytes_only(
    wire: Callable[..., Wiring], evening: Evening
) -> None:
    """All seats' displays have the same address, but no chip receives bytes of another."""
    wiring = wire(full_house())
    wiring.post(dict.fromkeys(wiring.chips, evening.frame()))
    wiring.bus.step()
    told = {station: len(chip.commands) for station, chip in wiring.chips.items()}
    wiring.post({seat_station(2): replace(evening.frame(), unsaved=True)})
    wiring.bus.step()
    changed = [at for at, chip in wiring.chips.items() if len(chip.commands) != told[at]]
    assert changed == [seat_station(2)]
    assert wiring.switch.control == 1 << 2
    wiring.post({TABLE: replace(evening.frame(), unsaved=True)})
    wiring.bus.step()
    assert wiring.switch.control == 0  # no seat's display receives the hub's bytes


def test_the_hub_does_not_need_the_switch(wire: Callable[..., Wiring], evening: Evening) -> None:
    wiring = wire(full_house())
    wiring.i2c.unplug(wiring.switch)
    wiring.post(dict.fromkeys(wiring.chips, evening.frame()))
    wiring.run(1)
    assert wiring.glass(TABLE) == evening.pixels()
    assert not wiring.chips[seat_station(0)].on
    wiring.i2c.plug_in(wiring.switch, Random(1))
    wiring.run(1)
    assert wiring.glass(seat_station(0)) == evening.pixels()


def test_the_display_of_the_acting_seat_is_sent_first(
    wire: Callable[..., Wiring], evening: Evening
) -> None:
    wiring = wire(full_house())
    sequence, stations = Sequence(wiring), list(wiring.chips)
    actors = {"soft3": seat_station(3), "soft1": TABLE, "soft2": seat_station(0)}
    for key, current_player in actors.items():
        sequence.order.clear()
        evening.press(key)
        for station in stations:
            wiring.bus.post(station, evening.frame(), first=station == current_player)
        wiring.bus.step()
        assert sequence.order[0] == current_player
        assert sorted(sequence.order) == sorted(stations)


def test_a_key_that_arrives_meanwhile_goes_before_the_remaining_pictures(
    wire: Callable[..., Wiring], evening: Evening
) -> None:
    wiring = wire(full_house())
    current_player, newer = seat_station(3), in_game(new_play()).frame()
    sequence = Sequence(wiring, lambda: wiring.bus.post(current_player, newer, first=True))
    for station in wiring.chips:
        wiring.bus.post(station, evening.frame(), first=station == current_player)
    wiring.bus.step()
    assert wiring.glass(current_player) == picture(newer).tobytes()
    assert sequence.order == [
        current_player,
        TABLE,
        *(seat_station(seat) for seat in (0, 1, 2, 4)),
    ]


def test_new_pictures_go_before_repeated_ones(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = Wiring(monkeypatch, full_house(), Mute)
    wiring.post(dict.fromkeys(wiring.chips, evening.frame()))
    wiring.run(2)
    wiring.now += 1  # now all repeats are due
    newer = in_game(new_play()).frame()
    sequence = Sequence(wiring, lambda: wiring.bus.post(seat_station(4), newer))
    wiring.bus.step()
    assert sequence.order[:2] == [TABLE, seat_station(4)]
    assert set(sequence.order) == set(wiring.chips)


def test_goodbye_then_dark_and_nothing_left_in_memory(
    wire: Callable[..., Wiring], evening: Evening
) -> None:
    wiring = wire(full_house(Driver.SH1106))
    secret, goodbye = evening.frame(seat_station(0)), evening.frame()
    wiring.post(dict.fromkeys(wiring.chips, secret))
    wiring.bus.step()
    wiring.bus.end(goodbye)
    wiring.bus.close()
    assert wiring.slept == [dict.fromkeys(wiring.chips, picture(goodbye).tobytes())]
    for chip in wiring.chips.values():
        assert not chip.on
        assert not any(any(page[2:130] if chip.columns > 128 else page) for page in chip.memory)
    assert wiring.i2c.open_files == 0


def test_without_a_goodbye_a_display_just_goes_dark(
    wire: Callable[..., Wiring], evening: Evening
) -> None:
    wiring = wire(hub())
    wiring.post({TABLE: evening.frame()})
    wiring.bus.step()
    wiring.bus.close()
    assert not wiring.slept
    assert not wiring.chips[TABLE].on
    assert not any(map(any, wiring.chips[TABLE].memory))


def test_only_the_buss_own_thread_uses_it(wire: Callable[..., Wiring], evening: Evening) -> None:
    wiring = wire(full_house())
    threads = set()
    write = wiring.i2c._write

    def noted(address: int, content: bytes) -> None:
        threads.add(threading.current_thread())
        write(address, content)

    wiring.patch.setattr(wiring.i2c, "_write", noted)
    wiring.bus.start()
    for station in wiring.chips:
        wiring.bus.post(station, evening.frame())
    wiring.bus.end(evening.frame())
    wiring.bus.close()
    assert threads
    assert threading.main_thread() not in threads
    assert not any(thread.is_alive() for thread in threads)
    assert wiring.slept == [dict.fromkeys(wiring.chips, evening.pixels())]
    assert not any(chip.on for chip in wiring.chips.values())


def test_each_bus_has_its_own_thread(wire: Callable[..., Wiring]) -> None:
    one = DisplaySettings()
    wiring = wire({TABLE: one, seat_station(0): replace(one, i2c_bus=3)})
    assert [bus.stations for bus in wiring.buses] == [(TABLE,), (seat_station(0),)]
    assert SWITCH not in [address for address, _ in wiring.i2c.trunk]
