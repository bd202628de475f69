"""Which pod belongs to which seat, and where that is remembered."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from triqueta.runtime.host import Host
from triqueta.screens.phrases import Text
from triqueta.table.pod_phrases import free_seats


class PodMemory(Protocol):
    """Where it is remembered until the next evening: the journal."""

    def pods(self) -> dict[str, int]: ...

    def remember_pods(self, seats: dict[str, int]) -> None: ...


class Seating:
    """A pod is known by its id. No two pods remember the same seat; seats count from 0."""

    def __init__(self, host: Host, memory: PodMemory) -> None:
        self._host = host
        self._memory = memory
        self._seats = memory.pods()

    def free(self) -> dict[int, Text]:
        return free_seats(self._host.table)

    def seat_of(self, pod_id: str) -> int | None:
        """The seat remembered, unless it has another display by now."""
        seat = self._seats.get(pod_id)
        return None if seat is None or self._host.table.has_station(seat) else seat

    def remember(self, pod_id: str, seat: int) -> None:
        others = {pod: taken for pod, taken in self._seats.items() if taken != seat}
        self._keep({**others, pod_id: seat})

    def forget(self, pod_id: str) -> None:
        self._keep({pod: seat for pod, seat in self._seats.items() if pod != pod_id})

    def _keep(self, seats: dict[str, int]) -> None:
        self._seats = seats
        self._host.keep(partial(self._memory.remember_pods, seats))
