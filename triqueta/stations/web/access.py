"""Access control: host names, origins, the codes of the seats, and the sessions of phones."""

from __future__ import annotations

import hmac
import ipaddress
import secrets
from base64 import b32encode
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from triqueta.screens.station import SEATS
from triqueta.stations.web.messages import session_message
from triqueta.stations.web.pages import WebPage
from triqueta.table.table import Table

TOKEN_BYTES = 15  # 120 bits, 24 letters: impossible to guess, but short enough for a QR code


class Access:
    """The access control of the web server, by host name, origin and seat code.

    Browsers must use one of the server's own names. That stops pages of other sites whose name
    resolves to this machine (DNS rebinding), or that open a socket to it.

    `key` returns the key from which the phones' codes are derived. Each game has a new key.
    """

    def __init__(self, key: Callable[[], bytes]) -> None:
        self._key = key

    @property
    def tokens(self) -> tuple[str, ...]:
        """The codes of all seats, in order."""
        return _tokens(self._key())

    def knows_host(self, host: str, reached: tuple[str, int]) -> bool:
        """Return whether a Host header names this machine, or the address that was reached.

        `reached` is the local address of the connection. The machine's addresses are not listed
        in advance, because a network can appear late or change.
        """
        address, port = reached[:2]
        names = {"localhost", "127.0.0.1", "[::1]", address}
        hosts = {f"{name}:{port}" for name in names}
        if port == 80:  # the default port, which browsers omit
            hosts |= names
        return host.lower() in hosts

    def knows_origin(self, origin: str | None, host: str) -> bool:
        """Return whether the Origin header of a socket is a page of this server."""
        if origin is None:
            return False
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()

    @property
    def join_token(self) -> str:
        """The code of the page where a phone picks its seat."""
        return _join_token(self._key())

    def may_join(self, token: str) -> bool:
        """Return whether a code leads to the page where a phone picks its seat."""
        return hmac.compare_digest(self.join_token.encode(), token.encode("utf-8", "replace"))

    def seat_of(self, token: str) -> int | None:
        """Return the seat of a code, or None. The comparison takes constant time."""
        found = None
        for seat, right in enumerate(self.tokens):
            if hmac.compare_digest(right.encode(), token.encode("utf-8", "replace")):
                found = seat
        return found


@lru_cache(maxsize=1)
def _tokens(key: bytes) -> tuple[str, ...]:
    return tuple(_token(key, f"triqueta-seat/{seat}") for seat in range(SEATS))


@lru_cache(maxsize=1)
def _join_token(key: bytes) -> str:
    return _token(key, "triqueta-join")


def _token(key: bytes, label: str) -> str:
    """Derive a code. After a restart during a game the key, and so the code, is the same."""
    digest = hmac.digest(key, label.encode(), "sha256")
    return b32encode(digest[:TOKEN_BYTES]).decode()


def is_loopback(address: str) -> bool:
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return ip.is_loopback or (mapped is not None and mapped.is_loopback)


SESSION_TOKEN_BYTES = 18


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    name: str
    is_robot: bool


@dataclass(slots=True)
class Session:
    """A phone at a seat. `has_code` says whether it is entitled to the code of this game."""

    token: str
    page: WebPage  # its newest page
    typed_before: str  # the name that earlier phones typed at this seat
    player: SeatedPlayer | None = None  # the phone's owner; None until the seat has a name
    has_code: bool = True


class SeatSessions:
    """The sessions of phones at seats. Each seat has the session of its newest phone."""

    def __init__(
        self, table: Table, access: Access, new_token: Callable[[], str] | None = None
    ) -> None:
        self._table = table
        self._access = access
        self._new_token = new_token or (lambda: secrets.token_urlsafe(SESSION_TOKEN_BYTES))
        self._sessions: dict[int, Session] = {}
        self._key = table.seat_key

    def seat_of(self, token: str) -> int | None:
        """Return the seat that a session token belongs to, or None."""
        return next((seat for seat in self._sessions if self._is_of(seat, token)), None)

    def _is_of(self, seat: int, token: str) -> bool:
        session = self._sessions.get(seat)
        given = token.encode("utf-8", "replace")
        return session is not None and hmac.compare_digest(session.token.encode(), given)

    def sit(self, seat: int, page: WebPage, token: str) -> None:
        """Continue the session of this token, or replace the seat's session by a new one."""
        if self._is_of(seat, token):
            self._sessions[seat].page = page
        else:
            typed = self._table.typed_names.get(seat, "")
            self._sessions[seat] = Session(self._new_token(), page, typed)

    def follow(self) -> dict[int, WebPage]:
        """Compare the sessions with the current players, and send phones their codes.

        Return the pages, by seat, whose seat has another player now, or had no player in the last
        game. Their sessions end, and their codes become invalid.
        """
        is_new_game = self._key != self._table.seat_key
        for session in self._sessions.values():
            session.has_code = session.has_code and not is_new_game
        ended = {
            seat: session
            for seat, session in self._sessions.items()
            if not self._stays(seat, session)
        }
        for seat in ended:
            del self._sessions[seat]
        if any(session.has_code for session in ended.values()):
            self._table.renew_seat_key()
        self._keep_codes()
        return {seat: session.page for seat, session in ended.items()}

    def end(self, seat: int) -> None:
        """End the session of a seat that its player has left, so that its code opens nothing."""
        if self._sessions.pop(seat, None) is not None:
            self.renew_codes()

    def renew_codes(self) -> None:
        """Make all codes invalid, and tell the seated phones their new ones."""
        self._table.renew_seat_key()
        self._keep_codes()

    def _keep_codes(self) -> None:
        """Note the current codes as those of the seated phones, and send them."""
        self._key = self._table.seat_key
        self._tell_codes()

    def _stays(self, seat: int, session: Session) -> bool:
        player = self._player_at(seat)
        if player is None:  # not named yet, or not in this game
            return session.has_code or session.player is not None
        is_known = session.player == player or self._has_named_itself(seat, session, player)
        if not is_known and not (session.player is None and session.has_code):
            return False
        session.player, session.has_code = player, True
        return True

    def _has_named_itself(self, seat: int, session: Session, player: SeatedPlayer) -> bool:
        """Return whether the player has typed their new name on this phone.

        This counts only while the phone is entitled to the code of this game. Otherwise a phone
        could keep the seat by typing the name of the next player.
        """
        typed = self._table.typed_names.get(seat)
        is_typed_here = typed != session.typed_before and player == SeatedPlayer(
            typed or "", False
        )
        return session.has_code and is_typed_here

    def _player_at(self, seat: int) -> SeatedPlayer | None:
        table = self._table
        names = table.new_game.names if table.session is None else table.session.names
        return SeatedPlayer(names[seat], table.is_robot(seat)) if seat < len(names) else None

    def _tell_codes(self) -> None:
        codes = self._access.tokens
        for seat, session in self._sessions.items():
            code = codes[seat] if session.has_code else None
            session.page.tell("session", session_message(session.token, code))
