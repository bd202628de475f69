"""An open page: its socket, and the news on their way to it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from triqueta.screens.frame import Frame
from triqueta.stations.web.messages import MessageError, frame_message

ENDS = (ConnectionClosed, TimeoutError, MessageError)  # how a page's connection may end


class WebPage:
    """Only the newest of each kind of news counts: a slow phone gets fewer, never old ones."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket
        self._frame: Frame | None = None  # not sent yet
        self._told: dict[str, str] = {}
        self._untold: dict[str, str] = {}
        self._news = asyncio.Event()

    def take(self, frame: Frame) -> None:
        self._frame = frame
        self._news.set()

    def tell(self, kind: str, message: str) -> None:
        """Send this after the frames, unless it was the last of its kind."""
        if self._told.get(kind) != message:
            self._told[kind] = self._untold[kind] = message
            self._news.set()

    async def send_news(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            if self._frame is not None:
                frame, self._frame = self._frame, None
                await self.socket.send(frame_message(frame))
            while self._untold and self._frame is None:
                await self.socket.send(self._untold.pop(next(iter(self._untold))))


async def until_one_ends(*works: Coroutine[object, object, None]) -> None:
    """Run these side by side; when one ends, or fails, all do. A fault comes before an end."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    failures = [end for end in ends if isinstance(end, Exception)]
    for failure in sorted(failures, key=lambda failure: isinstance(failure, ENDS)):
        raise failure
