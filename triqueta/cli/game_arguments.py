"""Which game and which deck a command is about: `--game`, `--edition`, `--players`, `--deck`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from triqueta.cli.arguments import whole_number
from triqueta.cli.failures import CommandError, file_error
from triqueta.cli.record_files import read_content
from triqueta.games import installed_games
from triqueta.table.events import SEATS
from triqueta.table.spec import DeckReader, GameEdition, GameSpec


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


def _editions_told(spec: GameSpec) -> str:
    return f"of {spec.id}: {', '.join(edition.name for edition in spec.editions)}"
