"""Tests that the picture of the statistics in the docs matches its script."""

from __future__ import annotations

from hardware.pictures.make_stats import STATS, picture


def test_it_is_up_to_date() -> None:
    assert STATS.read_text("utf-8") == picture(), "run hardware.pictures.make_stats"
