"""The drawing of the parts: up to date, true, and readable on white and on black."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from matplotlib import font_manager
from PIL import ImageFont

from hardware.pictures.make_inside import (
    ARROW,
    DRAWING,
    NAME_SIZE,
    TEXT_SIZE,
    drawing,
    part_width,
    source,
)

ROOT = Path(__file__).parent.parent
LAYERS: list[dict[str, Any]] = source()["layer"]
DEPTH = {
    part["folder"].removeprefix("triqueta/"): depth
    for depth, layer in enumerate(LAYERS)
    for part in layer["part"]
    if part.get("folder", "").startswith("triqueta/")
}
PADDING = 10


def test_it_is_up_to_date() -> None:
    assert DRAWING.read_text("utf-8") == drawing(source()), "make it anew"


def test_it_has_every_part() -> None:
    packages = {path.parent.name for path in ROOT.glob("triqueta/*/__init__.py")}
    assert set(DEPTH) == packages
    folders = [part["folder"] for layer in LAYERS for part in layer["part"] if "folder" in part]
    assert all((ROOT / folder).is_dir() for folder in folders)


@pytest.mark.parametrize("package", DEPTH)
def test_a_part_knows_no_other_above_it(package: str) -> None:
    for file in (ROOT / "triqueta" / package).rglob("*.py"):
        for known in known_packages(file):
            assert DEPTH[known] >= DEPTH[package], f"{file} imports {known}"


def known_packages(file: Path) -> Iterator[str]:
    """The other packages of the program that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in names:
            first, _, rest = name.partition(".")
            known = rest.partition(".")[0]
            if first == "triqueta" and known in DEPTH and known not in file.parts:
                yield known


def test_every_text_fits_its_part_in_a_wide_font() -> None:
    for layer in LAYERS:
        room = part_width(len(layer["part"])) - PADDING
        for part in layer["part"]:
            assert width(part["name"], NAME_SIZE, "bold") <= room, part["name"]
            assert width(part["text"], TEXT_SIZE, "normal") <= room, part["text"]


def width(text: str, size: int, weight: str) -> float:
    face = font_manager.FontProperties(family="DejaVu Sans", weight=weight)
    return ImageFont.truetype(font_manager.findfont(face), size).getlength(text)


def test_colours_can_be_read() -> None:
    """By the measure of the WCAG: 4.5 for text, 3 for signs, on GitHub's white and its dark."""
    for layer in LAYERS:
        assert contrast("#ffffff", layer["colour"]) >= 4.5, layer["colour"]
    assert contrast(ARROW, "#ffffff") >= 3
    assert contrast(ARROW, "#0d1117") >= 3


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
