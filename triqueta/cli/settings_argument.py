"""The device's settings as an argument of commands."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from triqueta.cli.failures import CommandError
from triqueta.config.files import find_config, load_config
from triqueta.config.problems import ConfigError
from triqueta.config.settings import TableConfig


def add_config_argument(parser: ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", help="the device's settings, see config")


def load_settings(args: Namespace) -> TableConfig:
    try:
        return load_config(find_config(args.config))
    except ConfigError as error:
        raise CommandError(error.lines[0]) from None
