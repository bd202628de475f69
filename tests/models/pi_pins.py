"""Run gpiozero's own LGPIOFactory on a modelled Raspberry Pi."""

from __future__ import annotations

import sys

import pytest
from gpiozero.pins import local

from tests.models.fake_lgpio import FakeLgpio

PI_3 = 0xA02082


def install_pins(lines: FakeLgpio, patch: pytest.MonkeyPatch) -> FakeLgpio:
    lines.install(patch)
    sys.modules.pop("gpiozero.pins.lgpio", None)  # it may have imported an earlier fake lgpio
    patch.setattr(local, "get_pi_revision", lambda: PI_3)
    return lines
