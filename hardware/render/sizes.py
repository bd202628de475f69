"""Read the sizes of the case from its OpenSCAD files, the only place that defines them."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from hardware.render import HARDWARE

FILES = ("parts", "plate", "shared", "hub", "pod", "hat")


@cache
def values() -> dict[str, Any]:
    """Return all numbers, lists of numbers and lists of points that the files define, by name."""
    found: dict[str, Any] = {}
    for file in FILES:
        text = (HARDWARE / "enclosure" / f"{file}.scad").read_text("utf-8")
        for name, value in re.findall(r"^(\w+) = ([-\[\]\d., ]+);", text, re.M):
            found[name] = json.loads(value)
    return found


def size(name: str) -> float:
    return float(values()[name])


def pair(name: str) -> tuple[float, float]:
    first, second = values()[name]
    return float(first), float(second)


def points(name: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in values()[name]]
