"""`triqueta script`: run a text file of key presses, and save pictures."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from triqueta.cli import CommandError, file_error, os_reason
from triqueta.cli.arguments import check_folder, folder
from triqueta.cli.games import read_record
from triqueta.games import installed_games
from triqueta.screens.phrases import Language
from triqueta.stations.script import ScriptError, ScriptRunner, read_script
from triqueta.table.state import Preferences, Services, TableState
from triqueta.table.table import Table

# A script is for pictures and tests: the same keys deal the same game.
_SECRET = bytes(32)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="script to run")
    parser.add_argument(
        "--deal", metavar="RECORD", help="start at the first turn of the game in this record"
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=folder,
        default=Path(),
        help="folder for the pictures (default: the current folder)",
    )
    parser.add_argument(
        "--frames", action="store_true", help="save every picture that any station shows"
    )


def run(args: Namespace) -> int:
    deal = args.deal
    try:
        check_folder(args.out)
        runner = ScriptRunner(lambda time: _table(deal, time), args.out, frames=args.frames)
        runner.run(read_script(args.file))
    except ScriptError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise file_error(error.filename or args.out, os_reason(error)) from None
    return 0


def _table(deal: str | None, time: float) -> Table:
    preferences = Preferences(language=Language.ENGLISH if deal else None)
    services = Services(
        games=installed_games(), new_secret=lambda: _SECRET, new_seat_key=lambda: _SECRET
    )
    table = Table(services, TableState(preferences), time=time)
    if deal is not None:
        table.go_on(installed_games().resume(read_record(deal)))
    return table
