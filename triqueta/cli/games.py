"""Arguments that choose a game, an edition or a deck; read and write game records."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from triqueta.cli import CommandError, file_error, os_reason
from triqueta.cli.arguments import integer
from triqueta.games import installed_games
from triqueta.records.document import parse
from triqueta.records.errors import RulesError
from triqueta.records.record import AnyRecord
from triqueta.records.text import one_line
from triqueta.screens.station import SEATS
from triqueta.table.registry import Registry
from triqueta.table.spec import DeckReader, GameEdition, GameSpec

LARGEST_RECORD = 1_000_000  # bytes; the longest game takes less than a hundredth of that


def add_game_argument(parser: ArgumentParser) -> None:
    games = installed_games()
    own, known = games.own.id, list(games.specs)
    parser.add_argument("--game", choices=known, default=own, help=f"the game (default: {own})")


def add_table_arguments(parser: ArgumentParser, players: int | None = None) -> None:
    """Add --game, --players and --edition; --players is required unless there is a default."""
    add_game_argument(parser)
    number = "number of players" + (f" (default: {players})" if players else "")
    parser.add_argument(
        "--players",
        type=integer(0, 99),
        required=players is None,
        default=players,
        metavar="N",
        help=number,
    )
    parser.add_argument(
        "--edition",
        metavar="NAME",
        help=f"edition of the game: {'; '.join(map(_editions_of, installed_games()))}",
    )


def _editions_of(spec: GameSpec) -> str:
    return f"{', '.join(edition.name for edition in spec.editions)} ({spec.id})"


def chosen_game(args: Namespace) -> GameSpec:
    return installed_games()[args.game]


def chosen_edition(args: Namespace, command: str, counted: str = "--players") -> GameEdition:
    """Return the edition given with --edition, or else the first.

    Raise CommandError if there is no such edition, or not for this number of players. `counted`
    is what the message calls the number of players.
    """
    editions = {edition.name: edition for edition in chosen_game(args).editions}
    name = next(iter(editions)) if args.edition is None else args.edition
    if name not in editions:
        known = ", ".join(editions)
        raise CommandError(f"{command}: --edition: invalid choice: {name!r} (choose from {known})")
    least, most = editions[name].players[0], editions[name].players[-1]
    if not least <= args.players <= min(most, SEATS):
        raise CommandError(
            f"{command}: {counted}: {args.players} is not between {least} and {most}"
        )
    return editions[name]


def add_deck_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--deck",
        metavar="FILE",
        help="deck file that the records were played with, if not with the built-in deck",
    )


def deck_of(args: Namespace) -> bytes | None:
    """Return the content of the deck file given with --deck, or None."""
    return None if args.deck is None else sound_deck(args.deck)


def sound_deck(path: str) -> bytes:
    """Return the content of a deck file; raise CommandError with the first problem in it."""
    content = read_content(path, "deck")
    for reader in deck_readers():
        for problem in reader.problems(content):
            raise file_error(path, problem)
    return content


def deck_readers() -> Iterator[DeckReader]:
    """Yield the deck reader of each game that has decks."""
    games = installed_games()
    for spec in games:
        reader = games.model(spec.id).deck_reader if spec.has_decks else None
        if reader is not None:
            yield reader


def read_content(path: str, what: str) -> bytes:
    """Return the content of a file; raise CommandError if it can't be read or is too large.

    `what` names the content in the error message.
    """
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_RECORD + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the name
        raise file_error(path, os_reason(error)) from None
    if len(content) > LARGEST_RECORD:
        raise file_error(path, f"not a {what}: larger than {LARGEST_RECORD:,} bytes")
    return content


def read_record(path: str, deck: bytes | None = None, games: Registry | None = None) -> AnyRecord:
    """Return the record in a file; raise CommandError if the file is not a valid record.

    The file can also contain the lines of the device's QR codes. `deck` is the content of the
    deck file that the game was played with.
    """
    content = read_content(path, "game record")
    try:
        return _loaded(content, deck, games or installed_games())
    except RulesError as error:
        raise file_error(path, error) from None


def _loaded(content: bytes, deck: bytes | None, games: Registry) -> AnyRecord:
    text = content.decode("ascii", "replace")
    scanned = games.of_codes(text)
    document = {} if scanned else parse(content)
    spec = scanned or games.spec_of(document)
    if deck is not None:
        games = games.with_only_deck(spec.id, deck)
    return games.load_codes(spec.id, text) if scanned else games.read(document)


def write_record(path: Path, content: bytes) -> None:
    """Write a new file completely or not at all; an existing file is never overwritten."""
    try:
        with path.open("xb") as file:
            try:
                file.write(content)
                file.flush()
            except OSError:
                path.unlink()
                raise
    except OSError as error:
        raise file_error(path, os_reason(error)) from None


def judge_each(
    paths: Sequence[str],
    judge: Callable[[str, AnyRecord], None],
    deck: bytes | None = None,
    games: Registry | None = None,
) -> int:
    """Call `judge` with each valid record, print the errors of others; return the exit code."""
    code = 0
    for path in paths:
        try:
            judge(path, read_record(path, deck, games))
        except CommandError as error:
            print(one_line(str(error)), file=sys.stderr)
            code = 2
    return code
