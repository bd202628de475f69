"""The table's end of a simulated pod's line, with a clock that the test controls."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from typing import Protocol

from tests.firmware.line import Fault
from tests.firmware.pod_code import keys as pod_keys
from triqueta.stations.pods.link import LinkEvent, PodLink
from triqueta.stations.pods.simulator import Board, SimulatedPod

PATIENCE = 60  # seconds for a pod to do something; only a failing test waits so long


class Table:
    """The table's end of a line; it shares its clock with the pod, and only tests move it."""

    def __init__(self, pod: SimulatedPod) -> None:
        self.pod = pod
        self.link = PodLink()
        self.events: list[LinkEvent] = []
        self.now = 0
        self.to_pod: Fault = bytes
        self.to_table: Fault = bytes
        self.line = os.open(pod.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    def close(self) -> None:
        os.close(self.line)

    def turn(self, wait: float = 0.0) -> None:
        """Write pending bytes to the line, and handle the bytes that have arrived."""
        self.write(self.to_pod(self.link.output(self.now / 1000)))
        if select.select([self.line], [], [], wait)[0]:
            heard = self.to_table(os.read(self.line, 4096))
            self.events += self.link.receive(heard, self.now / 1000)
        self.events += self.link.tick(self.now / 1000)

    def write(self, data: bytes) -> None:
        while data:
            assert select.select([], [self.line], [], PATIENCE)[1], "the pod does not read"
            data = data[os.write(self.line, data) :]

    def read_to_the_end(self) -> None:
        """Read all remaining bytes up to the end of the line."""
        while os.read(self.line, 4096):
            pass

    def until(self, reached: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not reached():
            assert time.monotonic() < end, "the pod did not do it in time"
            self.turn(0.005)

    def pass_time(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.pod.set_time(self.now)

    def settle(self) -> None:
        self.until(lambda: self.link.agreed)

    def show(self, shown: bytes) -> None:
        self.link.show(shown)
        self.settle()

    def tap(self, key: int) -> None:
        """Press a key and release it, each for as long as its contact may bounce."""
        self.change(key, True)
        self.change(key, False)

    def change(self, key: int, down: bool) -> None:
        if down:
            self.pod.press(key)
        else:
            self.pod.release(key)
        count = len(self.events)
        self.pass_time(0)
        self.pass_time(pod_keys.QUIET_MS)
        self.until(lambda: len(self.events) > count)


class PlugIn(Protocol):
    """A function that plugs in a pod, by default an ordinary one."""

    def __call__(self, board: Board = ...) -> Table: ...
