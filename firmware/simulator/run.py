"""Start a simulated pod: the real firmware, booted as on a chip, with this folder's `machine`."""

import os
import sys

_here = __file__.rsplit("/", 1)[0]
sys.path.insert(0, _here + "/../pod")
sys.path.insert(0, _here)
if os.getenv("TRIQUETA_POD_CLOCK"):
    sys.path.insert(0, _here + "/clock")

import pins  # noqa: E402

pins.SCREEN = os.getenv("TRIQUETA_POD_SCREEN") or pins.SCREEN

__import__("boot")
__import__("main")
