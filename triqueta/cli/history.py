"""`triqueta history`: list, export, import and delete saved games."""

from __future__ import annotations

import sqlite3
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path, PurePath

from triqueta.cli import CommandError
from triqueta.cli.arguments import (
    add_journal_argument,
    folder,
    history_path,
    integer,
    make_folder,
)
from triqueta.cli.games import add_deck_argument, judge_each, sound_deck, write_record
from triqueta.cli.journals import is_nothing_saved, open_journal
from triqueta.games import installed_games
from triqueta.journal.database import transaction
from triqueta.journal.dates import shown_date, shown_day
from triqueta.journal.games import (
    SavedGame,
    add_game,
    delete_game,
    identity,
    number_at_table,
    read_game,
    write_game,
)
from triqueta.journal.summaries import (
    Summary,
    game_like,
    read_summaries,
    read_summary,
)
from triqueta.records.errors import ProofError
from triqueta.records.record import AnyRecord, verify
from triqueta.records.text import counted, one_line
from triqueta.table.registry import Registry

BATCH = 25  # records per transaction: more would keep a running table waiting
_UNDATED = "date unknown"


def add_arguments(parser: ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--export", metavar="DIR", type=folder, help="write a record of each game to this folder"
    )
    what.add_argument(
        "--import", dest="files", metavar="FILE", nargs="+", help="add the games in these records"
    )
    what.add_argument(
        "--delete",
        metavar="ID",
        type=integer(1, 10**9),
        help="delete the game with this ID, after you confirm",
    )
    add_journal_argument(parser)
    add_deck_argument(parser)


def run(args: Namespace) -> int:
    path = history_path(args)
    if args.export is not None:
        return _export(path, args.export)
    if args.files is not None:
        return _import(path, args.files, _games_with(args.deck))
    if args.delete is not None:
        return _delete(path, args.delete)
    return _list(path)


def _games_with(deck: str | None) -> Registry:
    """Return the installed games, with the deck file that records may have been played with."""
    games = installed_games()
    return games.with_decks({PurePath(deck).stem: sound_deck(deck)}) if deck else games


# Listing.


def _list(path: Path) -> int:
    lines = [] if is_nothing_saved(path) else _lines(path)
    if not lines:
        print("No games yet.")
        return 0
    print(f"{'ID':>4}  {'date':16}  {'edition':7}  players")
    print("\n".join(lines))
    return 0


def _lines(path: Path) -> list[str]:
    with open_journal(path) as connection:
        at_table = number_at_table(connection)
        return [
            _line(number, game, at_table=number == at_table)
            for number, game in read_summaries(connection)
        ]


def _line(number: int, game: Summary, *, at_table: bool = False) -> str:
    date = shown_date(game.date) or _UNDATED
    which = game.edition if game.game == installed_games().own.id else game.game
    return f"{number:4}  {date:16}  {which:7}  {_players(game, at_table=at_table)}"


def _players(game: Summary, *, at_table: bool) -> str:
    if game.result is None:
        progress = f" in round {game.round}" if game.round else ""
        state = "in progress" if at_table else f"interrupted{progress}"
        return f"{', '.join(_names(game))} ({state})"
    scores = zip(_names(game), game.scores(), strict=True)
    return ", ".join(f"{name} {points}{'*' * won}" for name, (_, points, won) in scores)


def _names(game: Summary) -> list[str]:
    """Return the names of the players; those of robots with their level."""
    robots = game.robots
    return [
        one_line(f"{name} (robot: {robots[seat]})" if seat in robots else name)
        for seat, name in enumerate(game.players)
    ]


# Exporting.


def _export(path: Path, target: Path) -> int:
    make_folder(target)
    written, code = (0, 0) if is_nothing_saved(path) else _export_all(path, target)
    print(f"{counted(written, 'record')} written to {one_line(str(target))}")
    return code


def _export_all(path: Path, target: Path) -> tuple[int, int]:
    """Export all games except a running one; return how many were written, and the exit code."""
    written = code = 0
    with open_journal(path) as connection:
        at_table = number_at_table(connection)
        for number, game in read_summaries(connection):
            if number == at_table and game.result is None:
                # what was dealt, and the secret, must stay hidden until the end
                print(f"game {number} is still in progress: skipped")
                continue
            saved = read_game(connection, number)
            try:
                written += _export_game(target / _file_name(number, game), saved.text.encode())
            except CommandError as error:
                print(one_line(str(error)), file=sys.stderr)
                code = 2
    return written, code


def _export_game(file: Path, content: bytes) -> bool:
    """Write a record; return false if the file already exists with the same content."""
    if file.is_file() and file.read_bytes() == content:
        print(f"{one_line(str(file))} already exists")
        return False
    write_record(file, content)
    return True


def _file_name(number: int, game: Summary) -> str:
    day = shown_day(game.date)
    return f"{day}{'-' * bool(day)}game-{number}{installed_games().suffix(game.game)}"


# Importing.


def _import(path: Path, names: Sequence[str], games: Registry) -> int:
    """Add records in batches; print the result of each once it is on the disk."""
    code = 0
    with ExitStack() as stack:
        connection = None
        for start in range(0, len(names), BATCH):
            records, worst = _read(names[start : start + BATCH], games)
            code = max(code, worst)
            if records:
                connection = connection or stack.enter_context(open_journal(path, writing=True))
                print("\n".join(_add(connection, records, games)))
    return code


def _read(names: Sequence[str], games: Registry) -> tuple[list[tuple[str, AnyRecord]], int]:
    """Return the valid records with their names, and the exit code; print the errors of others."""
    records: list[tuple[str, AnyRecord]] = []
    code = judge_each(names, lambda name, record: records.append((name, record)), None, games)
    return records, code


def _add(
    connection: sqlite3.Connection, records: Sequence[tuple[str, AnyRecord]], games: Registry
) -> list[str]:
    """Add records in one transaction; return a line about each."""
    doubts = [_doubt(record) for _, record in records]
    with transaction(connection):
        told = [_added(connection, record, games) for _, record in records]
    return [
        f"{one_line(name)}: {what}{doubt if is_new else ''}"
        for (name, _), doubt, (what, is_new) in zip(records, doubts, told, strict=True)
    ]


def _added(connection: sqlite3.Connection, record: AnyRecord, games: Registry) -> tuple[str, bool]:
    """Add a record or update its game; return what was done, and whether anything changed."""
    number = game_like(connection, identity(record.document()))
    if number is None:
        return f"added as game {add_game(connection, record, at_table=False, here=False)}", True
    if not _is_better(record, read_game(connection, number), games):
        return f"already saved as game {number}", False
    write_game(connection, number, record, at_table=False)
    return f"updated game {number}", True


def _is_better(record: AnyRecord, known: SavedGame, games: Registry) -> bool:
    """Return whether a record has more moves: the game may have been finished elsewhere."""
    return not known.at_table and record.goes_further(known.record(games))


def _doubt(record: AnyRecord) -> str:
    """Return why the proof of a record fails, in brackets, or "" if it is sound."""
    try:
        verify(record)
    except ProofError as error:
        return f" ({one_line(str(error))})"
    return ""


# Deleting.


def _delete(path: Path, number: int) -> int:
    print(_deletable(path, number))
    if _answer_to(f"Delete game {number} for good? [y/N] ") != "y":
        print("Nothing was deleted.")
        return 0
    with open_journal(path, writing=True) as connection:
        with transaction(connection):
            delete_game(connection, number)
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    print(f"Game {number} was deleted.")
    if busy:
        print("Another program is reading the file: until it ends, traces of the game remain.")
    for copy in sorted(path.parent.glob(f"{path.name}.damaged-*")):
        print(f"A damaged journal was set aside and may contain the game: {one_line(str(copy))}")
    return 0


def _deletable(path: Path, number: int) -> str:
    """Return the list line of a game; raise CommandError if it can't be deleted."""
    game = at_table = None
    if not is_nothing_saved(path):
        with open_journal(path) as connection:
            game, at_table = read_summary(connection, number), number_at_table(connection)
    if game is None:
        raise CommandError(
            f"triqueta history: there is no game {number}; list them without --delete"
        )
    if number == at_table:
        raise CommandError(f"triqueta history: game {number} is on the table; end it there first")
    return _line(number, game)


def _answer_to(question: str) -> str:
    print(question, end="", flush=True)
    answer = sys.stdin.readline() if sys.stdin is not None else ""
    if not answer.endswith("\n"):
        print()
    return answer.strip().lower()
