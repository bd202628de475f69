"""Pods: seats on a USB cable, as far as the hub can see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from triqueta.config.settings import TableConfig
from triqueta.doctor.findings import Finding, good, wrong
from triqueta.stations.pods.port import serial_ports, usb_ports


def check_pods(
    config: TableConfig, root: Path, all_ports: Callable[[], Iterable[Any]] = serial_ports
) -> Iterator[Finding]:
    if not config.pods.enabled:
        return
    found = ", ".join(usb_ports(all_ports))
    yield good(f"pods on USB: {found or 'none is plugged in'}")
    for port in config.pods.ports:
        if (root / port.lstrip("/")).exists():
            yield good(f"{port} is there, for a pod")
        else:
            remedy = "plug its pod in, or take it out of ports in [pods]"
            yield wrong(f"there is no {port}, which a pod is to be on", remedy)
