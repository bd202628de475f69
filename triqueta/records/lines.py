"""Text of anybody's making, such as a name, as it may be printed."""

from __future__ import annotations

LONGEST_LINE = 400


def one_line(text: str) -> str:
    """The text on one line of bearable length, with nothing in it that could move a cursor."""
    line = text if text.isprintable() else "".join(map(_printable, text))
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "..."


def _printable(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
