"""The `triqueta` command: its subcommands, and how they fail."""

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
    "play": "play: on the device, or at the virtual table in a browser",
    "history": "list the games played so far; export, import or delete them",
    "stats": "per player: games, wins, scores, and what else the game counts",
    "config": "print the device's settings with comments, or check a file of them",
    "doctor": "say what is found on this device, what is wrong, and what to do about it",
    "pod": "pods: list what is plugged in, install their program, test screen and keys",
    "script": "run a script of key presses against a virtual table, and take pictures",
    "replay": "judge game records: replay each by the rules and show its score sheet",
    "review": "say what each decision of a game was worth, and draw the race",
    "verify": "check the shuffle of finished games against their proof",
    "deck": "check a deck of cards of your own, and print it as pictures",
    "deal": "shuffle and deal a game: print a record without moves",
    "simulate": "let random players play, and sum up how their games went",
    "match": "let robots play against each other, and say how sure the result is",
    "perft": "count the sequences of N legal moves from a record's last position",
}

LONGEST_PATH = 200


class CommandError(Exception):
    """Ends a command; its message is all that the user gets to see."""


def file_error(path: object, reason: object) -> CommandError:
    """The error for a file; a path without end must not push the reason out of the line."""
    name = str(path)
    if len(name) > LONGEST_PATH:
        name = f"{name[: LONGEST_PATH // 2]}...{name[-LONGEST_PATH // 2 :]}"
    return CommandError(f"{name}: {reason}")


def os_reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, instead of printing the usage above it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    if sys.stdout is None:  # closed by the caller
        print("triqueta: there is no standard output to write to", file=sys.stderr)
        return 2
    words = sys.argv[1:] if argv is None else list(argv)
    # A terminal that cannot show a name's letters still gets the rest of the line.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        args = _parser(words).parse_args(words)
        code: int = args.run(args)
        sys.stdout.flush()
    except (CommandError, NoGamesError) as error:
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


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Only what is run gets loaded: on a small Pi all the others would take their time."""
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
