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
