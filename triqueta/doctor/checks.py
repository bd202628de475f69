"""All checks that need nobody, in the order in which one depends on the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from triqueta.config.settings import TableConfig
from triqueta.doctor import machine
from triqueta.doctor.bus_check import check_devices, check_ports, i2c_file
from triqueta.doctor.findings import Finding, Mark, odd
from triqueta.doctor.first_picture import check_first_picture
from triqueta.doctor.machine import Person
from triqueta.doctor.pin_check import check_pins
from triqueta.doctor.pod_check import check_pods
from triqueta.doctor.service_check import STOP, check_service, is_running
from triqueta.doctor.storage import check_storage
from triqueta.runtime.pi import model
from triqueta.stations.oled.wanted import displays_of


@dataclass(frozen=True)
class Device:
    """What is looked at; `service` is what systemd says of it."""

    config: TableConfig
    file: str | None
    journal: Path
    person: Person
    service: str
    root: Path = Path("/")

    @property
    def is_playing(self) -> bool:
        return is_running(self.service)


def all_checks(device: Device) -> Iterator[Finding]:
    yield machine.check_model(device.root)
    yield machine.check_python()
    may_send = False
    if model(device.root) is not None:
        yield from _check_system(device)
        wires = list(_check_wires(device))
        yield from wires
        may_send = not device.is_playing and all(it.mark is not Mark.WRONG for it in wires)
        yield check_service(device.service)
        yield from check_pods(device.config, device.root)
    yield from check_storage(device.journal, device.root)
    yield check_first_picture(device.file, send=may_send)


def _check_system(device: Device) -> Iterator[Finding]:
    yield machine.check_system(device.root)
    yield from machine.check_packages(device.config)
    yield machine.check_groups(device.config, device.person, device.root)
    yield from machine.check_power(device.root)


def _check_wires(device: Device) -> Iterator[Finding]:
    yield from check_ports(device.config, device.root)
    if device.is_playing:
        yield odd("the table is being played: displays and keys were not looked at", STOP)
        return
    if device.config.uses_i2c and i2c_file(device.config, device.root).exists():
        yield from check_devices(device.config, displays_of(device.config))
    yield from check_pins(device.config)
