"""The README: short, with two commands and an animated turn."""

from __future__ import annotations

import re
from pathlib import Path

from hardware.pictures.make_one_turn import MOVING

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
LONGEST = 150  # lines
VENV = "python3 -m venv .venv && .venv/bin/pip install -q"


def test_exactly_two_set_up_commands_of_one_line_each() -> None:
    """`.ci/run` runs exactly these commands."""
    blocks = re.findall(r"^```sh\n(.*?)^```", README, re.M | re.S)
    assert blocks == [
        f"{VENV} . && .venv/bin/triqueta play\n",
        f"{VENV} -e '.[test]' && .venv/bin/pytest\n",
    ]


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= LONGEST


def test_it_shows_the_device_and_a_turn_before_anything_is_to_be_done() -> None:
    pictures = re.findall(r"^!\[[^\]]+\]\((.+?)\)$", README.partition("```sh")[0], re.M)
    assert pictures == [
        "hardware/enclosure/pictures/hub.png",
        str(MOVING.relative_to(ROOT)),
    ]
