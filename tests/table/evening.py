"""A simulated evening at the table: the test presses keys and reads what the stations show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Self

from tests.games.sessions import resumed
from tests.languages import THREE_LANGUAGES
from tests.table.services import services
from triqueta.games.triqueta.rules import Edition, Game, Proof, Setup, deal
from triqueta.games.triqueta.scenes.ending import AGAIN_AFTER, EndScene
from triqueta.games.triqueta.session import LOOK, NEXT, TriquetaSession
from triqueta.screens.frame import Frame, picture, words
from triqueta.screens.phrases import Language, said
from triqueta.screens.station import SHORTEST_GLANCE, TABLE, Key, seat_station
from triqueta.table.events import Decided, Event, FieldTapped, Join, KeyDown, KeyUp, Leave, Tick
from triqueta.table.session import AnySession, MoveRequest
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva")
SECRET = bytes(range(32))


class Evening:
    """A table with its stations. Keys are written `petal3` or `soft1`."""

    def __init__(
        self,
        preferences: Preferences | None = None,
        interrupted: AnySession | None = None,
        seats: Iterable[int] = (),
        secret: bytes = SECRET,
        keyless: Iterable[int] = (),
        languages: Sequence[Language] = THREE_LANGUAGES,
    ) -> None:
        self.time = 0.0
        self.after: Callable[[Event], object] = lambda event: None  # a hook for tests
        preferences = preferences or Preferences(language=Language.ENGLISH)
        parts = replace(services(lambda: secret), languages=languages)
        self.table = Table(parts, TableState(preferences, session=interrupted))
        for seat in seats:
            self.join(seat)
        for seat in keyless:
            self.join(seat, keyless=True)

    @property
    def session(self) -> TriquetaSession:
        return play_at(self.table)

    def handle(self, event: Event) -> None:
        self.take(event)
        self.after(event)
        request = self.table.robots.request()
        if request is not None:
            self.handle(Decided(request.id, self.think(request), self.time))

    def take(self, event: Event) -> None:
        self.table.handle(event)

    def think(self, request: MoveRequest) -> str:
        """Return a robot's move, chosen at once by the fallback level."""
        games = self.table.games
        return games.think(games.fallback(request), lambda: 0.0)

    def press(self, keys: str, station: str = TABLE) -> Self:
        """Press and release keys, which are separated by spaces.

        After each key, wait until the card of a person's move has ended. Use `down` and `up` to
        press keys during a card.
        """
        for key in keys.split():
            if self._is_new(station, Key(key)):
                self.time += 1.0  # long enough to have seen a new tile
            self.down(key, station)
            if station in self.table.stations and self.table.stations[station].looking:
                self.time += 1.0  # long enough to read a tile
            self.up(key, station)
            self._read_card()
        return self

    def _read_card(self) -> None:
        """Wait until the card of a person's move has ended; a key ends that of a robot's move."""
        cards = self.table.cards
        if cards.screen is not None and not self.table.is_robot(cards._mover):
            self.wait(cards.until + SHORTEST_GLANCE - self.table.now)

    def _is_new(self, station: str, key: Key) -> bool:
        table = self.table
        if station not in table.stations:
            return False
        if isinstance(table.scene, EndScene) and table.scene.ignores_again:
            return True
        station_view = table.view_for(table.stations[station])
        is_ignored = table.cards.ignores_keys(table.stations[station])
        return is_ignored or table._is_unseen(station_view, key)

    def down(self, key: str, station: str = TABLE) -> Self:
        self.time += 0.1
        self.handle(KeyDown(station, Key(key), self.time))
        return self

    def up(self, key: str, station: str = TABLE) -> Self:
        self.time += 0.1
        self.handle(KeyUp(station, Key(key), self.time))
        return self

    def tap(self, field: str, station: str = TABLE) -> Self:
        """Tap a field on the large board of a page."""
        self.time += 0.1
        self.handle(FieldTapped(station, field, self.time))
        return self

    def wait(self, seconds: float) -> Self:
        self.time += seconds
        self.handle(Tick(self.time))
        return self

    def skip_reveal(self) -> Self:
        """Turn up all kept tiles by pressing a key, and look at the winner for a moment."""
        while self.session.view(None).current_tile is not None:
            self.press("soft3")
        return self.wait(AGAIN_AFTER)

    def join(self, seat: int, *, keyless: bool = False, draws_pages: bool = False) -> Self:
        self.handle(Join(seat_station(seat), self.time, keyless, draws_pages))
        return self

    def leave(self, seat: int) -> Self:
        self.handle(Leave(seat_station(seat), self.time))
        return self

    def frame(self, station: str = TABLE) -> Frame:
        return self.table.frame(station)

    def says(self, station: str = TABLE) -> str:
        """Return what a station shows, in words, without the notice on top."""
        return words(replace(self.frame(station), notice=None))

    def told(self, station: str = TABLE) -> str:
        """Return the notice on top of a station's screen, or ""."""
        frame = self.frame(station)
        return "" if frame.notice is None else said(frame.notice, frame.language)

    def pixels(self, station: str = TABLE) -> bytes:
        return picture(self.frame(station)).tobytes()


def play_at(table: Table) -> TriquetaSession:
    assert isinstance(table.session, TriquetaSession)
    return table.session


def new_play(
    setup: Setup | None = None,
    *,
    edition: Edition = Edition.BASE,
    players: int = 3,
    moves: str = "",
    names: tuple[str, ...] = NAMES,
) -> TriquetaSession:
    """Return a session of Triqueta after these moves, with all drawn tiles seen."""
    if setup is None:
        setup = Setup(edition, names[:players], 0, deal(SECRET, edition, players, ""))
    session = TriquetaSession(Game(setup), Proof.of(SECRET, ""), moves.split())
    acknowledge(session)
    return session


def do(session: TriquetaSession, moves: str) -> TriquetaSession:
    """Make these moves, and look at every tile that is drawn."""
    for move in moves.split():
        session.apply(move)
        acknowledge(session)
    return session


def acknowledge(session: TriquetaSession) -> None:
    """Look at a drawn tile, and go on after the end of a round."""
    if session.view(None).unseen:
        session.apply(LOOK)
    if session.view(None).round_ended:
        session.apply(NEXT)


def played_again(session: AnySession) -> AnySession:
    """Return the session that a restart restores: dealt again, with all entries applied."""
    again = resumed(session.document(with_moves=False), session.proof)
    for entry in session.entries:
        again.apply(entry)
    return again


class NotedEvening(Evening):
    """An evening that resumes a game and records every event."""

    def __init__(
        self, session: AnySession, seats: Iterable[int], keyless: Iterable[int] = ()
    ) -> None:
        self.events: list[Event] = []
        super().__init__(interrupted=session, seats=seats, keyless=keyless)
        self.events.clear()  # a replay starts with the same stations

    def handle(self, event: Event) -> None:
        self.events.append(event)
        super().handle(event)


def in_game(session: AnySession, seats: Iterable[int] = ()) -> Evening:
    """Return an evening that has resumed a game."""
    evening = Evening(interrupted=session, seats=seats)
    return evening if session.over else evening.press("petal1")


def with_buzzer(evening: Evening) -> Evening:
    """Return an evening at a table that has a buzzer."""
    evening.table.services = replace(evening.table.services, has_buzzer=True)
    return evening


def random_play(
    edition: Edition,
    players: int,
    seed: int,
    until: Callable[[TriquetaSession], object],
    names: tuple[str, ...] = NAMES,
) -> TriquetaSession:
    """Return a random game up to the first moment that `until` accepts, before or after a look."""
    rng = Random(seed)
    secret = rng.randbytes(32)
    setup = Setup(edition, names[:players], 0, deal(secret, edition, players, "1:3"))
    session = TriquetaSession(Game(setup), Proof.of(secret, "1:3"))
    while not session.over and not until(session):
        if session._unseen:
            session.apply(LOOK)
        else:
            session.apply(session._game.random_move(rng))
        if session._round_ended:
            session.apply(NEXT)
    return session
