"""Simulated pods: the real firmware on a real MicroPython, and a page that shows them."""

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

HEAP = "128k"  # a Pico has about 180 kB for its program
PINS = (6, 7, 8, 9, 10, 11, 12, 13)
"""The keys' pins, as in firmware/pod/pins.py: the five petals, then the soft keys."""

_ANSWER_SECONDS = 10.0


class SimulatorError(RuntimeError):
    """A simulated pod cannot run, or has stopped."""


def micropython() -> str:
    """The MicroPython to run it on: the one asked for, the system's, or a fetched one."""
    fetched = user_cache_path("triqueta") / "micropython" / "micropython"
    for candidate in (os.environ.get("TRIQUETA_MICROPYTHON"), "micropython", str(fetched)):
        found = shutil.which(candidate) if candidate else None
        if found:
            return found
    script = firmware_folder() / "simulator" / "get-micropython"
    raise SimulatorError(
        f"no MicroPython here: install Debian's package micropython, or run: bash {script}"
    )


@dataclass(frozen=True, slots=True)
class Board:
    """What is soldered together. `address` 0 is no screen; `held` keys are down at power-on."""

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
    """What the eye sees: a dark picture where the screen is off."""

    on: bool
    contrast: int
    picture: bytes


class SimulatedPod:
    """A pod as a process. `port` is its serial line; whoever opens it talks to the pod."""

    def __init__(self, board: Board | None = None) -> None:
        self.board = board or Board()
        self._micropython = micropython()  # or fail while there is nothing to close
        self._folder = tempfile.TemporaryDirectory(prefix="triqueta-pod-")
        # Our own hold on the host's end keeps the line alive while no host has it open.
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

    # --- what a person, or a test, does to it

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
        """For a pod without a clock of its own. Returns when the pod has acted upon it."""
        self.ask(f"time {milliseconds}")
        self.ask("watchdog")  # is answered in the next pass

    def plug_screen(self, address: int) -> None:
        """Another screen, fresh from power-on; address 0 takes it away."""
        self.ask(f"screen {address}")

    def cut_screen_power(self) -> None:
        """For a moment, between two writes: nobody on the bus notices."""
        self.ask("power")

    def memory(self) -> tuple[int, int]:
        """Bytes taken and free, as MicroPython counts them."""
        taken, free = self.ask("memory").split()
        return int(taken), int(free)

    def freeze(self) -> None:
        """Hangs it, as seen from the line."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def restart(self) -> None:
        """As its watchdog or its reset does: the line stays, the program begins anew."""
        self._stop()
        self._start()

    def wait(self, seconds: float) -> int:
        """The exit code of a pod that has reset itself."""
        return self._process.wait(seconds)

    def ask(self, command: str) -> str:
        """A command for the simulated board, see firmware/simulator/machine.py."""
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
        return self._log.read().decode(errors="replace").strip() or "it said nothing"

    # --- the end

    def close(self) -> None:
        """Pulls the cable: the program stops, and the line is dead for whoever has it open."""
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
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
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
