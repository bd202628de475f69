"""`triqueta config`: print the settings in use, or check a file of them."""

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
        help="default: what TRIQUETA_CONFIG names, /etc/triqueta/table.toml, or the user's own",
    )
    files.add_argument("--check", metavar="FILE", help="only say whether this file is good")


def run(args: Namespace) -> int:
    file = args.check if args.check is not None else find_config(args.config)
    try:
        config = load_config(file)
    except ConfigError as error:
        return _complain(error)
    owners_decks(config)
    if args.check is not None:
        print(f"{one_line(args.check)}: good")
    else:
        origin = "The defaults: there is no file" if file is None else f"From {one_line(file)}"
        print(f"# {origin}\n\n{printed(config)}", end="")
    return 0


def _complain(error: ConfigError) -> int:
    for line in error.lines:
        print(one_line(line), file=sys.stderr)
    return 2
