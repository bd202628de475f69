"""The journal: everything that must not be lost, in one SQLite file.

Nothing in it is enciphered: the running game stands there with its sealed deal and its secret, or
it could not go on after a power cut. The file is readable by its owner only, which is whoever runs
the program: that user, and root, can read a running game in it.
"""

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
