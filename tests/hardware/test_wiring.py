"""Tests that pin tables, diagrams and calculations follow the builds' settings."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.render import HARDWARE, diagrams, header, pages, pins, sums
from hardware.render.builds import (
    GROUNDS,
    PICO_PINS,
    POWER,
    bus_wires,
    config_of,
    display_wires,
    key_wires,
    light_wires,
    pod_wires,
    strip_wires,
)
from tests.cli.command import Command
from tests.parts import need, need_package
from triqueta.config.header import HEADER, spi_pins
from triqueta.config.problems import ConfigError
from triqueta.config.reading import load_config, read_config
from triqueta.config.settings import SeatConfig, TableConfig
from triqueta.screens.station import Key

BUILDS = sorted((HARDWARE / "builds").glob("*.toml"))
WIRING_PAGE = HARDWARE / "wiring" / "README.md"


@pytest.fixture
def triqueta(capsysbinary: pytest.CaptureFixture[bytes]) -> Command:
    return Command(capsysbinary)


def test_there_is_a_file_of_each_build() -> None:
    names = {file.stem for file in BUILDS}
    assert names >= {"hat", "hub", "hub-i2c", "hub-lights", "wired", "pods"}


@pytest.mark.parametrize("file", BUILDS, ids=lambda file: file.stem)
def test_the_device_accepts_the_settings_of_each_build(triqueta: Command, file: Path) -> None:
    assert triqueta("config", "--check", file) == (0, f"{file}: ok\n", "")


@pytest.mark.parametrize("build", ["hub", "hub-i2c", "hub-lights", "wired", "wired-keys", "pods"])
def test_the_keys_of_the_table_are_where_the_defaults_are(build: str) -> None:
    assert config_of(build).keys == TableConfig().keys


def test_the_defaults_are_the_hub_of_the_parts_list() -> None:
    """A device built as described needs no settings at all."""
    assert load_config(str(HARDWARE / "builds" / "hub.toml")) == TableConfig()
    wired = load_config(str(HARDWARE / "builds" / "wired.toml"))
    assert wired.display == TableConfig().display
    numbers = range(1, 6)
    assert wired.seats == tuple(SeatConfig(number=n, channel=n) for n in numbers)


def test_the_hub_s_table_is_that_of_the_defaults() -> None:
    found = re.findall(r"\| (\d+) \| GPIO (\d+) \| key: (\w+) (\d) \|", _made())
    read = {f"{kind}{number}": (int(pin), int(gpio)) for pin, gpio, kind, number in found}
    wanted = {key.value: (HEADER[gpio], gpio) for key, gpio in TableConfig().keys.by_key.items()}
    assert read == wanted


def _made() -> str:
    """Return the hub's pin table in the page."""
    text = WIRING_PAGE.read_text("utf-8")
    return text.partition("<!-- made: hub pins -->")[2].partition("<!-- end -->")[0]


def test_a_changed_default_makes_the_page_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pages.stale() == []
    monkeypatch.setitem(HEADER, TableConfig().keys.petal1, 40)
    assert WIRING_PAGE in pages.stale()


def test_every_build_s_wires_have_a_pin_of_their_own() -> None:
    pins_of = [wire.pin for wire in key_wires(TableConfig())]
    assert len(set(pins_of)) == len(pins_of) == len(Key) + 2
    assert not set(pins_of) & set(POWER)


@pytest.mark.parametrize("build", ["hub", "hub-i2c", "wired", "pods"])
def test_no_pin_of_the_header_has_two_wires(build: str) -> None:
    """The optional lights and the buzzer count, too: they can be added to each of these builds."""
    config = config_of(build)
    wires = [*display_wires(config), *key_wires(config), *light_wires(config_of("hub-lights"))]
    if config.uses_switch:
        wires += [*strip_wires(), *bus_wires(config)]
    taken = [wire.pin for wire in wires]
    assert len(set(taken)) == len(taken)
    for wire in wires:
        assert (wire.pin in POWER) == (wire.target in ("VCC", "VIN"))
        assert (wire.pin in GROUNDS) == ("ground" in wire.target or wire.target == "GND")


def test_the_display_s_wires_are_those_that_the_program_uses() -> None:
    """The Pi's documentation says: SPI 0 has its data on GPIO 10, its clock on 11, CE0 on 8."""
    wires = {wire.target: wire.name for wire in display_wires(TableConfig())[2:]}
    assert wires == {
        "DIN": "GPIO 10",
        "CLK": "GPIO 11",
        "CS": "GPIO 8",
        "DC": "GPIO 24",
        "RES": "GPIO 25",
    }
    taken = set(spi_pins(0, 0)) | {TableConfig().display.dc_pin, TableConfig().display.reset_pin}
    assert {int(name.removeprefix("GPIO ")) for name in wires.values()} <= taken


def test_headers_are_drawn_as_they_are_wired() -> None:
    assert header.stale() == []
    svg = header.drawings()["header-wired.svg"]
    assert svg.count("5 V: never") == 2
    for words in (
        "display: RES",
        "strip: VIN",
        "switch: SDA",
        "petal 1",
        "pin 1 has a square pad",
    ):
        assert words in svg


def _with_lights(build: str) -> str:
    """Return the settings of a build with the tables that the page says to append."""
    text = (HARDWARE / "builds" / "hub-lights.toml").read_text("utf-8")
    file = HARDWARE / "builds" / f"{build}.toml"
    return file.read_text("utf-8") + text[text.index("\n[lights]") :]


@pytest.mark.parametrize("build", ["hub", "hub-i2c", "wired", "pods", "hat"])
def test_light_and_sound_can_be_added_to_every_build_without_seat_keys(build: str) -> None:
    config = read_config(_with_lights(build))
    assert light_wires(config) == light_wires(config_of("hub-lights"))


def test_light_and_sound_cannot_be_added_to_seats_with_keys() -> None:
    """Each of the six pins has a key there, and the message names it."""
    with pytest.raises(ConfigError) as caught:
        read_config(_with_lights("wired-keys"))
    found = re.findall(r"GPIO (\d+) is already used by ([\w#.]+)", str(caught.value))
    assert {int(gpio) for gpio, _ in found} == {17, 27, 22, 23, 4, 18}


def test_the_hub_with_lights_is_the_hub_with_more_wires() -> None:
    lit, hub = config_of("hub-lights"), config_of("hub")
    assert replace(lit, lights=hub.lights, sound=hub.sound) == hub == TableConfig()
    assert light_wires(hub) == []


def test_light_and_sound_have_one_plug_that_no_other_plug_touches() -> None:
    ((first, last),) = header.LIGHT_PLUG
    wires = light_wires(config_of("hub-lights"))
    assert all(first <= wire.pin <= last for wire in wires)
    assert not any(first <= pin <= last for plug in header.PLUGS for pin in plug)
    svg = header.drawings()["header-hub-lights.svg"]
    for words in ("plug 2 x 5", "light 1", "light 5", "buzzer", "common ground"):
        assert f">{words}<" in svg
    assert "plug 2 x 5" not in header.drawings()["header-hub.svg"]


def test_the_diagram_shows_lights_and_buzzer_with_their_resistors() -> None:
    words = " ".join(diagrams.texts((diagrams.WIRING / "hub-lights.svg").read_text("utf-8")))
    for wire in light_wires(config_of("hub-lights")):
        assert f"{wire.pin}:{wire.name}" in words
        assert wire.target in words
    assert "LEDs, 220 Ohm each; piezo buzzer, 1,000 Ohm" in words


def test_a_pin_is_drawn_where_it_is() -> None:
    left, first, side = header.PI.place(1)
    assert header.PI.place(2) == (left + header.PITCH, first, -side)
    assert header.PI.place(40)[1] == first + 19 * header.ROW
    assert header.PICO.place(20)[:2] == (left, first + 19 * header.ROW)
    assert header.PICO.place(40)[:2] == (left + header.PITCH, first)


def test_ground_and_power_pins_are_not_gpio() -> None:
    assert not set(HEADER.values()) & {*GROUNDS, *POWER}


def test_a_pod_s_wires_are_those_of_its_program() -> None:
    names: dict[str, object] = {}
    exec((HARDWARE.parent / "firmware" / "pod" / "pins.py").read_text("utf-8"), names)  # noqa: S102
    keys = names["KEYS"]
    assert isinstance(keys, tuple)
    wires = {wire.target: wire.name for wire in pod_wires()}
    assert [wires[f"petal {number}"] for number in range(1, 6)] == [f"GP{pin}" for pin in keys[:5]]
    assert [wires[f"soft {number}"] for number in range(1, 4)] == [f"GP{pin}" for pin in keys[5:]]
    assert (wires["SDA"], wires["SCL"]) == (f"GP{names['SDA']}", f"GP{names['SCL']}")


def test_the_pico_s_pins() -> None:
    """In its data sheet, pins 1 to 20 without the grounds 3, 8, 13 and 18 are GP0 to GP15."""
    assert list(PICO_PINS.values()) == [pin for pin in range(1, 21) if pin not in (3, 8, 13, 18)]


def test_seats_with_keys_take_all_the_pins_that_are_left() -> None:
    rows = re.findall(r"GPIO (\d+)", "\n".join(pins.seat_keys_table()))
    mine = {int(gpio) for gpio in rows} | set(TableConfig().keys.by_key.values())
    assert mine == set(HEADER) - {0, 1, 2, 3}


def test_sources_and_drawings_are_up_to_date() -> None:
    need("dot")
    need_package("wireviz")
    assert diagrams.stale() == []


@pytest.mark.parametrize("build", diagrams.BUILDS)
def test_a_diagram_shows_every_key_and_its_pin(build: str) -> None:
    words = " ".join(diagrams.texts((diagrams.WIRING / f"{build}.svg").read_text("utf-8")))
    for key, gpio in TableConfig().keys.by_key.items():
        kind = "petal" if key.is_petal else "soft"
        assert re.search(rf"\b{kind} {key.number}\b", words)
        assert re.search(rf"\b{HEADER[gpio]}:GPIO {gpio}\b", words)


def test_the_calculations_are_right() -> None:
    """By hand: 1/(1/1800 + 3/10000) = 1169 ohm, 188 pF, 0.8473 RC = 186 ns."""
    assert sums.wired_pull_up(1) == pytest.approx(1169, abs=1)
    assert sums.wired_bus(1) == pytest.approx(188e-12, rel=0.01)
    rise = sums.rise_time(sums.wired_pull_up(1), sums.wired_bus(1))
    assert rise == pytest.approx(186e-9, rel=0.01)
    assert sums.longest_cable() > sums.SEAT_CABLE


def test_two_seats_may_be_connected_at_once_and_no_more() -> None:
    """The driver connects at most two; a third would violate the I2C specification."""
    for seats in range(1, sums.SEATS + 1):
        resistor, capacitance = sums.wired_pull_up(seats), sums.wired_bus(seats)
        right = (
            sums.rise_time(resistor, capacitance) <= sums.RISE_LIMIT,
            capacitance <= sums.BUS_LIMIT,
            (sums.SUPPLY - sums.LOW_OUTPUT) / resistor <= sums.SINK,
        )
        assert all(right) is (seats <= sums.SEATS_AT_ONCE)


def test_six_displays_are_within_the_rail() -> None:
    needed = sums.BIG_OLED + sums.SEATS * sums.SEAT_OLED + sums.SWITCH
    assert needed < 0.8 * sums.RAIL


def test_five_pods_are_within_usbs_current() -> None:
    assert sums.SEATS * (sums.PICO + sums.SEAT_OLED) < sums.USB_SOCKETS / 2


def test_lights_and_buzzer_are_within_the_pins_current() -> None:
    """By hand: (3.3 - 1.8) / 220 = 6.8 mA, 3.3 / 1000 = 3.3 mA, 5 * 6.8 + 3.3 = 37 mA."""
    assert sums.light_current(sums.LIGHT_LEAST) == pytest.approx(6.8, abs=0.05)
    assert sums.buzzer_peak() == pytest.approx(3.3)
    assert sums.light_and_sound() == pytest.approx(37.4, abs=0.1)
    assert max(sums.light_current(sums.LIGHT_LEAST), sums.buzzer_peak()) < sums.PIN_LIMIT / 2
    assert sums.light_and_sound() < 0.8 * sums.PINS_LIMIT


def test_the_lights_are_within_the_rail_with_six_displays() -> None:
    displays = sums.BIG_OLED + sums.SEATS * sums.SEAT_OLED + sums.SWITCH
    assert displays + sums.light_and_sound() < sums.RAIL


def test_the_buzzer_is_charged_before_the_next_edge() -> None:
    assert 2.2 * sums.BUZZER_RESISTOR * sums.BUZZER < 0.5 / sums.TONE


def test_every_sum_is_in_the_page() -> None:
    text = WIRING_PAGE.read_text("utf-8")
    assert [name for name in sums.TABLES if f"<!-- made: {name} -->" not in text] == []


def test_at_the_longest_cable_the_bus_is_just_fast_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "SEAT_CABLE", sums.longest_cable())
    rise = sums.rise_time(sums.wired_pull_up(sums.SEATS_AT_ONCE), sums.wired_bus(2))
    assert rise == pytest.approx(sums.RISE_LIMIT)


def test_a_changed_assumption_makes_the_page_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "SEAT_OLED", 60.0)
    assert WIRING_PAGE in pages.stale()
