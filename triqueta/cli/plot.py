"""The argument `--plot FILE.svg` of commands that can draw, and the file they write."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from triqueta.cli.failures import file_error, os_reason


def add_plot_argument(parser: ArgumentParser, drawn: str) -> None:
    parser.add_argument("--plot", metavar="FILE.svg", type=Path, help=f"draw {drawn} as SVG")


def check_plot(file: Path | None) -> None:
    """Raise a CommandError if a file is named that would not hold an SVG picture."""
    if file is not None and file.suffix != ".svg":
        raise file_error(file, "--plot draws SVG pictures: FILE.svg")


def write_plot(file: Path, svg: str) -> None:
    try:
        file.write_text(svg, "utf-8", newline="\n")
    except (OSError, ValueError) as error:
        raise file_error(file, os_reason(error)) from None
