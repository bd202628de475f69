"""The device's settings as an argument of commands."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from triqueta.cli.failures import CommandError

if TYPE_CHECKING:
    from triqueta.config.settings import TableConfig


def add_config_argument(parser: ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", help="the device's settings, see config")


def load_settings(args: Namespace) -> TableConfig:
    from triqueta.config.files import find_config, load_config  # noqa: PLC0415
    from triqueta.config.problems import ConfigError  # noqa: PLC0415

    try:
        return load_config(find_config(args.config))
    except ConfigError as error:
        raise CommandError(error.lines[0]) from None
