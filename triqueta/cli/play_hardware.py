"""The table on the device's own displays and keys."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from contextlib import AsyncExitStack

    from triqueta.cli.network import SeatLinks
    from triqueta.config.settings import TableConfig
    from triqueta.runtime.host import Host
    from triqueta.stations.oled.bus import DisplayBus

log = logging.getLogger("triqueta.play")


@dataclass(frozen=True)
class Parts:
    """The device's parts, as they are before there is a table."""

    pins: Any
    buses: Sequence[DisplayBus]


def open_parts(config: TableConfig) -> Parts:
    """The Pi's pins and displays, which greet at once; KeysError tells why there are none."""
    from triqueta.stations.keys import KeysError, lgpio_factory  # noqa: PLC0415

    check_pi(config)
    buses = greet(config)
    try:
        return Parts(lgpio_factory(), buses)
    except KeysError:
        for opened in buses:
            opened.close()
        raise


def check_pi(config: TableConfig) -> None:
    """Whether this can be the device at all; KeysError tells why not."""
    from triqueta.runtime.pi import model  # noqa: PLC0415
    from triqueta.stations.keys import KeysError  # noqa: PLC0415

    if model() is None:
        raise KeysError("this is no Raspberry Pi")
    bus = Path(f"/dev/i2c-{config.display.i2c_bus}")
    if config.uses_i2c and not bus.exists():
        raise KeysError(f"there is no {bus}: switch I2C on with sudo raspi-config nonint do_i2c 0")


def greet(config: TableConfig) -> Sequence[DisplayBus]:
    """Light the table's display before the rest is loaded, which takes a while on a small Pi."""
    from triqueta.screens.frame import Frame  # noqa: PLC0415
    from triqueta.screens.greeting import GreetingScreen  # noqa: PLC0415
    from triqueta.screens.phrases import Language  # noqa: PLC0415
    from triqueta.stations.oled.bus import open_buses  # noqa: PLC0415
    from triqueta.stations.oled.wanted import displays_of  # noqa: PLC0415
    from triqueta.table.events import TABLE  # noqa: PLC0415

    buses = open_buses(displays_of(config))
    for bus in buses:
        if TABLE in bus.stations:
            bus.post(TABLE, Frame(GreetingScreen(), Language.ENGLISH))
            bus.step()
    return buses


async def play_on_hardware(
    host: Host, config: TableConfig, parts: Parts, links: SeatLinks, key: bytes
) -> int:
    """Play until somebody switches off or stops the service; the exit status."""
    import asyncio  # noqa: PLC0415
    from contextlib import AsyncExitStack  # noqa: PLC0415

    from triqueta.runtime.service import POWER_OFF_STATUS, Service  # noqa: PLC0415
    from triqueta.stations.hub import Hub  # noqa: PLC0415

    service = Service()
    hub = Hub(host, config, parts.pins, parts.buses)
    alive = asyncio.create_task(service.keep_alive())
    try:
        service.ready("the table is set")
        async with AsyncExitStack() as stack:
            if config.web.enabled:
                await _open_to_phones(host, config.web.port, links, key, stack)
            await host.stopped.wait()
    finally:
        service.stopping("goodbye")
        alive.cancel()
        await asyncio.to_thread(hub.close)  # it takes a moment, and the watchdog is patient
        parts.pins.close()
    return POWER_OFF_STATUS if host.table.powered_off else 0


async def _open_to_phones(
    host: Host, port: int, links: SeatLinks, key: bytes, stack: AsyncExitStack
) -> None:
    """Phones are a pleasure, not a need: without them the table plays on."""
    from triqueta.stations.web.server import WebServer  # noqa: PLC0415

    server = WebServer(host, key=key)
    try:
        await stack.enter_async_context(await server.start("0.0.0.0", port))  # noqa: S104
    except OSError as error:
        log.warning("no seats on phones: port %d: %s", port, error.strerror or error)
        return
    await stack.enter_async_context(links.leading_to(server, host.tick))
