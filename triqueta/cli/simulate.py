"""`triqueta simulate`: play many games with random players or robots, and count the results."""

from __future__ import annotations

import json
import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from random import Random
from time import perf_counter

from triqueta.cli import CommandError
from triqueta.cli.arguments import folder, integer, make_folder
from triqueta.cli.deal import default_names
from triqueta.cli.games import add_table_arguments, chosen_edition, write_record
from triqueta.cli.match_games import Match, check_robot, known_players, play_for_record
from triqueta.cli.workers import add_worker_arguments, done_by, executor_for, progress
from triqueta.games import installed_games
from triqueta.records.record import AnyRecord
from triqueta.records.shuffle import SECRET_BYTES, Proof, random_cuts
from triqueta.table.robots import RANDOM
from triqueta.table.spec import GameEdition


class Range:
    """The mean and the extremes of the numbers added so far."""

    def __init__(self) -> None:
        self._count = 0
        self._sum = 0
        self._least = 0
        self._most = 0

    def add(self, number: int) -> None:
        self._least = min(self._least, number) if self._count else number
        self._most = max(self._most, number) if self._count else number
        self._count += 1
        self._sum += number

    def document(self) -> dict[str, float]:
        mean = self._sum / self._count
        return {"mean": round(mean, 3), "least": self._least, "most": self._most}


class Tally:
    """The results of the games so far; a win shared by n players counts as 1/n for each."""

    def __init__(self, edition: str, players: int, seed: int, player: str) -> None:
        self.edition = edition
        self.player = player
        self.seed = seed
        self.games = 0
        self.moves = 0
        self.seconds = 0.0
        self.length = Range()
        self.scores = [Range() for _ in range(players)]
        self.wins = [0.0] * players

    def add(self, record: AnyRecord) -> None:
        result = record.result
        if result is None:
            raise ValueError("only finished games can be counted")
        self.games += 1
        self.moves += len(record.moves)
        self.length.add(len(record.moves))
        for scores, score in zip(self.scores, result.scores, strict=True):
            scores.add(score)
        for seat in result.winners:
            self.wins[seat] += 1 / len(result.winners)

    def document(self) -> dict[str, object]:
        return {
            "games": self.games,
            "edition": self.edition,
            "players": len(self.wins),
            "player": self.player,
            "seed": self.seed,
            "scores": [scores.document() for scores in self.scores],
            "wins": [round(wins / self.games, 4) for wins in self.wins],
            "length": self.length.document(),
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games / self.seconds, 1),
            "moves_per_second": round(self.moves / self.seconds),
        }

    def lines(self) -> Iterator[str]:
        games = "1 game" if self.games == 1 else f"{self.games:,} games"
        yield f"{games}, {self.edition}, {len(self.wins)} {self.player} players, seed {self.seed}"
        for seat, (scores, wins) in enumerate(zip(self.scores, self.wins, strict=True), start=1):
            spread = _spread(scores)
            yield f"  seat {seat}: {spread} points, {wins / self.games:6.1%} of wins"
        yield f"  length: {_spread(self.length)} moves"
        yield (
            f"  speed: {self.games / self.seconds:,.0f} games and "
            f"{self.moves / self.seconds:,.0f} moves per second, dealing included"
        )


def _spread(numbers: Range) -> str:
    found = numbers.document()
    return f"{found['mean']:.1f} ({found['least']} to {found['most']})"


_NAME = "triqueta simulate"


def add_arguments(parser: ArgumentParser) -> None:
    games = integer(1, 1_000_000_000)
    seed = integer(0, 2**64 - 1)
    add_table_arguments(parser, players=3)
    parser.add_argument(
        "--games",
        type=games,
        default=1000,
        metavar="N",
        help="number of games (default: 1000)",
    )
    parser.add_argument(
        "--seed",
        type=seed,
        metavar="N",
        help="seed of the games: the same seed plays the same games (default: random)",
    )
    parser.add_argument(
        "--player",
        metavar="NAME",
        help=f"robot that plays every seat: {known_players()} (default: random)",
    )
    add_worker_arguments(parser)
    parser.add_argument(
        "--record", type=folder, metavar="DIR", help="write the record of each game to this folder"
    )
    parser.add_argument("--json", action="store_true", help="print the summary as one JSON object")


def run(args: Namespace) -> int:
    seed = secrets.randbits(64) if args.seed is None else args.seed
    edition, suffix = chosen_edition(args, _NAME), installed_games().suffix(args.game)
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
        raise CommandError(f"{_NAME}: --workers and --dask need --player")


def _random_games(args: Namespace, edition: GameEdition, seed: int) -> Iterator[AnyRecord]:
    games, names, rng = installed_games(), default_names(args.players), Random(seed)
    for _ in range(args.games):
        proof = Proof.of(rng.randbytes(SECRET_BYTES), random_cuts(args.players, rng))
        yield games.random_game(args.game, edition.name, names, proof, rng)


def _robots_games(args: Namespace, edition: GameEdition, seed: int) -> Iterator[AnyRecord]:
    match = Match(args.game, edition.name, (args.player,) * args.players, seed)
    tasks = ((match, number) for number in range(args.games))
    with executor_for(args, _NAME) as executor:
        yield from done_by(executor, play_for_record, tasks)


def _print_summary(tally: Tally, last: AnyRecord, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(tally.document()))
        return
    if tally.games == 1:
        model = installed_games().model(last.game_id)
        print(*model.score_lines(last.game), sep="\n", end="\n\n")
    print(*tally.lines(), sep="\n")
