"""Simulated pods: they run the real firmware on MicroPython, and a web page shows them."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import shutil
import signal
import socket
import subprocess
import tempfile
import tty
from base64 import b64encode
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Self

from platformdirs import user_cache_path

from triqueta.screens.station import Key
from triqueta.stations.pods.messages import KEYS, unpacked
from triqueta.stations.pods.tools import firmware_folder

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection

HEAP = "128k"  # less than a Pico has, which is about 180 kB
PINS = (6, 7, 8, 9, 10, 11, 12, 13)
"""The pins of the keys, as in firmware/pod/pins.py: the five petal keys, then the soft keys."""

_ANSWER_SECONDS = 10.0


class SimulatorError(RuntimeError):
    """A simulated pod cannot run, or has stopped."""


def micropython() -> str:
    """Return the path of MicroPython.

    The order is: the variable TRIQUETA_MICROPYTHON, the system's, the one downloaded by
    get-micropython. Raise SimulatorError if there is none.
    """
    fetched = user_cache_path("triqueta") / "micropython" / "micropython"
    for candidate in (os.environ.get("TRIQUETA_MICROPYTHON"), "micropython", str(fetched)):
        found = shutil.which(candidate) if candidate else None
        if found:
            return found
    script = firmware_folder() / "simulator" / "get-micropython"
    raise SimulatorError(
        f"MicroPython not found: install Debian's package micropython, or run: bash {script}"
    )


@dataclass(frozen=True, slots=True)
class Board:
    """The hardware of a simulated pod.

    `address` 0 means no screen. The keys in `held` are down at power-on. Without `own_clock`, time
    passes only with `set_time`.
    """

    pod_id: str = "0102030405060708"
    screen: str = "SSD1306"
    address: int = 0x3C
    held: tuple[int, ...] = ()
    own_clock: bool = True

    def environment(self) -> dict[str, str]:
        return {
            "TRIQUETA_POD_ID": " ".join(map(str, bytes.fromhex(self.pod_id))),
            "TRIQUETA_POD_SCREEN": self.screen,
            "TRIQUETA_POD_ADDRESS": str(self.address),
            "TRIQUETA_POD_HELD": " ".join(str(PINS[key]) for key in self.held),
            "TRIQUETA_POD_CLOCK": "" if self.own_clock else "stands",
        }


@dataclass(frozen=True, slots=True)
class Shown:
    """The visible state of a screen. The picture is dark if the screen is off."""

    on: bool
    contrast: int
    picture: bytes


class SimulatedPod:
    """A pod that runs as a process. `port` is the path of its serial line."""

    def __init__(self, board: Board | None = None) -> None:
        self.board = board or Board()
        self._micropython = micropython()  # first, so that a failure leaves nothing to close
        self._folder = tempfile.TemporaryDirectory(prefix="triqueta-pod-")
        # Keeping the host's end open keeps the line alive while no host uses it.
        self._line, self._host_end = pty.openpty()
        tty.setraw(self._host_end)
        self.port = os.ttyname(self._host_end)
        self._start()

    def _start(self) -> None:
        self._control, far = socket.socketpair()
        self._control.settimeout(_ANSWER_SECONDS)
        self._log: IO[bytes] = (Path(self._folder.name) / "log").open("a+b")
        run = firmware_folder() / "simulator" / "run.py"
        environment = self.board.environment()
        with far:
            self._process = subprocess.Popen(  # noqa: S603
                [self._micropython, "-X", f"heapsize={HEAP}", str(run)],
                env={**os.environ, **environment, "TRIQUETA_POD_CONTROL": str(far.fileno())},
                stdin=self._line,
                stdout=self._line,
                stderr=self._log,
                pass_fds=(far.fileno(),),
                cwd=self._folder.name,
                start_new_session=True,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    # --- actions of a user or a test

    def press(self, key: int) -> None:
        self.ask(f"press {PINS[key]}")

    def release(self, key: int) -> None:
        self.ask(f"release {PINS[key]}")

    def shown(self) -> Shown:
        on, contrast, picture = self.ask("picture").split()
        return Shown(on == "1", int(contrast), bytes.fromhex(picture))

    def picture(self) -> bytes:
        return self.shown().picture

    def set_time(self, milliseconds: int) -> None:
        """Set the clock of a pod without `own_clock`; return once the pod has handled it."""
        self.ask(f"time {milliseconds}")
        self.ask("watchdog")  # answered in the next pass of its main loop

    def plug_screen(self, address: int) -> None:
        """Connect another screen, as after power-on. Address 0 removes the screen."""
        self.ask(f"screen {address}")

    def cut_screen_power(self) -> None:
        """Cut the screen's power for a moment between two writes, unnoticed on the bus."""
        self.ask("power")

    def memory(self) -> tuple[int, int]:
        """Return the numbers of used and free bytes that MicroPython reports."""
        taken, free = self.ask("memory").split()
        return int(taken), int(free)

    def freeze(self) -> None:
        """Stop the process, which looks like a hang from outside."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def restart(self) -> None:
        """Restart the program as the watchdog does. The serial line stays."""
        self._stop()
        self._start()

    def wait(self, seconds: float) -> int:
        """Wait for a pod to reset itself; return the exit code of its process."""
        return self._process.wait(seconds)

    def ask(self, command: str) -> str:
        """Send a command to the simulated board (see firmware/simulator/machine.py).

        Return its answer. Raise SimulatorError if the process has stopped.
        """
        try:
            self._control.sendall(command.encode() + b"\n")
            answer = b""
            while not answer.endswith(b"\n"):
                received = self._control.recv(8192)
                if not received:
                    raise ConnectionError
                answer += received
        except OSError as error:
            raise SimulatorError(f"the simulated pod has stopped: {self._last_words()}") from error
        return answer.decode().strip()

    def _last_words(self) -> str:
        self._log.seek(0)
        return self._log.read().decode(errors="replace").strip() or "no output"

    # --- closing

    def close(self) -> None:
        """Unplug the pod: end its process and close the line."""
        if self._line < 0:
            return
        self._stop()
        os.close(self._line)
        os.close(self._host_end)
        self._line = -1
        self._folder.cleanup()

    def _stop(self) -> None:
        self._process.kill()
        self._process.wait()
        self._control.close()
        self._log.close()


LOOK_SECONDS = 0.05  # between two readings of the screens
BRIGHT, SOFT = 0x80, 0x20  # minimum contrast of a screen that looks bright, or soft


def simulated_id(number: int) -> str:
    """Return the pod id of a simulated pod. It is fixed, so that the table remembers its seat."""
    return f"73696d756c617{number:03x}"


class BenchError(ValueError):
    """An invalid message from the page of the simulated pods."""


class PodBench:
    """A context manager with `count` simulated pods, which are unplugged on exit."""

    def __init__(self, count: int) -> None:
        with ExitStack() as stack:  # closes all if one can't start
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
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stack.close()

    @property
    def ports(self) -> Sequence[str]:
        return [pod.port for pod in self.pods]

    async def send_screens(self, socket: ServerConnection) -> None:
        """Send each screen to the page whenever it has changed."""
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
            for number, key in down:  # a closed page must not leave keys down
                await self._move(number, key, pressed=False)

    def _read(self, text: str | bytes) -> tuple[int, Key, bool]:
        try:
            match json.loads(text):
                case {"pod": int(number), "key": str(key), "down": bool(pressed)}:
                    if number in range(len(self.pods)):
                        return number, Key(key), pressed
        except (ValueError, RecursionError):
            pass
        raise BenchError("invalid message")

    async def _shown(self, number: int) -> Shown | None:
        """Return the screen of a pod, or None if its process has stopped."""
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
