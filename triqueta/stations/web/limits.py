"""Limits on connections and on the log: how many, how fast, and what each may send."""

from __future__ import annotations

import errno
import logging
import os
import socket
import traceback
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from websockets.asyncio.server import ServerConnection

from triqueta.stations.web.access import is_loopback

SECONDS_BETWEEN_LINES = 60.0


class SparseLog:
    """A log that can't be flooded: the device writes it to a card that wears out.

    Each message is logged once a minute, with the number of times it was left out.
    """

    def __init__(self, log: logging.Logger, clock: Callable[[], float]) -> None:
        self._log = log
        self._clock = clock
        self._said: dict[str, float] = {}
        self._unsaid: Counter[str] = Counter()

    def warning(self, message: str, *words: object) -> None:
        """Log a message; `words` fill it, and are those of the latest one."""
        now = self._clock()
        if message in self._said and now - self._said[message] < SECONDS_BETWEEN_LINES:
            self._unsaid[message] += 1
            return
        self._said[message] = now
        unsaid = self._unsaid.pop(message, 0)
        more = f" ({unsaid} more since the last line)" if unsaid else ""
        self._log.warning(f"{message}%s", *words, more)

    def failure(self, what: str, error: BaseException) -> None:
        """Log a fault of the program: the type of the error and its traceback, but not its text.

        That could hold a path, and a path may hold the code of a seat.
        """
        calls = traceback.extract_tb(error.__traceback__)
        where = ", ".join(f"{Path(call.filename).name}:{call.lineno}" for call in calls)
        self.warning(f"{what}: {type(error).__name__} at {where}")


_LONGEST_LINE = 8192
_NOT_ALLOWED = (
    b"HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)


class Connection(ServerConnection):
    """Looks at the first line before the library does.

    The library reads every method like GET, and hangs up without a word where there is a body.
    What follows a method that is not allowed is read and dropped, until the other side hangs up
    or its time to ask is over: if it were left unread, the answer could get lost with it.
    """

    _first_line: bytes | None = b""  # as much as has come of it; None once it has been looked at
    _is_refused = False

    def data_received(self, data: bytes) -> None:
        if self._first_line is not None:
            data = self._look_at(self._first_line + data)
        if data and not self._is_refused:
            super().data_received(data)

    def _look_at(self, read: bytes) -> bytes:
        """Return what of it the library may have by now."""
        line, found, _ = read.partition(b"\n")
        if not found and len(line) <= _LONGEST_LINE:
            self._first_line = read
            return b""
        self._first_line = None
        if _is_another_method(line):
            self._is_refused = True
            self.transport.write(_NOT_ALLOWED)
            self.transport.write_eof()
        return read


def _is_another_method(line: bytes) -> bool:
    words = line.split()
    is_request = len(words) == 3 and words[2].startswith(b"HTTP/")
    return is_request and words[0] not in (b"GET", b"HEAD")


MOST_OF_ONE = 30  # a page is a socket, and four files at once while it is loaded
MOST_STRANGERS = 80
MOST_GUESTS = 10  # addresses from which somebody has sat down
MOST_LOCAL = 160
MOST_REMEMBERED = 500  # addresses, most of them gone
TURNED_AWAY_AT_ONCE = 4  # before it is the turn of those who are in
WAITING = 128  # in the kernel's queue


@dataclass
class Pace:
    """A rate limit: `per_second` on average, and `at_once` more after a quiet while."""

    per_second: float
    at_once: int
    _due: float = 0.0

    def allows(self, now: float) -> bool:
        return max(self._due, now) - now <= self.at_once / self.per_second

    def count(self, now: float) -> None:
        self._due = max(self._due, now) + 1 / self.per_second


@dataclass
class _Visitor:
    """An address of the network."""

    is_guest: bool = False
    inside: int = 0
    pace: Pace = field(default_factory=lambda: Pace(per_second=10, at_once=60))


class ConnectionLimiter:
    """Lets connections in by their address, and counts them."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._local = 0
        self._visitors: OrderedDict[str, _Visitor] = OrderedDict()
        self._pace = Pace(per_second=40, at_once=200)  # of all strangers together

    @property
    def inside(self) -> int:
        """How many connections there are."""
        return self._local + sum(known.inside for known in self._visitors.values())

    def let_in(self, address: str) -> bool:
        """Return whether a connection from there may stay; then count it until it has left."""
        if is_loopback(address):
            allowed = self._local < MOST_LOCAL
            self._local += allowed
            return allowed
        return self._let_visitor_in(self._visitor(address))

    def leave(self, address: str) -> None:
        if is_loopback(address):
            self._local -= 1
        else:
            self._visitors[address].inside -= 1

    def welcome(self, address: str) -> None:
        """Make an address from which a player has sat down a guest's; guests are few."""
        if is_loopback(address):
            return
        visitor = self._visitor(address)
        if not visitor.is_guest:
            guests = [known for known in self._visitors.values() if known.is_guest]
            if len(guests) >= MOST_GUESTS:  # the one that has not come for longest
                guests[0].is_guest = False
            visitor.is_guest = True

    def _let_visitor_in(self, visitor: _Visitor) -> bool:
        now = self._clock()
        if visitor.inside >= MOST_OF_ONE or not visitor.pace.allows(now):
            return False
        if not visitor.is_guest:
            if not self._pace.allows(now) or self._strangers() >= MOST_STRANGERS:
                return False
            self._pace.count(now)
        visitor.pace.count(now)
        visitor.inside += 1
        return True

    def _visitor(self, address: str) -> _Visitor:
        """Return what is known of an address, and forget the one that has been gone longest."""
        visitor = self._visitors.setdefault(address, _Visitor())
        self._visitors.move_to_end(address)
        if len(self._visitors) > MOST_REMEMBERED:
            gone = (name for name, known in self._visitors.items() if _is_gone(known))
            self._visitors.pop(next(gone, ""), None)
        return visitor

    def _strangers(self) -> int:
        return sum(known.inside for known in self._visitors.values() if not known.is_guest)


def _is_gone(visitor: _Visitor) -> bool:
    return not visitor.inside and not visitor.is_guest


class ListeningSocket(socket.socket):
    """A listening socket that accepts only what the limiter lets in, one per turn of the loop.

    asyncio takes as many as there are before anybody else has a turn; here those who play come
    first. It also reports in full, and a hundred times a second, that no descriptor is left:
    one is kept in hand instead, to accept with it and to close at once.
    """

    def __init__(self, limiter: ConnectionLimiter, log: SparseLog) -> None:
        super().__init__(socket.AF_INET, socket.SOCK_STREAM)
        self._limiter = limiter
        self._log = log
        self._spare = os.open(os.devnull, os.O_RDONLY)
        self._turn_is_over = False

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        if self._turn_is_over:
            self._turn_is_over = False
            raise BlockingIOError
        for _ in range(TURNED_AWAY_AT_ONCE):
            connection, address = self._accept_or_turn_away()
            if connection is not None and self._limiter.let_in(address[0]):
                self._turn_is_over = True
                return _Counted(connection, self._limiter, address[0]), address
            if connection is not None:
                connection.close()
            self._log.warning("connections are turned away, the last one from %s", address[0])
        raise BlockingIOError

    def _accept_or_turn_away(self) -> tuple[socket.socket | None, tuple[str, int]]:
        try:
            return super().accept()
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE):
                raise
        os.close(self._spare)
        try:
            connection, address = super().accept()
            connection.close()
        finally:
            self._spare = os.open(os.devnull, os.O_RDONLY)
        return None, address

    def close(self) -> None:
        super().close()
        if self._spare >= 0:
            os.close(self._spare)
            self._spare = -1


class _Counted(socket.socket):
    """A connection that tells the limiter when it is closed."""

    def __init__(
        self, connection: socket.socket, limiter: ConnectionLimiter, address: str
    ) -> None:
        super().__init__(fileno=connection.detach())
        self._limiter: ConnectionLimiter | None = limiter
        self._address = address

    def close(self) -> None:
        super().close()
        if self._limiter is not None:
            self._limiter.leave(self._address)
            self._limiter = None
