"""The page where a phone picks its seat: one code leads to it, before a game."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial

from websockets.asyncio.server import ServerConnection

from triqueta.runtime.host import Host
from triqueta.screens.phrases import Text
from triqueta.stations.web.access import Access, SeatSessions
from triqueta.stations.web.join_messages import Wish, join_message, read_join_message
from triqueta.stations.web.lobby import lobby_of
from triqueta.stations.web.messages import go_message, named_message, typing_message
from triqueta.stations.web.pages import (
    WebPage,
    pause,
    send_beats,
    silence,
    until_one_ends,
)
from triqueta.table import joining
from triqueta.table.joining import SEAT_TAKEN
from triqueta.table.names import plays_already, tidied

SECONDS_TO_ARRIVE = 20.0  # from the answer to the page of the seat, which the phone has to load


@dataclass(slots=True)
class _Arrival:
    """A player whose phone is on its way to a seat."""

    name: str
    timeout: asyncio.TimerHandle


class Joining:
    """The pages on which players pick a seat, and the players who are on their way to one.

    A seat's code is sent only to the phone that gets the seat. All codes are renewed if that phone
    does not arrive, and if another phone had the seat before.
    """

    def __init__(self, host: Host, access: Access, sessions: SeatSessions) -> None:
        self.seconds_to_arrive = SECONDS_TO_ARRIVE
        self._host = host
        self._access = access
        self._sessions = sessions
        self._pages: dict[WebPage, asyncio.Event] = {}  # set when it is too late for a seat
        self._arrivals: dict[int, _Arrival] = {}
        self._is_due = False

    @property
    def path(self) -> str:
        """The address of the page."""
        return f"/J/{self._access.join_token}"

    def admits(self, token: str) -> bool:
        """Return whether a code opens the page now."""
        return self._access.may_join(token) and joining.is_open(self._host.table)

    async def serve(self, connection: ServerConnection, beat: float) -> None:
        """Let a page pick a seat; return when it is too late for that."""
        page, closed = WebPage(connection), asyncio.Event()
        if not self._pages:
            self._host.watch(self._look_soon)
        self._pages[page] = closed
        self._look_soon()
        try:
            await until_one_ends(
                page.send_news(), send_beats(page, beat), self._read(page, beat), _wait(closed)
            )
        finally:
            self._leave(page)

    def arrive(self, seat: int) -> str | None:
        """Return the name of the player whose phone has arrived at a seat, or None.

        Call `arrived` when the table knows about the phone.
        """
        arrival = self._arrivals.get(seat)
        if arrival is None:
            return None
        arrival.timeout.cancel()
        return arrival.name

    def arrived(self, seat: int) -> None:
        self._arrivals.pop(seat, None)
        self._look_soon()

    def _leave(self, page: WebPage) -> None:
        if self._pages.pop(page, None) is not None and not self._pages:
            self._host.unwatch(self._look_soon)

    # Telling pages about the seats.

    def _look_soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        self._is_due = False
        table = self._host.table
        if self._host.is_saving or not self._pages:  # this is called again after the save
            return
        names = {seat: arrival.name for seat, arrival in self._arrivals.items()}
        lobby = lobby_of(table, names)
        if lobby is None or not joining.is_open(table):
            for closed in self._pages.values():
                closed.set()
            return
        known = {seat.name for seat in lobby.seats}
        recent = [name for name in table.preferences.recent_names if name not in known]
        message = join_message(lobby, recent, self.path, table.language)
        for page in self._pages:
            page.tell("join", message)

    # Taking a seat.

    async def _read(self, page: WebPage, beat: float) -> None:
        while True:
            async with asyncio.timeout(silence(beat)):
                message = read_join_message(await page.socket.recv())
            if isinstance(message, Wish):
                self._host.wake()  # the player is busy here, without any key
                answer = self._sit if message.is_final else self._check
                self._host.when_saved(partial(answer, page, message))
            await pause()

    def _check(self, page: WebPage, wish: Wish) -> None:
        """Tell a page what is wrong with a name that is being typed."""
        language = self._host.table.language
        message = typing_message(wish.name, self._why_not(wish), language)
        page.reply("typing", message)

    def _sit(self, page: WebPage, wish: Wish) -> None:
        """Give a page the seat that it asks for, or tell it why not."""
        if page not in self._pages:  # it has got a seat already
            return
        refusal = self._why_not(wish)
        if refusal is not None:
            language = self._host.table.language
            page.reply("named", named_message(wish.name, refusal, language))
            return
        self._sessions.end(wish.seat)
        loop = asyncio.get_running_loop()
        timeout = loop.call_later(self.seconds_to_arrive, self._give_up, wish.seat)
        self._arrivals[wish.seat] = _Arrival(tidied(wish.name), timeout)
        page.reply("go", go_message(f"/S/{self._access.tokens[wish.seat]}"))
        self._leave(page)
        self._host.tick()  # the codes that are shown may be new

    def _why_not(self, wish: Wish) -> Text | None:
        if wish.seat in self._arrivals:
            return SEAT_TAKEN
        name = tidied(wish.name)
        if name in (arrival.name for arrival in self._arrivals.values()):
            return plays_already(name)
        return joining.why_not_sit(self._host.table, wish.seat, name)

    def _give_up(self, seat: int) -> None:
        """Free the seat of a phone that has not arrived, and make the code that it got invalid.

        Once the game has begun, the code stays valid: the player may still be on the way.
        """
        del self._arrivals[seat]
        if self._host.table.session is None:
            self._sessions.renew_codes()
        self._host.tick()


async def _wait(event: asyncio.Event) -> None:
    await event.wait()
