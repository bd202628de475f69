"""Switch off every display, light and sound. systemd runs this when the table has ended:

    python -m triqueta.stations.oled.darken

A process that was killed can't do this itself and would leave a secret on a display. The lights in
the petals would stay lit, too: on a Raspberry Pi, an output keeps its level when its process ends
(https://github.com/raspberrypi/linux/pull/6117). This program
imports little, so it is fast and works even if the table itself can't be loaded. It sends the same
commands to every type of chip, so a wrong driver in the settings does no harm.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeAlias

from triqueta.config.problems import ConfigError
from triqueta.config.reading import find_config, last_good_file, load_config
from triqueta.config.settings import Driver, TableConfig
from triqueta.runtime.machine import POWER_OFF_STATUS, header_chip, lgpio_library, model
from triqueta.screens.station import TABLE
from triqueta.stations.oled.wires import (
    DISPLAY_OFF,
    FLUSH,
    HIGH_COLUMN,
    LOW_COLUMN,
    PAGE,
    DisplaySettings,
    Wire,
    displays_of,
    open_wire,
)

MOST_SECONDS = 5  # systemd's timeout is 10
_PAGES = 8
_MOST_COLUMNS = 132  # of the SH1106; the other chips wrap around to the first column
_BY_PAGES = (0x20, 0x02)  # page addressing on an SSD1306; harmless on an SH1106

LitDisplay: TypeAlias = tuple[str, DisplaySettings]
"""A display that may be lit, and the name of its station."""


def main() -> None:
    signal.alarm(MOST_SECONDS)  # ends this process if anything hangs
    if model() is None:
        sys.exit("this is not a Raspberry Pi: it has no displays to switch off")
    configs = configs_in_use()
    displays = displays_that_may_be_lit(configs)
    if _machine_goes_off():  # the table's display says when to unplug
        displays = [(station, settings) for station, settings in displays if station != TABLE]
    for (station, _), error in darken(displays, wipe=True).items():
        print(f"cannot switch off the display of {station}: {error}", file=sys.stderr)
    for pin, error in pull_low(outputs_that_may_be_high(configs)).items():
        print(f"cannot switch off GPIO {pin}: {error}", file=sys.stderr)


def _machine_goes_off() -> bool:
    """Return whether the table ended with "Switch off", according to systemd."""
    ended = (os.environ.get("EXIT_CODE"), os.environ.get("EXIT_STATUS"))
    return ended == ("exited", str(POWER_OFF_STATUS))


def configs_in_use(given: str | None = None) -> list[TableConfig]:
    """Return the settings of the last start, and those in the current `table.toml` or `given`.

    If neither file can be read, return those of the default wiring.
    """
    copy = last_good_file()
    files = [find_config(given)] if copy is None else [str(copy), find_config(given)]
    return list(_readable(files)) or [TableConfig()]


def _readable(files: Iterable[str | None]) -> Iterator[TableConfig]:
    for file in files:
        with suppress(ConfigError):
            yield load_config(file)


def displays_that_may_be_lit(configs: Iterable[TableConfig]) -> list[LitDisplay]:
    return list(dict.fromkeys(pair for config in configs for pair in displays_of(config).items()))


def outputs_that_may_be_high(configs: Iterable[TableConfig]) -> list[int]:
    """Return the GPIOs of the lights and the buzzer."""
    pins = [
        pin
        for config in configs
        for pin in (*config.lights.by_key.values(), config.sound.pin)
        if pin is not None
    ]
    return list(dict.fromkeys(pins))


def darken(displays: Sequence[LitDisplay], *, wipe: bool) -> dict[LitDisplay, Exception]:
    """Switch displays off; with `wipe`, also clear their memory. Return the errors by display.

    A display that can't be reached delays the others by at most the timeout of its bus.
    """
    failed: dict[LitDisplay, Exception] = {}
    for step in (_switch_off, _wipe) if wipe else (_switch_off,):
        for display in displays:
            if display not in failed:
                try:
                    _do(step, display)
                except Exception as error:  # each of the underlying libraries has its own errors
                    failed[display] = error
    return failed


def pull_low(pins: Sequence[int]) -> dict[int, Exception]:
    """Make these GPIOs low outputs, which switches lights off. Return the errors by GPIO."""
    if not pins:
        return {}
    failed: dict[int, Exception] = {}
    try:
        lgpio = lgpio_library()
        chip = lgpio.gpiochip_open(header_chip().number)
    except Exception as error:  # lgpio's errors have no common base class
        return dict.fromkeys(pins, error)
    for pin in pins:
        try:
            lgpio.gpio_claim_output(chip, pin, 0)
        except Exception as error:  # the other lights go out all the same
            failed[pin] = error
    lgpio.gpiochip_close(chip)
    return failed


def _do(step: Callable[[Wire], None], display: LitDisplay) -> None:
    _, settings = display
    slow_enough = replace(settings, driver=Driver.SH1106)  # the slowest chip
    wire = open_wire(slow_enough)
    try:
        step(wire)
    finally:
        wire.close()


def _switch_off(wire: Wire) -> None:
    wire.restart()
    wire.command(*FLUSH, DISPLAY_OFF)


def _wipe(wire: Wire) -> None:
    for page in range(_PAGES):
        wire.command(*_BY_PAGES, PAGE | page, LOW_COLUMN, HIGH_COLUMN)
        wire.data(bytes(_MOST_COLUMNS))


if __name__ == "__main__":
    main()
