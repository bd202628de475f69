"""How a display is connected, and which wirings cannot work.

Displays of one I2C bus must differ in their address or in the channel of the switch they are
behind. A display on the bus itself hears everything that is said on an open channel too. So it
must not share its address with any display behind the switch: set its jumper to 0x3D, or give
it a channel of its own. One switch has eight channels, so a bus has one switch at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from triqueta.config.settings import Driver, Interface
from triqueta.screens.frame import Light

ADDRESSES = range(0x08, 0x78)
SWITCH_ADDRESSES = range(0x70, 0x78)
CHANNELS = range(8)
UPRIGHT, UPSIDE_DOWN = 0, 2


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """One display: `bus` to `channel` count for I2C, `port` to `reset` for SPI."""

    driver: Driver = Driver.SSD1306
    interface: Interface = Interface.I2C
    bus: int = 1
    address: int = 0x3C
    switch: int | None = None
    channel: int | None = None
    port: int = 0
    device: int = 0
    dc: int = 24
    reset: int | None = 25
    rotation: int = UPRIGHT
    contrast: int = 255
    soft: int = 64
    dim: int = 8

    def __post_init__(self) -> None:
        _check_choice("driver", self.driver, Driver)
        _check_choice("interface", self.interface, Interface)
        if self.rotation not in (UPRIGHT, UPSIDE_DOWN):
            raise ValueError(
                f"rotation {self.rotation}: pictures are wider than high; "
                "right would be 0 (upright) or 2 (upside down)"
            )
        for name in ("contrast", "soft", "dim"):
            _check_range(name, getattr(self, name), range(256))
        if self.interface == Interface.I2C:
            self._check_i2c()

    def _check_i2c(self) -> None:
        _check_range("address", self.address, ADDRESSES, "#x")
        if (self.switch is None) != (self.channel is None):
            raise ValueError("switch and channel: a display has both of them or neither")
        if self.switch is not None and self.channel is not None:
            _check_range("switch", self.switch, SWITCH_ADDRESSES, "#x")
            _check_range("channel", self.channel, CHANNELS)

    @property
    def wire(self) -> str:
        """The wires that one thread has to own, by a name for logs."""
        return f"i2c-{self.bus}" if self.interface == Interface.I2C else f"spi-{self.port}"

    def level(self, light: Light) -> int:
        """The contrast for a light; a softer one is never brighter than the full one."""
        levels = {Light.FULL: self.contrast, Light.SOFT: self.soft, Light.DIM: self.dim}
        return min(self.contrast, levels.get(light, 0))


def _check_choice(name: str, value: str, choices: type[StrEnum]) -> None:
    if value not in tuple(choices):
        raise ValueError(f"{name} {value!r}: right would be {', '.join(choices)}")


def _check_range(name: str, value: int, allowed: range, form: str = "d") -> None:
    if value not in allowed:
        first, last = format(allowed[0], form), format(allowed[-1], form)
        raise ValueError(f"{name} {value:{form}}: right would be {first} to {last}")


def check_wiring(displays: Mapping[str, DisplaySettings]) -> None:
    """Raise a ValueError about two displays that would get each other's bytes."""
    names = list(displays)
    for number, name in enumerate(names):
        for other in names[:number]:
            reason = _clash(displays[name], displays[other])
            if reason is not None:
                raise ValueError(f"displays of {other} and {name}: {reason}")


def _clash(one: DisplaySettings, other: DisplaySettings) -> str | None:
    if one.wire != other.wire:
        return None
    if one.interface == Interface.SPI:
        same = one.device == other.device
        return "both are the same SPI port and device; right would be 0 and 1" if same else None
    return _clash_of_switches(one, other) or _clash_of_addresses(one, other)


def _clash_of_switches(one: DisplaySettings, other: DisplaySettings) -> str | None:
    switches = {one.switch, other.switch}
    if switches & {one.address, other.address}:
        return "the switch has the address of a display; right would be 0x3c or 0x3d for displays"
    if len(switches - {None}) == 2:
        return "they are behind two switches; right would be one, which has eight channels"
    return None


def _clash_of_addresses(one: DisplaySettings, other: DisplaySettings) -> str | None:
    if one.address != other.address:
        return None
    if (one.switch is None) != (other.switch is None):
        return (
            f"both have the address {one.address:#x}, and the one that is not behind the switch "
            "would show what the other is sent; right would be another address for it, such as "
            f"{one.address ^ 1:#x}, or a channel of its own"
        )
    if one.channel == other.channel:
        return f"both have the address {one.address:#x}; right would be another channel or address"
    return None
