"""A pod at a table: it asks whose it is, then it is a seat's own station."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from triqueta.runtime.host import Host
from triqueta.screens.canvas import SIZE
from triqueta.screens.frame import Frame, Light, picture
from triqueta.stations.contrasts import Contrasts
from triqueta.stations.pods.line import PodLine
from triqueta.stations.pods.link import Connected, KeyChange, LinkEvent, Lost, WrongVersion
from triqueta.stations.pods.messages import KEYS, PROTOCOL, Hello
from triqueta.stations.pods.pictures import packed
from triqueta.stations.pods.seating import Seating
from triqueta.table.events import Key, seat_station
from triqueta.table.pod_phrases import DOES_NOT_FIT, NEWER, NO_SCREEN, OLDER, who_sits_here

MOVE_KEYS = frozenset((Key.SOFT1, Key.SOFT3))
MOVE_SECONDS = 2.0


class Pod:
    """What is at the end of one port. `ended` is called when the port is dead or closed."""

    def __init__(
        self,
        port: Any,
        host: Host,
        seating: Seating,
        contrasts: Contrasts,
        ended: Callable[[Pod], None],
    ) -> None:
        self.port = port
        self.hello: Hello | None = None  # of a pod that is there and fits
        self.seat: int | None = None
        self._host = host
        self._seating = seating
        self._contrasts = contrasts
        self._ended = ended
        self._time = asyncio.get_running_loop().time
        self._blind = False  # its own screen does not answer
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
            self._find_seat(self.hello)  # the one remembered may be free by now
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
        """Nothing of the seat's stays on the screen."""
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
        """Who can't see a hand here has to see it at the table."""
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
        """Ask whose it is, as bright as the table; the free seats may be others by now."""
        if self._host.is_saving:  # who sits where may not be saved yet; it asks again later
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
            return  # this key has only lit the screens
        if key.is_petal and key.number - 1 in self._seating.free():
            self._seating.remember(self.hello.pod_id, key.number - 1)
            self._sit_down(key.number - 1)
