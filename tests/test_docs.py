"""The rules in the docs: every clause that the program cites is there to be read."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAME = ROOT / "triqueta" / "games" / "triqueta"
CITED = re.compile(r"\b[RWD](?:1[0-4]|[1-9])\b")
STATED = re.compile(r"^- \*\*([RWD]\d+)", re.M)


def cited() -> dict[str, str]:
    """The clauses that the program names, each with a file that does."""
    return {
        clause: str(file.relative_to(ROOT))
        for file in GAME.rglob("*.py")
        for clause in CITED.findall(file.read_text("utf-8"))
    }


def test_every_clause_that_is_cited_is_in_the_docs() -> None:
    stated = set(STATED.findall((ROOT / "docs" / "rules.md").read_text("utf-8")))
    assert len(stated) == 14 + 5 + 5
    assert cited().keys() <= stated, {
        clause: cited()[clause] for clause in cited().keys() - stated
    }


def test_clauses_are_cited_at_all() -> None:
    assert {"R6", "W3", "D4"} <= cited().keys()
