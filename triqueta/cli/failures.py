"""How commands fail: one clear line on stderr, and exit code 2."""

from __future__ import annotations

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
