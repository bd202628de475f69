"""Downloads of a finished game: its record, the check of its shuffle, and a chart as SVG."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from triqueta.records.document import encoded
from triqueta.runtime.host import Host
from triqueta.screens.phrases import Language
from triqueta.stations.web.shuffle_check import NOT_SHUFFLED, ShuffleCheck, check_shuffle
from triqueta.table.charts import Chart, draw_page
from triqueta.table.session import AnySession


@dataclass(frozen=True, slots=True)
class RecordFile:
    name: str
    content: bytes


class Downloads:
    """The downloads of the game on the table, available once nothing in it is hidden."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._charts_of: AnySession | None = None
        self._charts: tuple[Chart, ...] = ()
        self._checked: tuple[AnySession, asyncio.Task[ShuffleCheck]] | None = None

    def record(self) -> RecordFile | None:
        session = self._finished()
        if session is None:
            return None
        suffix = self._host.table.games.suffix(session.game_id)
        name = f"game-{session.proof.commitment[:8]}{suffix}"
        return RecordFile(name, encoded(session.document()))

    async def shuffle_check(self) -> ShuffleCheck | None:
        """Return the result of checking the shuffle, or None before the end of a game.

        The check runs once per game, however many clients request it, and in a thread: on a slow
        board, replaying a long game takes half a second.
        """
        session, record = self._finished(), self.record()
        if session is None or record is None:
            return None
        if session.is_tutorial:
            return NOT_SHUFFLED
        if self._checked is None or self._checked[0] is not session:
            games = self._host.table.games
            check = asyncio.to_thread(check_shuffle, games, record.name, record.content)
            self._checked = session, asyncio.create_task(check)
        return await asyncio.shield(self._checked[1])

    def has_plot(self) -> bool:
        return bool(self._found_charts())

    def plot(self, language: Language) -> str | None:
        """Return the chart as SVG, or None if there is nothing to draw."""
        charts = self._found_charts()
        return draw_page(charts, language) if charts else None

    def _finished(self) -> AnySession | None:
        session = self._host.table.session
        return (
            session if session is not None and session.spectator_view().score is not None else None
        )

    def _found_charts(self) -> tuple[Chart, ...]:
        """Return the charts of the finished game.

        They are computed once per game: the history can be long, and any client can request them.
        """
        session = self._finished()
        if session is None:
            return ()
        if self._charts_of is not session:
            charts = self._host.table.services.charts(session.game_id, bool(session.robots))
            self._charts_of, self._charts = session, charts
        return self._charts
