"""Tests that prose avoids the words of our list, and that docs wrap at 100 columns.

CONTRIBUTING.md explains the list: these words make English prose sound translated, and most of the
time they hide who does what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = (".ci", "docs", "firmware", "hardware", "tests", "tools", "triqueta")
NOT_PROSE = {"build", "golden", "locale", "playthroughs", "records", "__pycache__"}
SUFFIXES = {".md", ".py", ".sh", ".toml", ".js", ".css", ".html", ".scad", ".txt", ".service", ""}

AVOIDED = re.compile(
    r"\b(?:whoever|somebody|nobody|everybody|anew|besides|so many|one's|oneself"
    r"|what (?:is|has|are|have) to be|that it is)\b|, say[,.;)]",
    re.IGNORECASE,
)
IMPORT = re.compile(r"^from .* import .*$", re.MULTILINE)  # the function `say` is no example
ALLOWED = {
    ("firmware/hub/try-in-chroot", "nobody"),  # the Unix user
    ("tests/test_words.py", ""),  # this list
    ("CONTRIBUTING.md", ""),  # the rule itself
}


def prose_files() -> Iterator[Path]:
    """Yield the text files of the project that people write and read."""
    yield from (path for path in ROOT.iterdir() if path.suffix in {".md", ".toml"})
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            parts = path.relative_to(ROOT).parts
            if path.is_file() and path.suffix in SUFFIXES and not NOT_PROSE & set(parts):
                yield path


def avoided_in(text: str) -> list[str]:
    """Return the avoided words of a text; names such as `test_nobody_looks` count as words."""
    prose = IMPORT.sub("", text).replace("_", " ")
    return [found.lower() for found in AVOIDED.findall(prose)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Whoever draws shows it to nobody.", ["whoever", "nobody"]),
        ("def test_somebody_else_sees_it", ["somebody"]),
        ("Round robots, say, need no names.", [", say,"]),
        ("from phrases import Language, say, say_n", []),
        ("Everyone draws so many-sided tiles as they like.", ["so many"]),
        ("Players say what they see.", []),
    ],
)
def test_words_are_found(text: str, words: list[str]) -> None:
    assert avoided_in(text) == words


def test_no_file_has_a_word_of_the_list() -> None:
    files = list(prose_files())
    assert len(files) > 600
    found = [
        f"{path.relative_to(ROOT)}:{number}: {word!r}"
        for path in files
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        for word in avoided_in(line)
        if not {(path.relative_to(ROOT).as_posix(), allowed) for allowed in (word, "")} & ALLOWED
    ]
    assert found == [], "rephrase: say who does what"


def test_docs_wrap_at_100_columns() -> None:
    wide = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in prose_files()
        if path.suffix == ".md"
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > 100 and not line.startswith("|")  # a row of a table can't be wrapped
    ]
    assert wide == []


def test_every_exception_is_needed() -> None:
    for path, word in ALLOWED:
        assert [one for one in avoided_in((ROOT / path).read_text("utf-8")) if word in one]
