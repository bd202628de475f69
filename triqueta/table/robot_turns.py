"""Robots at the table: when they act, and how long what they did can be read.

The table thinks about nothing itself. It says what is to be thought about, and is told what came
of it as an event; what a robot does is entered as a person's move is. Before a robot answers a
person's move there is a moment to take it back; after a robot's move, one to read it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from triqueta.records.shuffle import robot_seed
from triqueta.screens.phrases import Text
from triqueta.table.events import TABLE, Decided
from triqueta.table.game_scene import GameScene
from triqueta.table.idle import SHORTEST_GLANCE
from triqueta.table.session import AnySession, MoveRequest

if TYPE_CHECKING:
    from triqueta.table.table import Table

LONGEST_HOLD = 30.0  # seconds


class RobotTurns:
    """Acts for the seats that are robots', in the rooms of a running game."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._seen: tuple[AnySession, int] | None = None  # the game, and how many of its entries
        self._not_before = 0.0  # then a robot may act, and nothing is to be read any more
        self._since = 0.0  # when there was something new in the game
        self._announcement: Text | None = None
        self._decided = ""  # the move that was thought out

    @property
    def announcement(self) -> Text | None:
        """What a robot has done, as long as it is to be read."""
        return self._announcement if self._table.now < self._not_before else None

    @property
    def has_just_gone(self) -> bool:
        """Whether a deed could be read until a moment ago: a key pressed now was meant for it."""
        since = self._table.now - self._not_before
        return self._announcement is not None and 0 <= since < SHORTEST_GLANCE

    @property
    def seat(self) -> int | None:
        """The robot's seat that is to act now; None where people are, or anybody goes on."""
        scene = self._scene
        seat = None if scene is None else scene.turn_of()
        return seat if self._table.is_robot(seat) else None

    def request(self) -> MoveRequest | None:
        """What is to be thought about now, until somebody has decided."""
        session, seat = self._table.session, self.seat
        if session is None or seat is None or self._decided:
            return None
        moves = session.moves(seat)
        if not moves or session.chance() is not None:
            return None
        return MoveRequest(
            id=_request_id(session),
            game=session.game_id,
            level=session.robots[seat],
            view=session.view(seat),
            moves=moves,
            seed=robot_seed(session.proof.secret, seat, len(session.entries)),
        )

    def take(self, decided: Decided) -> None:
        """What came of a thought; one that is not asked for any more is dropped."""
        request = self.request()
        if request is not None and request.id == decided.request and decided.move in request.moves:
            self._decided = decided.move

    def go_on(self) -> None:
        """Nobody wants to wait, or to read, any longer."""
        self._not_before = self._table.now

    def tick(self) -> None:
        """Let robots do what they are to do by now."""
        scene = self._scene
        if scene is None:
            self._seen = None
            return
        self._look_at(scene.session)
        self._hold_on(scene.session)
        while (
            self._table.now >= self._not_before and (entry := self._due(scene.session)) is not None
        ):
            scene.make(entry)
            scene.tick()
            self._look_at(scene.session)

    def next_change(self) -> float | None:
        """When a deed has been read, or a robot may act."""
        waits = self._announcement is not None or self.seat is not None
        return self._not_before if waits and self._scene is not None else None

    @property
    def _scene(self) -> GameScene[AnySession] | None:
        scene, session = self._table.scene, self._table.session
        return (
            scene
            if isinstance(scene, GameScene) and session is not None and session.robots
            else None
        )

    def _look_at(self, session: AnySession) -> None:
        """Whatever is new in the game, who was it, and how long is it to stay?"""
        now = session, len(session.entries)
        if now == self._seen:
            return
        is_first = self._seen is None  # look at this game, which may have been interrupted
        self._seen, self._decided, self._since = now, "", self._table.now
        by_robot = self._table.is_robot(session.last_player)
        self._announcement = session.describe_last_move() if by_robot else None
        if self._announcement is not None or is_first or not by_robot:
            self._not_before = self._table.now + self._table.services.robot_pause

    def _due(self, session: AnySession) -> str | None:
        seat = self.seat
        if seat is None:
            return None
        return session.chance() or session.pending_ack(seat) or self._decided or None

    def _hold_on(self, session: AnySession) -> None:
        """While somebody reads a page who would miss it, or may be about to take back."""
        a_moment = self._table.now + self._table.services.robot_pause
        if self.seat is None:
            return
        if self._table.stations[TABLE].pages and self._plays_here:
            self._not_before = a_moment
        elif not self._table.is_robot(session.last_player) and self._may_be_taken_back_on_a_page(
            session
        ):
            latest = self._since + LONGEST_HOLD  # a page may be left open: others want to go on
            self._not_before = max(self._not_before, min(a_moment, latest))

    def _may_be_taken_back_on_a_page(self, session: AnySession) -> bool:
        stations = self._table.stations.values()
        return any(station.pages and session.may_undo(station.seat) for station in stations)

    @property
    def _plays_here(self) -> bool:
        """Whether somebody plays at the table's own station."""
        seats = range(len(self._table.session.names)) if self._table.session else ()
        people = [seat for seat in seats if not self._table.is_robot(seat)]
        return not all(map(self._table.has_keys, people))


def _request_id(session: AnySession) -> str:
    return f"{session.proof.commitment} {len(session.entries)}"
