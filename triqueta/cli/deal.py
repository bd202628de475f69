"""`triqueta deal`: shuffle and deal as the device does, and print a record without moves."""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace

from triqueta.cli import CommandError
from triqueta.cli.arguments import integer
from triqueta.cli.games import add_table_arguments, chosen_edition, chosen_game
from triqueta.games import installed_games
from triqueta.records.document import encoded
from triqueta.records.errors import RulesError
from triqueta.records.shuffle import SECRET_BYTES, Proof
from triqueta.screens.station import SEATS

_NAME = "triqueta deal"


def add_arguments(parser: ArgumentParser) -> None:
    add_table_arguments(parser)
    parser.add_argument(
        "--secret",
        type=_secret,
        metavar="HEX",
        help="secret of the shuffle, as 64 hexadecimal digits (default: random, not printed)",
    )
    parser.add_argument(
        "--cuts",
        default="",
        metavar="TEXT",
        help="the players' cuts, as seat:petal separated by commas, for example 1:3,2:5",
    )
    parser.add_argument(
        "--names", metavar="A,B,C", help="names of the players, clockwise, for example Ana,Ben"
    )
    parser.add_argument(
        "--seat",
        "--rock",
        type=integer(0, SEATS - 1),
        default=0,
        metavar="N",
        help="answer to the question that the game asks before the deal, for example who is the "
        "youngest: a seat, counted from 0 (default: 0)",
    )


def run(args: Namespace) -> int:
    spec, edition = chosen_game(args), chosen_edition(args, _NAME)
    if args.edition is None and len(spec.editions) > 1:
        known = ", ".join(edition.name for edition in spec.editions)
        raise CommandError(f"{_NAME}: --edition is required for {spec.title}: {known}")
    secret: bytes = args.secret or os.urandom(SECRET_BYTES)
    try:
        proof = Proof.of(secret, args.cuts)
        session = installed_games().deal(spec.id, edition.name, _names(args), args.seat, proof)
    except RulesError as error:
        raise CommandError(f"{_NAME}: {error}") from None
    if args.seat >= args.players:
        raise CommandError(
            f"{_NAME}: --seat: {args.seat} is not a seat between 0 and {args.players - 1}"
        )
    shown = proof.document()
    if not args.secret:
        del shown["secret"]
    document = {**session.document(with_moves=False), "proof": shown}
    sys.stdout.buffer.write(encoded(document))
    return 0


def default_names(players: int) -> tuple[str, ...]:
    return tuple(f"Player {seat}" for seat in range(1, players + 1))


def _names(args: Namespace) -> tuple[str, ...]:
    if args.names is None:
        return default_names(args.players)
    names = tuple(name.strip() for name in args.names.split(","))
    if not all(names) or len(names) != args.players or len(set(names)) != args.players:
        wanted = f"{args.players} different names are needed"
        raise CommandError(f"{_NAME}: --names: {wanted}, not {args.names!r}")
    return names


def _secret(text: str) -> bytes:
    if not re.fullmatch(rf"[0-9a-fA-F]{{{2 * SECRET_BYTES}}}", text):
        raise ArgumentTypeError(f"{text!r} is not {2 * SECRET_BYTES} hexadecimal digits")
    return bytes.fromhex(text)
