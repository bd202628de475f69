"""The doctor's findings: each has a mark, a text and, unless the mark is OK, a remedy."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Mark(StrEnum):
    """The result of a check.

    - OK: nothing to do
    - SKIPPED: not checked, for the reason in the text, so it may be right or wrong
    - WARN: worth knowing, but you can play
    - WRONG: must be fixed
    """

    OK = "ok"
    SKIPPED = "skip"
    WARN = "warn"
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


def ok(text: str) -> Finding:
    return Finding(Mark.OK, text)


def warn(text: str, remedy: str) -> Finding:
    return Finding(Mark.WARN, text, remedy)


def wrong(text: str, remedy: str) -> Finding:
    return Finding(Mark.WRONG, text, remedy)


def skipped(text: str, remedy: str) -> Finding:
    return Finding(Mark.SKIPPED, text, remedy)


def checked(what: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings of a check; if it raises an error, yield that as a finding too.

    `what` names the subject of the check. An error must not count as a good result, and the
    checks after it may still find the cause.
    """
    try:
        yield from findings
    except Exception as error:  # any error is reported, and the other checks continue
        text = f"{what} could not be checked: {reason(error)} ({_place(error)})"
        remedy = "fix the other problems, then try again; if this one remains, report this line"
        yield wrong(text, remedy)


def reason(error: Exception) -> str:
    """Return the message of an error, without the name of its Python class."""
    if isinstance(error, OSError) and error.strerror:
        file = "" if error.filename is None else f": {error.filename}"
        return f"{error.strerror}{file}"
    return str(error) or "an error without a message"


def _place(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}, line {last.lineno}"
