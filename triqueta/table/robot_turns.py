"""The pace of robots at the table: when they act, and what people see and can do meanwhile.

The table does not compute a robot's move. It requests one (`RobotTurns.request`), gets the answer
as an event (`Decided`), and applies it like a person's move.

There are two pauses. Before a robot answers a person's move, the person has time to undo it. After
a robot's move, people have time to read its card (`triqueta.table.event_cards`). The process that
computes the moves adds a delay that is the same for every move: see `triqueta.runtime.robots`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from triqueta.records.shuffle import robot_seed
from triqueta.screens.phrases import say
from triqueta.screens.station import TABLE
from triqueta.table.events import Decided
from triqueta.table.game_scene import GameScene
from triqueta.table.scene import PetalKey, SoftKey, Station, StationView
from triqueta.table.session import AnySession, MoveRequest

if TYPE_CHECKING:
    from triqueta.table.table import Table

LONGEST_HOLD = 30.0  # seconds


class RobotTurns:
    """The turns of all robots at a table, played at a pace that people can follow."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._seen: tuple[AnySession, int] | None = None  # the session and its number of entries
        self._not_before = 0.0  # when the card and the pause end, and a robot can act
        self._since = 0.0  # the time of the last entry
        self._decided = ""  # the move that the robot has chosen

    # When robots act.

    @property
    def seat(self) -> int | None:
        """The seat of the robot whose turn it is, or None if the table waits for people."""
        scene = self._scene
        seat = None if scene is None else scene.turn_of()
        return seat if self._table.is_robot(seat) else None

    def request(self) -> MoveRequest | None:
        """Return a request for the move that a robot has to choose now, or None."""
        session, seat = self._table.session, self.seat
        if session is None or seat is None or self._decided:
            return None
        moves = session.moves(seat)
        if not moves or session.chance() is not None:
            return None
        return MoveRequest(
            id=_request_id(session),
            game_id=session.game_id,
            level=session.robots[seat],
            view=session.view(seat),
            moves=moves,
            seed=robot_seed(session.proof.secret, seat, len(session.entries)),
        )

    def take(self, decided: Decided) -> None:
        """Keep a robot's move until the pause is over, unless it answers an outdated request."""
        request = self.request()
        if request is not None and request.id == decided.request and decided.move in request.moves:
            self._decided = decided.move

    def go_on(self) -> None:
        """End the pause early, because a player pressed a key."""
        self._not_before = self._table.now

    def card_ended(self, *, by_robot: bool) -> None:
        """Adapt the pause to a card that a key has ended early.

        After a robot's move, the next robot can act. A person's move can still be undone.
        """
        self.go_on()
        if not by_robot:
            self._not_before += self._table.services.robot_pause

    def tick(self) -> None:
        """Apply the entries of robots that are due."""
        scene = self._scene
        if scene is None:
            self._seen = None
            return
        self._note_news(scene.session)
        self._hold_on(scene.session)
        while self._table.now >= self._not_before and (entry := self._next_entry(scene.session)):
            scene.make(entry)
            scene.tick()
            self._table.cards.tick()
            self._note_news(scene.session)

    def next_change(self) -> float | None:
        """Return the time at which a robot can act, or None."""
        return None if self.seat is None else self._not_before

    @property
    def _scene(self) -> GameScene[AnySession] | None:
        scene, session = self._table.scene, self._table.session
        has_robots = session is not None and session.robots
        return scene if isinstance(scene, GameScene) and has_robots else None

    def _note_news(self, session: AnySession) -> None:
        """Start a pause after a new entry and its card."""
        now = session, len(session.entries)
        if now == self._seen:
            return
        is_first = self._seen is None  # the session is new or was resumed
        self._seen, self._decided, self._since = now, "", self._table.now
        cards, by_robot = self._table.cards, self._table.is_robot(session.last_player)
        if is_first or not by_robot:
            self._not_before = cards.until + self._table.services.robot_pause
        elif cards.screen is not None:
            self._not_before = cards.until

    def _next_entry(self, session: AnySession) -> str | None:
        seat = self.seat
        if seat is None:
            return None
        return session.chance() or session.pending_ack(seat) or self._decided or None

    def _hold_on(self, session: AnySession) -> None:
        """Extend the pause while a player reads a page or can undo a move on one."""
        a_moment = self._table.now + self._table.services.robot_pause
        if self.seat is None:
            return
        if self._table.stations[TABLE].pages and self._people_use_the_table:
            self._not_before = a_moment
        elif not self._table.is_robot(session.last_player) and self._may_undo_on_a_page(session):
            latest = self._since + LONGEST_HOLD  # don't wait forever for a page that stays open
            self._not_before = max(self._not_before, min(a_moment, latest))

    def _may_undo_on_a_page(self, session: AnySession) -> bool:
        stations = self._table.stations.values()
        return any(station.pages and session.may_undo(station.seat) for station in stations)

    @property
    def _people_use_the_table(self) -> bool:
        """Whether a person plays at the table station, without keys of their own."""
        seats = range(len(self._table.session.names)) if self._table.session else ()
        people = [seat for seat in seats if not self._table.is_robot(seat)]
        return not all(map(self._table.has_keys, people))

    # What people see and can do meanwhile.

    def with_pause_keys(self, station: Station, view: StationView) -> StationView:
        """Return a station's view with the keys for the pause before a robot answers.

        The left key is Undo if the station may undo. Keys without another meaning end the pause.
        """
        if self.seat is None:
            return view
        soft = view.soft
        if self._table.session is not None and self._table.session.may_undo(station.seat):
            soft = (SoftKey(say("Undo"), self._table.take_back), *soft[1:])
        return replace(view, soft=soft, otherwise=self._go_on_key())

    def _go_on_key(self) -> PetalKey:
        return PetalKey(say("Next"), self.go_on)


def _request_id(session: AnySession) -> str:
    return f"{session.proof.commitment} {len(session.entries)}"
