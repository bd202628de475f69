"""Format text for printing: names made safe to print, and counted nouns.

This module is separate because every command loads it, and `document` would load JSON.
"""

from __future__ import annotations

LONGEST_LINE = 400


def one_line(text: str) -> str:
    """Return the text on one line, with control characters escaped.

    A text longer than `LONGEST_LINE` characters is cut and ends with "...".
    """
    line = text if text.isprintable() else "".join(map(_printable, text))
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "..."


def _printable(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 game", "2 games". The plural is formed with "s"."""
    return f"{number:,} {noun}{'' if number in (1, -1) else 's'}"
