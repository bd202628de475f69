"""Arguments that several commands share: numbers, folders, files, the journal, the settings."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from triqueta.cli import CommandError, file_error, os_reason
from triqueta.journal import DEVICE_FOLDER, FILE, journal_file

if TYPE_CHECKING:
    from triqueta.config.settings import TableConfig


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


def folder(text: str) -> Path:
    """Return the path that an argument names, for argparse."""
    if not text:
        raise ArgumentTypeError("the name of a directory is empty")
    if "\0" in text:
        raise ArgumentTypeError("the name of a directory has a NUL character in it")
    return Path(text)


def make_folder(path: Path) -> None:
    """Make sure that there is a folder, or raise a CommandError that says what is in the way."""
    check_folder(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(path, os_reason(error)) from None


def check_folder(path: Path) -> None:
    """Raise a CommandError if there is something at `path` that is not a folder."""
    try:
        in_the_way = path.exists() and not path.is_dir()
    except OSError as error:
        raise file_error(path, os_reason(error)) from None
    if in_the_way:
        raise file_error(path, "not a folder: give the name of one, or of a new one")


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


def add_journal_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--journal", metavar="FILE", type=Path, help="the file that games are saved in"
    )


def history_path(args: Namespace, root: Path = Path("/")) -> Path:
    """For commands that look at games: on the device, those of its service."""
    if args.journal is None and (root / DEVICE_FOLDER).is_dir():
        return root / DEVICE_FOLDER / FILE
    return journal_path(args)


def journal_path(args: Namespace) -> Path:
    path: Path = args.journal or journal_file()
    if "\0" in str(path):
        raise file_error(path, "no name for a file")
    try:
        real = Path(os.path.realpath(path))
    except OSError as error:  # the current folder has been deleted
        raise file_error(path, os_reason(error)) from None
    if not real.name:
        raise file_error(path, "the journal is a file, and this is the root of all folders")
    return real


def add_config_argument(parser: ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", help="the device's settings, see config")


def load_settings(args: Namespace) -> TableConfig:
    from triqueta.config.problems import ConfigError  # few commands need it
    from triqueta.config.reading import find_config, load_config

    try:
        return load_config(find_config(args.config))
    except ConfigError as error:
        raise CommandError(error.lines[0]) from None
