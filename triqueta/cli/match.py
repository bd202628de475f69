"""`triqueta match`: let robots play many games against each other, and count the results."""

from __future__ import annotations

import json
import secrets
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from math import sqrt
from time import perf_counter
from typing import Any

from triqueta.cli.arguments import integer, seconds
from triqueta.cli.games import add_game_argument, chosen_edition
from triqueta.cli.match_games import Match, Played, check_player, known_players, play_games
from triqueta.cli.workers import add_worker_arguments, chunks, done_by, executor_for, progress
from triqueta.records.text import counted, one_line

SURE = 1.96  # standard deviations on each side of a 95 % interval


class Side:
    """The results of all players with the same name, together."""

    def __init__(self, name: str, numbers: list[int]) -> None:
        self.name = name
        self._numbers = numbers
        self._games = 0
        self._scored = 0
        self._wins = 0.0
        self._margin = 0.0
        self._moves = 0
        self._seconds = 0.0
        self._longest = 0.0
        self.faults: Counter[str] = Counter()

    def add(self, played: Played) -> None:
        own = self._numbers
        self._games += 1
        self._wins += sum(played.wins[number] for number in own)
        self._moves += sum(played.moves[number] for number in own)
        self._seconds += sum(played.seconds[number] for number in own)
        self._longest = max(self._longest, *(played.longest[number] for number in own))
        if played.scores is not None:
            self._scored += 1
            self._margin += self._margin_of(played.scores)
        if played.fault and played.fault[0] in own:
            self.faults[played.fault[1]] += 1

    def _margin_of(self, scores: tuple[int, ...]) -> float:
        """Return how many points these players had more than the others, on average."""
        own = [scores[number] for number in self._numbers]
        others = [score for number, score in enumerate(scores) if number not in self._numbers]
        return sum(own) / len(own) - (sum(others) / len(others) if others else sum(own) / len(own))

    def document(self, players: int) -> dict[str, Any]:
        share = self._wins / self._games
        least, most = wilson(share, self._games)
        return {
            "player": self.name,
            "seats": len(self._numbers),
            "fair": round(len(self._numbers) / players, 4),
            "wins": round(share, 4),
            "least": round(least, 4),
            "most": round(most, 4),
            "margin": round(self._margin / max(self._scored, 1), 2),
            "ms_per_move": round(1000 * self._seconds / max(self._moves, 1), 3),
            "longest_ms": round(1000 * self._longest, 1),
            "faults": dict(self.faults),
        }


class MatchTally:
    """The results of a match so far; a win shared by n players counts as 1/n for each."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._games = 0
        self.seconds = 0.0
        self._sides = [
            Side(name, [n for n, other in enumerate(match.players) if other == name])
            for name in dict.fromkeys(match.players)
        ]

    def add(self, played: Played) -> None:
        self._games += 1
        for side in self._sides:
            side.add(played)

    def document(self) -> dict[str, Any]:
        return {
            "games": self._games,
            "edition": self._match.edition,
            "players": len(self._match.players),
            "seed": self._match.seed,
            "sides": [side.document(len(self._match.players)) for side in self._sides],
            "seconds": round(self.seconds, 1),
            "games_per_second": round(self._games / self.seconds, 2),
        }

    def lines(self) -> Iterator[str]:
        match = self._match
        yield (
            f"{counted(self._games, 'game')}, {match.edition}, {len(match.players)} players, "
            f"seed {match.seed}; every player plays each deal from each seat"
        )
        width = max(len(_called(side)) for side in self._sides)
        head = "wins (95 % interval)    fair   margin     mean   longest"
        yield f"  {'':{width}}  {head}"
        for side in self._sides:
            yield f"  {_called(side):{width}}  {_line(side.document(len(match.players)))}"
        for side in self._sides:
            for reason, times in side.faults.items():
                lost = counted(times, "game")
                yield f"  {one_line(side.name)} lost {lost}: it {one_line(reason)}"
        yield f"  {self._games / self.seconds:,.1f} games per second"


def _called(side: Side) -> str:
    return one_line(side.name)


def _line(found: dict[str, Any]) -> str:
    share = "{wins:6.1%} ({least:5.1%} to {most:5.1%}) {fair:5.0%} {margin:+8.2f}".format(**found)
    return share + " {ms_per_move:7.2f} {longest_ms:7.1f} ms".format(**found)


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the limits of the 95 % confidence interval of a share (Wilson's formula)."""
    squared = SURE * SURE
    middle = share + squared / (2 * games)
    spread = SURE * sqrt(share * (1 - share) / games + squared / (4 * games * games))
    whole = 1 + squared / games
    return max((middle - spread) / whole, 0.0), min((middle + spread) / whole, 1.0)


_NAME = "triqueta match"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "names",
        nargs="+",
        metavar="PLAYER",
        help=f"a robot ({known_players()}; not every game has all of them), or a program of your "
        "own, for example 'program:python3 my_robot.py'",
    )
    add_game_argument(parser)
    parser.add_argument(
        "--edition", metavar="NAME", help="edition of the game (default: the first)"
    )
    parser.add_argument(
        "--games",
        type=integer(1, 10_000_000),
        default=300,
        metavar="N",
        help="number of games (default: 300)",
    )
    parser.add_argument(
        "--seed",
        type=integer(0, 2**64 - 1),
        metavar="N",
        help="seed of the deals: the same seed deals the same games (default: random)",
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=5.0,
        metavar="S",
        help="seconds that a program has for each answer (default: 5)",
    )
    add_worker_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")


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
    """Play the given number of games, and return their results."""
    tally, started = MatchTally(match), perf_counter()
    work = ((match, first, last) for first, last in chunks(games, len(match.players)))
    for played in progress(done_by(executor, play_games, work), games, len):
        for game in played:
            tally.add(game)
    tally.seconds = perf_counter() - started
    return tally
