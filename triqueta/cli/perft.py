"""`triqueta perft`: count the sequences of N legal moves from the last position of a record."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from triqueta.cli.arguments import integer
from triqueta.cli.games import add_deck_argument, deck_of, read_record
from triqueta.records.game import perft


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="record of a game, finished or not")
    parser.add_argument(
        "--depth",
        type=integer(0, 100),
        required=True,
        metavar="N",
        help="number of moves to look ahead",
    )
    add_deck_argument(parser)


def run(args: Namespace) -> int:
    record = read_record(args.file, deck_of(args))
    print(perft(record.game, args.depth))
    return 0
