"""Tests that the printed configuration is documented and reads back unchanged."""

from __future__ import annotations

from dataclasses import fields

import pytest
from gpiozero.pins.pi import PiBoardInfo
from hypothesis import given
from hypothesis import strategies as st

from triqueta.config.header import HEADER, I2C_PINS, spi_pins
from triqueta.config.reading import read_config
from triqueta.config.settings import (
    SECTIONS,
    DisplayConfig,
    Driver,
    Interface,
    KeyPins,
    LightsConfig,
    PlayConfig,
    PodsConfig,
    SeatConfig,
    SeatKeyPins,
    SoundConfig,
    SwitchConfig,
    TableConfig,
    WebConfig,
    comment_of,
    printed,
    value_type_of,
)
from triqueta.screens.phrases import Language

ADDRESSES = st.sampled_from([0x3C, 0x3D])
ROTATIONS = st.sampled_from([0, 180])
CONTRASTS = st.integers(0, 255)
PINS = [pin for pin in HEADER if pin > 3]


@st.composite
def _configs(draw: st.DrawFn) -> TableConfig:
    """Return a valid configuration in which every setting of the file can occur."""
    spi = draw(st.booleans())
    pins = iter(draw(st.permutations([pin for pin in PINS if not (spi and 7 <= pin <= 11)])))
    display = DisplayConfig(
        driver=draw(st.sampled_from(Driver)),
        interface=Interface.SPI if spi else Interface.I2C,
        address=draw(ADDRESSES),
        channel=7,
        spi_device=draw(st.integers(0, 1)),
        dc_pin=next(pins),
        reset_pin=draw(st.sampled_from([next(pins), None])),
        rotation=draw(ROTATIONS),
        contrast_full=draw(CONTRASTS),
        contrast_soft=draw(CONTRASTS),
        contrast_dim=draw(CONTRASTS),
        contrast_lowest=draw(CONTRASTS),
    )
    keys = KeyPins(*(next(pins) for _ in range(8)))
    sound = SoundConfig(next(pins)) if spi and draw(st.booleans()) else SoundConfig()
    lights = LightsConfig(*(next(pins) for _ in range(5))) if spi else LightsConfig()
    numbers = draw(st.lists(st.integers(1, 5), unique=True, max_size=5))
    channels = draw(st.permutations(range(7)))
    seats = tuple(
        SeatConfig(
            number=number,
            channel=channels[position],
            address=draw(ADDRESSES),
            driver=draw(st.sampled_from(Driver)),
            rotation=draw(ROTATIONS),
            # Without SPI the pins suffice for the table and for one seat with keys.
            keys=SeatKeyPins(*(next(pins) for _ in range(8)))
            if position == 0 and not spi
            else SeatKeyPins(),
        )
        for position, number in enumerate(numbers)
    )
    dim_after = draw(st.floats(5, 80_000))
    names = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
    return TableConfig(
        display=display,
        keys=keys,
        sound=sound,
        lights=lights,
        switch=SwitchConfig(draw(st.integers(0x70, 0x77))),
        pods=PodsConfig(
            draw(st.booleans()),
            tuple(f"/dev/{name}" for name in draw(st.lists(names, unique=True, max_size=3))),
        ),
        table=PlayConfig(
            draw(st.sampled_from([*Language, None])),
            dim_after,
            dim_after + draw(st.floats(1, 6)),
            draw(st.floats(0, 60)),
        ),
        web=WebConfig(draw(st.booleans()), draw(st.integers(1, 65535))),
        seats=seats,
    )


@given(_configs())
def test_a_printed_configuration_reads_back_equal(config: TableConfig) -> None:
    assert read_config(printed(config)) == config


def test_the_defaults_read_back() -> None:
    assert read_config(printed(TableConfig())) == TableConfig()


def test_every_setting_is_printed_after_its_comment() -> None:
    lines = printed(TableConfig(seats=(SeatConfig(),))).splitlines()
    tables = [getattr(TableConfig(), section.name) for section in SECTIONS] + [SeatConfig()]
    for table in tables:
        for setting in fields(table):
            value_type = value_type_of(setting)
            if value_type is not None and comment_of(setting):
                comment = lines.index(f"# {comment_of(setting)} ({value_type.wanted})")
                value = value_type.written(getattr(table, setting.name))
                assert lines[comment + 1].startswith(f"{setting.name} = {value}")


def test_pins_are_printed_with_their_header_position() -> None:
    lines = printed(TableConfig()).splitlines()
    assert "petal1 = 5  # pin 29 of the header" in lines
    assert "soft3 = 21  # pin 40 of the header" in lines
    assert "dc_pin = 24  # pin 18 of the header" in lines
    lines = printed(TableConfig(sound=SoundConfig(18))).splitlines()
    assert "pin = 18  # pin 12 of the header" in lines


def test_the_example_seat_works_once_uncommented() -> None:
    text = printed(TableConfig()).replace('channel = "none"', "channel = 0", 1)
    begin = text.index("#[[seat]]")
    example = "\n".join(
        line if line.startswith("# ") else line.removeprefix("#")
        for line in text[begin:].splitlines()
    )
    assert read_config(text[:begin] + example).seats == (SeatConfig(),)


def test_the_header_matches_gpiozero() -> None:
    """The pin numbers match those of an independent source."""
    header = PiBoardInfo.from_revision(0xA02082).headers["J8"]
    theirs = {
        int(pin.name.removeprefix("GPIO")): number
        for number, pin in header.pins.items()
        if pin.name.startswith("GPIO")
    }
    assert theirs == HEADER


@pytest.mark.parametrize("revision", [0xA02082, 0x902120, 0xC03111, 0xC04170])
def test_bus_pins_match_gpiozero(revision: int) -> None:
    pins = PiBoardInfo.from_revision(revision).headers["J8"].pins
    for gpio in I2C_PINS[1]:
        assert "i2c" in pins[HEADER[gpio]].interfaces
    for gpio in (*spi_pins(0, 1), *spi_pins(1, 2)):
        assert "spi" in pins[HEADER[gpio]].interfaces
