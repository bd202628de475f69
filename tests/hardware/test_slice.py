"""Tests that the slicer's hours and grams are up to date and agree with the build guide."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware import slice as slicer
from hardware.render import HARDWARE, printing
from hardware.render.enclosure import PARTS, STL
from tests.parts import need


def test_every_part_was_sliced_in_its_present_shape() -> None:
    assert slicer.stale() == []
    assert list(slicer.results()) == list(PARTS)


def test_a_part_that_changed_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for part in PARTS:
        (tmp_path / f"{part}.stl").write_bytes((STL / f"{part}.stl").read_bytes())
    (tmp_path / "coupon.stl").write_bytes(b"another")
    monkeypatch.setattr(slicer, "STL", tmp_path)
    assert slicer.stale() == ["coupon"]


def test_the_guide_has_the_slicer_s_hours_and_grams() -> None:
    text = (HARDWARE / "README.md").read_text("utf-8")
    for part, sliced in slicer.results().items():
        hours, minutes = divmod(sliced.minutes, 60)
        time = f"{hours} h {minutes:02} min" if hours else f"{minutes} min"
        assert f"| `{part}` | {time} | {sliced.grams:.0f} |" in text


def test_every_part_is_printed_for_some_build() -> None:
    assert {part for parts in printing.PRINTS.values() for part in parts} == set(PARTS)


def test_the_coupon_takes_about_twenty_minutes() -> None:
    assert slicer.results()["coupon"].minutes <= 25


def test_a_real_slicer_says_the_same() -> None:
    need("prusa-slicer")
    assert slicer.slice_part("coupon") == slicer.results()["coupon"]


def test_the_slicers_warnings_are_noticed() -> None:
    said = "10 => Processing\nprint warning: Empty layers detected\n90 => Exporting"
    assert slicer.complaints(said) == ["print warning: Empty layers detected"]


@pytest.mark.parametrize(
    ("x", "fits"), [("1.5", True), ("179.9", True), ("180.4", False), ("-0.5", False)]
)
def test_a_skirt_has_to_be_on_the_bed(x: str, *, fits: bool) -> None:
    assert slicer.within_bed(f"G1 X90 Y90 E1.2\nG1 X{x} Y20.1 E.3\n") is fits


def test_the_slicers_output_is_parsed() -> None:
    time = "; estimated printing time (normal mode) = 1d 2h 3m 4s\n"
    assert slicer.minutes(time) == 26 * 60 + 4
    assert slicer.grams("; total filament used [g] = 57.96\n") == 58.0


def test_without_a_slicer_there_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert slicer.main([]) == 2
    assert "apt-get install prusa-slicer" in capsys.readouterr().err
