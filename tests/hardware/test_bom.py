"""The parts list adds up, and has what the wiring needs."""

from __future__ import annotations

from decimal import Decimal

import pytest

from hardware.render import HARDWARE, bom, pages
from hardware.render.builds import config_of
from triqueta.table.events import Key


@pytest.mark.parametrize("build", bom.BUILDS)
def test_totals(build: str) -> None:
    by_hand = Decimal(0)
    for part in bom.parts():
        for _ in range(part.quantities[build]):
            by_hand += part.price
    assert bom.total(build) == by_hand
    assert f"**{by_hand:.0f} EUR**" in (HARDWARE / "README.md").read_text("utf-8")


def test_every_part_is_described() -> None:
    for part in bom.parts():
        assert part.price > 0
        assert len(part.look_for) > 10
        assert sum(part.quantities.values()) > 0


def test_the_page_has_the_list() -> None:
    assert pages.stale() == []


def _count(words: str, build: str) -> int:
    return sum(part.quantities[build] for part in bom.parts() if part.name.startswith(words))


@pytest.mark.parametrize("build", bom.BUILDS)
def test_what_the_wiring_needs_is_in_the_list(build: str) -> None:
    config = config_of(build)
    pods = 5 if build == "pods" else 0
    assert _count("OLED 2.42", build) == 1
    assert _count("OLED 1.3", build) == len(config.seats) + pods
    assert _count("TCA9548A", build) == (1 if config.uses_switch else 0)
    assert _count("Raspberry Pi Pico", build) == pods
    assert _count("USB cable", build) == pods
    assert _count("Tactile switch", build) == len(Key) * (1 + pods)
    assert _count("Resistor 1 kOhm", build) >= len(Key)
    assert _count("Resistor 100 Ohm", build) == 2 * len(config.seats)
