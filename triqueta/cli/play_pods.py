"""Pods at the table of `triqueta play`: those plugged in, and simulated ones."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from triqueta.cli.failures import CommandError
from triqueta.config.settings import TableConfig
from triqueta.journal.journal import Journal
from triqueta.runtime.host import Host
from triqueta.stations.contrasts import contrasts_of
from triqueta.stations.pods.bench import PodBench
from triqueta.stations.pods.keeper import PodKeeper
from triqueta.stations.pods.port import pod_ports
from triqueta.stations.pods.seating import Seating
from triqueta.stations.pods.simulator import SimulatorError


@contextmanager
def simulated_pods(count: int | None) -> Iterator[PodBench | None]:
    if not count:
        yield None
        return
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

    def find() -> list[str]:
        if config.pods.enabled:
            return pod_ports([*config.pods.ports, *simulated])
        return pod_ports(simulated, usb=())

    async with PodKeeper(host, Seating(host, journal), find, contrasts_of(config)):
        yield
