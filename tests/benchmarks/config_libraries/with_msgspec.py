"""`table.toml` by msgspec, for comparison: kinds and reading in the library's own way."""

from __future__ import annotations

import re
import tomllib
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from triqueta.config.problems import ConfigError, Path, Problems, lines_of

Pin = Annotated[int, Meta(ge=2, le=27)]
Channel = Annotated[int, Meta(ge=0, le=7)] | Literal["none"]
Contrast = Annotated[int, Meta(ge=0, le=255)]
Seconds = Annotated[float, Meta(ge=5, le=86400)]
FilePath = Annotated[str, Meta(pattern="^/[^\0]*$")]
DevicePath = Annotated[str, Meta(pattern="^/dev/[^\0]*$")]


class Display(Struct, frozen=True, forbid_unknown_fields=True):
    driver: Literal["ssd1306", "sh1106", "ssd1309"] = "ssd1309"
    interface: Literal["i2c", "spi"] = "i2c"
    i2c_bus: Annotated[int, Meta(ge=0, le=9)] = 1
    address: Literal[0x3C, 0x3D] = 0x3C
    channel: Channel = "none"
    spi_port: Annotated[int, Meta(ge=0, le=1)] = 0
    spi_device: Annotated[int, Meta(ge=0, le=2)] = 0
    dc_pin: Pin = 24
    reset_pin: Pin | Literal["none"] = 25
    rotation: Literal[0, 180] = 0
    contrast_full: Contrast = 207
    contrast_soft: Contrast = 64
    contrast_dim: Contrast = 8


class Keys(Struct, frozen=True, forbid_unknown_fields=True):
    petal1: Pin = 5
    petal2: Pin = 6
    petal3: Pin = 13
    petal4: Pin = 19
    petal5: Pin = 26
    soft1: Pin = 16
    soft2: Pin = 20
    soft3: Pin = 21


class SeatKeys(Struct, frozen=True, forbid_unknown_fields=True):
    petal1: Pin | Literal["none"] = "none"
    petal2: Pin | Literal["none"] = "none"
    petal3: Pin | Literal["none"] = "none"
    petal4: Pin | Literal["none"] = "none"
    petal5: Pin | Literal["none"] = "none"
    soft1: Pin | Literal["none"] = "none"
    soft2: Pin | Literal["none"] = "none"
    soft3: Pin | Literal["none"] = "none"


class Switch(Struct, frozen=True, forbid_unknown_fields=True):
    address: Annotated[int, Meta(ge=0x70, le=0x77)] = 0x70


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1, le=5)] = 1
    channel: Channel = 1
    address: Literal[0x3C, 0x3D] = 0x3C
    driver: Literal["ssd1306", "sh1106", "ssd1309"] = "sh1106"
    rotation: Literal[0, 180] = 0
    keys: SeatKeys = SeatKeys()


class Pods(Struct, frozen=True, forbid_unknown_fields=True):
    enabled: bool = True
    ports: tuple[DevicePath, ...] = ()


class Session(Struct, frozen=True, forbid_unknown_fields=True):
    language: Literal["en", "fr", "de", "ask"] = "ask"
    dim_after: Seconds = 120.0
    off_after: Seconds = 900.0
    robot_pause: Annotated[float, Meta(ge=0, le=60)] = 2.5
    decks: tuple[FilePath, ...] = ()


class Web(Struct, frozen=True, forbid_unknown_fields=True):
    enabled: bool = True
    port: Annotated[int, Meta(ge=1, le=65535)] = 8080


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    display: Display = Display()
    keys: Keys = Keys()
    switch: Switch = Switch()
    pods: Pods = Pods()
    table: Session = Session()
    web: Web = Web()
    seat: Annotated[tuple[Seat, ...], Meta(max_length=5)] = ()


def read(text: str) -> Table:
    """The library tells the first mistake and stops; where it is stands in its message alone."""
    raw = tomllib.loads(text)
    try:
        return msgspec.convert(raw, Table)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at ")
        problems = Problems(lines_of(text))
        problems.add(_path(place.strip("`")), message)
        raise ConfigError("table.toml", problems.found) from None


def _path(place: str) -> Path:
    parts = re.findall(r"\.(\w+)|\[(\d+)\]", place)
    return tuple(name or int(number) for name, number in parts)
