"""A player that is a program of its own: it reads a line of JSON, and answers one with a move."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random
from threading import current_thread, main_thread
from time import monotonic
from typing import IO, Any, Self, cast

LONGEST_ANSWER = 1000


class ForfeitError(Exception):
    """Why a player has lost the game before its end."""


class Program:
    """Runs for one game. Each question is one line on its standard input:

        {"view": {...}, "moves": ["d1", "d2", "t1"]}

    and its answer one line on its standard output: `d1`. It is started by the first question,
    so that one that can't be started is at fault like one that can't answer.
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
        """Its answer; ForfeitError says what is wrong with it."""
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
            raise ForfeitError(f"answered {answer[:20]!r}, which is none of its moves")
        return answer


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Who stops the command waits until what is being started is known, and can be ended.

    Only a main thread can see to that; those of a cluster's workers are not stopped by signals.
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
    """A running program, and the lines that go to and fro. Nothing waits for it without an end."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            # In a group of its own, to be ended with all that it has started.
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
        self._output.close()  # unread: whoever has left the group may hold it open
        self._process.wait()

    def check_silence(self) -> None:
        """Nothing may come before the next question."""
        if not self._rest and _ready(self._output, selectors.EVENT_READ, 0):
            self._read_more()
        if self._rest:
            raise ForfeitError("answered more than once")

    def write(self, line: bytes, deadline: _Deadline) -> None:
        """A program that does not read has a full pipe some time: that is waited for, too."""
        while line:
            deadline.wait_for(self._input, selectors.EVENT_WRITE)
            try:
                line = line[os.write(self._input.fileno(), line) :]
            except BlockingIOError:
                continue  # some room, but too little
            except OSError:
                raise ForfeitError(self._how_it_ended("input")) from None

    def read(self, deadline: _Deadline) -> bytes:
        while b"\n" not in self._rest:
            if len(self._rest) > LONGEST_ANSWER:
                raise ForfeitError("answered without an end")
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
        return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"


def _ready(file: IO[bytes], event: int, seconds: float) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(file, event)
        return bool(selector.select(seconds))
