"""A MicroPython for the tests that run the firmware on one."""

from __future__ import annotations

import os

import pytest

from triqueta.stations.pods import simulator


@pytest.fixture(scope="session")
def micropython() -> str:
    try:
        return simulator.micropython()
    except simulator.SimulatorError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        pytest.skip(str(error))
