"""The child process of `start_up`: runs the device on modelled chips to time its start.

With `memory N` as arguments it plays N games and prints its peak memory instead.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.models.i2c_bus import I2cBus
from tests.models.oled import Oled, OnI2c
from tests.models.spi_port import install_display
from tests.models.ssd1306 import Ssd1306, Ssd1309
from tests.models.tca9548a import Tca9548a

if TYPE_CHECKING:
    from triqueta.cli.play import Parts
    from triqueta.config.settings import TableConfig


class Patch:
    """The part of `pytest.MonkeyPatch` that the models need; pytest itself would use memory."""

    @staticmethod
    def setattr(target: object, name: str, value: object) -> None:
        setattr(target, name, value)

    @staticmethod
    def setitem(target: dict[str, Any], name: str, value: object) -> None:
        target[name] = value


class WatchedChip(Ssd1309):
    """A display chip that calls `told` when it is switched on."""

    told: Callable[[], None] = staticmethod(lambda: None)

    def obey(self, command: int, *given: int) -> None:
        super().obey(command, *given)
        if self.on:
            self.told()


def install_seats(seats: int) -> list[Ssd1306]:
    """Connect a display for each seat behind the I2C switch, and return their chips."""
    bus = I2cBus()
    chips = [Ssd1306() for _ in range(seats)]
    switch = Tca9548a()
    bus.trunk.append((0x70, switch))
    for channel, chip in enumerate(chips, start=1):
        switch.channels[channel].append((0x3C, OnI2c(chip)))
    bus.install(Patch())
    return chips


def tell_and_end() -> None:
    print(time.monotonic(), flush=True)
    os._exit(0)


def first_picture(config: str, journal: str) -> None:
    """Run the command that the device's service runs, on modelled chips."""
    chip = WatchedChip()
    chip.told = tell_and_end
    install_display(chip, Patch())
    from triqueta.cli import main, play  # here, since the imports are part of the measured time

    play.open_parts = _parts
    main(["play", "--hardware", "--config", config, "--journal", journal])


def _parts(config: TableConfig) -> Parts:
    """Show the greeting first and then set up the pins, as on a Pi."""
    from triqueta.cli.play import Parts, greet

    buses = greet(config)
    from gpiozero.pins.mock import MockFactory  # imported as late as the real pins

    return Parts(MockFactory(), buses)


def memory(games: int) -> None:
    """Play whole games on a hub with five wired seats, and print the peak memory in kB."""
    chips: list[Oled] = [Ssd1309(), *install_seats(5)]
    install_display(chips[0], Patch())
    import asyncio

    from tests.benchmarks.played_games import play
    from triqueta.cli.play_table import load_meanwhile
    from triqueta.games import installed_games

    load_meanwhile(installed_games()).join()
    asyncio.run(play(games))
    if not all(chip.commands for chip in chips):
        raise SystemExit("a display did not receive anything")
    foreign = [name for name in ("pytest", "hypothesis") if name in sys.modules]
    if foreign:
        raise SystemExit(f"{', '.join(foreign)} is loaded and would count as memory")
    status = Path("/proc/self/status").read_text("ascii")
    print(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))


if __name__ == "__main__":
    if sys.argv[1] == "memory":
        memory(int(sys.argv[2]))
    else:
        first_picture(*sys.argv[2:])
