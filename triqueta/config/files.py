"""Which file the configuration is in, and a copy of the one that the device last started with."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path

from triqueta.config.problems import ConfigError, Problem
from triqueta.config.reading import read_config
from triqueta.config.settings import TableConfig

VARIABLE = "TRIQUETA_CONFIG"
DEVICE_FILE = Path("/etc/triqueta/table.toml")
LARGEST_FILE = 100_000  # bytes; all settings with their comments are not a tenth of that


def find_config(given: str | None = None) -> str | None:
    """The file that is given, else the variable's, else the device's, else the user's, if any."""
    named = given or os.environ.get(VARIABLE)
    if named:
        return named
    if DEVICE_FILE.exists():
        return str(DEVICE_FILE)
    import platformdirs  # not on the device

    own = platformdirs.user_config_path("triqueta") / DEVICE_FILE.name
    return str(own) if own.exists() else None


def load_config(file: str | None) -> TableConfig:
    """The settings in a file, or the defaults without one. All that can be wrong: ConfigError."""
    return TableConfig() if file is None else read_config(_content(file), file)


def _content(file: str) -> str:
    try:
        with Path(file).open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the name
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ConfigError(file, [Problem(None, reason or str(error))]) from None
    if len(content) > LARGEST_FILE:
        reason = f"no table.toml: larger than {LARGEST_FILE:,} bytes"
        raise ConfigError(file, [Problem(None, reason)])
    try:
        return content.decode("utf-8-sig")  # some editors put a mark before the first letter
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        reason = f"byte {content[error.start]:#x} is not UTF-8; save the file as UTF-8"
        raise ConfigError(file, [Problem(line, reason)]) from None


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
