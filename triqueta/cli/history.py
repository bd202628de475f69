"""`triqueta history`: the games that were played, to look at, to export, to import."""

from __future__ import annotations

import sqlite3
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from triqueta.cli.failures import CommandError, file_error, one_line, os_reason
from triqueta.cli.journals import add_journal_argument, history_path, opened, saved_games
from triqueta.cli.numbers import whole_number
from triqueta.cli.record_files import judge_each, write_record
from triqueta.games.triqueta.rules import ProofError, Record, verify
from triqueta.games.triqueta.rules.record import SUFFIX

if TYPE_CHECKING:
    from triqueta.journal.games import SavedGame

HELP = "list the games played so far; export, import or delete them"


def add_arguments(parser: ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--export", metavar="DIR", type=Path, help="write a record of each game")
    what.add_argument("--import", dest="files", metavar="FILE", nargs="+", help="add records")
    what.add_argument(
        "--delete", metavar="ID", type=whole_number(1, 10**9), help="delete a game, after asking"
    )
    add_journal_argument(parser)


def run(args: Namespace) -> int:
    path = history_path(args)
    if args.export is not None:
        return _export(path, args.export)
    if args.files is not None:
        return judge_each(args.files, lambda name, record: _import(path, name, record))
    if args.delete is not None:
        return _delete(path, args.delete)
    return _list(path)


def _list(path: Path) -> int:
    games = saved_games(path)
    if not games:
        print("No games yet.")
        return 0
    print(f"{'ID':>4}  {'date':16}  {'edition':7}  players")
    for saved in games:
        print(_line(saved))
    return 0


def _line(saved: SavedGame) -> str:
    record = saved.record
    date = one_line(saved.date)[:16].replace("T", " ")
    edition = str(record.game.setup.edition)
    return f"{saved.number:4}  {date:16}  {edition:7}  {_players(saved, record)}"


def _players(saved: SavedGame, record: Record) -> str:
    names = [one_line(name) for name in record.game.setup.players]
    outcome = record.game.outcome
    if outcome is None:
        state = "going on" if saved.at_table else f"interrupted in round {record.game.round}"
        return f"{', '.join(names)} ({state})"
    stars = ["*" if seat in outcome.winners else "" for seat in range(len(names))]
    scored = zip(names, outcome.scores, stars, strict=True)
    return ", ".join(f"{name} {score}{star}" for name, score, star in scored)


def _export(path: Path, folder: Path) -> int:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(folder, os_reason(error)) from None
    written = code = 0
    for saved in saved_games(path):
        if saved.is_running:  # its tiles and its secret are nobody's business yet
            print(f"game {saved.number} is going on, and is left out")
            continue
        try:
            written += _export_game(folder / _file_name(saved), saved.record)
        except CommandError as error:
            print(one_line(str(error)), file=sys.stderr)
            code = 2
    print(f"{written} records written to {one_line(str(folder))}")
    return code


def _export_game(file: Path, record: Record) -> bool:
    """Whether it was written; a record that is there already is as good."""
    if file.is_file() and file.read_bytes() == record.encode():
        print(f"{one_line(str(file))} is there already")
        return False
    write_record(file, record)
    return True


def _file_name(saved: SavedGame) -> str:
    day = saved.date[:10]
    known = len(day) == 10 and day.replace("-", "").isdigit()
    return f"{day + '-' if known else ''}game-{saved.number}{SUFFIX}"


def _import(path: Path, name: str, record: Record) -> None:
    from triqueta.journal.database import transaction  # noqa: PLC0415
    from triqueta.journal.games import add_game, write_game  # noqa: PLC0415

    with opened(path, writing=True) as connection:
        known = _known(connection, record)
        if known is not None and not _is_better(record, known):
            print(f"{one_line(name)}: is there already, as game {known.number}")
            return
        with transaction(connection):
            if known is not None:
                number = known.number
                write_game(connection, number, record, at_table=False)
            else:
                number = add_game(connection, record, at_table=False)
    print(f"{one_line(name)}: game {number}{_doubt(record)}")


def _known(connection: sqlite3.Connection, record: Record) -> SavedGame | None:
    from triqueta.journal.games import identity, read_games  # noqa: PLC0415

    name = identity(record.document())
    games = read_games(connection)
    return next((saved for saved in games if identity(saved.document) == name), None)


def _is_better(record: Record, known: SavedGame) -> bool:
    """An interrupted game may have been finished elsewhere."""
    from triqueta.journal.games import goes_further  # noqa: PLC0415

    return not known.at_table and goes_further(record, known.record)


def _doubt(record: Record) -> str:
    try:
        verify(record)
    except ProofError as error:
        return f" ({error})"
    return ""


def _delete(path: Path, number: int) -> int:
    from triqueta.journal.database import transaction  # noqa: PLC0415
    from triqueta.journal.games import delete_game  # noqa: PLC0415

    saved = next((game for game in saved_games(path) if game.number == number), None)
    if saved is None:
        raise CommandError(f"triqueta history: there is no game {number}; the list has them all")
    if saved.at_table:
        raise CommandError(f"triqueta history: game {number} is on the table; end it there first")
    print(_line(saved))
    if _answer_to(f"Delete game {number} for good? [y/N] ") != "y":
        print("Nothing was deleted.")
        return 0
    with opened(path, writing=True) as connection:
        with transaction(connection):
            delete_game(connection, number)
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    print(f"Game {number} is deleted.")
    if busy:
        print("Another program is reading: until it ends, traces of the game stay in the file.")
    for copy in sorted(path.parent.glob(f"{path.name}.damaged-*")):
        print(f"A damaged journal was set aside, and may hold the game: {one_line(str(copy))}")
    return 0


def _answer_to(question: str) -> str:
    print(question, end="", flush=True)
    answer = sys.stdin.readline() if sys.stdin is not None else ""
    if not answer.endswith("\n"):
        print()
    return answer.strip().lower()
