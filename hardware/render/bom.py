"""Make the parts lists of the builds and the key boards, with prices."""

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
ADDITIONS = {"lights": "light and sound, optional"}  # parts that you can add to a hub
BOARDS = {"hub": "key ring of the hub", "pod": "board of a pod"}
BOARD_ADDITIONS = {"lights": "light and sound on the ring, optional"}


@dataclass(frozen=True)
class Part:
    name: str
    quantities: dict[str, int]  # by build, or by board
    price: Decimal  # EUR each
    look_for: str


def parts() -> list[Part]:
    """Return the parts of the builds, and of optional additions to them."""
    return _read(HARDWARE / "bom.csv", BUILDS | ADDITIONS)


def board_parts() -> list[Part]:
    """Return the parts that are soldered onto the key boards or plugged into them."""
    return _read(HARDWARE / "boards" / "bom.csv", BOARDS | BOARD_ADDITIONS)


def _read(file: Path, columns: Mapping[str, str]) -> list[Part]:
    with file.open(encoding="utf-8", newline="") as stream:
        return [_part(row, columns) for row in csv.DictReader(stream)]


def _part(row: dict[str, str], columns: Mapping[str, str]) -> Part:
    quantities = {name: int(row[name] or 0) for name in columns}
    return Part(row["part"], quantities, Decimal(row["eur"]), row["what to look for"])


def total(name: str, listed: list[Part]) -> Decimal:
    return sum((part.price * part.quantities[name] for part in listed), Decimal(0))


def table() -> Iterator[str]:
    return _table(parts(), BUILDS | ADDITIONS)


def board_table() -> Iterator[str]:
    return _table(board_parts(), BOARDS | BOARD_ADDITIONS)


def _table(listed: list[Part], columns: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a parts list in Markdown, with the totals at the end."""
    yield f"| part | {' | '.join(columns.values())} | EUR each | what to look for |"
    yield f"|---|{'--:|' * len(columns)}--:|---|"
    for part in listed:
        amounts = " | ".join(str(part.quantities[name] or "") for name in columns)
        yield f"| {part.name} | {amounts} | {part.price:.2f} | {part.look_for} |"
    totals = " | ".join(f"**{total(name, listed):.0f} EUR**" for name in columns)
    yield f"| **total, about** | {totals} | | |"
