"""Tests that every clause of Ettana's rules has a class of tests."""

from __future__ import annotations

import re
from pathlib import Path


def test_every_clause_has_a_class_of_tests() -> None:
    sources = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    found = re.findall(r"^class TestE(\d+)", "\n".join(sources), re.M)
    assert sorted(map(int, found)) == list(range(1, 16))
