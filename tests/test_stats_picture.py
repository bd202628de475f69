"""The picture of the statistics in the docs is the one that its script draws."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from hardware.pictures.make_stats import STATS, make


def test_it_is_up_to_date(tmp_path: Path) -> None:
    made = tmp_path / "stats.png"
    make(made)
    with Image.open(made) as new, Image.open(STATS) as kept:
        assert new.size == kept.size
        # Versions of the plotting library differ in the odd pixel, not in what is drawn.
        difference = ImageChops.difference(new.convert("L"), kept.convert("L"))
        assert ImageStat.Stat(difference).mean[0] < 3
