"""`triqueta simulate`: random players, or robots, play many games."""

from __future__ import annotations

import json
import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from random import Random
from time import perf_counter

from triqueta.cli.deal import default_names
from triqueta.cli.failures import CommandError
from triqueta.cli.folder_argument import folder, make_folder
from triqueta.cli.games import add_table_arguments, chosen_edition, chosen_game
from triqueta.cli.match_games import Match, play_for_record
from triqueta.cli.numbers import whole_number
from triqueta.cli.players import check_robot, known_players
from triqueta.cli.record_files import write_record
from triqueta.cli.tally import Tally
from triqueta.cli.workers import add_worker_arguments, done_by, executor_for, progress
from triqueta.games.seam import RANDOM, GameEdition
from triqueta.records.game_record import GameRecord
from triqueta.records.proof import Proof
from triqueta.records.shuffle import SECRET_BYTES, random_cuts

_NAME = "triqueta simulate"


def add_arguments(parser: ArgumentParser) -> None:
    games = whole_number(1, 1_000_000_000)
    seed = whole_number(0, 2**64 - 1)
    add_table_arguments(parser, players=3)
    parser.add_argument("--games", type=games, default=1000, metavar="N", help="default 1000")
    parser.add_argument("--seed", type=seed, metavar="N", help="the same seed, the same games")
    parser.add_argument(
        "--player", metavar="NAME", help=f"who plays, on all seats: {known_players()}"
    )
    add_worker_arguments(parser)
    parser.add_argument(
        "--record", type=folder, metavar="DIR", help="write each game's record there"
    )
    parser.add_argument("--json", action="store_true", help="the summary as one JSON object")


def run(args: Namespace) -> int:
    seed = secrets.randbits(64) if args.seed is None else args.seed
    edition, suffix = chosen_edition(args, _NAME), chosen_game(args).suffix
    _check_who(args)
    if args.record:
        make_folder(args.record)
    tally = Tally(edition.name, args.players, seed, args.player or RANDOM)
    games = _robots_games if args.player else _random_games
    started = perf_counter()
    for number, record in enumerate(progress(games(args, edition, seed), args.games), start=1):
        tally.add(record)
        if args.record:
            write_record(args.record / f"game-{number:06}{suffix}", record.encode())
    tally.seconds = perf_counter() - started
    _print_summary(tally, record, as_json=args.json)
    return 0


def _check_who(args: Namespace) -> None:
    if args.player is not None:
        check_robot(args.player, args.game, _NAME)
    elif args.workers or args.dask:
        raise CommandError(f"{_NAME}: --workers and --dask want a --player")


def _random_games(args: Namespace, edition: GameEdition, seed: int) -> Iterator[GameRecord]:
    kind, names, rng = chosen_game(args), default_names(args.players), Random(seed)
    for _ in range(args.games):
        proof = Proof.of(rng.randbytes(SECRET_BYTES), random_cuts(args.players, rng))
        yield kind.random_game(edition.name, names, proof, rng)


def _robots_games(args: Namespace, edition: GameEdition, seed: int) -> Iterator[GameRecord]:
    match = Match(args.game, edition.name, (args.player,) * args.players, seed)
    tasks = ((match, number) for number in range(args.games))
    with executor_for(args, _NAME) as executor:
        for document in done_by(executor, play_for_record, tasks):
            yield chosen_game(args).load(document)


def _print_summary(tally: Tally, last: GameRecord, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(tally.document()))
        return
    if tally.games == 1:
        print(*last.score_lines(), sep="\n", end="\n\n")
    print(*tally.lines(), sep="\n")
