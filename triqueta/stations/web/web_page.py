"""An open page: its socket, and the news on their way to it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from websockets.asyncio.server import ServerConnection, broadcast
from websockets.exceptions import ConnectionClosed

from triqueta.screens.frame import Frame, Light
from triqueta.screens.large_board import LargeBoard
from triqueta.screens.phrases import Language
from triqueta.stations.web.board_messages import DARK_BOARD, NO_BOARD, board_messages
from triqueta.stations.web.messages import MessageError, frame_message

ENDS = (ConnectionClosed, TimeoutError, MessageError)  # how a page's connection may end


class WebPage:
    """Only the newest of each kind of news counts: a slow phone gets fewer, never old ones."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket
        self._frame: Frame | None = None  # not sent yet
        self._board: tuple[LargeBoard, Language] | None = None
        self._told: dict[str, str] = {}
        self._untold: dict[str, str] = {}
        self._news = asyncio.Event()

    @property
    def path(self) -> str:
        """The path that the page has requested."""
        return self.socket.request.path if self.socket.request else ""

    def take(self, frame: Frame) -> None:
        self._frame = frame
        if frame.light is Light.OFF:
            self._clear_board(DARK_BOARD)
        else:
            self.show_board(frame.board, frame.language)
        self._news.set()

    def show_board(self, board: LargeBoard | None, language: Language) -> None:
        """Have the page draw it."""
        if board is None:
            self._clear_board(NO_BOARD)
        elif (board, language) != self._board:
            self._board = board, language
            for kind, message in board_messages(board, language):
                self.tell(kind, message)

    def _clear_board(self, message: str) -> None:
        """A page that never had one need not hear of it."""
        self._board = None
        if "board" in self._told:
            self.tell("board", message)

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
                await self._send(frame_message(frame))
            while self._untold and self._frame is None:
                await self._send(self._untold.pop(next(iter(self._untold))))

    async def _send(self, message: str) -> None:
        """Send a message, and wait as long as a slow phone has not taken the one before.

        Most phones have: `broadcast` hands them theirs without the locks and timers of `send`.
        """
        if self.socket.transport.get_write_buffer_size():
            await self.socket.send(message)
        else:
            broadcast((self.socket,), message)


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
