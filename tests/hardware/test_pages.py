"""Tests of the hardware pages: links work, and generated parts are up to date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.render import HARDWARE, bom, enclosure, pages, printing
from hardware.render.__main__ import main
from tests.parts import need_package

PAGES = sorted(HARDWARE.rglob("*.md"))


def _anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(HARDWARE)))
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8"))
    assert links
    for link in links:
        path, _, anchor = link.partition("#")
        target = (page.parent / path) if path else page
        assert target.exists(), link
        assert not anchor or anchor in _anchors(target), link


def test_parts_and_pictures_are_of_these_sources() -> None:
    assert enclosure.stale() == []


def test_a_changed_drawing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enclosure, "SCENES", {**enclosure.SCENES, "hub": "0,0,0,0,0,0,1"})
    assert enclosure.stale() == [enclosure.STAMP]


def test_every_bought_size_says_where_it_comes_from() -> None:
    text = (enclosure.ENCLOSURE / "parts.scad").read_text("utf-8")
    assignments = re.findall(r"^\w+ = .*$", text, re.M)
    assert len(enclosure.parameters()) == len(assignments) > 30


def test_every_part_is_in_the_printing_table() -> None:
    text = (HARDWARE / "README.md").read_text("utf-8")
    assert [part for part in enclosure.PARTS if f"`{part}`" not in text] == []


def test_every_step_has_a_test() -> None:
    text = (HARDWARE / "README.md").read_text("utf-8")
    steps = re.split(r"^\d+\. \*\*", text.partition("## Trouble")[0], flags=re.M)[1:]
    assert len(steps) == 3 + 15  # the ten-minute hub's, and those of all other builds
    assert [step[:20] for step in steps if "*Test:*" not in step] == []


def test_there_is_enough_filament_in_the_list() -> None:
    needed = {
        "hat": printing.grams("ten-minute hub"),
        "hub": printing.grams("hub with a Zero"),
        "wired": printing.grams("hub with a Zero") + 5 * printing.grams("each wired seat"),
        "pods": printing.grams("hub with a Pi 3, 4 or 5") + 5 * printing.grams("each pod"),
    }
    (filament,) = [part for part in bom.parts() if part.name.startswith("PLA")]
    for build, grams in needed.items():
        assert 1.05 * grams < filament.quantities[build] < 1.15 * grams


def test_a_command_without_openscad_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    need_package("trimesh")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(enclosure, "STL", tmp_path)
    monkeypatch.setattr(enclosure, "PIXELS", tmp_path / "pixels.scad")
    assert main(["enclosure"]) == 2
    assert "apt-get install openscad xvfb" in capsys.readouterr().err


def test_an_unknown_name_of_a_made_part_is_an_error() -> None:
    with pytest.raises(KeyError):
        pages.filled("<!-- made: nothing -->\n<!-- end -->")


def test_another_picture_on_the_screen_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enclosure, "SCREEN", HARDWARE / "pictures" / "look.png")
    assert enclosure.stale() == [enclosure.PIXELS]
