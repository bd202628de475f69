"""Tests that no wiring is accepted in which a display would show frames meant for another.

No other code checks the wiring: everything that opens displays relies on this check.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

import pytest

from triqueta.config.problems import ConfigError
from triqueta.config.reading import read_config
from triqueta.config.settings import Interface
from triqueta.stations.oled.wires import displays_of


class Place(NamedTuple):
    """A display's position on the I2C bus: behind a multiplexer channel, or on the bus itself."""

    channel: int | None
    address: int

    @property
    def text(self) -> str:
        channel = '"none"' if self.channel is None else self.channel
        return f"channel = {channel}\naddress = {self.address}\n"

    def hears(self, other: Place) -> bool:
        """Return whether this display receives what is sent to `other`.

        A display behind a channel receives it if the channels are the same. A display on the bus
        itself receives it whatever channel is open.
        """
        return self.address == other.address and self.channel in (None, other.channel)


PLACES = [Place(channel, address) for channel in (None, 0, 1) for address in (0x3C, 0x3D)]


def tables() -> Iterator[tuple[Place, list[Place]]]:
    """Yield a table display and up to two seat displays at every combination of positions."""
    for seats in range(3):
        for table, *others in product(PLACES, repeat=seats + 1):
            yield table, others


def is_let_in(table: Place, seats: list[Place], interface: Interface) -> bool:
    text = f'[display]\ninterface = "{interface}"\n{table.text}'
    try:
        config = read_config(text + "".join(f"[[seat]]\n{seat.text}" for seat in seats))
    except ConfigError:
        return False
    places = [
        Place(display.channel, display.address)
        for display in displays_of(config).values()
        if display.interface is Interface.I2C
    ]
    assert places == ([table, *seats] if interface is Interface.I2C else seats)
    return True


def may_be(displays: list[Place]) -> bool:
    channels = [place.channel for place in displays if place.channel is not None]
    return len(set(channels)) == len(channels) and not any(
        one.hears(other) or other.hears(one) for one, other in combinations(displays, 2)
    )


@pytest.mark.parametrize("interface", Interface)
def test_every_display_receives_only_its_own_data(interface: Interface) -> None:
    for table, seats in tables():
        on_i2c = [table, *seats] if interface is Interface.I2C else seats
        assert is_let_in(table, seats, interface) is may_be(on_i2c), (table, seats)
