"""Find a `table.toml`, read its settings, and report everything that is wrong with it.

The device keeps a copy of the file that it last started with.
"""

from __future__ import annotations

import logging
import os
import re
import tomllib
from contextlib import suppress
from dataclasses import Field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from triqueta.config.problems import ConfigError, Lines, Problem, Problems, TomlPath, check_wiring
from triqueta.config.settings import (
    I2C_ONLY,
    SEAT,
    SECTIONS,
    DisplayConfig,
    Interface,
    SeatConfig,
    TableConfig,
    value_type_of,
)
from triqueta.config.values import Address, ValueType, WrongValueError, shown
from triqueta.screens.station import SEATS

VARIABLE = "TRIQUETA_CONFIG"
DEVICE_FILE = Path("/etc/triqueta/table.toml")
LAST_GOOD = "table.toml.last-good"  # in systemd's StateDirectory
LARGEST_FILE = 100_000  # bytes; all settings with their comments take less than a tenth
_EXAMPLE = 'a setting is a line like: name = "value"'

Table = TypeVar("Table")

log = logging.getLogger("triqueta.config")


def find_config(given: str | None = None) -> str | None:
    """Return the path of the configuration file, or None if there is none.

    The order is: `given`, the variable TRIQUETA_CONFIG, the device's file, the user's file.
    """
    named = given or os.environ.get(VARIABLE)
    if named:
        return named
    if DEVICE_FILE.exists():
        return str(DEVICE_FILE)
    import platformdirs  # not installed on the device

    own = platformdirs.user_config_path("triqueta") / DEVICE_FILE.name
    return str(own) if own.exists() else None


def load_config(file: str | None) -> TableConfig:
    """Return the settings in a file, or the defaults if `file` is None.

    Raise ConfigError, and nothing else, if the file is missing, unreadable or wrong.
    """
    return TableConfig() if file is None else read_config(_content(file), file)


def _content(file: str) -> str:
    try:
        with Path(file).open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the name
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ConfigError(file, [Problem(None, reason or str(error))]) from None
    if len(content) > LARGEST_FILE:
        reason = f"not a table.toml: larger than {LARGEST_FILE:,} bytes"
        raise ConfigError(file, [Problem(None, reason)])
    try:
        return content.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        reason = f"byte {content[error.start]:#x} is not UTF-8; save the file as UTF-8"
        raise ConfigError(file, [Problem(line, reason)]) from None


def last_good_file() -> Path | None:
    """Return the path of the copy in systemd's StateDirectory, or None outside a service."""
    folders = os.environ.get("STATE_DIRECTORY")
    return Path(folders.split(":")[0]) / LAST_GOOD if folders else None


def keep_as_good(file: str | None) -> None:
    """Keep a copy of a configuration file that was read without problems (None: the defaults).

    The copy is not synced to disk: a power cut that could lose it also darkens the displays.
    """
    copy = last_good_file()
    if copy is None:
        return
    try:
        content = b"" if file is None else Path(file).read_bytes()
        with suppress(FileNotFoundError):
            if copy.read_bytes() == content:
                return
        new = copy.with_name(f"{LAST_GOOD}.new")
        new.write_bytes(content)
        new.replace(copy)
    except OSError as error:
        log.warning("cannot write %s: %s", copy, error.strerror)


def read_config(text: str, file: str = "table.toml") -> TableConfig:
    """Return the settings in a text, or raise ConfigError, whose messages begin with `file`."""
    try:
        raw = _parsed(text, file)
        problems = Problems(Lines(text, raw))
        config = _Reader(problems).config(raw)
        check_wiring(config, problems)
    except RecursionError:
        raise ConfigError(file, [Problem(None, "not TOML: nested too deeply")]) from None
    if problems:
        raise ConfigError(file, problems)
    return config


def _parsed(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as error:  # not only TOMLDecodeError: also for integers with too many digits
        raise ConfigError(file, [_syntax_problem(str(error), text)]) from None


def _syntax_problem(error: str, text: str) -> Problem:
    message, end, _ = error.partition(" (at end of document)")
    if end:
        return Problem(text.rstrip().count("\n") + 1, f"not TOML: {message}; {_EXAMPLE}")
    position = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if position is None:
        return Problem(None, f"not TOML: {message}")
    reason = f"not TOML, at column {position[2]}: {message[: position.start()]}"
    return Problem(int(position[1]), f"{reason}; {_EXAMPLE}")


class _Reader:
    """A reader that replaces each wrong value by its default and adds a problem for it."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems

    def config(self, raw: dict[str, Any]) -> TableConfig:
        default = TableConfig()
        names = [section.name for section in SECTIONS]
        self._refuse_unknown(raw, (), [*names, SEAT])
        sections = {
            name: self._table(getattr(default, name), raw[name], (name,))
            for name in names
            if name in raw
        }
        config = replace(default, **sections, seats=self._seats(raw.get(SEAT, [])))
        return replace(config, display=_with_interface(config.display, raw.get("display")))

    def _seats(self, raw: object) -> tuple[SeatConfig, ...]:
        if not isinstance(raw, list) or not all(isinstance(seat, dict) for seat in raw):
            self._problems.add((SEAT,), "each wired seat begins with [[seat]], in double brackets")
            return ()
        if len(raw) > SEATS:
            self._problems.add((SEAT, SEATS), f"a table has at most {SEATS} seats")
        return tuple(map(self._seat, range(SEATS), raw))

    def _seat(self, position: int, raw: dict[str, Any]) -> SeatConfig:
        """Read a seat. Its number defaults to its position, its channel to its number."""
        path = (SEAT, position)
        seat = self._table(SeatConfig(number=position + 1), raw, path)
        return seat if "channel" in raw else replace(seat, channel=seat.number)

    def _table(self, default: Table, raw: object, path: TomlPath) -> Table:
        if not isinstance(raw, dict):
            self._problems.add(path, f"{shown(raw)} instead of a table: [{path[-1]}]")
            return default
        settings = {setting.name: setting for setting in fields(default)}  # type: ignore[arg-type]
        self._refuse_unknown(raw, path, list(settings))
        values = {
            name: self._value(default, setting, raw[name], (*path, name))
            for name, setting in settings.items()
            if name in raw
        }
        return replace(default, **values)  # type: ignore[type-var]

    def _value(self, table: object, setting: Field[Any], raw: object, path: TomlPath) -> Any:
        default, value_type = getattr(table, setting.name), value_type_of(setting)
        if value_type is None:
            return self._table(default, raw, path)
        try:
            return value_type.read(raw)
        except WrongValueError as error:
            self._problems.add(path, _wrong_value(raw, value_type, str(error)))
            return default

    def _refuse_unknown(self, raw: dict[str, Any], path: TomlPath, known: list[str]) -> None:
        for name in (name for name in raw if name not in known):
            close = get_close_matches(name, known, n=1)
            right = f"did you mean {close[0]}?" if close else f"valid names: {', '.join(known)}"
            self._problems.add((*path, name), f"unknown name; {right}")


def _with_interface(display: DisplayConfig, raw: object) -> DisplayConfig:
    """Return `display` with the interface I2C if the file sets only I2C settings for it.

    Files from the time when I2C was the default have no `interface`.
    """
    if not isinstance(raw, dict) or "interface" in raw or not any(key in raw for key in I2C_ONLY):
        return display
    return replace(display, interface=Interface.I2C)


def _wrong_value(raw: object, value_type: ValueType, hint: str) -> str:
    value = hex(raw) if isinstance(value_type, Address) and type(raw) is int else shown(raw)
    reason = f"{value} instead of {value_type.wanted}"
    return f"{reason}; {hint}" if hint else reason
