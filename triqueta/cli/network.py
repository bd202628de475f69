"""This machine in its local network: where phones find it."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from triqueta.table.events import SEATS

if TYPE_CHECKING:
    from triqueta.stations.web.server import WebServer


def own_address() -> str | None:
    """Its address in the local network. Connecting a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def seat_links(server: WebServer, own: str | None) -> dict[int, str]:
    """What the codes at the table say; in capitals, of which a small code holds more."""
    if own is None:
        return {}
    return {seat: f"HTTP://{own}:{server.port}{server.seat_path(seat)}" for seat in range(SEATS)}
