"""Play the games of a match between the games' own robots and external programs."""

from __future__ import annotations

import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from random import Random
from threading import current_thread, main_thread
from time import monotonic, perf_counter
from types import TracebackType
from typing import IO, Any, Protocol, Self, cast

from triqueta.cli import CommandError
from triqueta.cli.deal import default_names
from triqueta.cli.workers import CpuClock
from triqueta.games import installed_games
from triqueta.records.record import AnyRecord
from triqueta.records.shuffle import SECRET_BYTES, Proof, random_cuts
from triqueta.table.robots import let_play, play_out
from triqueta.table.session import AnySession
from triqueta.table.spec import GameSpec

PROGRAM = "program:"
LONGEST_ANSWER = 1000


@dataclass(frozen=True)
class Match:
    """The game and the players of a match; everything else follows from the seed."""

    game: str
    edition: str
    players: tuple[str, ...]
    seed: int
    seconds: float = 0.0  # time limit for each answer of a program


@dataclass
class Played:
    """The result of a game; all lists have the order of the match's players.

    If a player is at fault, that player loses, the others share the win, and no points count.
    """

    wins: list[float]
    scores: tuple[int, ...] | None
    moves: list[int]
    seconds: list[float]
    longest: list[float]
    fault: tuple[int, str] | None = None


def play_games(match: Match, first: int, last: int) -> list[Played]:
    """Play the games of a match from `first` up to, but not including, `last`, in a worker."""
    return [play_game(match, number) for number in range(first, last)]


def play_game(match: Match, number: int) -> Played:
    """Play one game; each deal is repeated until every player has had every seat."""
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
    outcome = session.outcome
    if outcome is None:
        raise ValueError("the game was played to its end, but has no outcome")
    return timed.finished(outcome.scores, outcome.winners, at_seat)


def play_for_record(match: Match, number: int) -> AnyRecord:
    """Play a game between robots, in a worker; return its record. Each `number` has a new deal."""
    session, games = deal(match, number), installed_games()
    robots = [games.robot(match.game, name, CpuClock()) for name in match.players]
    let_play(session, robots, chances(match, number))
    return session.record()


def deal(match: Match, number: int) -> AnySession:
    players, chance = len(match.players), Random(f"{match.seed} {number}")
    proof = Proof.of(chance.randbytes(SECRET_BYTES), random_cuts(players, chance))
    first = chance.randrange(players)
    names = default_names(players)
    return installed_games().deal(match.game, match.edition, names, first, proof)


def chances(match: Match, number: int) -> list[Random]:
    """Return a random number generator for each player of a game."""
    return [Random(f"{match.seed} {number} {who}") for who in range(len(match.players))]


class Timed:
    """The players of one game, with the time that each takes for its moves."""

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


class Player(Protocol):
    """A player in one game."""

    def choose(self, view: Any, moves: Sequence[str], rng: Random) -> str:
        """Return one of the legal moves."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


def player(game: str, name: str, seconds: float) -> Player:
    """Return the player with this name, which `check_player` has accepted."""
    if name.startswith(PROGRAM):
        to_json = installed_games().model(game).to_json
        return Program(shlex.split(name.removeprefix(PROGRAM)), to_json, seconds)
    return OwnRobot(game, name)


def known_players() -> str:
    """Return the names of all robots, for the help text."""
    return ", ".join(dict.fromkeys(name for spec in installed_games() for name in names_of(spec)))


def names_of(spec: GameSpec) -> tuple[str, ...]:
    return (*spec.yardsticks, *spec.robot_levels)


def check_player(name: str, of_game: str, command: str) -> None:
    """Raise CommandError if there is no player with this name."""
    if name.startswith(PROGRAM):
        _check_program(name.removeprefix(PROGRAM), command)
    else:
        check_robot(name, of_game, command, f"{PROGRAM}COMMAND")


def check_robot(name: str, of_game: str, command: str, *others: str) -> None:
    """Raise CommandError if the game has no such robot; the message also lists `others`."""
    known = names_of(installed_games()[of_game])
    if name not in known:
        choices = ", ".join((*known, *others))
        raise CommandError(f"{command}: no such player: {name!r} (choose from {choices})")


def _check_program(line: str, command: str) -> None:
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise CommandError(f"{command}: {PROGRAM}{line}: {error}") from None
    if not words:
        example = f"{PROGRAM}python3 my_robot.py"
        raise CommandError(f"{command}: {PROGRAM} has no command; for example: {example}")
    if shutil.which(words[0]) is None:
        raise CommandError(f"{command}: {PROGRAM}{line}: program {words[0]!r} not found")


class OwnRobot:
    """One of the game's own robots.

    Its clock counts processor time, so other programs on this computer don't make it weaker.
    """

    def __init__(self, game: str, name: str) -> None:
        self._robot = installed_games().robot(game, name, CpuClock())

    def choose(self, view: Any, moves: Sequence[str], rng: Random) -> str:
        return self._robot.choose(view, moves, rng)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None


class ForfeitError(Exception):
    """A player loses the game before its end; the message says what the player did."""


class Program:
    """A player that is an external program, which runs for one game.

    Each question is one line on its standard input:

        {"view": {...}, "moves": ["d1", "d2", "t1"]}

    The answer is one line on its standard output: `d1`. The first question starts the program, so
    a program that can't be started loses the game like one that can't answer.
    """

    def __init__(
        self, command: Sequence[str], to_json: Callable[[Any], object], seconds: float
    ) -> None:
        self._command, self._to_json, self._seconds = command, to_json, seconds
        self._lines: _Lines | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._lines is not None:
            self._lines.close()

    def choose(self, view: Any, moves: Sequence[str], rng: Random) -> str:
        """Return the program's answer; raise ForfeitError if it is late or not a legal move."""
        question = json.dumps({"view": self._to_json(view), "moves": list(moves)}) + "\n"
        deadline = _Deadline(self._seconds)
        if self._lines is None:
            with _uninterrupted():
                self._lines = _Lines(self._command)
        else:
            self._lines.check_silence()
        self._lines.write(question.encode(), deadline)
        answer = self._lines.read(deadline).decode("utf-8", "replace").strip()
        if answer not in moves:
            raise ForfeitError(f"answered {answer[:20]!r}, which is not one of its moves")
        return answer


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Delay SIGINT and SIGTERM until a started program is known, so that it can be ended.

    Only a main thread can do that; signals don't stop the threads of a cluster's workers.
    """
    if current_thread() is not main_thread():
        yield
        return
    came: list[int] = []
    stops = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda n, _: came.append(n)) for number in stops}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])


class _Deadline:
    def __init__(self, seconds: float) -> None:
        self._seconds, self._ends = seconds, monotonic() + seconds

    def wait_for(self, file: IO[bytes], event: int) -> None:
        if not _ready(file, event, max(self._ends - monotonic(), 0)):
            raise ForfeitError(f"took longer than {self._seconds:g} s to answer")


class _Lines:
    """A running program, and the lines exchanged with it. Every wait has a time limit."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            # In its own process group, to be ended with everything that it has started.
            self._process = subprocess.Popen(  # noqa: S603 - it is the user's own program
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                process_group=0,
            )
        except OSError as error:
            raise ForfeitError(f"could not be started: {error.strerror}") from None
        self._input = cast(IO[bytes], self._process.stdin)
        self._output = cast(IO[bytes], self._process.stdout)
        os.set_blocking(self._input.fileno(), False)
        self._rest = b""

    def close(self) -> None:
        with suppress(ProcessLookupError, PermissionError):  # it has ended
            os.killpg(self._process.pid, signal.SIGKILL)
        self._input.close()
        self._output.close()  # unread: a process that has left the group may hold it open
        self._process.wait()

    def check_silence(self) -> None:
        """Raise ForfeitError if the program has written something before the next question."""
        if not self._rest and _ready(self._output, selectors.EVENT_READ, 0):
            self._read_more()
        if self._rest:
            raise ForfeitError("answered more than once")

    def write(self, line: bytes, deadline: _Deadline) -> None:
        """Send a line; if the pipe is full because the program does not read, wait for it."""
        while line:
            deadline.wait_for(self._input, selectors.EVENT_WRITE)
            try:
                line = line[os.write(self._input.fileno(), line) :]
            except BlockingIOError:
                continue  # not enough space in the pipe
            except OSError:
                raise ForfeitError(self._how_it_ended("input")) from None

    def read(self, deadline: _Deadline) -> bytes:
        while b"\n" not in self._rest:
            if len(self._rest) > LONGEST_ANSWER:
                raise ForfeitError("sent an answer that is too long")
            deadline.wait_for(self._output, selectors.EVENT_READ)
            self._read_more()
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _read_more(self) -> None:
        more = os.read(self._output.fileno(), 4096)
        if not more:
            raise ForfeitError(self._how_it_ended("output"))
        self._rest += more

    def _how_it_ended(self, closed: str) -> str:
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return f"closed its {closed}"
        return f"ended with exit code {code}" if code >= 0 else f"was killed by signal {-code}"


def _ready(file: IO[bytes], event: int, seconds: float) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(file, event)
        return bool(selector.select(seconds))
