"""`triqueta simulate`: random players play many games."""

from __future__ import annotations

import json
import secrets
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter

from triqueta.cli.deal import default_names
from triqueta.cli.failures import file_error, os_reason
from triqueta.cli.games import add_table_arguments, chosen_edition, chosen_game
from triqueta.cli.numbers import whole_number
from triqueta.cli.record_files import write_record
from triqueta.cli.tally import Tally
from triqueta.games.seam import Edition
from triqueta.records.proof import Proof
from triqueta.records.record import GameRecord
from triqueta.records.shuffle import SECRET_BYTES, random_cuts

HELP = "let random players play, and sum up how their games went"


def add_arguments(parser: ArgumentParser) -> None:
    games = whole_number(1, 1_000_000_000)
    seed = whole_number(0, 2**64 - 1)
    add_table_arguments(parser, players=3)
    parser.add_argument("--games", type=games, default=1000, metavar="N", help="default 1000")
    parser.add_argument("--seed", type=seed, metavar="N", help="the same seed, the same games")
    parser.add_argument(
        "--record", type=_directory, metavar="DIR", help="write each game's record there"
    )
    parser.add_argument("--json", action="store_true", help="the summary as one JSON object")


def _directory(text: str) -> Path:
    if not text:
        raise ArgumentTypeError("the name of a directory is empty")
    return Path(text)


def run(args: Namespace) -> int:
    seed = secrets.randbits(64) if args.seed is None else args.seed
    if args.record:
        _make_directory(args.record)
    edition, suffix = chosen_edition(args, "triqueta simulate"), chosen_game(args).suffix
    tally = Tally(edition.name, args.players, seed)
    games = _with_progress(_random_games(args, edition, Random(seed)), args.games)
    started = perf_counter()
    for number, record in games:
        tally.add(record)
        if args.record:
            write_record(args.record / f"game-{number:06}{suffix}", record.encode())
    tally.seconds = perf_counter() - started
    _print_summary(tally, record, as_json=args.json)
    return 0


def _random_games(
    args: Namespace, edition: Edition, rng: Random
) -> Iterator[tuple[int, GameRecord]]:
    kind, names = chosen_game(args), default_names(args.players)
    for number in range(1, args.games + 1):
        proof = Proof.of(rng.randbytes(SECRET_BYTES), random_cuts(args.players, rng))
        yield number, kind.random_game(edition.name, names, proof, rng)


def _with_progress(
    games: Iterator[tuple[int, GameRecord]], total: int
) -> Iterator[tuple[int, GameRecord]]:
    from tqdm import tqdm  # noqa: PLC0415 - only this command needs it

    # disable=None: a bar on a terminal, nothing in a file or pipe.
    return iter(tqdm(games, total=total, unit=" games", leave=False, disable=None))


def _print_summary(tally: Tally, last: GameRecord, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(tally.document()))
        return
    if tally.games == 1:
        print(*last.score_lines(), sep="\n", end="\n\n")
    print(*tally.lines(), sep="\n")


def _make_directory(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(path, os_reason(error)) from None
