"""Run all checks that need no help from a person, in order, among them the check of the pods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from triqueta.config.settings import TableConfig
from triqueta.doctor import machine
from triqueta.doctor.displays import check_devices, check_ports, i2c_file
from triqueta.doctor.findings import Finding, Mark, checked, ok, skipped, wrong
from triqueta.doctor.keys import check_pins
from triqueta.doctor.machine import STOP, Person, check_service, check_storage, is_running
from triqueta.doctor.speed import check_first_picture
from triqueta.journal.file import Holder
from triqueta.runtime.machine import model
from triqueta.stations.oled.wires import displays_of
from triqueta.stations.pods.port import serial_ports, usb_ports


def check_pods(
    config: TableConfig, root: Path, all_ports: Callable[[], Iterable[Any]] = serial_ports
) -> Iterator[Finding]:
    if not config.pods.enabled:
        return
    found = ", ".join(usb_ports(all_ports))
    yield ok(f"pods on USB: {found or 'none plugged in'}")
    for port in config.pods.ports:
        if (root / port.lstrip("/")).exists():
            yield ok(f"{port}, which is set for a pod, exists")
        else:
            remedy = "plug the pod in, or remove this port from ports in [pods]"
            yield wrong(f"{port}, which is set for a pod, does not exist", remedy)


@dataclass(frozen=True)
class Device:
    """The device to check. `service` is the state of the service, in systemd's words.

    `table` is the process that has a journal of this device open, as a service or not.
    """

    config: TableConfig
    file: str | None
    journal: Path
    person: Person
    service: str
    root: Path = Path("/")
    table: Holder | None = None

    @property
    def is_playing(self) -> bool:
        return is_running(self.service) or self.table is not None

    @property
    def playing(self) -> str:
        """A clause that says which table is running; use it only while `is_playing` is true."""
        return f"a table is running {self.table or ''}".rstrip()

    @property
    def how_to_stop(self) -> str:
        if is_running(self.service) or self.table is None:
            return STOP
        number = self.table.process
        return "press Ctrl-C where it was started" + (f", or: kill {number}" if number else "")


def all_checks(device: Device) -> Iterator[Finding]:
    """Run every check that needs no help from a person; skip what a running table uses."""
    yield machine.check_model(device.root)
    yield machine.check_python()
    may_send = False
    if device.is_playing:
        yield _left_alone(device)
    if model(device.root) is not None:
        yield from checked("the system", _check_system(device))
        wires = list(checked("displays and keys", _check_wires(device)))
        yield from wires
        may_send = all(it.mark is not Mark.WRONG for it in wires)
        yield check_service(device.service)
        yield from checked("pods", check_pods(device.config, device.root))
    measure = not device.is_playing
    storage = check_storage(device.journal, device.root, measure=measure)
    yield from checked("the journal", storage)
    if not device.is_playing:
        yield check_first_picture(device.file, send=may_send)


def _left_alone(device: Device) -> Finding:
    what = "displays, keys, the speed of the card and the first picture were not checked"
    return skipped(f"{device.playing}: {what}", f"stop it, then try again: {device.how_to_stop}")


def _check_system(device: Device) -> Iterator[Finding]:
    yield machine.check_system(device.root)
    yield from machine.check_packages(device.config)
    yield machine.check_groups(device.config, device.person, device.root)
    yield from machine.check_power(device.root)


def _check_wires(device: Device) -> Iterator[Finding]:
    yield from check_ports(device.config, device.root)
    if device.is_playing:
        return
    if device.config.uses_i2c and i2c_file(device.config, device.root).exists():
        yield from check_devices(device.config, displays_of(device.config))
    yield from check_pins(device.config)
