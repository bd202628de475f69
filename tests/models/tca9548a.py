"""The TCA9548A: a switch that connects any of its eight channels to the bus."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Protocol


class Device(Protocol):
    """A chip on an I2C bus."""

    def start(self) -> None: ...
    def write(self, byte: int) -> None: ...
    def read(self) -> int | None:
        """None: it does not acknowledge that it is read."""

    def power_cycle(self, rng: Random) -> None: ...


class Tca9548a:
    """The last byte written is the control register: a bit for each channel."""

    def __init__(self) -> None:
        self.control = 0
        self.channels: list[list[tuple[int, Device]]] = [[] for _ in range(8)]

    def start(self) -> None:
        pass

    def write(self, byte: int) -> None:
        self.control = byte

    def read(self) -> int:
        return self.control

    def power_cycle(self, rng: Random) -> None:
        self.control = 0

    def connected(self) -> Iterator[tuple[int, Device]]:
        for number, devices in enumerate(self.channels):
            if self.control >> number & 1:
                yield from devices
