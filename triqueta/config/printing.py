"""A configuration as a `table.toml` that explains itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import Field, fields
from typing import Any

from triqueta.config.header import HEADER
from triqueta.config.settings import (
    SEAT,
    SECTIONS,
    SeatConfig,
    TableConfig,
    comment_of,
    kind_of,
)
from triqueta.screens.station import Key

_PINS = ("dc_pin", "reset_pin", *Key)


def printed(config: TableConfig) -> str:
    """A text that reads back as this very configuration."""
    return "\n".join(_lines(config)) + "\n"


def _lines(config: TableConfig) -> Iterator[str]:
    for section in SECTIONS:
        yield f"# {comment_of(section)}"
        yield f"[{section.name}]"
        yield from _settings(getattr(config, section.name))
        yield ""
    yield f"# {comment_of(_named(config, 'seats'))}"
    if not config.seats:  # an example: take away the # before what is not a comment
        yield from (_commented(line) for line in _seat(SeatConfig()))
    for seat in config.seats:
        yield from _seat(seat)
        yield ""


def _commented(line: str) -> str:
    return line if line.startswith("#") else f"#{line}"


def _seat(seat: SeatConfig) -> Iterator[str]:
    yield f"[[{SEAT}]]"
    yield from _settings(seat)
    yield f"# {comment_of(_named(seat, 'keys'))}"
    yield f"[{SEAT}.keys]"
    yield from _settings(seat.keys)


def _named(table: object, name: str) -> Field[Any]:
    (found,) = (setting for setting in _fields(table) if setting.name == name)
    return found


def _settings(table: object) -> Iterator[str]:
    for setting in _fields(table):
        kind, comment = kind_of(setting), comment_of(setting)
        if kind is None:
            continue
        if comment:
            yield f"# {comment} ({kind.wanted})"
        value = getattr(table, setting.name)
        yield f"{setting.name} = {kind.written(value)}{_place(setting.name, value)}"


def _place(name: str, value: int | None) -> str:
    """Where on the header a pin is."""
    return f"  # pin {HEADER[value]} of the header" if name in _PINS and value is not None else ""


def _fields(table: object) -> tuple[Field[Any], ...]:
    return fields(table)  # type: ignore[arg-type]
