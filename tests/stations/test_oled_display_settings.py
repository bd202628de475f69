"""What a display's settings say, and what they cost before there is one."""

from __future__ import annotations

import subprocess
import sys

from triqueta.screens.frame import Light
from triqueta.stations.contrasts import Contrasts


def test_a_softer_light_is_never_brighter() -> None:
    contrasts = Contrasts(full=30)
    assert [contrasts.of(light) for light in Light] == [30, 30, 8, 0]


def test_nothing_slow_is_imported_before_a_display_is_used() -> None:
    code = (
        "import sys; from triqueta.stations.oled.bus import open_buses;"
        "from triqueta.stations.oled.settings import DisplaySettings;"
        "open_buses({'table': DisplaySettings()});"
        "print([name for name in ('luma', 'smbus2', 'gpiozero', 'spidev') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
