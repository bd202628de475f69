"""`triqueta play`: parse its arguments, and open the device's displays and keys.

The first picture waits for this module, so it does not import what is only needed later. Log
output goes to stderr: warnings only, but everything on the device, for journald. No log line may
contain a player's tiles, the secret of a shuffle or the code of a seat.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from logging.handlers import MemoryHandler
from pathlib import Path
from typing import Any

from triqueta.cli import CommandError
from triqueta.cli.arguments import (
    add_config_argument,
    add_journal_argument,
    integer,
    journal_path,
    load_settings,
)
from triqueta.config.reading import find_config, keep_as_good
from triqueta.config.settings import Interface, TableConfig
from triqueta.runtime.machine import PinsError, model
from triqueta.screens.frame import Frame
from triqueta.screens.phrases import Language
from triqueta.screens.screen import GreetingScreen
from triqueta.screens.station import SEATS, TABLE
from triqueta.stations.keys import lgpio_factory
from triqueta.stations.oled.bus import DisplayBus, open_buses
from triqueta.stations.oled.darken import configs_in_use, darken, displays_that_may_be_lit
from triqueta.stations.oled.wires import displays_of


def add_arguments(parser: ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--hardware", action="store_true", help="play on this Pi's displays and keys"
    )
    where.add_argument(
        "--virtual", action="store_true", help="play at the virtual table, even on a Pi"
    )
    where.add_argument("--terminal", action="store_true", help="play in this terminal")
    parser.add_argument(
        "--lan", action="store_true", help="let phones on the local network take seats"
    )
    parser.add_argument(
        "--port",
        type=integer(1, 65535),
        metavar="N",
        help="port of the virtual table (default: 8080, or the next free one)",
    )
    parser.add_argument(
        "--pods",
        type=integer(1, SEATS),
        metavar="N",
        help="start N simulated pods (shown on their own page)",
    )
    parser.add_argument("--no-browser", action="store_true", help="don't open a browser")
    add_config_argument(parser)
    add_journal_argument(parser)


def run(args: Namespace) -> int:
    if args.terminal:
        _check_terminal()
    with logging_to_stderr(held_back=args.terminal), ExitStack() as ends:
        config = _start_device(args, ends) if _is_device(args) else load_settings(args)
        path = journal_path(args)
        parts = None if args.virtual or args.terminal else _open_parts(config, args)
        if parts is not None:
            ends.callback(parts.close_displays)
        if args.pods and (args.terminal or parts is not None):
            raise CommandError("triqueta play: --pods needs the virtual table; add --virtual")
        from triqueta.cli.play_table import play_table

        return play_table(args, config, path, parts)


def _is_device(args: Namespace) -> bool:
    return not (args.virtual or args.terminal) and model() is not None


def _start_device(args: Namespace, ends: ExitStack) -> TableConfig:
    """Darken what the last run may have left on the displays, then return the settings."""
    ends.enter_context(_ended_cleanly_by_sigterm())
    darken(displays_that_may_be_lit(configs_in_use(args.config)), wipe=False)
    config = load_settings(args)
    keep_as_good(find_config(args.config))
    return config


@contextmanager
def _ended_cleanly_by_sigterm() -> Iterator[None]:
    """Turn SIGTERM into a SystemExit, until the table handles the signal itself."""

    def end(*_: object) -> None:
        raise SystemExit(0)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _check_terminal() -> None:
    if sys.stdin is None or not sys.stdin.isatty() or not sys.stdout.isatty():
        raise CommandError("triqueta play: --terminal needs a terminal to read keys from")
    size = os.get_terminal_size()
    if size.columns < 80 or size.lines < 24:
        found = f"this one has {size.columns} x {size.lines}"
        raise CommandError(f"triqueta play: --terminal needs 80 x 24 characters; {found}")


@contextmanager
def logging_to_stderr(*, held_back: bool = False) -> Iterator[None]:
    """Log to stderr during the block; `held_back` delays the lines until the end of it.

    They are held back while the table is shown in the terminal.
    """
    logger = logging.getLogger("triqueta")
    logger.setLevel(logging.INFO if "JOURNAL_STREAM" in os.environ else logging.WARNING)
    stderr = logging.StreamHandler(sys.stderr)
    stderr.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    handler: logging.Handler = stderr
    if held_back:
        handler = MemoryHandler(10_000, flushLevel=logging.CRITICAL + 1, target=stderr)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        handler.close()


def _open_parts(config: TableConfig, args: Namespace) -> Parts | None:
    """Open the device's displays and keys; return None if they can't be used.

    Raise CommandError in that case if the user requested --hardware.
    """
    try:
        return open_parts(config)
    except PinsError as error:
        if args.hardware:
            raise CommandError(f"triqueta play: --hardware: {error}") from None
        print(f"Playing at the virtual table: {error}", flush=True)
        return None


@dataclass(frozen=True)
class Parts:
    """The device's pins and display buses, opened before there is a table."""

    pins: Any
    buses: Sequence[DisplayBus]

    def close_displays(self) -> None:
        """Close the buses that no table has started, which darkens their displays."""
        for bus in self.buses:
            if not bus.started:
                bus.close()


def open_parts(config: TableConfig) -> Parts:
    """Open the Pi's pins and displays, and show a greeting; raise PinsError if that fails."""
    check_pi(config)
    buses = greet(config)
    try:
        return Parts(lgpio_factory(), buses)
    except BaseException:  # including the SystemExit of a signal
        Parts(None, buses).close_displays()
        raise


def check_pi(config: TableConfig) -> None:
    """Raise PinsError, with the reason, if this computer can't be the device."""
    if model() is None:
        raise PinsError("this is not a Raspberry Pi")
    display = config.display
    bus = Path(f"/dev/i2c-{display.i2c_bus}")
    if config.uses_i2c and not bus.exists():
        raise PinsError(f"there is no {bus}: switch I2C on with sudo raspi-config nonint do_i2c 0")
    port = Path(f"/dev/spidev{display.spi_port}.{display.spi_device}")
    if display.interface is Interface.SPI and not port.exists():
        remedy = "switch SPI on with sudo raspi-config nonint do_spi 0"
        raise PinsError(f"there is no {port}: {remedy}")


def greet(config: TableConfig) -> Sequence[DisplayBus]:
    """Show a greeting on the table's display before the rest is loaded; return the buses.

    Loading takes a while on a small Pi.
    """
    buses = open_buses(displays_of(config))
    try:
        for bus in buses:
            if TABLE in bus.stations:
                bus.post(TABLE, Frame(GreetingScreen(), Language.ENGLISH))
                bus.step()
    except BaseException:  # including the SystemExit of a signal
        Parts(None, buses).close_displays()
        raise
    return buses
