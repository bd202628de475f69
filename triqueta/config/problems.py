"""What is wrong with a configuration: each problem with its place and what would be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from triqueta.config.places import Path


@dataclass(frozen=True)
class Problem:
    line: int | None  # none if it concerns the file as a whole
    reason: str


class ConfigError(Exception):
    """A configuration that cannot be used. Its text has a line for each problem."""

    def __init__(self, file: str, problems: Sequence[Problem]) -> None:
        self.problems = sorted(problems, key=lambda problem: problem.line or 0)
        self.lines = [_line(file, problem) for problem in self.problems]
        super().__init__("\n".join(self.lines))


def _line(file: str, problem: Problem) -> str:
    place = file if problem.line is None else f"{file}:{problem.line}"
    return f"{place}: {problem.reason}"


class Problems:
    """Collects problems, and knows where in the file each value stands."""

    def __init__(self, lines: Mapping[Path, int]) -> None:
        self._lines = lines
        self._wrong: set[Path] = set()
        self.found: list[Problem] = []

    def add(self, path: Path, reason: str, because_of: Path = ()) -> None:
        """Note a problem; if it is one of a default, with the line of what it collides with."""
        self._wrong.add(path)
        line = self._nearest(path) or self._nearest(because_of)
        self.found.append(Problem(line, f"{named(path)}: {reason}"))

    def concern(self, *paths: Path) -> bool:
        """Whether one of these values is wrong already: it says nothing about others then."""
        return not self._wrong.isdisjoint(paths)

    def given(self, path: Path) -> bool:
        """Whether the file has this value, or else it is the default."""
        return path in self._lines

    def place(self, path: Path) -> str:
        line = self._lines.get(path)
        return f"{named(path)} ({'by default' if line is None else f'line {line}'})"

    def _nearest(self, path: Path) -> int | None:
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path)


def named(path: Path) -> str:
    """A path as people write it; tables of an array are counted from 1."""
    text = ""
    for part in path:
        text += f"#{part + 1}" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")
