"""Pods at the table of `triqueta play`: those plugged in, and simulated ones."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

from triqueta.cli.failures import CommandError

if TYPE_CHECKING:
    from triqueta.config.settings import TableConfig
    from triqueta.journal.journal import Journal
    from triqueta.runtime.host import Host
    from triqueta.stations.pods.bench import PodBench


@contextmanager
def simulated_pods(count: int | None) -> Iterator[PodBench | None]:
    if not count:
        yield None
        return
    from triqueta.stations.pods.bench import PodBench  # noqa: PLC0415
    from triqueta.stations.pods.simulator import SimulatorError  # noqa: PLC0415

    try:
        bench = PodBench(count)
    except (SimulatorError, OSError) as error:
        raise CommandError(f"triqueta play: --pods: {error}") from None
    with bench:
        yield bench


@asynccontextmanager
async def pods_at(
    host: Host, config: TableConfig, journal: Journal, bench: PodBench | None
) -> AsyncIterator[None]:
    """Pods come and go at this table."""
    simulated = list(bench.ports) if bench else []
    if not config.pods.enabled and not simulated:
        yield
        return
    from triqueta.stations.contrasts import contrasts_of  # noqa: PLC0415
    from triqueta.stations.pods.keeper import PodKeeper  # noqa: PLC0415
    from triqueta.stations.pods.port import pod_ports  # noqa: PLC0415
    from triqueta.stations.pods.seating import Seating  # noqa: PLC0415

    def find() -> list[str]:
        if config.pods.enabled:
            return pod_ports([*config.pods.ports, *simulated])
        return pod_ports(simulated, usb=())

    async with PodKeeper(host, Seating(host, journal), find, contrasts_of(config)):
        yield
