"""The `triqueta` command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import NoReturn

from triqueta import __version__
from triqueta.cli import (
    config,
    deal,
    history,
    perft,
    play,
    pod,
    replay,
    script,
    simulate,
    stats,
    verify,
)
from triqueta.cli.failures import CommandError, one_line, os_reason

_COMMANDS = (play, history, stats, config, pod, script, replay, verify, deal, simulate, perft)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, instead of printing the usage above it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    if sys.stdout is None:  # closed by the caller
        print("triqueta: there is no standard output to write to", file=sys.stderr)
        return 2
    args = _parser().parse_args(argv)
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


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="triqueta",
        description="An electronic dealer for the board game Triqueta.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"triqueta {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for module in _COMMANDS:
        name = module.__name__.rpartition(".")[2]
        command = commands.add_parser(
            name, help=module.HELP, description=module.HELP, allow_abbrev=False
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser
