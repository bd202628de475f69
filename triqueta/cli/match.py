"""`triqueta match`: robots play many games against each other, and what came of it is counted."""

from __future__ import annotations

import json
import secrets
from argparse import ArgumentParser, Namespace
from concurrent.futures import Executor
from time import perf_counter

from triqueta.cli.games import add_game_argument, chosen_edition
from triqueta.cli.match_games import Match, play_games
from triqueta.cli.match_tally import MatchTally
from triqueta.cli.numbers import seconds, whole_number
from triqueta.cli.players import check_player, known_players
from triqueta.cli.workers import add_worker_arguments, chunks, done_by, executor_for, progress

_NAME = "triqueta match"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "names", nargs="+", metavar="PLAYER", help=f"{known_players()}, or program:COMMAND"
    )
    add_game_argument(parser)
    parser.add_argument("--edition", metavar="NAME", help="the game's first, unless named")
    parser.add_argument(
        "--games", type=whole_number(1, 10_000_000), default=300, metavar="N", help="default 300"
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, 2**64 - 1),
        metavar="N",
        help="the same seed, the same deals",
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=5.0,
        metavar="S",
        help="in which a program has to answer (default 5)",
    )
    add_worker_arguments(parser)
    parser.add_argument("--json", action="store_true", help="the result as one JSON object")


def run(args: Namespace) -> int:
    args.players = len(args.names)
    edition = chosen_edition(args, _NAME, "number of players")
    for name in args.names:
        check_player(name, args.game, _NAME)
    seed = secrets.randbits(64) if args.seed is None else args.seed
    match = Match(args.game, edition.name, tuple(args.names), seed, args.seconds)
    with executor_for(args, _NAME) as executor:
        tally = tally_of(match, args.games, executor)
    print(json.dumps(tally.document()) if args.json else "\n".join(tally.lines()))
    return 0


def tally_of(match: Match, games: int, executor: Executor) -> MatchTally:
    """Play so many games of a match, and count what came of them."""
    tally, started = MatchTally(match), perf_counter()
    work = ((match, first, last) for first, last in chunks(games, len(match.players)))
    for played in progress(done_by(executor, play_games, work), games, len):
        for game in played:
            tally.add(game)
    tally.seconds = perf_counter() - started
    return tally
