"""A model of the TCA9548A, an I2C switch that connects any of its eight channels to the bus."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Protocol


class Device(Protocol):
    """A chip on an I2C bus."""

    def start(self) -> None: ...
    def write(self, byte: int) -> None: ...
    def read(self) -> int | None:
        """Return the byte that the chip answers, or None if it does not acknowledge the read."""

    def power_cycle(self, rng: Random) -> None: ...


class Tca9548a:
    """A TCA9548A: the last byte written is its control register, with one bit per channel."""

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
