"""The printed `table.toml` by tomlkit, for comparison: the very text that printing.py makes."""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum
from typing import Any

import tomlkit
from tomlkit.items import Table

from triqueta.config.header import HEADER
from triqueta.config.settings import SEAT, SECTIONS, SeatConfig, TableConfig, comment_of, kind_of
from triqueta.config.values import Address, OrWord
from triqueta.table.events import Key

_PINS = ("dc_pin", "reset_pin", *Key)


def printed(config: TableConfig) -> str:
    document = tomlkit.document()
    for section in SECTIONS:
        document.add(tomlkit.comment(comment_of(section)))
        document.add(section.name, _table(getattr(config, section.name)))
        document.add(tomlkit.nl())
    (seats,) = (setting for setting in fields(config) if setting.name == "seats")
    document.add(tomlkit.comment(comment_of(seats)))
    text = tomlkit.dumps(document)
    if not config.seats:  # the library has no word for a table that is commented out
        example = filter(None, _seat(SeatConfig()).splitlines())
        return text + "\n".join(map(_commented, example)) + "\n"
    return text + "\n".join(map(_seat, config.seats)) + "\n"


def _commented(line: str) -> str:
    return line if line.startswith("#") else f"#{line}"


def _seat(seat: SeatConfig) -> str:
    (keys,) = (setting for setting in fields(seat) if setting.name == "keys")
    table = _table(seat)
    table.add(tomlkit.comment(comment_of(keys)))
    table.add(keys.name, _table(seat.keys))
    seats = tomlkit.aot()
    seats.append(table)
    return tomlkit.dumps({SEAT: seats})


def _table(settings: Any) -> Table:
    table = tomlkit.table()
    for setting in fields(settings):
        kind, comment = kind_of(setting), comment_of(setting)
        if kind is None:
            continue
        if comment:
            table.add(tomlkit.comment(f"{comment} ({kind.wanted})"))
        value = getattr(settings, setting.name)
        item = _item(kind, value)
        if setting.name in _PINS and value is not None:
            item.comment(f"pin {HEADER[value]} of the header")
        table.add(setting.name, item)
    return table


def _item(kind: object, value: Any) -> Any:
    if value is None and isinstance(kind, OrWord):
        return tomlkit.string(kind.word)
    if isinstance(kind, Address):
        return tomlkit.integer(hex(value))
    if isinstance(value, float) and value.is_integer():
        return tomlkit.integer(int(value))
    return tomlkit.item(str(value) if isinstance(value, StrEnum) else value)
