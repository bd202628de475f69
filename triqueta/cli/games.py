"""Which game a command is about, where no record says it: `--game`, `--edition`, `--players`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from triqueta.cli.failures import CommandError
from triqueta.cli.numbers import whole_number
from triqueta.games import GAMES, all_games, game, own_game
from triqueta.games.seam import GameEdition, GameKind
from triqueta.table.events import SEATS


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


def chosen_game(args: Namespace) -> GameKind:
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


def _editions_told(kind: GameKind) -> str:
    return f"of {kind.id}: {', '.join(edition.name for edition in kind.editions)}"
