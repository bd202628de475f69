"""`triqueta perft`: count legal move sequences."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from triqueta.cli.numbers import whole_number
from triqueta.cli.record_files import read_record
from triqueta.games import game

HELP = "count the sequences of N legal moves from a record's last position"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game record, finished or not")
    parser.add_argument(
        "--depth",
        type=whole_number(0, 100),
        required=True,
        metavar="N",
        help="moves to look ahead",
    )


def run(args: Namespace) -> int:
    record = read_record(args.file)
    print(game(record.game).perft(record, args.depth))
    return 0
