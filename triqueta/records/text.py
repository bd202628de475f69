"""Text from players and files, such as a name, made safe to print.

A separate module, because every command loads it, and documents load JSON.
"""

from __future__ import annotations

LONGEST_LINE = 400


def one_line(text: str) -> str:
    """Return the text on one line, at most `LONGEST_LINE` long, without control characters."""
    line = text if text.isprintable() else "".join(map(_printable, text))
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "..."


def _printable(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
