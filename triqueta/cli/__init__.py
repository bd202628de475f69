"""The `triqueta` command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

from triqueta import __version__
from triqueta.cli.failures import CommandError, os_reason
from triqueta.records.lines import one_line

COMMANDS = (
    "play",
    "history",
    "stats",
    "config",
    "doctor",
    "pod",
    "script",
    "replay",
    "verify",
    "deal",
    "simulate",
    "perft",
)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, instead of printing the usage above it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    if sys.stdout is None:  # closed by the caller
        print("triqueta: there is no standard output to write to", file=sys.stderr)
        return 2
    words = sys.argv[1:] if argv is None else list(argv)
    args = _parser(words[0] if words else "").parse_args(words)
    # A terminal that cannot show a name's letters still gets the rest of the line.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except CommandError as error:
        print(one_line(str(error)), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, say `head`, has seen enough
        return _give_up_output()
    except OSError as error:  # files have errors of their own: this is a full disk behind stdout
        print(f"triqueta: cannot write: {os_reason(error)}", file=sys.stderr)
        return _give_up_output()
    except KeyboardInterrupt:
        return 130
    return code


def _give_up_output() -> int:
    """See to it that nothing is flushed at exit, which would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _parser(command: str) -> argparse.ArgumentParser:
    """Only the command that is run gets loaded: on a small Pi the others would take their time."""
    parser = _Parser(
        prog="triqueta",
        description="An electronic dealer for the board game Triqueta.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"triqueta {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in (command,) if command in COMMANDS else COMMANDS:
        module = import_module(f"triqueta.cli.{name}")
        added = commands.add_parser(
            name, help=module.HELP, description=module.HELP, allow_abbrev=False
        )
        module.add_arguments(added)
        added.set_defaults(run=module.run)
    return parser
