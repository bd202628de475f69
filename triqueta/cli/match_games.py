"""The games of a match, and the players in them by the names that commands know them by."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from time import perf_counter
from types import TracebackType
from typing import Any, Protocol, Self

from triqueta.cli.deal import default_names
from triqueta.cli.failures import CommandError
from triqueta.cli.program import ForfeitError, Program
from triqueta.cli.workers import CpuClock
from triqueta.games import installed_games
from triqueta.records.shuffle import SECRET_BYTES, Proof, random_cuts
from triqueta.table.robots import let_play, play_out
from triqueta.table.session import AnySession
from triqueta.table.spec import GameSpec

PROGRAM = "program:"


class Player(Protocol):
    """Somebody who is asked for moves during one game."""

    def choose(self, view: Any, moves: Sequence[str], rng: Random) -> str:
        """One of the moves."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class OwnRobot:
    """One of the game's own robots.

    Its clock is the processor's: whoever else is busy here makes no robot weaker.
    """

    def __init__(self, game: str, name: str) -> None:
        self._robot = installed_games().robot(game, name, CpuClock())

    def choose(self, view: Any, moves: Sequence[str], rng: Random) -> str:
        return self._robot.choose(view, moves, rng)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None


def player(game: str, name: str, seconds: float) -> Player:
    """Return the player of a name that was checked."""
    if name.startswith(PROGRAM):
        to_json = installed_games().model(game).to_json
        return Program(shlex.split(name.removeprefix(PROGRAM)), to_json, seconds)
    return OwnRobot(game, name)


def known_players() -> str:
    """The names of robots, for the help."""
    return ", ".join(dict.fromkeys(name for spec in installed_games() for name in names_of(spec)))


def names_of(spec: GameSpec) -> tuple[str, ...]:
    return (*spec.yardsticks, *spec.robot_levels)


def check_player(name: str, of_game: str, command: str) -> None:
    """CommandError if nobody is called so."""
    if name.startswith(PROGRAM):
        _check_program(name.removeprefix(PROGRAM), command)
    else:
        check_robot(name, of_game, command, f"{PROGRAM}COMMAND")


def check_robot(name: str, of_game: str, command: str, *besides: str) -> None:
    """The same where programs don't play."""
    known = names_of(installed_games()[of_game])
    if name not in known:
        choices = ", ".join((*known, *besides))
        raise CommandError(f"{command}: no such player: {name!r} (choose from {choices})")


def _check_program(line: str, command: str) -> None:
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise CommandError(f"{command}: {PROGRAM}{line}: {error}") from None
    if not words:
        raise CommandError(f"{command}: {PROGRAM} wants a command behind it")
    if shutil.which(words[0]) is None:
        raise CommandError(f"{command}: {PROGRAM}{line}: no program {words[0]!r} was found")


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
    session, at_seat = deal(match, dealt), [(seat + turned) % players for seat in range(players)]
    with ExitStack() as stack:
        called = [
            stack.enter_context(player(match.game, name, match.seconds)) for name in match.players
        ]
        timed = Timed(called, chances(match, number))
        try:
            play_out(
                session,
                lambda seat: timed.choose(at_seat[seat], session.view(seat), session.moves(seat)),
            )
        except ForfeitError as fault:
            return timed.forfeited(str(fault))
    result = session.record().result
    if result is None:
        raise ValueError("a game that was played to its end has a result")
    return timed.finished(result.scores, result.winners, at_seat)


def play_for_record(match: Match, number: int) -> dict[str, object]:
    """A game of robots with a deal of its own, as a record's document."""
    session, games = deal(match, number), installed_games()
    robots = [games.robot(match.game, name, CpuClock()) for name in match.players]
    let_play(session, robots, chances(match, number))
    return session.document()


def deal(match: Match, number: int) -> AnySession:
    players, chance = len(match.players), Random(f"{match.seed} {number}")
    proof = Proof.of(chance.randbytes(SECRET_BYTES), random_cuts(players, chance))
    first = chance.randrange(players)
    names = default_names(players)
    return installed_games().deal(match.game, match.edition, names, first, proof)


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
