"""`triqueta verify`: check that a finished game was dealt as the device had promised."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from triqueta.cli.failures import file_error, one_line
from triqueta.cli.record_files import judge_each
from triqueta.games.triqueta.rules import ProofError, Record, verify

HELP = "check the shuffle of finished games against their proof"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a game record with a proof")


def run(args: Namespace) -> int:
    return judge_each(args.files, _verify)


def _verify(path: str, record: Record) -> None:
    try:
        proof = verify(record)
    except ProofError as error:
        raise file_error(path, error) from None
    game = record.game
    cuts = len(proof.cuts.split(",")) if proof.cuts else 0
    doubt = "" if game.outcome else ", but the game is not over"
    print(f"{one_line(path)}: the shuffle is proved{doubt}")
    print(f"  commitment: {proof.commitment} is that of the secret")
    print(f"  piles: the secret and the players' cuts ({cuts}) give all four, tile by tile")
    print(f"  moves: all {len(game.moves)} follow the rules")
    if game.outcome:
        print(f"  scores: {', '.join(map(str, game.outcome.scores))}")
    else:
        print("  until the end of the game its secret should not have been known")
    print(flush=True)
