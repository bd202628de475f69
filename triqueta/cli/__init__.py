"""The `triqueta` command: parse the command line, run a subcommand, and report its errors."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

from triqueta import __version__
from triqueta.records.errors import NoGamesError
from triqueta.records.text import one_line

COMMANDS = {
    "play": "play on the device, or at the virtual table in a browser",
    "history": "list the saved games; export, import or delete games",
    "stats": "show each player's games, wins, scores and other counts",
    "config": "print the device's settings with comments, or check a settings file",
    "doctor": "check this device, and say what is wrong and how to fix it",
    "pod": "list the pods that are plugged in, install their firmware, or test one",
    "script": "run a script of key presses at a virtual table, and save pictures",
    "replay": "check game records against the rules, and print each game and its scores",
    "review": "rate each decision of a game, and chart the expected points",
    "verify": "check the shuffle of finished games against their proofs",
    "deck": "check a deck file of your own, and print its cards as pictures",
    "deal": "shuffle and deal a game, and print its record without moves",
    "simulate": "play games with random players or robots, and summarize the results",
    "match": "let robots play against each other, and show wins with confidence intervals",
    "perft": "count the sequences of N legal moves from the last position of a record",
}

LONGEST_PATH = 200


class CommandError(Exception):
    """Raised to end a command. Its message is all that the user sees."""


def file_error(path: object, reason: object) -> CommandError:
    """Return the error for a file; a very long path is shortened, so that the reason is seen."""
    name = str(path)
    if len(name) > LONGEST_PATH:
        name = f"{name[: LONGEST_PATH // 2]}...{name[-LONGEST_PATH // 2 :]}"
    return CommandError(f"{name}: {reason}")


def os_reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, without printing the usage first."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    if sys.stdout is None:  # closed by the caller
        print("triqueta: standard output is closed", file=sys.stderr)
        return 2
    words = sys.argv[1:] if argv is None else list(argv)
    # A terminal that can't show a character of a name still gets the rest of the line.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        args = _parser(words).parse_args(words)
        code: int = args.run(args)
        sys.stdout.flush()
    except (CommandError, NoGamesError) as error:
        print(one_line(str(error)), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, for example `head`, has ended
        return _give_up_output()
    except OSError as error:  # stdout is on a full disk; other files raise CommandError
        print(f"triqueta: cannot write: {os_reason(error)}", file=sys.stderr)
        return _give_up_output()
    except KeyboardInterrupt:
        return 130
    return code


def _give_up_output() -> int:
    """Discard the rest of the output, whose flush at exit would fail again; return 1."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the argument parser; import only the command that is run, to start quickly."""
    parser = _Parser(
        prog="triqueta",
        description="An electronic dealer for the board game Triqueta.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"triqueta {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    first = words[0] if words else ""
    for name in (first,) if first in COMMANDS else COMMANDS:
        text = COMMANDS[name]
        added = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        if name in words:
            module = import_module(f"triqueta.cli.{name}")
            module.add_arguments(added)
            added.set_defaults(run=module.run)
    return parser
