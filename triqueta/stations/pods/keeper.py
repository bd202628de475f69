"""Looks for pods that are plugged in, and keeps them at the table until they are pulled out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any, Self

from triqueta.runtime.host import Host
from triqueta.stations.contrasts import Contrasts
from triqueta.stations.pods.pod import Pod
from triqueta.stations.pods.port import PortError, close_port, open_port
from triqueta.stations.pods.seating import Seating

LOOK_SECONDS = 1.0

log = logging.getLogger("triqueta.pods")


class PodKeeper:
    """Pods come and go while it is entered. `find` names the ports that may be pods."""

    def __init__(
        self,
        host: Host,
        seating: Seating,
        find: Callable[[], Iterable[str]],
        contrasts: Contrasts | None = None,
        every: float = LOOK_SECONDS,
    ) -> None:
        self._host = host
        self._seating = seating
        self._find = find
        self._contrasts = contrasts or Contrasts()
        self._every = every
        self._refused: dict[str, str] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self.pods: dict[str, Pod] = {}

    async def __aenter__(self) -> Self:
        self._watch = asyncio.create_task(self._keep_watch())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._watch.cancel()
        await asyncio.gather(self._watch, return_exceptions=True)
        for pod in list(self.pods.values()):
            pod.line.close()
        await asyncio.gather(*self._closing)

    async def _keep_watch(self) -> None:
        while True:
            await self._look()
            await asyncio.sleep(self._every)

    async def _look(self) -> None:
        """In threads: a port that hangs must not stop the game."""
        try:
            found = set(await asyncio.to_thread(lambda: list(self._find())))
        except OSError as error:
            log.warning("can't look for pods: %s", error)
            return
        for path in self._refused.keys() - found:
            del self._refused[path]
        await asyncio.gather(*(self._open(path) for path in sorted(found - self.pods.keys())))

    async def _open(self, path: str) -> None:
        try:
            port = await asyncio.to_thread(open_port, path)
        except PortError as error:
            self._refuse(path, str(error))
            return
        self._refused.pop(path, None)
        self.pods[path] = Pod(port, self._host, self._seating, self._contrasts, self._ended)
        log.info("%s: open", path)

    def _refuse(self, path: str, reason: str) -> None:
        """Said once, not every second."""
        if self._refused.get(path) != reason:
            self._refused[path] = reason
            log.warning("no pod on %s: %s", path, reason)

    def _ended(self, pod: Pod) -> None:
        task = asyncio.create_task(self._close(pod))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _close(self, pod: Pod) -> None:
        """The path may be opened again once this is done: not before, or it would be in use."""
        port: Any = pod.port
        await asyncio.to_thread(close_port, port)
        self.pods = {path: other for path, other in self.pods.items() if other is not pod}
        log.info("%s: gone", port.port)
