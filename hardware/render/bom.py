"""The parts list: what each build needs, and what it costs."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from hardware.render import HARDWARE

BUILDS = {
    "hat": "ten-minute hub",
    "hub": "hub alone",
    "wired": "hub with wired seats",
    "pods": "hub with pods",
}


@dataclass(frozen=True)
class Part:
    name: str
    quantities: dict[str, int]  # by build
    price: Decimal  # EUR, for one
    look_for: str


def parts() -> list[Part]:
    with (HARDWARE / "bom.csv").open(encoding="utf-8", newline="") as stream:
        return [_part(row) for row in csv.DictReader(stream)]


def _part(row: dict[str, str]) -> Part:
    quantities = {build: int(row[build] or 0) for build in BUILDS}
    return Part(row["part"], quantities, Decimal(row["eur"]), row["what to look for"])


def total(build: str) -> Decimal:
    return sum((part.price * part.quantities[build] for part in parts()), Decimal(0))


def table() -> Iterator[str]:
    """The list as Markdown, with the totals below."""
    yield f"| part | {' | '.join(BUILDS.values())} | EUR each | what to look for |"
    yield f"|---|{'--:|' * len(BUILDS)}--:|---|"
    for part in parts():
        amounts = " | ".join(str(part.quantities[build] or "") for build in BUILDS)
        yield f"| {part.name} | {amounts} | {part.price:.2f} | {part.look_for} |"
    totals = " | ".join(f"**{total(build):.0f} EUR**" for build in BUILDS)
    yield f"| **together, about** | {totals} | | |"
