"""Where the journal lives."""

from __future__ import annotations

import os
from pathlib import Path

FILE = "triqueta.db"
DEVICE_FOLDER = Path("var/lib/triqueta")  # of the service, seen from the root


def journal_file() -> Path:
    """In systemd's StateDirectory on the device, else among the user's data."""
    folders = os.environ.get("STATE_DIRECTORY")
    if folders:
        return Path(folders.split(":")[0]) / FILE
    import platformdirs  # not on the device

    return platformdirs.user_data_path("triqueta") / FILE
