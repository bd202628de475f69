"""The keys' pins: whether they can be opened, on which chip they are, and whether one is down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triqueta.config.settings import TableConfig
from triqueta.doctor.findings import Finding, good, wrong
from triqueta.doctor.key_check import Wired, stuck, wired_keys
from triqueta.stations.gpio_chip import NoLibraryError, PinsError, header_chip
from triqueta.stations.keys import lgpio_factory


def check_pins(config: TableConfig) -> Iterator[Finding]:
    try:
        chip = header_chip()
        factory = lgpio_factory()
    except NoLibraryError:  # which has been told among the packages
        return
    except PinsError as error:
        yield wrong(
            str(error), "see above for the groups, or run it as root: sudo triqueta doctor"
        )
        return
    keys = wired_keys(config)
    try:
        found = [finding for key in keys for finding in _check_key(key, factory)]
    finally:
        factory.close()
    yield from found or [good(f"the pins of {len(keys)} keys open on {chip}, and none is down")]


def _check_key(key: Wired, factory: Any) -> Iterator[Finding]:
    from gpiozero import InputDevice  # of the extra "hub"

    try:
        with InputDevice(key.pin, pull_up=True, pin_factory=factory) as line:
            if line.is_active:
                yield stuck(key)
    except Exception as error:  # gpiozero's, or those of the library below it
        remedy = "stop whatever else uses this pin, or choose another one in table.toml"
        yield wrong(f"{key} cannot be opened: {error}", remedy)
