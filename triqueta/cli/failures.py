"""How commands fail: one clear line on stderr, and exit code 2."""

from __future__ import annotations

LONGEST_LINE = 400
LONGEST_PATH = 200


class CommandError(Exception):
    """Ends a command; its message is all that the user gets to see."""


def file_error(path: object, reason: object) -> CommandError:
    """The error for a file; a path without end must not push the reason out of the line."""
    name = str(path)
    if len(name) > LONGEST_PATH:
        name = f"{name[: LONGEST_PATH // 2]}...{name[-LONGEST_PATH // 2 :]}"
    return CommandError(f"{name}: {reason}")


def os_reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def one_line(text: str) -> str:
    """The text on one line of bearable length, with nothing in it that could move a cursor."""
    line = text if text.isprintable() else "".join(map(_printable, text))
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "..."


def _printable(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
