"""The journal: one crash-safe SQLite file with all games and settings.

The file is not encrypted. It holds the running game with its hidden tiles and the secret of its
shuffle, because the table must be able to resume after a power cut. Only the user who runs the
program (the file's owner) and root can read it.
"""

from __future__ import annotations

import os
from pathlib import Path

FILE = "triqueta.db"
DEVICE_FOLDER = Path("var/lib/triqueta")  # the service's data, relative to the root folder


def journal_file() -> Path:
    """Return the default path: in systemd's StateDirectory, or else in the user's data folder."""
    folders = os.environ.get("STATE_DIRECTORY")
    if folders:
        return Path(folders.split(":")[0]) / FILE
    import platformdirs  # not installed on the device

    return platformdirs.user_data_path("triqueta") / FILE
