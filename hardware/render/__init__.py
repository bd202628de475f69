"""Generate the drawings, tables, parts and pictures in `hardware/` from their sources."""

from pathlib import Path

HARDWARE = Path(__file__).parent.parent
ROOT = HARDWARE.parent
