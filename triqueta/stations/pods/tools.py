"""Tools for a single pod without a table: connect to it, test its keys, install its firmware."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Self

from PIL import Image, ImageDraw
from serial import SerialException

from triqueta.screens.canvas import SIZE
from triqueta.screens.station import Key
from triqueta.stations.pods import messages
from triqueta.stations.pods.link import Connected, KeyChange, LinkEvent, PodLink, WrongVersion
from triqueta.stations.pods.messages import KEYS, Hello, packed
from triqueta.stations.pods.port import PortError, close_port, open_port

_PACKAGE = Path(__file__).parents[2]
_INSTALLED, _CHECKOUT = _PACKAGE / "firmware", _PACKAGE.parent / "firmware"


def firmware_folder() -> Path:
    """Return the folder with the firmware in `pod` and the simulated board in `simulator`."""
    for folder in (_INSTALLED, _CHECKOUT):
        if (folder / "pod" / "main.py").is_file():
            return folder
    raise FileNotFoundError(f"the pod's firmware is missing: no main.py in {_INSTALLED / 'pod'}")


def firmware_files() -> list[Path]:
    """Return the files of a pod's firmware, with boot.py and main.py, which autostart, last."""
    files = (firmware_folder() / "pod").glob("*.py")
    return sorted(files, key=lambda file: (file.name in ("boot.py", "main.py"), file.name))


HELLO_SECONDS = 3.0  # a pod that has just lost its table waits for it for 2 seconds
TURN_SECONDS = 0.05
READ_BYTES = 512


class PodTalk:
    """A blocking connection to a pod. It raises PortError if the port can't be opened or dies."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.link = PodLink()
        self._port = open_port(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        close_port(self._port)

    def turn(self) -> list[LinkEvent]:
        """Send pending output, wait a moment for input, and return the resulting events."""
        descriptor = self._port.fileno()
        self._write(self.link.output(time.monotonic()))
        data = b""
        if select.select([descriptor], [], [], TURN_SECONDS)[0]:
            data = self._read(descriptor)
        now = time.monotonic()
        return [*self.link.receive(data, now), *self.link.tick(now)]

    def greet(self, seconds: float = HELLO_SECONDS) -> Hello | None:
        """Connect to the pod and return its hello, or None if there is no answer.

        A pod with another protocol version is returned too, but not connected.
        """
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for event in self.turn():
                if isinstance(event, Connected | WrongVersion):
                    return event.hello
        return None

    def send_to_prompt(self, pod_id: str) -> None:
        """Make the pod restart into MicroPython's prompt, where it waits for new firmware."""
        self._write(messages.update(pod_id))

    def _read(self, descriptor: int) -> bytes:
        try:
            data = os.read(descriptor, READ_BYTES)
        except OSError:
            data = b""
        if not data:
            raise PortError("the pod was unplugged")
        return data

    def _write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except (SerialException, OSError):
            raise PortError("the pod was unplugged or does not accept data") from None


_BOX = 10
_PETALS = ((59, 6), (78, 18), (71, 38), (47, 38), (40, 18))
_SOFT = ((6, 48), (59, 50), (112, 48))
_CORNERS = dict(zip(KEYS, (*_PETALS, *_SOFT), strict=True))


class KeyTest:
    """A test of a pod's keys, complete when each has been pressed and released."""

    def __init__(self) -> None:
        self.down: set[Key] = set()
        self.good: set[Key] = set()

    @property
    def missing(self) -> list[Key]:
        return [key for key in KEYS if key not in self.good]

    def take(self, event: LinkEvent) -> Key | None:
        """Return the key that this event shows to work for the first time, if any."""
        if not isinstance(event, KeyChange) or event.key >= len(KEYS):
            return None
        key = KEYS[event.key]
        if event.down:
            self.down.add(key)
            return None
        self.down.discard(key)
        is_new = key not in self.good
        self.good.add(key)
        return key if is_new else None

    def picture(self) -> bytes:
        image = Image.new("1", SIZE)
        draw = ImageDraw.Draw(image)
        draw.rectangle((0, 0, SIZE[0] - 1, SIZE[1] - 1), outline=1)
        for key, (x, y) in _CORNERS.items():
            draw.rectangle((x, y, x + _BOX, y + _BOX), outline=1, fill=int(key in self.down))
            if key in self.good:
                draw.line((x, y, x + _BOX, y + _BOX), fill=1)
        return packed(image)


GONE_SECONDS, BACK_SECONDS = 3.0, 10.0
COPY_SECONDS = 120.0


class FlashError(Exception):
    """The firmware could not be installed. The text says why and what to do."""


def flash(port: str, tell: Callable[[str], None]) -> Hello:
    """Install the firmware and return the hello of the running pod.

    `tell` is called with messages about the progress.
    """
    if find_spec("mpremote") is None:
        raise FlashError(f"mpremote is missing: {sys.executable} -m pip install mpremote")
    try:
        is_update = _send_to_prompt(port, tell)
        tell("Copying the firmware ...")
        _copy(port, is_update=is_update)
        _wait_for_restart(port)
        return _hello(port)
    except PortError as error:
        raise FlashError(str(error)) from None


def _send_to_prompt(port: str, tell: Callable[[str], None]) -> bool:
    """Make a running pod restart into MicroPython's prompt; return whether there was one.

    A running pod ignores mpremote. A board without the firmware doesn't.
    """
    with PodTalk(port) as talk:
        hello = talk.greet()
        if hello is None:
            tell("No pod firmware is running there yet.")
            return False
        tell(f"Pod {hello.pod_id} is getting ready for the update.")
        talk.send_to_prompt(hello.pod_id)
    _wait_for_restart(port)
    return True


def _wait_for_restart(port: str) -> None:
    """Wait until the port has disappeared and come back. A very fast restart goes unnoticed."""
    _wait(lambda: not Path(port).exists(), GONE_SECONDS)
    if not _wait(lambda: os.access(port, os.R_OK | os.W_OK), BACK_SECONDS):
        raise FlashError("the pod has not come back: unplug it, plug it in again, and retry")


def _wait(reached: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not reached():
        if time.monotonic() >= end:
            return False
        time.sleep(0.05)
    return True


def _copy(port: str, *, is_update: bool) -> None:
    """Copy the firmware to a pod. An update keeps the pod's own wiring in pins.py."""
    kept = {"pins.py"} if is_update else set()
    files = [str(file) for file in firmware_files() if file.name not in kept]
    command = [sys.executable, "-m", "mpremote", "connect", port, "cp", *files, ":", "+", "reset"]
    try:
        done = subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, timeout=COPY_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise FlashError("mpremote has not finished in time") from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        reason = said[-1] if said else f"status {done.returncode}"
        hint = "hold the pod's first soft key while you plug it in, and try again"
        raise FlashError(f"mpremote: {reason}; {hint}")


def _hello(port: str) -> Hello:
    with PodTalk(port) as talk:
        hello = talk.greet()
    if hello is None:
        raise FlashError("the firmware is installed, but the pod does not answer: replug it")
    return hello
