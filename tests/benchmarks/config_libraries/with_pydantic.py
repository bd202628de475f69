"""`table.toml` by pydantic, for comparison: kinds and reading in the library's own way."""

from __future__ import annotations

import tomllib
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from triqueta.config.problems import ConfigError, Problems, lines_of

Pin = Annotated[int, Field(ge=2, le=27)]
Channel = Annotated[int, Field(ge=0, le=7)] | Literal["none"]
Contrast = Annotated[int, Field(ge=0, le=255)]
Seconds = Annotated[float, Field(ge=5, le=86400)]
FilePath = Annotated[str, Field(pattern="^/[^\0]*$")]
DevicePath = Annotated[str, Field(pattern="^/dev/[^\0]*$")]


class Section(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Display(Section):
    driver: Literal["ssd1306", "sh1106", "ssd1309"] = "ssd1309"
    interface: Literal["i2c", "spi"] = "i2c"
    i2c_bus: Annotated[int, Field(ge=0, le=9)] = 1
    address: Literal[0x3C, 0x3D] = 0x3C
    channel: Channel = "none"
    spi_port: Annotated[int, Field(ge=0, le=1)] = 0
    spi_device: Annotated[int, Field(ge=0, le=2)] = 0
    dc_pin: Pin = 24
    reset_pin: Pin | Literal["none"] = 25
    rotation: Literal[0, 180] = 0
    contrast_full: Contrast = 207
    contrast_soft: Contrast = 64
    contrast_dim: Contrast = 8


class Keys(Section):
    petal1: Pin = 5
    petal2: Pin = 6
    petal3: Pin = 13
    petal4: Pin = 19
    petal5: Pin = 26
    soft1: Pin = 16
    soft2: Pin = 20
    soft3: Pin = 21


class SeatKeys(Section):
    petal1: Pin | Literal["none"] = "none"
    petal2: Pin | Literal["none"] = "none"
    petal3: Pin | Literal["none"] = "none"
    petal4: Pin | Literal["none"] = "none"
    petal5: Pin | Literal["none"] = "none"
    soft1: Pin | Literal["none"] = "none"
    soft2: Pin | Literal["none"] = "none"
    soft3: Pin | Literal["none"] = "none"


class Switch(Section):
    address: Annotated[int, Field(ge=0x70, le=0x77)] = 0x70


class Seat(Section):
    number: Annotated[int, Field(ge=1, le=5)] = 1
    channel: Channel = 1
    address: Literal[0x3C, 0x3D] = 0x3C
    driver: Literal["ssd1306", "sh1106", "ssd1309"] = "sh1106"
    rotation: Literal[0, 180] = 0
    keys: SeatKeys = SeatKeys()


class Pods(Section):
    enabled: bool = True
    ports: list[DevicePath] = []


class Session(Section):
    language: Literal["en", "fr", "de", "ask"] = "ask"
    dim_after: Seconds = 120.0
    off_after: Seconds = 900.0
    robot_pause: Annotated[float, Field(ge=0, le=60)] = 2.5
    decks: list[FilePath] = []


class Web(Section):
    enabled: bool = True
    port: Annotated[int, Field(ge=1, le=65535)] = 8080


class Table(Section):
    display: Display = Display()
    keys: Keys = Keys()
    switch: Switch = Switch()
    pods: Pods = Pods()
    table: Session = Session()
    web: Web = Web()
    seat: Annotated[list[Seat], Field(max_length=5)] = []


def read(text: str) -> Table:
    """The library tells all mistakes; of a choice it tells one for each thing that would fit."""
    raw = tomllib.loads(text)
    try:
        return Table.model_validate(raw)
    except ValidationError as error:
        problems = Problems(lines_of(text))
        for found in error.errors():
            problems.add(found["loc"], found["msg"])
        raise ConfigError("table.toml", problems.found) from None
