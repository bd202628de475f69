"""Both ends of a pod's line in one process and on one clock; tests can make the line faulty."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from tests.firmware.pod_code import display as pod_display
from tests.firmware.pod_code import link as pod_link
from tests.firmware.pod_code import screen as pod_screen
from triqueta.stations.pods.framing import BLOCK
from triqueta.stations.pods.link import KeyChange, LinkEvent, PodLink, _Session
from triqueta.stations.pods.messages import PICTURE_BYTES

POD_ID = bytes(range(1, 9))
STEP_MS = 10
WATCHDOG_MS = 1500
Fault = Callable[[bytes], bytes]


class ScreenBus:
    """An I2C bus with a modelled screen that shows a picture from before."""

    def __init__(self) -> None:
        self.screen = pod_screen.Screen(pod_display.pins.SCREEN, running=True)
        self.address = pod_display.ADDRESSES[0]  # 0: it does not answer

    def writeto(self, address: int, data: bytes) -> None:
        if address != self.address:
            raise OSError("no device answers")
        self.screen.write(data)


_Display: Any = pod_display.Display  # the firmware has no types, nor has MicroPython


class SeenDisplay(_Display):  # type: ignore[misc]  # for the same reason
    """The firmware's own display code on a modelled screen; `seen` has the pictures it showed."""

    def __init__(self) -> None:
        self.bus = ScreenBus()
        self.seen: list[bytes] = []
        self.words: tuple[str, ...] = ()
        super().__init__(self.bus)
        self.find()

    def eye(self) -> bytes:
        return bytes(self.bus.screen.picture())

    def show(self) -> None:
        super().show()
        self.words = ()
        self.seen.append(self.eye())

    def blank(self) -> None:
        super().blank()
        self.words = ()
        self.seen.append(self.eye())

    def say(self, *lines: str) -> None:
        super().say(*lines)
        self.words = lines


def written(*lines: str) -> bytes:
    """Return the picture of a screen that says these lines."""
    display = SeenDisplay()
    display.say(*lines)
    return display.eye()


WAITING = written("Waiting for", "the table")


class Line:
    """A table's end and a pod's end of a line. A fault changes the bytes of one direction."""

    def __init__(self) -> None:
        self.now = 0
        self._fresh = count(1)
        self._nonces = count(1)
        self.events: list[LinkEvent] = []
        self.to_pod: Fault = bytes
        self.to_table: Fault = bytes
        self.restarts = 0
        self.pod_sends = b""
        self.sent_to_pod: list[bytes] = []
        self.sent_to_table: list[bytes] = []
        self.start_pod()
        self.start_table()

    def start_pod(self) -> None:
        """Start the pod, as when it is plugged in or its watchdog resets it."""
        self.display = SeenDisplay()
        self.unread = b""
        self.fed = self.now  # its watchdog
        self.pod = pod_link.Link(
            self.display, POD_ID, self._pod_sends, lambda: next(self._fresh) & 0xFFFF, self.now
        )

    def start_table(self) -> None:
        self.table = PodLink(lambda: next(self._nonces))

    def _pod_sends(self, buffer: bytearray, length: int) -> None:
        self.pod_sends += bytes(buffer[:length])

    def step(self) -> None:
        """Advance by a hundredth of a second: each end receives the other's bytes and answers."""
        self.now += STEP_MS
        said = self.table.output(self.now / 1000)
        if said:
            self.sent_to_pod.append(said)
        self.pod_hears(self.to_pod(said))
        if not self.pod_waits:
            self.fed = self.now
            self.pod.tick(self.now)
        elif self.now - self.fed >= WATCHDOG_MS:
            self.restarts += 1
            self.start_pod()
        said, self.pod_sends = self.pod_sends, b""
        if said:
            self.sent_to_table.append(said)
        self.events += self.table.receive(self.to_table(said), self.now / 1000)
        self.events += self.table.tick(self.now / 1000)

    def pod_hears(self, data: bytes) -> None:
        """Give the pod bytes to read, in blocks where its program would read blocks."""
        self.unread += data
        while self.unread and not self.pod_waits:
            if self.pod.in_blocks():
                self.pod.block[:] = self.unread[:BLOCK]
                self.unread = self.unread[BLOCK:]
                self.pod.take_block(self.now)
            else:
                byte, self.unread = self.unread[0], self.unread[1:]
                self.pod.take(byte, self.now)

    @property
    def pod_waits(self) -> bool:
        """Whether the pod is blocked, waiting for the rest of a block."""
        return self.pod.in_blocks() and 0 < len(self.unread) < BLOCK

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds * 1000 / STEP_MS)):
            self.step()

    def settle(self, seconds: float = 6) -> None:
        """Run until both ends agree; fail if they don't within `seconds`."""
        for _ in range(round(seconds * 1000 / STEP_MS)):
            self.step()
            if self.table.agreed:
                return
        raise AssertionError("table and pod do not agree on the picture")

    def press(self, *changes: tuple[int, bool]) -> None:
        for key, down in changes:
            assert self.pod.key(key, down)

    def keys(self) -> list[tuple[int, bool]]:
        return [(event.key, event.down) for event in self.events if isinstance(event, KeyChange)]


def session_of(link: PodLink) -> _Session:
    assert link._session is not None
    return link._session


def picture(number: int) -> bytes:
    """Return the picture with this number; two of them differ in a few spans."""
    drawn = bytearray(PICTURE_BYTES)
    for page in range(number % 3, 8, 3):
        drawn[page * 128 + number : page * 128 + number + 9] = bytes(range(number, number + 9))
    return bytes(drawn)


def full_picture(number: int) -> bytes:
    """Return a picture that differs from others everywhere, so its order is announced."""
    return bytes((number * 7 + place * 13) % 251 for place in range(PICTURE_BYTES))
