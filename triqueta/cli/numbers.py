"""Numbers on the command line, checked for their range."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A parser, for argparse, of whole numbers in a range."""

    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return number

    return parse


def seconds(text: str) -> float:
    """A parser, for argparse, of a time that something may take."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number <= 3600:
        raise ArgumentTypeError(f"{text!r} is no number of seconds up to 3600")
    return number
