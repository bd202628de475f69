"""A copy of the settings that the device last started with.

If `table.toml` is later refused, or names other displays, the copy still says which ones were lit.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path

NAME = "table.toml.last-good"

log = logging.getLogger("triqueta.config")


def last_good_file() -> Path | None:
    """Return the path of the copy in systemd's StateDirectory, or None outside a service."""
    folders = os.environ.get("STATE_DIRECTORY")
    return Path(folders.split(":")[0]) / NAME if folders else None


def keep_as_good(file: str | None) -> None:
    """Copy a file of settings that was read without a problem; None stands for the defaults.

    There is no sync: a power cut that could lose the copy also darkens the displays.
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
