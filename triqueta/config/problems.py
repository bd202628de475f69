"""What is wrong with a configuration: each problem with its line, and what would be right."""

from __future__ import annotations

import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Keys, and positions in arrays: the pin of the second seat is ("seat", 1, "keys", "petal1")."""

MOST_WORK = 10_000_000
"""Lines times characters of a file whose lines are looked for, which takes 3 s on a PC at worst.

All settings with their comments are a tenth of that.
"""
_CLOSINGS = ("", "]", "]]", "]}", "]}]")


class _Cut(NamedTuple):
    """The beginning of a text, up to `end`. With `closing` behind it, it is TOML by itself."""

    line: int  # the first line that the cut before this one does not have
    end: int
    closing: str


def _cuts(text: str) -> Iterator[_Cut]:
    """Cut a text that tomllib has accepted after every line after which that is possible.

    It is not possible inside a string of several lines, nor inside more brackets than _CLOSINGS
    has: all of these lines count as the first one.
    """
    start = end = 0  # of the statement that is not complete yet
    first = 1
    for number, line in enumerate(text.split("\n"), start=1):
        end += len(line) + 1
        closing = next((each for each in _CLOSINGS if _is_toml(text[start:end] + each)), None)
        if closing is None:
            continue
        yield _Cut(first, end, closing)
        first = number + 1
        if not closing:
            start = end


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except ValueError:
        return False
    return True


def _has(document: Any, path: Path) -> bool:
    for part in path:
        known = range(len(document)) if isinstance(document, list) else document
        if not isinstance(known, dict | range) or part not in known:
            return False
        document = document[part]
    return True


class Lines:
    """Finds the line in which a key, a table or an array element first appears.

    This costs nothing until a line is asked for. Then tomllib parses beginnings of the text.
    """

    def __init__(self, text: str, document: dict[str, Any]) -> None:
        self._text = text
        self._document = document
        self._beginning = lru_cache(maxsize=32)(self._parsed)  # neighbours need nearly the same

    def __contains__(self, path: Path) -> bool:
        return _has(self._document, path)

    def line(self, path: Path) -> int | None:
        """Return the line of a path, or of the innermost table around it that is in the text.

        Return None if there is none, or if it would take more than MOST_WORK to find it.
        """
        while path not in self:
            path = path[:-1]
        if not path or self._text.count("\n") * len(self._text) > MOST_WORK:
            return None
        try:
            at = bisect_left(self._cuts, True, key=lambda cut: _has(self._beginning(cut), path))
        except RecursionError:  # the text was parsed with more of the stack left
            return None
        return self._cuts[at].line

    def place(self, path: Path) -> str:
        if path not in self:
            return f"{named(path)} (by default)"
        line = self.line(path)
        return named(path) if line is None else f"{named(path)} (line {line})"

    @cached_property
    def _cuts(self) -> list[_Cut]:
        return list(_cuts(self._text))

    def _parsed(self, cut: _Cut) -> dict[str, Any]:
        return tomllib.loads(self._text[: cut.end] + cut.closing)


@dataclass(frozen=True)
class Problem:
    line: int | None  # none if it concerns the file as a whole
    reason: str


class ConfigError(Exception):
    """A configuration that cannot be used. Its text has a line for each problem."""

    def __init__(self, file: str, problems: Iterable[Problem]) -> None:
        super().__init__(file)
        self._file = file
        self._problems = problems

    def __str__(self) -> str:
        return "\n".join(self.lines)

    @cached_property
    def problems(self) -> list[Problem]:
        """The problems, sorted by line; to find the lines takes time, so that waits until now."""
        return sorted(self._problems, key=lambda problem: problem.line or 0)

    @property
    def lines(self) -> list[str]:
        return [_line(self._file, problem) for problem in self.problems]


def _line(file: str, problem: Problem) -> str:
    place = file if problem.line is None else f"{file}:{problem.line}"
    return f"{place}: {problem.reason}"


@dataclass(frozen=True)
class _Finding:
    """A value that is wrong by itself, or together with another."""

    path: Path
    reason: str
    other: Path
    rest: str

    def located(self, lines: Lines) -> Problem:
        line = lines.line(self.path) or lines.line(self.other)
        reason = (
            f"{self.reason} {lines.place(self.other)}{self.rest}" if self.other else self.reason
        )
        return Problem(line, f"{named(self.path)}: {reason}")


class Problems:
    """Collects problems, each with the line of its value."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._found: list[_Finding] = []

    def add(self, path: Path, reason: str, other: Path = (), rest: str = "") -> None:
        """Note a problem; the place of the `other` value comes between `reason` and `rest`.

        If the value is a default, the problem has the line of the other one.
        """
        self._found.append(_Finding(path, reason, other, rest))

    def __bool__(self) -> bool:
        return bool(self._found)

    def __iter__(self) -> Iterator[Problem]:
        return (each.located(self._lines) for each in self._found)

    def concern(self, *paths: Path) -> bool:
        """Whether one of these values is wrong already: it says nothing about others then."""
        return any(each.path in paths for each in self._found)

    def given(self, path: Path) -> bool:
        """Whether the file has this value, or else it is the default."""
        return path in self._lines


def named(path: Path) -> str:
    """A path as people write it; tables of an array are counted from 1."""
    text = ""
    for part in path:
        text += f"#{part + 1}" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")
