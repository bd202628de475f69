"""`triqueta deal`: shuffle and deal, as the device does, into a record without moves."""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace

from triqueta.cli.failures import CommandError
from triqueta.cli.numbers import whole_number
from triqueta.games.triqueta.rules import Edition, Game, Proof, Record, RulesError, Setup, deal
from triqueta.games.triqueta.rules.setup import MAX_PLAYERS, MIN_PLAYERS
from triqueta.records.shuffle import SECRET_BYTES

HELP = "shuffle and deal a game: print a record without moves"


def add_arguments(parser: ArgumentParser) -> None:
    players = whole_number(MIN_PLAYERS, MAX_PLAYERS)
    parser.add_argument("--players", type=players, required=True, metavar="N", help="2 to 5")
    parser.add_argument("--edition", choices=tuple(Edition), required=True)
    parser.add_argument(
        "--secret",
        type=_secret,
        metavar="HEX",
        help="32 bytes as hexadecimal digits; otherwise random, and told to nobody",
    )
    parser.add_argument(
        "--cuts", default="", metavar="TEXT", help="seat:petal, joined by commas: 1:3,2:5"
    )
    parser.add_argument("--names", metavar="A,B,C", help="the players, clockwise")
    parser.add_argument(
        "--rock",
        type=whole_number(0, MAX_PLAYERS - 1),
        default=0,
        metavar="N",
        help="who starts, counted from 0 as in a record (default: 0)",
    )


def run(args: Namespace) -> int:
    secret: bytes = args.secret or os.urandom(SECRET_BYTES)
    try:
        proof = Proof.of(secret, args.cuts)
        piles = deal(secret, Edition(args.edition), args.players, args.cuts)
        setup = Setup(Edition(args.edition), _names(args), args.rock, piles)
    except RulesError as error:
        raise CommandError(f"triqueta deal: {error}") from None
    shown = proof.document()
    if not args.secret:
        del shown["secret"]
    record = Record(Game(setup), {"proof": shown})
    sys.stdout.buffer.write(record.encode())
    return 0


def default_names(players: int) -> tuple[str, ...]:
    return tuple(f"Player {seat}" for seat in range(1, players + 1))


def _names(args: Namespace) -> tuple[str, ...]:
    if args.names is None:
        return default_names(args.players)
    names = tuple(name.strip() for name in args.names.split(","))
    if not all(names) or len(names) != args.players or len(set(names)) != args.players:
        wanted = f"{args.players} different names wanted"
        raise CommandError(f"triqueta deal: --names: {wanted}: {args.names!r}")
    return names


def _secret(text: str) -> bytes:
    if not re.fullmatch(rf"[0-9a-fA-F]{{{2 * SECRET_BYTES}}}", text):
        raise ArgumentTypeError(f"{text!r} is not {2 * SECRET_BYTES} hexadecimal digits")
    return bytes.fromhex(text)
