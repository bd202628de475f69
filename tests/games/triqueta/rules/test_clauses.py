"""Tests that every clause of the rules is named by a test."""

from __future__ import annotations

import re
from pathlib import Path

CLAUSES = {
    *(f"r{number}" for number in range(1, 15)),
    *(f"w{number}" for number in range(1, 6)),
    *(f"d{number}" for number in range(1, 6)),
}


def test_every_clause_has_a_test_that_names_it() -> None:
    sources = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*_rules.py")]
    assert set(re.findall(r"^def test_([rwd]\d+)_", "\n".join(sources), re.M)) == CLAUSES
