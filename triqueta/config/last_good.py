"""A copy of the settings that the device last started with.

Should `table.toml` be refused later, or name other displays, it still says which ones were lit.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path

NAME = "table.toml.last-good"

log = logging.getLogger("triqueta.config")


def last_good_file() -> Path | None:
    """In systemd's StateDirectory; None where this is no service."""
    folders = os.environ.get("STATE_DIRECTORY")
    return Path(folders.split(":")[0]) / NAME if folders else None


def keep_as_good(file: str | None) -> None:
    """Copy a file of settings that was read without a problem; None stands for the defaults.

    No sync: a cut of the power that could lose the copy makes the displays dark as well.
    """
    copy = last_good_file()
    if copy is None:
        return
    try:
        content = b"" if file is None else Path(file).read_bytes()
        with suppress(FileNotFoundError):
            if copy.read_bytes() == content:
                return
        new = copy.with_name(f"{NAME}.new")
        new.write_bytes(content)
        new.replace(copy)
    except OSError as error:
        log.warning("%s cannot be written: %s", copy, error.strerror)
