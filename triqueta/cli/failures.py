"""How commands fail: one clear line on stderr, and exit code 2."""

from __future__ import annotations

LONGEST_LINE = 400


class CommandError(Exception):
    """Ends a command; its message is all that the user gets to see."""


def one_line(text: str) -> str:
    """The text on one line of bearable length, with nothing in it that could move a cursor."""
    line = "".join(map(_printable, text))
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "..."


def _printable(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
