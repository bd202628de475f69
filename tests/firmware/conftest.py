"""Fixtures: both ends of a good line, and simulated pods that run on MicroPython."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.firmware.line import Line
from tests.firmware.pty_table import PlugIn, Table
from triqueta.stations.pods.simulator import Board, SimulatedPod

ORDINARY = Board()


@pytest.fixture
def line() -> Line:
    line = Line()
    line.settle()
    return line


@pytest.fixture
def plug_in(micropython: str) -> Iterator[PlugIn]:
    """Return a function that plugs in a pod whose clock the test controls."""
    tables: list[Table] = []

    def plugged(board: Board = ORDINARY) -> Table:
        tables.append(Table(SimulatedPod(replace(board, own_clock=False))))
        return tables[-1]

    yield plugged
    for table in tables:
        table.close()
        table.pod.close()
