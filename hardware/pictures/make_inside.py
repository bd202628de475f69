"""Draws inside.svg, the parts of the program, from inside.toml.

.venv/bin/python -m hardware.pictures.make_inside

The ground is left clear, and all that lies on it has a colour that is seen on white and on black.
"""

from __future__ import annotations

import tomllib
from html import escape
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SOURCE = HERE / "inside.toml"
DRAWING = HERE / "inside.svg"

WIDTH, SIDE = 860, 58  # the sides are for the arrows
HIGH, GAP = 62, 12
ARROW = "#8b8680"
NAME_SIZE, TEXT_SIZE = 17, 13
STYLE = f"""
text {{ font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif }}
text {{ text-anchor: middle; fill: #fff }}
.name {{ font-weight: 600; font-size: {NAME_SIZE}px }}
.text {{ font-size: {TEXT_SIZE}px }}
.side {{ font-weight: 600; font-size: 15px; fill: {ARROW} }}
"""


def source() -> dict[str, Any]:
    return tomllib.loads(SOURCE.read_text("utf-8"))


def drawing(content: dict[str, Any]) -> str:
    layers = content["layer"]
    height = len(layers) * (HIGH + GAP) - GAP
    names = ", ".join(part["name"] for layer in layers for part in layer["part"])
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>The parts, from the top down: {escape(names)}</title>",
        f"<style>{STYLE}</style>",
    ]
    for number, layer in enumerate(layers):
        lines += _layer(layer, number * (HIGH + GAP))
    # Keys go down to the table and pictures come up from it: two layers lie below it.
    bottom = height - 2 * (HIGH + GAP) - HIGH // 2
    lines += _arrow(SIDE // 2, HIGH // 2, bottom, content["down"])
    lines += _arrow(WIDTH - SIDE // 2, bottom, HIGH // 2, content["up"])
    return "\n".join([*lines, "</svg>", ""])


def part_width(parts: int) -> int:
    """Of each of so many parts beside each other."""
    return (WIDTH - 2 * SIDE - GAP * (parts - 1)) // parts


def _layer(layer: dict[str, Any], y: int) -> list[str]:
    parts = layer["part"]
    wide = part_width(len(parts))
    lines = []
    for number, part in enumerate(parts):
        x = SIDE + number * (wide + GAP)
        middle = x + wide // 2
        lines += [
            f'<rect x="{x}" y="{y}" width="{wide}" height="{HIGH}" rx="10" '
            f'fill="{layer["colour"]}"/>',
            f'<text class="name" x="{middle}" y="{y + 27}">{escape(part["name"])}</text>',
            f'<text class="text" x="{middle}" y="{y + 47}">{escape(part["text"])}</text>',
        ]
    return lines


def _arrow(x: int, start: int, end: int, label: str) -> list[str]:
    """A line from start to end, with a head, and its label along it."""
    back = -10 if end > start else 10
    half = (start + end) // 2
    gap = 42 if end > start else -42
    return [
        f'<path d="M{x} {start}V{half - gap}M{x} {half + gap}V{end}M{x - 7} {end + back}L{x} {end}'
        f'L{x + 7} {end + back}" fill="none" stroke="{ARROW}" stroke-width="3" '
        'stroke-linecap="round" stroke-linejoin="round"/>',
        f'<text class="side" x="{x}" y="{half}" dominant-baseline="central" '
        f'transform="rotate(-90 {x} {half})">{escape(label)}</text>',
    ]


if __name__ == "__main__":
    DRAWING.write_text(drawing(source()), "utf-8")
