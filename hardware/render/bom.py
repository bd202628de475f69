"""The parts lists: what each build and each key board needs, and what it costs."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from hardware.render import HARDWARE

BUILDS = {
    "hat": "ten-minute hub",
    "hub": "hub alone",
    "wired": "hub with wired seats",
    "pods": "hub with pods",
}
BOARDS = {"hub": "key ring of the hub", "pod": "board of a pod"}


@dataclass(frozen=True)
class Part:
    name: str
    quantities: dict[str, int]  # by build, or by board
    price: Decimal  # EUR, for one
    look_for: str


def parts() -> list[Part]:
    """What builds are made of."""
    return _read(HARDWARE / "bom.csv", BUILDS)


def board_parts() -> list[Part]:
    """What is soldered onto the key boards, and plugged into them."""
    return _read(HARDWARE / "boards" / "bom.csv", BOARDS)


def _read(file: Path, columns: Mapping[str, str]) -> list[Part]:
    with file.open(encoding="utf-8", newline="") as stream:
        return [_part(row, columns) for row in csv.DictReader(stream)]


def _part(row: dict[str, str], columns: Mapping[str, str]) -> Part:
    quantities = {name: int(row[name] or 0) for name in columns}
    return Part(row["part"], quantities, Decimal(row["eur"]), row["what to look for"])


def total(name: str, listed: list[Part]) -> Decimal:
    return sum((part.price * part.quantities[name] for part in listed), Decimal(0))


def table() -> Iterator[str]:
    return _table(parts(), BUILDS)


def board_table() -> Iterator[str]:
    return _table(board_parts(), BOARDS)


def _table(listed: list[Part], columns: Mapping[str, str]) -> Iterator[str]:
    """A list as Markdown, with the totals below."""
    yield f"| part | {' | '.join(columns.values())} | EUR each | what to look for |"
    yield f"|---|{'--:|' * len(columns)}--:|---|"
    for part in listed:
        amounts = " | ".join(str(part.quantities[name] or "") for name in columns)
        yield f"| {part.name} | {amounts} | {part.price:.2f} | {part.look_for} |"
    totals = " | ".join(f"**{total(name, listed):.0f} EUR**" for name in columns)
    yield f"| **total, about** | {totals} | | |"
