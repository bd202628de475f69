"""Pods: seats on a USB cable, as far as the hub can see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from triqueta.config.settings import TableConfig
from triqueta.doctor.findings import Finding, good, odd, wrong

MAKER = 0x2E8A  # Raspberry Pi, on USB


def usb_ports() -> Iterable[Any]:
    """The serial ports that there are; ModuleNotFoundError without pyserial."""
    ports: Iterable[Any] = import_module("serial.tools.list_ports").comports()
    return ports


def pods(ports: Callable[[], Iterable[Any]] = usb_ports) -> list[str]:
    """The ports that a Pico is on."""
    return sorted(port.device for port in ports() if port.vid == MAKER)


def check_pods(
    config: TableConfig, root: Path, ports: Callable[[], Iterable[Any]] = usb_ports
) -> Iterator[Finding]:
    if not config.pods.enabled:
        return
    try:
        found = pods(ports)
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
