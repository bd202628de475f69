"""Pods: seats on a USB cable, as far as the hub can see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from triqueta.config.settings import TableConfig
from triqueta.doctor.findings import Finding, good, odd, wrong
from triqueta.stations.pods.port import serial_ports, usb_ports


def check_pods(
    config: TableConfig, root: Path, all_ports: Callable[[], Iterable[Any]] = serial_ports
) -> Iterator[Finding]:
    if not config.pods.enabled:
        return
    try:
        found = usb_ports(all_ports)
    except ModuleNotFoundError:
        yield odd("pods were not looked for: pyserial is missing", "pip install pyserial")
    else:
        yield good(f"pods on USB: {', '.join(found) or 'none is plugged in'}")
    for port in config.pods.ports:
        if (root / port.lstrip("/")).exists():
            yield good(f"{port} is there, for a pod")
        else:
            remedy = "plug its pod in, or take it out of ports in [pods]"
            yield wrong(f"there is no {port}, which a pod is to be on", remedy)
