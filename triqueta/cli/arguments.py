"""Arguments that several commands share, for example numbers, folders and the journal."""

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


def integer(least: int, most: int) -> Callable[[str], int]:
    """Return a type for argparse that accepts integers between `least` and `most`."""

    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise ArgumentTypeError(f"{text!r} is not an integer between {least} and {most}")
        return number

    return parse


def seconds(text: str) -> float:
    """Return the time limit in seconds that an argument gives, for argparse."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number <= 3600:
        raise ArgumentTypeError(f"{text!r} is not a number of seconds above 0 and at most 3600")
    return number


def folder(text: str) -> Path:
    """Return the path that an argument names, for argparse."""
    if not text:
        raise ArgumentTypeError("the name of the folder is empty")
    if "\0" in text:
        raise ArgumentTypeError("the name of the folder contains a NUL character")
    return Path(text)


def make_folder(path: Path) -> None:
    """Create a folder if it does not exist; raise CommandError if that is not possible."""
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
        raise file_error(path, "not a folder: give an existing folder or a new name")


def add_plot_argument(parser: ArgumentParser, drawn: str) -> None:
    parser.add_argument(
        "--plot", metavar="FILE.svg", type=Path, help=f"draw {drawn} as an SVG picture"
    )


def check_plot(file: Path | None) -> None:
    """Raise a CommandError if the name of the file does not end in .svg."""
    if file is not None and file.suffix != ".svg":
        raise file_error(file, "--plot draws SVG pictures: the name must end in .svg")


def write_plot(file: Path, svg: str) -> None:
    try:
        file.write_text(svg, "utf-8", newline="\n")
    except (OSError, ValueError) as error:
        raise file_error(file, os_reason(error)) from None


def add_journal_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--journal",
        metavar="FILE",
        type=Path,
        help="file with the saved games (default: triqueta.db in the user's data folder; on the "
        "device, that of the service)",
    )


def history_path(args: Namespace, root: Path = Path("/")) -> Path:
    """Return the journal for commands that read games: on the device, that of its service."""
    if args.journal is None and (root / DEVICE_FOLDER).is_dir():
        return root / DEVICE_FOLDER / FILE
    return journal_path(args)


def journal_path(args: Namespace) -> Path:
    """Return the journal that is given or the default; raise CommandError for an invalid name."""
    path: Path = args.journal or journal_file()
    if "\0" in str(path):
        raise file_error(path, "the name of the file contains a NUL character")
    try:
        real = Path(os.path.realpath(path))
    except OSError as error:  # the current folder has been deleted
        raise file_error(path, os_reason(error)) from None
    if not real.name:
        raise file_error(path, "the journal must be a file, not the root folder")
    return real


def add_config_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--config", metavar="FILE", help="settings file (default: see triqueta config --help)"
    )


def load_settings(args: Namespace) -> TableConfig:
    from triqueta.config.problems import ConfigError  # few commands need it
    from triqueta.config.reading import find_config, load_config

    try:
        return load_config(find_config(args.config))
    except ConfigError as error:
        raise CommandError(error.lines[0]) from None
