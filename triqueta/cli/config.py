"""`triqueta config`: print the settings in use, or check a settings file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from triqueta.cli.play_table import owners_decks
from triqueta.config.problems import ConfigError
from triqueta.config.reading import find_config, load_config
from triqueta.config.settings import printed
from triqueta.records.text import one_line


def add_arguments(parser: ArgumentParser) -> None:
    files = parser.add_mutually_exclusive_group()
    files.add_argument(
        "--config",
        metavar="FILE",
        help="settings file (default: $TRIQUETA_CONFIG, else /etc/triqueta/table.toml, else "
        "table.toml in the user's configuration folder)",
    )
    files.add_argument(
        "--check", metavar="FILE", help="check this settings file without printing it"
    )


def run(args: Namespace) -> int:
    file = args.check if args.check is not None else find_config(args.config)
    try:
        config = load_config(file)
    except ConfigError as error:
        return _complain(error)
    owners_decks(config)
    if args.check is not None:
        print(f"{one_line(args.check)}: ok")
    else:
        origin = "Defaults: there is no file" if file is None else f"From {one_line(file)}"
        print(f"# {origin}\n\n{printed(config)}", end="")
    return 0


def _complain(error: ConfigError) -> int:
    for line in error.lines:
        print(one_line(line), file=sys.stderr)
    return 2
