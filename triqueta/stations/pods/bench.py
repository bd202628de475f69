"""Simulated pods to try out: a page shows their screens and presses their keys.

The page is no station. What is clicked there closes a contact of a simulated board; the firmware
notices it, and the bytes go over the serial line to the table, as with a pod that is plugged in.
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from websockets.asyncio.server import ServerConnection

from triqueta.stations.pods.messages import KEYS
from triqueta.stations.pods.pictures import unpacked
from triqueta.stations.pods.simulator import Board, Shown, SimulatedPod, SimulatorError
from triqueta.table.events import Key

LOOK_SECONDS = 0.05  # between two looks at the screens
BRIGHT, SOFT = 0x80, 0x20  # contrasts from which on a screen looks so


def simulated_id(number: int) -> str:
    """Always the same, so that they are remembered as others are."""
    return f"73696d756c617{number:03x}"


class BenchError(ValueError):
    """A message that our page does not send."""


class PodBench:
    """So many simulated pods; leaving it pulls their plugs."""

    def __init__(self, count: int) -> None:
        with ExitStack() as stack:  # if one can't start, none is left behind
            self.pods = [
                stack.enter_context(SimulatedPod(Board(pod_id=simulated_id(number))))
                for number in range(1, count + 1)
            ]
            self._stack = stack.pop_all()
        self._locks = [asyncio.Lock() for _ in self.pods]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    @property
    def ports(self) -> Sequence[str]:
        return [pod.port for pod in self.pods]

    async def send_screens(self, socket: ServerConnection) -> None:
        """Every screen whenever it has changed."""
        seen: list[Shown | None] = [None] * len(self.pods)
        while True:
            for number in range(len(self.pods)):
                shown = await self._shown(number)
                if shown != seen[number]:
                    await socket.send(_screen_message(number, shown))
                seen[number] = shown
            await asyncio.sleep(LOOK_SECONDS)

    async def read_keys(self, socket: ServerConnection) -> None:
        down: set[tuple[int, Key]] = set()
        try:
            while True:
                number, key, pressed = self._read(await socket.recv())
                if pressed:
                    down.add((number, key))
                else:
                    down.discard((number, key))
                await self._move(number, key, pressed=pressed)
        finally:
            for number, key in down:  # a page that is gone holds no key
                await self._move(number, key, pressed=False)

    def _read(self, text: str | bytes) -> tuple[int, Key, bool]:
        try:
            match json.loads(text):
                case {"pod": int(number), "key": str(key), "down": bool(pressed)}:
                    if number in range(len(self.pods)):
                        return number, Key(key), pressed
        except (ValueError, RecursionError):
            pass
        raise BenchError("no message of our page")

    async def _shown(self, number: int) -> Shown | None:
        """None when the simulated pod has stopped."""
        try:
            async with self._locks[number]:
                return await asyncio.to_thread(self.pods[number].shown)
        except SimulatorError:
            return None

    async def _move(self, number: int, key: Key, *, pressed: bool) -> None:
        pod = self.pods[number]
        try:
            async with self._locks[number]:
                await asyncio.to_thread(pod.press if pressed else pod.release, KEYS.index(key))
        except SimulatorError:
            pass  # the page shows that it has stopped


def _screen_message(number: int, shown: Shown | None) -> str:
    if shown is None:
        return json.dumps({"pod": number, "stopped": True})
    picture = b64encode(unpacked(shown.picture).tobytes()).decode("ascii")
    return json.dumps({"pod": number, "picture": picture, "light": _light(shown)})


def _light(shown: Shown) -> str:
    if shown.contrast >= BRIGHT:
        return "full"
    return "soft" if shown.contrast >= SOFT else "dim"
