"""A MicroPython for the tests with simulated pods."""

from tests.firmware.conftest import micropython

__all__ = ["micropython"]
