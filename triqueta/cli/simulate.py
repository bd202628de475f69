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
from triqueta.cli.numbers import whole_number
from triqueta.cli.record_files import write_record
from triqueta.cli.score_table import score_table, verdict
from triqueta.cli.tally import Tally
from triqueta.games.triqueta.rules import Edition, Game, Proof, Record, Setup, deal
from triqueta.games.triqueta.rules.record import SUFFIX
from triqueta.games.triqueta.rules.setup import MAX_PLAYERS, MIN_PLAYERS
from triqueta.players import random_cuts, random_player
from triqueta.records.shuffle import SECRET_BYTES

HELP = "let random players play, and sum up how their games went"


def add_arguments(parser: ArgumentParser) -> None:
    players = whole_number(MIN_PLAYERS, MAX_PLAYERS)
    games = whole_number(1, 1_000_000_000)
    seed = whole_number(0, 2**64 - 1)
    parser.add_argument(
        "--players", type=players, default=3, metavar="N", help="2 to 5 (default 3)"
    )
    parser.add_argument("--edition", choices=tuple(Edition), default=Edition.BASE)
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
    tally = Tally(args.edition, args.players, seed)
    games = _with_progress(_random_games(args, Random(seed)), args.games)
    started = perf_counter()
    for number, record in games:
        tally.add(record.game)
        if args.record:
            write_record(args.record / f"game-{number:06}{SUFFIX}", record.encode())
    tally.seconds = perf_counter() - started
    _print_summary(tally, record.game, as_json=args.json)
    return 0


def _random_games(args: Namespace, rng: Random) -> Iterator[tuple[int, Record]]:
    edition, names = Edition(args.edition), default_names(args.players)
    choose = random_player(rng)
    for number in range(1, args.games + 1):
        proof = Proof.of(rng.randbytes(SECRET_BYTES), random_cuts(args.players, rng))
        piles = deal(proof.secret, edition, args.players, proof.cuts)
        game = Game(Setup(edition, names, rng.randrange(args.players), piles))
        while game.legal_moves:
            game.play(choose(game))
        yield number, Record(game, {"proof": proof.document()})


def _with_progress(
    games: Iterator[tuple[int, Record]], total: int
) -> Iterator[tuple[int, Record]]:
    from tqdm import tqdm  # noqa: PLC0415 - only this command needs it

    # disable=None: a bar on a terminal, nothing in a file or pipe.
    return iter(tqdm(games, total=total, unit=" games", leave=False, disable=None))


def _print_summary(tally: Tally, last_game: Game, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(tally.document()))
        return
    if tally.games == 1 and last_game.outcome:
        names = last_game.setup.players
        print(*score_table(last_game.outcome, names), sep="\n")
        print(verdict(last_game.outcome, names), end="\n\n")
    print(*tally.lines(), sep="\n")


def _make_directory(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(path, os_reason(error)) from None
