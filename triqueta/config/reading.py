"""Find a `table.toml`, and read its settings or everything that is wrong with it.

A copy is kept of the file that the device last started with.
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
LARGEST_FILE = 100_000  # bytes; all settings with their comments are not a tenth of that
_EXAMPLE = 'right would be a line like: name = "value"'

Table = TypeVar("Table")

log = logging.getLogger("triqueta.config")


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


def last_good_file() -> Path | None:
    """Return the path of the copy in systemd's StateDirectory, or None outside a service."""
    folders = os.environ.get("STATE_DIRECTORY")
    return Path(folders.split(":")[0]) / LAST_GOOD if folders else None


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
        new = copy.with_name(f"{LAST_GOOD}.new")
        new.write_bytes(content)
        new.replace(copy)
    except OSError as error:
        log.warning("%s cannot be written: %s", copy, error.strerror)


def read_config(text: str, file: str = "table.toml") -> TableConfig:
    """The settings in a text; `file` is only for the ConfigError."""
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
    except ValueError as error:  # not only TOMLDecodeError: an integer of thousands of digits
        raise ConfigError(file, [_syntax_problem(str(error), text)]) from None


def _syntax_problem(error: str, text: str) -> Problem:
    message, end, _ = error.partition(" (at end of document)")
    if end:
        return Problem(text.rstrip().count("\n") + 1, f"not TOML: {message}; {_EXAMPLE}")
    position = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if position is None:
        return Problem(None, f"not TOML: {message}")
    reason = f"not TOML, from column {position[2]} on: {message[: position.start()]}"
    return Problem(int(position[1]), f"{reason}; {_EXAMPLE}")


class _Reader:
    """Takes each value that is good; of a bad one a problem remains, and the default."""

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
            self._problems.add((SEAT,), "each wired seat begins with [[seat]], in two brackets")
            return ()
        if len(raw) > SEATS:
            self._problems.add((SEAT, SEATS), f"a table has {SEATS} seats at most")
        return tuple(map(self._seat, range(SEATS), raw))

    def _seat(self, position: int, raw: dict[str, Any]) -> SeatConfig:
        """Left out, the number is the position, and the channel follows the number."""
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
            right = f"did you mean {close[0]}?" if close else f"known here: {', '.join(known)}"
            self._problems.add((*path, name), f"unknown; {right}")


def _with_interface(display: DisplayConfig, raw: object) -> DisplayConfig:
    """What only I2C has says that a display is on it: it was the default once."""
    if not isinstance(raw, dict) or "interface" in raw or not any(key in raw for key in I2C_ONLY):
        return display
    return replace(display, interface=Interface.I2C)


def _wrong_value(raw: object, value_type: ValueType, hint: str) -> str:
    value = hex(raw) if isinstance(value_type, Address) and type(raw) is int else shown(raw)
    reason = f"{value} instead of {value_type.wanted}"
    return f"{reason}; {hint}" if hint else reason
