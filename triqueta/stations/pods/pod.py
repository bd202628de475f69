"""Pods at a table: detect them when they are plugged in, and assign each to a seat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import TracebackType
from typing import Any, Protocol, Self

from triqueta.runtime.host import Host
from triqueta.screens.canvas import SIZE
from triqueta.screens.frame import Frame, Light, picture
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Answer, Question, Screen, TextScreen
from triqueta.screens.station import SEATS, Contrasts, Key, seat_station
from triqueta.stations.pods.link import Connected, KeyChange, LinkEvent, Lost, WrongVersion
from triqueta.stations.pods.messages import KEYS, PROTOCOL, Hello, packed
from triqueta.stations.pods.port import PodLine, PortError, close_port, open_port
from triqueta.table.table import Table

OLDER = say("A pod is too old for this table: update the pod")
NEWER = say("A pod is too new for this table: update the table")
DOES_NOT_FIT = say("A pod has the wrong keys or the wrong screen")
NO_SCREEN = say("A pod's screen isn't responding")


def free_seats(table: Table) -> dict[int, Text]:
    """Return the seats without a private display and their names. Robots' seats are left out."""
    names = table.session.names if table.session else ()
    seats = range(len(names) or SEATS)
    return {
        seat: names[seat] if names else say("Seat {seat}", seat=seat + 1)
        for seat in seats
        if not table.has_station(seat) and not table.is_robot(seat)
    }


def who_sits_here(seats: Mapping[int, Text]) -> Screen:
    """Return the screen on which a new pod asks for its seat; petal keys are seat numbers."""
    title = say("Who sits here?")
    if not seats:
        return TextScreen(title=title, text=say("Every seat has a display of its own."))
    answers = tuple(Answer(seat + 1, name) for seat, name in seats.items())
    return Question(title=title, answers=answers)


class PodMemory(Protocol):
    """Storage for the seats of pods across restarts: the journal."""

    def pods(self) -> dict[str, int]: ...

    def remember_pods(self, seats: dict[str, int]) -> None: ...


class Seating:
    """The remembered seats of pods, by pod id. Each seat is remembered for one pod at most.

    Seats count from 0.
    """

    def __init__(self, host: Host, memory: PodMemory) -> None:
        self._host = host
        self._memory = memory
        self._seats = memory.pods()

    def free(self) -> dict[int, Text]:
        return free_seats(self._host.table)

    def seat_of(self, pod_id: str) -> int | None:
        """Return the remembered seat of a pod, or None if there is none or if it is taken."""
        seat = self._seats.get(pod_id)
        return None if seat is None or self._host.table.has_station(seat) else seat

    def remember(self, pod_id: str, seat: int) -> None:
        others = {pod: taken for pod, taken in self._seats.items() if taken != seat}
        self._keep({**others, pod_id: seat})

    def forget(self, pod_id: str) -> None:
        self._keep({pod: seat for pod, seat in self._seats.items() if pod != pod_id})

    def _keep(self, seats: dict[str, int]) -> None:
        self._seats = seats
        self._host.keep(partial(self._memory.remember_pods, seats))


MOVE_KEYS = frozenset((Key.SOFT1, Key.SOFT3))
MOVE_SECONDS = 2.0


class Pod:
    """A pod, or something else, on a serial port.

    `ended` is called when the port is dead or closed.
    """

    def __init__(
        self,
        port: Any,
        host: Host,
        seating: Seating,
        contrasts: Contrasts,
        ended: Callable[[Pod], None],
    ) -> None:
        self.port = port
        self.hello: Hello | None = None  # set while a suitable pod is connected
        self.seat: int | None = None
        self._host = host
        self._seating = seating
        self._contrasts = contrasts
        self._ended = ended
        self._time = asyncio.get_running_loop().time
        self._blind = False  # whether its screen does not work
        self._shown: Frame | None = None
        self._down: set[Key] = set()
        self._move_at: float | None = None
        self.line = PodLine(port, self)

    # --- from the line

    def take(self, event: LinkEvent) -> None:
        match event:
            case Connected(hello):
                self._come(hello)
            case Lost():
                self._go()
            case WrongVersion(hello):
                self._host.tell(OLDER if hello.protocol < PROTOCOL else NEWER)
            case KeyChange(key, down) if key < len(KEYS):
                self._on_key(KEYS[key], down=down)

    def turn(self) -> None:
        if self.hello is None:
            return
        was_blind, self._blind = self._blind, not self.line.link.screen_works
        if self._blind:
            if not was_blind:
                self._do_without_screen()
        elif self.seat is None:
            self._find_seat(self.hello)  # its remembered seat may have become free
        elif self._move_at is not None and self._time() >= self._move_at:
            self._stand_up()

    def ended(self) -> None:
        self._ended(self)

    # --- coming and going

    def _come(self, hello: Hello) -> None:
        if hello.size != SIZE or hello.keys < len(KEYS):
            self._host.tell(DOES_NOT_FIT)
            return
        self.hello = hello
        self._blind = False
        self._find_seat(hello)

    def _find_seat(self, hello: Hello) -> None:
        seat = self._seating.seat_of(hello.pod_id)
        if seat is None:
            self._ask()
        else:
            self._sit_down(seat)

    def _go(self) -> None:
        self.hello = None
        self._leave_seat()

    def _sit_down(self, seat: int) -> None:
        self.seat = seat
        self._host.attach(seat_station(seat), self._show, self)

    def _leave_seat(self) -> None:
        """Blank the screen, which may show a secret of the seat, and detach from the station."""
        seat, self.seat = self.seat, None
        self._shown = self._move_at = None
        self._down.clear()
        self.line.link.blank()
        if seat is not None:
            self._host.detach(seat_station(seat), self)

    def _stand_up(self) -> None:
        if self.hello is not None:
            self._seating.forget(self.hello.pod_id)
        self._leave_seat()
        self._ask()

    def _do_without_screen(self) -> None:
        """Leave the seat, so that its player uses the table's screen."""
        self._leave_seat()
        self._host.tell(NO_SCREEN)

    # --- pictures

    def _show(self, frame: Frame) -> None:
        if frame == self._shown:
            return
        self._shown = frame
        link = self.line.link
        if frame.light is Light.OFF:
            link.blank()
        else:
            link.set_contrast(self._contrasts.of(frame.light))
            link.show(packed(picture(frame)))
        self.line.flush()

    def _ask(self) -> None:
        """Ask for the pod's seat, at the table's brightness. Repeated, as free seats change."""
        if self._host.is_saving:  # unsaved seats must not be shown; a later turn asks again
            return
        table = self._host.table
        screen = who_sits_here(self._seating.free())
        self._show(Frame(screen, table.language, light=table.light))

    # --- keys

    def _on_key(self, key: Key, *, down: bool) -> None:
        if self.seat is not None:
            self._on_key_of_seat(seat_station(self.seat), key, down=down)
        elif down:
            self._answer(key)

    def _on_key_of_seat(self, station: str, key: Key, *, down: bool) -> None:
        if not down:
            self._down.discard(key)
            self._host.up(station, key)
        elif self._host.press(station, self, key):
            self._down.add(key)
        moving = self._down >= MOVE_KEYS
        self._move_at = self._time() + MOVE_SECONDS if moving else None

    def _answer(self, key: Key) -> None:
        if self.hello is None or self._blind:
            return
        if self._host.wake():
            return  # this key only woke the screens
        if key.is_petal and key.number - 1 in self._seating.free():
            self._seating.remember(self.hello.pod_id, key.number - 1)
            self._sit_down(key.number - 1)


LOOK_SECONDS = 1.0

log = logging.getLogger("triqueta.pods")


class PodKeeper:
    """A context manager that connects pods as they are plugged in.

    `find` returns the paths of ports that may be pods.
    """

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
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
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
        """Open new ports, in threads, because a port that hangs must not stop the game."""
        try:
            found = set(await asyncio.to_thread(lambda: list(self._find())))
        except OSError as error:
            log.warning("cannot search for pods: %s", error)
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
        """Log why a port cannot be opened, once per reason."""
        if self._refused.get(path) != reason:
            self._refused[path] = reason
            log.warning("no pod on %s: %s", path, reason)

    def _ended(self, pod: Pod) -> None:
        task = asyncio.create_task(self._close(pod))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _close(self, pod: Pod) -> None:
        """Close a pod's port in a thread. Only then can its path be opened again."""
        port: Any = pod.port
        await asyncio.to_thread(close_port, port)
        self.pods = {path: other for path, other in self.pods.items() if other is not pod}
        log.info("%s: closed", port.port)
