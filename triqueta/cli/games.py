"""The games that a command is about: their arguments, records and decks."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from triqueta.cli import CommandError, file_error, os_reason
from triqueta.cli.arguments import whole_number
from triqueta.games import installed_games
from triqueta.records.document import parse
from triqueta.records.errors import RulesError
from triqueta.records.record import AnyRecord
from triqueta.records.text import one_line
from triqueta.screens.station import SEATS
from triqueta.table.registry import Registry
from triqueta.table.spec import DeckReader, GameEdition, GameSpec

LARGEST_RECORD = 1_000_000  # bytes; the longest game is not a hundredth of that


def add_game_argument(parser: ArgumentParser) -> None:
    games = installed_games()
    own, known = games.own.id, list(games.specs)
    parser.add_argument(
        "--game", choices=known, default=own, help=f"{', '.join(known)} (default: {own})"
    )


def add_table_arguments(parser: ArgumentParser, players: int | None = None) -> None:
    """Which game, which edition of it, and for how many: required, unless there is a default."""
    add_game_argument(parser)
    number = "as many as can play it" + (f" (default {players})" if players else "")
    parser.add_argument(
        "--players",
        type=whole_number(0, 99),
        required=players is None,
        default=players,
        metavar="N",
        help=number,
    )
    parser.add_argument(
        "--edition", metavar="NAME", help="; ".join(map(_editions_told, installed_games()))
    )


def _editions_told(spec: GameSpec) -> str:
    return f"of {spec.id}: {', '.join(edition.name for edition in spec.editions)}"


def chosen_game(args: Namespace) -> GameSpec:
    return installed_games()[args.game]


def chosen_edition(args: Namespace, command: str, counted: str = "--players") -> GameEdition:
    """The edition asked for, or else the first; CommandError if it is none, or not for so many."""
    editions = {edition.name: edition for edition in chosen_game(args).editions}
    name = next(iter(editions)) if args.edition is None else args.edition
    if name not in editions:
        known = ", ".join(editions)
        raise CommandError(f"{command}: --edition: invalid choice: {name!r} (choose from {known})")
    least, most = editions[name].players[0], editions[name].players[-1]
    if not least <= args.players <= min(most, SEATS):
        wanted = f"no whole number from {least} to {most}"
        raise CommandError(f"{command}: {counted}: '{args.players}' is {wanted}")
    return editions[name]


def add_deck_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--deck", metavar="FILE", help="the deck it was played with, if not the shipped one"
    )


def deck_of(args: Namespace) -> bytes | None:
    """The deck that was named, if there is one."""
    return None if args.deck is None else sound_deck(args.deck)


def sound_deck(path: str) -> bytes:
    """A deck that some game can be played with, or a CommandError with the card and the reason."""
    content = read_content(path, "deck")
    for reader in deck_readers():
        for problem in reader.problems(content):
            raise file_error(path, problem)
    return content


def deck_readers() -> Iterator[DeckReader]:
    """Return the reader of each game that has decks."""
    games = installed_games()
    for spec in games:
        reader = games.model(spec.id).deck_reader if spec.has_decks else None
        if reader is not None:
            yield reader


def read_content(path: str, what: str) -> bytes:
    """The bytes of a file that is to be read as a whole, or a CommandError with its name."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_RECORD + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the name
        raise file_error(path, os_reason(error)) from None
    if len(content) > LARGEST_RECORD:
        raise file_error(path, f"no {what}: larger than {LARGEST_RECORD:,} bytes")
    return content


def read_record(path: str, deck: bytes | None = None, games: Registry | None = None) -> AnyRecord:
    """The record in a file, or a CommandError that starts with the file's name.

    A file of lines scanned from the device's QR codes is as good as a record. `deck` is the
    content of an owner's deck that it was played with.
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
    """Write a new file whole, or none; one that exists is never overwritten."""
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
    """Call `judge` with each good record, say what is wrong with each bad one: the exit code."""
    code = 0
    for path in paths:
        try:
            judge(path, read_record(path, deck, games))
        except CommandError as error:
            print(one_line(str(error)), file=sys.stderr)
            code = 2
    return code
