"""Tests that the 3MF files match the STL files, and that petals change filament at their dots."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
import trimesh

from hardware.render import three_mf
from hardware.render.enclosure import PARTS
from tests.hardware.meshes import mesh, surfaces
from tests.hardware.stations import STATIONS, Station

SPACE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


def test_they_match_the_present_parts() -> None:
    assert three_mf.stale() == []


def test_one_that_is_missing_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(three_mf, "FOLDER", tmp_path)
    assert three_mf.stale() == [tmp_path / f"{part}.3mf" for part in PARTS]


@pytest.mark.parametrize("part", PARTS)
def test_a_solid_is_the_same_in_both(part: str) -> None:
    package = three_mf.read(three_mf.FOLDER / f"{part}.3mf")
    model = ET.fromstring(package[three_mf.MODEL])  # noqa: S314  our own file
    assert model.get("unit") == "millimeter"
    corners = [[float(v.attrib[axis]) for axis in "xyz"] for v in model.iter(f"{SPACE}vertex")]
    faces = [
        [int(t.attrib[corner]) for corner in ("v1", "v2", "v3")]
        for t in model.iter(f"{SPACE}triangle")
    ]
    solid = trimesh.Trimesh(np.array(corners), np.array(faces), process=False)
    assert solid.is_watertight
    assert solid.volume == pytest.approx(mesh(part).volume, rel=1e-4)


@pytest.mark.parametrize("station", STATIONS)
def test_filament_is_changed_where_the_dots_end(station: Station) -> None:
    package = three_mf.read(three_mf.FOLDER / f"{station.name}-petals.3mf")
    (code,) = ET.fromstring(package[three_mf.CHANGE]).iter("code")  # noqa: S314  our own file
    dot = (0, 70) if station.name == "hub" else (0, 23.5)
    ends = surfaces(mesh(f"{station.name}-petals"), dot)[0]
    assert float(code.attrib["print_z"]) == pytest.approx(ends + three_mf.LAYER)
    assert code.attrib["gcode"] == "M600"


def test_only_petals_change_it() -> None:
    changed = [part for part in PARTS if three_mf.CHANGE in three_mf.files(part)]
    assert changed == ["hub-petals", "pod-petals"]
