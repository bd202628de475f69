"""What is wrong with a configuration: each problem with its line, and what would be right."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Keys, and positions in arrays: the pin of the second seat is ("seat", 1, "keys", "petal1")."""

_GAP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*'""")
_SCALAR = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})'  # up to two quotes may stand right before the closing ones
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:[^"\\]|\\.)*"'
    r"|'[^']*'"
    r"|[^,\]}#\n]+",  # numbers, booleans, and dates, which may have a blank inside
    re.DOTALL,
)


def lines_of(text: str) -> dict[Path, int]:
    """The line of every table, key and array element of a text that tomllib has accepted."""
    return _Scanner(text).lines


class _Scanner:
    """Walks over the text once. It relies on the text being good TOML."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1
        self._counts: dict[Path, int] = {}  # how many tables each array of tables has so far
        self.lines: dict[Path, int] = {}
        table: Path = ()
        self._skip(_GAP)
        while self._at < len(text):
            if self._peek("["):
                table = self._header()
            else:
                self._pair(table)
            self._skip(_GAP)

    def _skip(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        return self._move(found.end() if found else self._at)

    def _move(self, end: int) -> str:
        passed = self._text[self._at : end]
        self._at = end
        self._line += passed.count("\n")
        return passed

    def _peek(self, start: str) -> bool:
        return self._text.startswith(start, self._at)

    def _note(self, path: Path) -> None:
        self.lines.setdefault(path, self._line)

    def _header(self) -> Path:
        brackets = 2 if self._peek("[[") else 1
        self._move(self._at + brackets)
        keys = self._keys()
        self._move(self._at + brackets)
        path: Path = ()
        for key in keys[:-1]:
            path = self._latest((*path, key))
            self._note(path)
        path = (*path, keys[-1])
        self._note(path)
        if brackets == 1:
            return path
        self._counts[path] = self._counts.get(path, 0) + 1
        path = self._latest(path)
        self._note(path)
        return path

    def _latest(self, path: Path) -> Path:
        """In an array of tables, a name means the table that was added last."""
        self._note(path)
        return (*path, self._counts[path] - 1) if path in self._counts else path

    def _keys(self) -> list[str]:
        keys = []
        while True:
            self._skip(_SPACE)
            keys.append(_plain(self._skip(_KEY)))
            self._skip(_SPACE)
            if not self._peek("."):
                return keys
            self._move(self._at + 1)

    def _pair(self, table: Path) -> None:
        path = table
        for key in self._keys():
            path = (*path, key)
            self._note(path)
        self._move(self._at + 1)  # the equals sign
        self._skip(_SPACE)
        self._value(path)

    def _value(self, path: Path) -> None:
        if self._peek("["):
            self._items(path, "]")
        elif self._peek("{"):
            self._items(path, "}")
        else:
            self._skip(_SCALAR)

    def _items(self, path: Path, end: str) -> None:
        self._move(self._at + 1)
        self._skip(_GAP)
        number = 0
        while not self._peek(end):
            if end == "}":
                self._pair(path)
            else:
                self._note((*path, number))
                self._value((*path, number))
            number += 1
            self._skip(_GAP)
            if self._peek(","):
                self._move(self._at + 1)
                self._skip(_GAP)
        self._move(self._at + 1)


def _plain(key: str) -> str:
    """A key as it is meant: quotes off, escapes resolved."""
    if key[0] not in "\"'":
        return key
    return str(tomllib.loads(f"key = {key}")["key"])


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
