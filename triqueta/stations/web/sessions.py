"""Which phone sits at which seat: for longer than one connection, and than one game.

The code that is scanned at the table belongs to one game and one seat. A phone that has sat down
by it holds a session as well: a token that no screen and no address shows. With it the phone goes
on at its seat in the next game, if the same player plays there, and is told the new code. A code
that somebody has photographed, or an address in a browser's history, opens nothing by then.
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
    typed_before: str  # the name that was typed at this seat before it came
    player: SeatedPlayer | None = None  # who it belongs to; unknown until the seat has a name
    has_code: bool = True


class SeatSessions:
    """One session for each seat: that of the phone which has sat down there last."""

    def __init__(
        self, table: Table, access: Access, new_token: Callable[[], str] | None = None
    ) -> None:
        self._table = table
        self._access = access
        self._new_token = new_token or (lambda: secrets.token_urlsafe(TOKEN_BYTES))
        self._sessions: dict[int, Session] = {}
        self._key = table.seat_key

    def seat_of(self, token: str) -> int | None:
        """The seat whose session this is."""
        return next((seat for seat in self._sessions if self._is_of(seat, token)), None)

    def _is_of(self, seat: int, token: str) -> bool:
        session = self._sessions.get(seat)
        given = token.encode("utf-8", "replace")
        return session is not None and hmac.compare_digest(session.token.encode(), given)

    def sit(self, seat: int, page: WebPage, token: str) -> None:
        """Go on with the session of this token, or begin one that ends the one before."""
        if self._is_of(seat, token):
            self._sessions[seat].page = page
        else:
            typed = self._table.typed_names.get(seat, "")
            self._sessions[seat] = Session(self._new_token(), page, typed)

    def follow(self) -> dict[int, WebPage]:
        """Take note of who plays now, and tell phones their codes.

        Return the pages whose seat has another player by now, or is set up for another game
        without ever having had one. Their sessions are over, and the codes they know are, too.
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
        """Whether it is the same person, who has typed another name on the phone.

        That counts in the set-up for which the phone was scanned, or was known by its old name:
        otherwise a phone could stay by typing the name of the player who comes next.
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
