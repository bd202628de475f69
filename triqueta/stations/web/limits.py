"""Limits on the number and rate of connections, on their requests, and on the log."""

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
    """A log that clients can't flood, because writing wears out the device's SD card.

    Each message is logged at most once a minute, with the number of times it was left out.
    """

    def __init__(self, log: logging.Logger, clock: Callable[[], float]) -> None:
        self._log = log
        self._clock = clock
        self._said: dict[str, float] = {}
        self._unsaid: Counter[str] = Counter()

    def warning(self, message: str, *words: object) -> None:
        """Log a message with `words` as its arguments, unless it was logged a moment ago."""
        now = self._clock()
        if message in self._said and now - self._said[message] < SECONDS_BETWEEN_LINES:
            self._unsaid[message] += 1
            return
        self._said[message] = now
        unsaid = self._unsaid.pop(message, 0)
        more = f" ({unsaid} more since the last line)" if unsaid else ""
        self._log.warning(f"{message}%s", *words, more)

    def failure(self, what: str, error: BaseException) -> None:
        """Log an unexpected error with its type and traceback, but without its text.

        The text could contain a path, and a path can contain the code of a seat.
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
    """A connection that checks the request line before the library parses it.

    The library treats every method like GET, and closes the connection without an answer if there
    is a body. Here, methods other than GET and HEAD get status 405. The rest of such a request is
    read and dropped until the client disconnects or times out: closing a connection with unread
    data could discard the answer.
    """

    _first_line: bytes | None = b""  # the part received so far; None once it has been checked
    _is_refused = False

    def data_received(self, data: bytes) -> None:
        if self._first_line is not None:
            data = self._look_at(self._first_line + data)
        if data and not self._is_refused:
            super().data_received(data)

    def _look_at(self, read: bytes) -> bytes:
        """Check the first line once it is complete; return the bytes to pass to the library."""
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


MOST_OF_ONE = 30  # connections per address; a page loads six files at once and has a socket
MOST_STRANGERS = 80
MOST_GUESTS = 10  # addresses from which a player has taken a seat
MOST_LOCAL = 160
BURST_OF_ONE = 150  # connections of an address in a row: a page loads up to 50 files, one each
BURST_OF_STRANGERS = 600  # in total: phones and TVs open their first pages together
MOST_REMEMBERED = 500  # addresses, most of them without a connection
TURNED_AWAY_AT_ONCE = 4  # refused connections per turn of the event loop
WAITING = 128  # connections in the kernel's queue


@dataclass
class Pace:
    """A rate limit of `per_second` on average, with bursts of up to `at_once`."""

    per_second: float
    at_once: int
    _due: float = 0.0

    def allows(self, now: float) -> bool:
        return max(self._due, now) - now <= self.at_once / self.per_second

    def count(self, now: float) -> None:
        self._due = max(self._due, now) + 1 / self.per_second


@dataclass
class _Visitor:
    """A network address and its connections. A guest is an address that has taken a seat."""

    is_guest: bool = False
    inside: int = 0
    pace: Pace = field(default_factory=lambda: Pace(per_second=10, at_once=BURST_OF_ONE))


class ConnectionLimiter:
    """A limiter that decides by address which connections to accept, and counts them."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._local = 0
        self._visitors: OrderedDict[str, _Visitor] = OrderedDict()
        self._pace = Pace(per_second=40, at_once=BURST_OF_STRANGERS)  # all who are not guests

    @property
    def inside(self) -> int:
        """The number of open connections."""
        return self._local + sum(known.inside for known in self._visitors.values())

    def let_in(self, address: str) -> bool:
        """Return whether to accept a connection from an address; if so, count it until `leave`."""
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
        """Mark an address as a guest, since a player has taken a seat from it."""
        if is_loopback(address):
            return
        visitor = self._visitor(address)
        if not visitor.is_guest:
            guests = [known for known in self._visitors.values() if known.is_guest]
            if len(guests) >= MOST_GUESTS:  # drop the guest that has been away longest
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
        """Return the entry of an address. If there are too many, drop the oldest unused entry."""
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
    """A listening socket that asks the limiter, and accepts one connection per turn of the loop.

    asyncio would accept all waiting connections before it runs anything else, and delay the
    players. It would also log a full traceback, a hundred times a second, when file descriptors
    run out. To prevent that, a spare descriptor is kept for accepting a connection in order to
    close it.
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
            self._log.warning("connections are refused, the last one from %s", address[0])
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
    """A connection that notifies the limiter when it is closed."""

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
