"""The machine: which Raspberry Pi this is, and the exit status that its service manager reads."""

from __future__ import annotations

from pathlib import Path

MODEL = Path("proc/device-tree/model")


def model(root: Path = Path("/")) -> str | None:
    """Its name, as its firmware gives it; None on any other machine."""
    try:
        name = (root / MODEL).read_bytes().rstrip(b"\0").decode("ascii", "replace")
    except OSError:
        return None
    return name if name.startswith("Raspberry Pi") else None


POWER_OFF_STATUS = 150
"""The exit status of "switch off": the unit powers the machine off after this one only.
150 to 199 are free for applications; Python and signals end a process with others."""
