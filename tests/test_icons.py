"""Tests that the icons of the pages match their source drawing."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from hardware.pictures.make_icons import FILES, SIZES, make
from tests.parts import BROWSER, need


def test_they_are_up_to_date(tmp_path: Path) -> None:
    make(tmp_path, need(BROWSER))
    for size in SIZES:
        name = f"icon-{size}.png"
        with Image.open(tmp_path / name) as new, Image.open(FILES / name) as kept:
            assert new.size == kept.size == (size, size)
            difference = ImageChops.difference(new.convert("RGB"), kept.convert("RGB"))
            assert max(ImageStat.Stat(difference).mean) < 1
