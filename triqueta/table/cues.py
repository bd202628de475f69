"""Cues for sounds: what has just happened in a game that all players may know."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from triqueta.table.session import AnySession, OpenSets

if TYPE_CHECKING:
    from triqueta.table.table import Table


class Cue(StrEnum):
    """An event of a game that has a sound of its own."""

    TURN = "turn"  # it is another person's turn
    SET = "set"  # a player has completed a set that lies open
    WIN = "win"  # the result is known


@dataclass(frozen=True, slots=True)
class _Moment:
    """Everything about a moment that cues depend on. All of it is public."""

    session: AnySession | None
    turn: int | None
    sets: OpenSets
    is_decided: bool


class Cues:
    """The cues of a table, found by comparing the present with the last time it was asked.

    Nothing here reads what a seat keeps secret: `Scene.turn_of` and the spectator view are the
    same for all players. So a draw has the same cues whatever is drawn.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._last = self._moment()

    def news(self) -> tuple[Cue, ...]:
        """Return the cues since the last call, in the order in which they should sound."""
        before, now = self._last, self._moment()
        self._last = now
        if now.session is None:
            return ()
        is_same_game = now.session is before.session
        cues = []
        if is_same_game and now.sets - before.sets:
            cues.append(Cue.SET)
        if is_same_game and now.is_decided and not before.is_decided:
            cues.append(Cue.WIN)
        elif now.turn is not None and now.turn != before.turn:
            cues.append(Cue.TURN)
        return tuple(cues)

    def _moment(self) -> _Moment:
        session, turn = self._table.session, self._table.scene.turn_of()
        if session is None:
            return _Moment(None, None, frozenset(), is_decided=False)
        is_decided = session.over and session.spectator_view().score is not None
        person = None if self._table.is_robot(turn) else turn
        return _Moment(session, person, session.open_sets(), is_decided)
