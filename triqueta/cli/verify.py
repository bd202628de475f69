"""`triqueta verify`: check that a finished game was dealt as the device had committed to."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from triqueta.cli import file_error
from triqueta.cli.games import add_deck_argument, deck_of, judge_each
from triqueta.games import installed_games
from triqueta.records.errors import ProofError
from triqueta.records.record import AnyRecord, verify
from triqueta.records.text import one_line


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="record of a finished game, with its proof"
    )
    add_deck_argument(parser)


def run(args: Namespace) -> int:
    return judge_each(args.files, _verify, deck_of(args))


def _verify(path: str, record: AnyRecord) -> None:
    try:
        proof = verify(record)
    except ProofError as error:
        raise file_error(path, error) from None
    result = record.result
    cuts = len(proof.cuts.split(",")) if proof.cuts else 0
    doubt = "" if result else ", but the game is not over"
    print(f"{one_line(path)}: the shuffle is proved{doubt}")
    print(f"  commitment: {proof.commitment} matches the secret")
    print(f"  {installed_games()[record.game_id].proves.format(cuts=cuts)}")
    print(f"  moves: all {len(record.moves)} follow the rules")
    if result:
        print(f"  scores: {', '.join(map(str, result.scores))}")
    else:
        print("  its secret should have stayed hidden until the end of the game")
    print(flush=True)
