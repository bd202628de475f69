"""A player that is a program of its own: it reads a line of JSON, and answers one with a move."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import IO, Self, cast

LONGEST_ANSWER = 1000


class ForfeitError(Exception):
    """Why a player has lost the game before its end."""


class Program:
    """Runs for one game. Each question is one line on its standard input:

        {"view": {...}, "moves": ["d1", "d2", "t1"]}

    and its answer one line on its standard output: `d1`.
    """

    def __init__(
        self, command: Sequence[str], told: Callable[[object], object], seconds: float
    ) -> None:
        self._command, self._told, self._seconds = command, told, seconds
        self._rest = b""

    def __enter__(self) -> Self:
        process = subprocess.Popen(  # noqa: S603 - it is the user's own program
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self._process = process
        self._input, self._output = cast(IO[bytes], process.stdin), cast(IO[bytes], process.stdout)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def choose(self, view: object, moves: Sequence[str], rng: Random) -> str:
        """Its answer; ForfeitError says what is wrong with it."""
        question = json.dumps({"view": self._told(view), "moves": list(moves)}) + "\n"
        deadline = monotonic() + self._seconds
        try:
            self._input.write(question.encode())
        except OSError:
            raise ForfeitError(self._how_it_ended()) from None
        answer = self._line(deadline).decode("utf-8", "replace").strip()
        if answer not in moves:
            raise ForfeitError(f"answered {answer[:20]!r}, which is none of its moves")
        return answer

    def _line(self, deadline: float) -> bytes:
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                if len(self._rest) > LONGEST_ANSWER:
                    raise ForfeitError("answered without an end")
                if not selector.select(max(deadline - monotonic(), 0)):
                    raise ForfeitError(f"took longer than {self._seconds:g} s to answer")
                more = os.read(self._output.fileno(), 4096)
                if not more:
                    raise ForfeitError(self._how_it_ended())
                self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return "closed its output"
        return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"
