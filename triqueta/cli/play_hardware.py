"""The table on the device's own displays and keys."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack, suppress

from triqueta.cli.loading import load_meanwhile
from triqueta.cli.network import SeatLinks
from triqueta.cli.parts import Parts
from triqueta.config.settings import TableConfig
from triqueta.runtime.host import Host
from triqueta.runtime.machine import POWER_OFF_STATUS
from triqueta.runtime.service import Service
from triqueta.stations.hub import Hub
from triqueta.table.registry import Registry

FIRST_PICTURE_SECONDS = 5.0  # how long the start waits for a display: there may be none

log = logging.getLogger("triqueta.play")


async def play_on_hardware(host: Host, config: TableConfig, parts: Parts, links: SeatLinks) -> int:
    """Play until somebody switches off or stops the service; the exit status."""
    service = Service()
    hub = Hub(host, config, parts.pins, parts.buses)
    tasks = [
        asyncio.create_task(service.keep_alive()),
        asyncio.create_task(_finish_start(service, hub.shown, host.table.games)),
    ]
    try:
        async with AsyncExitStack() as stack:
            if config.web.enabled:
                await _open_to_phones(host, config.web.port, links, stack)
            await host.stopped.wait()
    finally:
        service.stopping("goodbye")
        for task in tasks:
            task.cancel()
        await asyncio.to_thread(hub.close)  # it takes a moment, and the watchdog is patient
        parts.pins.close()
    return POWER_OFF_STATUS if host.table.powered_off else 0


async def _finish_start(service: Service, shown: asyncio.Event, games: Registry) -> None:
    """Report "ready" once the table is visible, or after a timeout; then load what keys need."""
    with suppress(TimeoutError):
        await asyncio.wait_for(shown.wait(), FIRST_PICTURE_SECONDS)
    service.ready("the table is set")
    load_meanwhile(games)


async def _open_to_phones(host: Host, port: int, links: SeatLinks, stack: AsyncExitStack) -> None:
    """Phones are a pleasure, not a need: without them the table plays on."""
    from triqueta.stations.web.server import WebServer

    server = WebServer(host)
    try:
        await stack.enter_async_context(await server.start("0.0.0.0", port))  # noqa: S104
    except OSError as error:
        log.warning("no seats on phones: port %d: %s", port, error.strerror or error)
        return
    await stack.enter_async_context(links.leading_to(server, host.tick))
