"""What the doctor says: each finding in words, and what is not good with its remedy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """Odd is what one should know of and can play with; wrong has to be put right."""

    GOOD = "good"
    ODD = "odd"
    WRONG = "WRONG"


@dataclass(frozen=True, slots=True)
class Finding:
    mark: Mark
    text: str
    remedy: str = ""

    @property
    def lines(self) -> list[str]:
        lines = [f"{self.mark:5}  {self.text}"]
        return [*lines, f"       -> {self.remedy}"] if self.remedy else lines


def good(text: str) -> Finding:
    return Finding(Mark.GOOD, text)


def odd(text: str, remedy: str) -> Finding:
    return Finding(Mark.ODD, text, remedy)


def wrong(text: str, remedy: str) -> Finding:
    return Finding(Mark.WRONG, text, remedy)
