"""All settings and their defaults (the standard wiring), defined here and nowhere else.

Each default comes with its value type and an explanation. The printed configuration and the
wiring pages are generated from them.
"""

# ruff: noqa: RUF009 - the calls in the classes make dataclass fields

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from enum import StrEnum
from typing import Any

from triqueta.config.header import (
    CHANNELS,
    DISPLAY_ADDRESSES,
    HEADER,
    SPI_DEVICES,
    SWITCH_ADDRESSES,
)
from triqueta.config.values import (
    Address,
    DevicePaths,
    FilePaths,
    Flag,
    Integer,
    OneOf,
    OrWord,
    Pin,
    Seconds,
    ValueType,
    Word,
)
from triqueta.screens.phrases import Language
from triqueta.screens.station import DIM_AFTER, OFF_AFTER, ROBOT_PAUSE, SEATS, Key

DISPLAY_ADDRESS = Address(DISPLAY_ADDRESSES[0], DISPLAY_ADDRESSES[-1])
SWITCH_ADDRESS = Address(SWITCH_ADDRESSES[0], SWITCH_ADDRESSES[-1])
CHANNEL = OrWord(Integer(CHANNELS[0], CHANNELS[-1]), "none")
ROTATION = OneOf((0, 180))
CONTRAST = Integer(0, 255)
LONGEST_IDLE = 24 * 60 * 60
LONGEST_PAUSE = 60


class Driver(StrEnum):
    SSD1306 = "ssd1306"
    SH1106 = "sh1106"
    SSD1309 = "ssd1309"


I2C_ONLY = ("i2c_bus", "address", "channel")  # settings of [display] that only apply to I2C


class Interface(StrEnum):
    I2C = "i2c"
    SPI = "spi"


def _setting(default: object, value_type: ValueType, comment: str) -> Any:
    return field(default=default, metadata={"value_type": value_type, "comment": comment})


def _section(table: type, comment: str) -> Any:
    return field(default_factory=table, metadata={"comment": comment})


def value_type_of(setting: Field[Any]) -> ValueType | None:
    """Return the value type of a setting, or None if the setting is a table."""
    return setting.metadata.get("value_type")


def comment_of(setting: Field[Any]) -> str:
    return str(setting.metadata["comment"])


@dataclass(frozen=True)
class DisplayConfig:
    driver: Driver = _setting(Driver.SSD1309, Word(Driver), "the display's controller")
    interface: Interface = _setting(
        Interface.SPI,
        Word(Interface),
        "how it is connected; if omitted: i2c if i2c_bus, address or channel is set, else spi",
    )
    i2c_bus: int = _setting(
        1, Integer(0, 9), "the N in /dev/i2c-N, for this display, the switch and all wired seats"
    )
    address: int = _setting(0x3C, DISPLAY_ADDRESS, "I2C address")
    channel: int | None = _setting(
        None, CHANNEL, "channel of the I2C switch, or none if directly on the bus"
    )
    spi_port: int = _setting(0, Integer(0, max(SPI_DEVICES)), "the N in /dev/spidevN.M")
    spi_device: int = _setting(
        0, Integer(0, max(SPI_DEVICES.values()) - 1), "the M in /dev/spidevN.M"
    )
    dc_pin: int = _setting(24, Pin(), "data/command line, on SPI")
    reset_pin: int | None = _setting(25, OrWord(Pin(), "none"), "reset line, on SPI")
    rotation: int = _setting(0, ROTATION, "degrees; 180 turns the picture upside down")
    contrast_full: int = _setting(207, CONTRAST, "contrast of all displays at full brightness")
    contrast_soft: int = _setting(64, CONTRAST, "reduced contrast, chosen in the menu")
    contrast_dim: int = _setting(8, CONTRAST, "contrast after dim_after seconds without a key")
    contrast_lowest: int = _setting(
        0, CONTRAST, "contrast while Look shows a secret on the shared screen"
    )


class _Pins:
    """The common base of tables that assign a pin to keys, or to the lights in them."""

    @property
    def by_key(self) -> Mapping[Key, int]:
        """The pins that are set, by key."""
        pins = {key: getattr(self, key.value, None) for key in Key}
        return {key: pin for key, pin in pins.items() if pin is not None}


@dataclass(frozen=True)
class KeyPins(_Pins):
    # A 2x6 plug fits the last six rows of the header: the petal keys and their ground are on the
    # odd side (pins 29 to 39), the soft keys and their ground (pin 34) on the even side.
    petal1: int = _setting(5, Pin(), "connect each key between its GPIO and ground")
    petal2: int = _setting(6, Pin(), "")
    petal3: int = _setting(13, Pin(), "")
    petal4: int = _setting(19, Pin(), "")
    petal5: int = _setting(26, Pin(), "")
    soft1: int = _setting(16, Pin(), "")
    soft2: int = _setting(20, Pin(), "")
    soft3: int = _setting(21, Pin(), "")


@dataclass(frozen=True)
class SeatKeyPins(_Pins):
    petal1: int | None = _setting(None, OrWord(Pin(), "none"), "as in [keys]")
    petal2: int | None = _setting(None, OrWord(Pin(), "none"), "")
    petal3: int | None = _setting(None, OrWord(Pin(), "none"), "")
    petal4: int | None = _setting(None, OrWord(Pin(), "none"), "")
    petal5: int | None = _setting(None, OrWord(Pin(), "none"), "")
    soft1: int | None = _setting(None, OrWord(Pin(), "none"), "")
    soft2: int | None = _setting(None, OrWord(Pin(), "none"), "")
    soft3: int | None = _setting(None, OrWord(Pin(), "none"), "")


@dataclass(frozen=True)
class SoundConfig:
    pin: int | None = _setting(None, OrWord(Pin(), "none"), "the buzzer; none: there is none")


@dataclass(frozen=True)
class LightsConfig(_Pins):
    petal1: int | None = _setting(
        None, OrWord(Pin(), "none"), "the light in each petal; set all five or none"
    )
    petal2: int | None = _setting(None, OrWord(Pin(), "none"), "")
    petal3: int | None = _setting(None, OrWord(Pin(), "none"), "")
    petal4: int | None = _setting(None, OrWord(Pin(), "none"), "")
    petal5: int | None = _setting(None, OrWord(Pin(), "none"), "")


@dataclass(frozen=True)
class SwitchConfig:
    address: int = _setting(0x70, SWITCH_ADDRESS, "I2C address of the TCA9548A")


@dataclass(frozen=True)
class SeatConfig:
    number: int = _setting(
        1,
        Integer(1, SEATS),
        "the seat's number; if omitted, its position among the [[seat]] tables",
    )
    channel: int | None = _setting(
        1, CHANNEL, "channel of the I2C switch; if omitted, the seat's number; none: no switch"
    )
    address: int = _setting(0x3C, DISPLAY_ADDRESS, "I2C address of its display")
    driver: Driver = _setting(Driver.SH1106, Word(Driver), "as in [display]")
    rotation: int = _setting(0, ROTATION, "as in [display]")
    keys: SeatKeyPins = _section(
        SeatKeyPins, "set all eight, or none: the player then uses the keys of the table"
    )


@dataclass(frozen=True)
class PodsConfig:
    enabled: bool = _setting(True, Flag(), "whether pods can be plugged in as seats")
    ports: tuple[str, ...] = _setting((), DevicePaths(), "serial ports to use in addition to USB")


@dataclass(frozen=True)
class PlayConfig:
    language: Language | None = _setting(
        None,
        OrWord(Word(Language), "ask"),
        "language of all stations; ask: the table asks before the first game",
    )
    dim_after: float = _setting(
        DIM_AFTER, Seconds(5, LONGEST_IDLE), "seconds without a key press until displays dim"
    )
    off_after: float = _setting(
        OFF_AFTER,
        Seconds(5, LONGEST_IDLE),
        "seconds without a key press until displays switch off",
    )
    robot_pause: float = _setting(
        ROBOT_PAUSE, Seconds(0, LONGEST_PAUSE), "seconds to show a robot's move; any key skips it"
    )
    decks: tuple[str, ...] = _setting(
        (), FilePaths(), "files with your own decks, offered by games that are played with decks"
    )


@dataclass(frozen=True)
class WebConfig:
    enabled: bool = _setting(True, Flag(), "whether phones on the local network can be seats")
    port: int = _setting(8080, Integer(1, 65535), "port of the web server")


@dataclass(frozen=True)
class TableConfig:
    """The complete content of `table.toml`."""

    display: DisplayConfig = _section(DisplayConfig, "The table's display.")
    keys: KeyPins = _section(
        KeyPins, "The table's keys. Use GPIO numbers, not the pin numbers of the header."
    )
    sound: SoundConfig = _section(SoundConfig, "A buzzer at the table.")
    lights: LightsConfig = _section(LightsConfig, "Lights in the table's petal keys.")
    switch: SwitchConfig = _section(
        SwitchConfig, "The I2C switch that connects the displays of wired seats."
    )
    pods: PodsConfig = _section(PodsConfig, "Pods: seats on a USB cable.")
    table: PlayConfig = _section(PlayConfig, "Behaviour of the table.")
    web: WebConfig = _section(WebConfig, "Seats on phones.")
    seats: tuple[SeatConfig, ...] = field(
        default=(), metadata={"comment": "A seat with a wired display."}
    )

    @property
    def uses_switch(self) -> bool:
        behind = [seat.channel for seat in self.seats]
        if self.display.interface is Interface.I2C:
            behind.append(self.display.channel)
        return any(channel is not None for channel in behind)

    @property
    def uses_i2c(self) -> bool:
        return self.display.interface is Interface.I2C or bool(self.seats)


SECTIONS = tuple(setting for setting in fields(TableConfig) if setting.name != "seats")
SEAT = "seat"  # the table's name in the file: [[seat]]


# Printing a configuration as a commented `table.toml`.


_PINS = ("dc_pin", "reset_pin", "pin", *Key)


def printed(config: TableConfig) -> str:
    """Return the configuration as a commented `table.toml`; reading it gives an equal one."""
    return "\n".join(_lines(config)) + "\n"


def _lines(config: TableConfig) -> Iterator[str]:
    for section in SECTIONS:
        yield f"# {comment_of(section)}"
        yield f"[{section.name}]"
        yield from _settings(getattr(config, section.name))
        yield ""
    yield f"# {comment_of(_named(config, 'seats'))}"
    if not config.seats:  # a commented-out example
        yield from (_commented(line) for line in _seat(SeatConfig()))
    for seat in config.seats:
        yield from _seat(seat)
        yield ""


def _commented(line: str) -> str:
    return line if line.startswith("#") else f"#{line}"


def _seat(seat: SeatConfig) -> Iterator[str]:
    yield f"[[{SEAT}]]"
    yield from _settings(seat)
    yield f"# {comment_of(_named(seat, 'keys'))}"
    yield f"[{SEAT}.keys]"
    yield from _settings(seat.keys)


def _named(table: object, name: str) -> Field[Any]:
    (found,) = (setting for setting in _fields(table) if setting.name == name)
    return found


def _settings(table: object) -> Iterator[str]:
    for setting in _fields(table):
        value_type, comment = value_type_of(setting), comment_of(setting)
        if value_type is None:
            continue
        if comment:
            yield f"# {comment} ({value_type.wanted})"
        value = getattr(table, setting.name)
        yield f"{setting.name} = {value_type.written(value)}{_place(setting.name, value)}"


def _place(name: str, value: int | None) -> str:
    """Return a TOML comment with the header position of a pin, or "" if it is not a pin."""
    return f"  # pin {HEADER[value]} of the header" if name in _PINS and value is not None else ""


def _fields(table: object) -> tuple[Field[Any], ...]:
    return fields(table)  # type: ignore[arg-type]
