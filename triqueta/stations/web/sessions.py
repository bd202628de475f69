"""Which phone sits at which seat, across connections and games.

The code that a phone scans at the table belongs to one game and one seat. The phone also gets a
session: a token that no screen and no address shows. If the same player has the seat in the next
game, the session keeps the phone there, and the phone is told the new code. A photographed code,
or an address in a browser's history, opens nothing by then.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from triqueta.stations.web.access import Access
from triqueta.stations.web.messages import session_message
from triqueta.stations.web.web_page import WebPage
from triqueta.table.table import Table

TOKEN_BYTES = 18


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    name: str
    is_robot: bool


@dataclass(slots=True)
class Session:
    """A phone at a seat. `has_code` says whether it may know the code of this game."""

    token: str
    page: WebPage  # its newest
    typed_before: str  # the name typed at this seat by earlier phones
    player: SeatedPlayer | None = None  # its owner; None until the seat has a name
    has_code: bool = True


class SeatSessions:
    """The sessions of the seats: one for each seat, that of its newest phone."""

    def __init__(
        self, table: Table, access: Access, new_token: Callable[[], str] | None = None
    ) -> None:
        self._table = table
        self._access = access
        self._new_token = new_token or (lambda: secrets.token_urlsafe(TOKEN_BYTES))
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
        """Compare the sessions with the current players, and tell phones their codes.

        Return the pages whose seat has another player now, or had none in the last game. Their
        sessions end, and the codes they know become invalid.
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
        self._key = self._table.seat_key
        self._tell_codes()
        return {seat: session.page for seat, session in ended.items()}

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
        """Return whether the same person has typed another name on the phone.

        This counts only while the phone may know the code of this game. Otherwise a phone could
        keep the seat by typing the name of the next player.
        """
        typed = self._table.typed_names.get(seat)
        is_typed_here = typed != session.typed_before and player == SeatedPlayer(
            typed or "", False
        )
        return session.has_code and is_typed_here

    def _player_at(self, seat: int) -> SeatedPlayer | None:
        table = self._table
        names = table.draft.names if table.play is None else table.play.names
        return SeatedPlayer(names[seat], table.is_robot(seat)) if seat < len(names) else None

    def _tell_codes(self) -> None:
        codes = self._access.tokens
        for seat, session in self._sessions.items():
            code = codes[seat] if session.has_code else None
            session.page.tell("session", session_message(session.token, code))
