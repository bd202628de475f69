"""The Raspberry Pi that this may be running on."""

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
