"""Which game and which deck a command is about: `--game`, `--edition`, `--players`, `--deck`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from triqueta.cli.arguments import whole_number
from triqueta.cli.failures import CommandError, file_error
from triqueta.cli.record_files import read_content
from triqueta.games import GAMES, all_games, game, own_game
from triqueta.games.api import Decks, GameEdition, GameSpec
from triqueta.table.events import SEATS


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
    for decks in all_decks():
        for problem in decks.problems(content):
            raise file_error(path, problem)
    return content


def all_decks() -> Iterator[Decks]:
    """Of each game that has decks."""
    for kind in all_games():
        decks = kind.decks()
        if decks is not None:
            yield decks


def add_game_argument(parser: ArgumentParser) -> None:
    own, known = own_game(), list(GAMES)
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
        "--edition", metavar="NAME", help="; ".join(map(_editions_told, all_games()))
    )


def chosen_game(args: Namespace) -> GameSpec:
    return game(args.game)


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


def _editions_told(kind: GameSpec) -> str:
    return f"of {kind.id}: {', '.join(edition.name for edition in kind.editions)}"
