"""A connection as the server wants it, beyond what the library does."""

from __future__ import annotations

from websockets.asyncio.server import ServerConnection

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
        """What the library may have of it by now."""
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
