"""Games of a match: the same deals for all, each with the players on every seat in turn."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from time import perf_counter

from triqueta.cli.deal import default_names
from triqueta.cli.own_time import OwnTime
from triqueta.cli.players import Player, player
from triqueta.cli.program import ForfeitError
from triqueta.games import game
from triqueta.games.robots import let_play, play_out
from triqueta.games.seam import Play
from triqueta.records.proof import Proof
from triqueta.records.shuffle import SECRET_BYTES, random_cuts


@dataclass(frozen=True)
class Match:
    """Who plays what; everything else follows from the seed."""

    game: str
    edition: str
    players: tuple[str, ...]
    seed: int
    seconds: float = 0.0  # in which a program has to answer


@dataclass
class Played:
    """How a game went, by the players of a match, in their order there.

    A player who was at fault has lost, the others share the win, and nobody has points.
    """

    wins: list[float]
    scores: tuple[int, ...] | None
    moves: list[int]
    seconds: list[float]
    longest: list[float]
    fault: tuple[int, str] | None = None


def play_games(match: Match, first: int, last: int) -> list[Played]:
    """Some games of a match: a task for a worker."""
    return [play_game(match, number) for number in range(first, last)]


def play_game(match: Match, number: int) -> Played:
    """One game: as many in a row have the same deal as there are players."""
    players = len(match.players)
    dealt, turned = divmod(number, players)
    play, at_seat = deal(match, dealt), [(seat + turned) % players for seat in range(players)]
    with ExitStack() as stack:
        called = [
            stack.enter_context(player(game(match.game), name, match.seconds))
            for name in match.players
        ]
        timed = Timed(called, chances(match, number))
        try:
            play_out(
                play,
                lambda seat: timed.choose(at_seat[seat], play.view(seat), play.moves(seat)),
            )
        except ForfeitError as fault:
            return timed.forfeited(str(fault))
    result = game(match.game).load(play.document()).result
    if result is None:
        raise ValueError("a game that was played to its end has a result")
    return timed.finished(result.scores, result.winners, at_seat)


def play_for_record(match: Match, number: int) -> dict[str, object]:
    """A game of robots with a deal of its own, as a record's document."""
    play, kind = deal(match, number), game(match.game)
    let_play(play, [kind.robot(name, OwnTime()) for name in match.players], chances(match, number))
    return play.document()


def deal(match: Match, number: int) -> Play:
    players, chance = len(match.players), Random(f"{match.seed} {number}")
    proof = Proof.of(chance.randbytes(SECRET_BYTES), random_cuts(players, chance))
    first = chance.randrange(players)
    return game(match.game).deal(match.edition, default_names(players), first, proof)


def chances(match: Match, number: int) -> list[Random]:
    """Random numbers for each player of a game."""
    return [Random(f"{match.seed} {number} {who}") for who in range(len(match.players))]


class Timed:
    """Asks players for their moves, and looks at the clock."""

    def __init__(self, players: Sequence[Player], chance: Sequence[Random]) -> None:
        self._players, self._chance = players, chance
        self._moves = [0] * len(players)
        self._seconds = [0.0] * len(players)
        self._longest = [0.0] * len(players)
        self._asked = 0

    def choose(self, number: int, view: object, moves: Sequence[str]) -> str:
        self._asked = number
        started = perf_counter()
        move = self._players[number].choose(view, moves, self._chance[number])
        took = perf_counter() - started
        self._moves[number] += 1
        self._seconds[number] += took
        self._longest[number] = max(self._longest[number], took)
        return move

    def finished(
        self, scores: Sequence[int], winners: Sequence[int], at_seat: Sequence[int]
    ) -> Played:
        wins, points = [0.0] * len(scores), [0] * len(scores)
        for seat, score in enumerate(scores):
            points[at_seat[seat]] = score
        for seat in winners:
            wins[at_seat[seat]] = 1 / len(winners)
        return self._played(wins, tuple(points))

    def forfeited(self, reason: str) -> Played:
        others = len(self._players) - 1
        wins = [0.0 if n == self._asked else 1 / others for n in range(others + 1)]
        played = self._played(wins, None)
        played.fault = (self._asked, reason)
        return played

    def _played(self, wins: list[float], scores: tuple[int, ...] | None) -> Played:
        return Played(wins, scores, self._moves, self._seconds, self._longest)
