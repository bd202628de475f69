"""Players that are no people, by the names that commands know them by."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from random import Random
from types import TracebackType
from typing import Protocol, Self

from triqueta.cli.failures import CommandError
from triqueta.cli.own_time import OwnTime
from triqueta.cli.program import Program
from triqueta.games import all_games, game
from triqueta.games.seam import GameKind

PROGRAM = "program:"


class Player(Protocol):
    """Somebody who is asked for moves during one game."""

    def choose(self, view: object, moves: Sequence[str], rng: Random) -> str:
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

    def __init__(self, kind: GameKind, name: str) -> None:
        self._robot = kind.robot(name, OwnTime())

    def choose(self, view: object, moves: Sequence[str], rng: Random) -> str:
        return self._robot.choose(view, moves, rng)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None


def player(kind: GameKind, name: str, seconds: float) -> Player:
    """The player of a name that was checked."""
    if name.startswith(PROGRAM):
        return Program(shlex.split(name.removeprefix(PROGRAM)), kind.told, seconds)
    return OwnRobot(kind, name)


def known_players() -> str:
    """The names of robots, for the help."""
    kinds = all_games()
    return ", ".join(dict.fromkeys(name for kind in kinds for name in names_of(kind)))


def names_of(kind: GameKind) -> tuple[str, ...]:
    return (*kind.yardsticks, *kind.robot_levels)


def check_player(name: str, of_game: str, command: str) -> None:
    """CommandError if nobody is called so."""
    if name.startswith(PROGRAM):
        _check_program(name.removeprefix(PROGRAM), command)
    else:
        check_robot(name, of_game, command, f"{PROGRAM}COMMAND")


def check_robot(name: str, of_game: str, command: str, *besides: str) -> None:
    """The same where programs don't play."""
    known = names_of(game(of_game))
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
