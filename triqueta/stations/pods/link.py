"""The table's end of the protocol with a pod, without port and clock.

It turns received bytes into events, and provides the bytes to send. The table sets the state that
the pod should have. The link compares that with the state that the pod reports, and sends one
order at a time until they agree, even on an unreliable line. Each key change reaches the table
once and in order.
"""

from __future__ import annotations

import secrets
from binascii import crc32
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from triqueta.stations.pods import messages
from triqueta.stations.pods.framing import Reader
from triqueta.stations.pods.messages import DARK, Hello, Status, changes

BEAT_SECONDS = 0.5
AGAIN_SECONDS, AGAIN_SECONDS_PER_BYTE = 0.3, 0.0005
LONG_BYTES = 128
"""Orders of at least this size are announced, so that the pod can read them in larger pieces."""
SILENCE_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Connected:
    """The pod is connected and dark. All its keys count as up."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Lost:
    """The pod has gone silent or restarted. Keys that were down are released before this event."""


@dataclass(frozen=True, slots=True)
class WrongVersion:
    """A pod answers, but it uses an older or newer protocol."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class KeyChange:
    key: int
    down: bool


LinkEvent: TypeAlias = Connected | Lost | WrongVersion | KeyChange


@dataclass(slots=True)
class _Session:
    """The state of the connection to a pod since its hello."""

    number: int
    heard: float
    status: Status | None = None
    order: int = 0
    sent: bytes | None = None  # the frame of an order that is not confirmed yet
    sent_at: float = 0.0
    sent_picture: bytes | None = DARK  # the pod's picture once the last order is done
    shown: bytes | None = DARK  # the pod's picture as it has confirmed, None if unknown
    got: int = 0  # the number of the next key event
    confirm: bool = False
    down: set[int] = field(default_factory=set)


def _nonce() -> int:
    return 1 + secrets.randbelow(0xFFFF)


class PodLink:
    """A connection to a pod.

    Pass received bytes to `receive`, call `tick` regularly, and write the bytes from `output`.
    """

    def __init__(self, nonce: Callable[[], int] = _nonce) -> None:
        self._make_nonce = nonce
        self._nonce = nonce()
        self._reader = Reader(messages.MAX_BODY)
        self._session: _Session | None = None
        self._refused: Hello | None = None
        self._picture: bytes | None = None
        self._contrast = 0xFF
        self._last_output: float | None = None

    # --- the wanted state of the pod

    def show(self, picture: bytes) -> None:
        """Set the picture to show, of 1024 bytes."""
        if len(picture) != len(DARK):
            raise ValueError(f"a pod's picture has {len(DARK)} bytes, not {len(picture)}")
        self._picture = bytes(picture)

    def blank(self) -> None:
        """Switch the screen off until the next picture."""
        self._picture = None

    def set_contrast(self, contrast: int) -> None:
        self._contrast = contrast

    @property
    def connected(self) -> bool:
        return self._session is not None

    @property
    def agreed(self) -> bool:
        """Whether the pod has confirmed the wanted state."""
        session = self._session
        return session is not None and not session.sent and self._order(session) is None

    @property
    def screen_works(self) -> bool:
        """Whether the pod's screen works. True until the pod reports that it doesn't."""
        status = self._session.status if self._session else None
        return status is None or status.screen_works

    # --- bytes in

    def receive(self, data: bytes, now: float) -> list[LinkEvent]:
        events: list[LinkEvent] = []
        for byte in data:
            length = self._reader.take(byte)
            message = messages.parsed(bytes(self._reader.body[:length])) if length else None
            if isinstance(message, Hello):
                events += self._on_hello(message, now)
            elif message is not None:
                events += self._on_status(message, now)
        return events

    def _on_hello(self, hello: Hello, now: float) -> list[LinkEvent]:
        if hello.protocol != messages.PROTOCOL:
            return self._refuse(hello)
        self._refused = None
        if self._session is not None:  # a different number: the pod has restarted or timed out
            return self._end() if hello.session != self._session.number else []
        if hello.session == 0 or hello.nonce != self._nonce:
            return []
        self._session = _Session(hello.session, heard=now)
        return [Connected(hello)]

    def _refuse(self, hello: Hello) -> list[LinkEvent]:
        events = self._end()
        if self._refused is None or self._refused.protocol != hello.protocol:
            events.append(WrongVersion(hello))
        self._refused = hello
        return events

    def _on_status(self, status: Status, now: float) -> list[LinkEvent]:
        session = self._session
        if session is None or status.session != session.number:
            return []
        session.heard = now
        self._compare(session, status)
        return self._new_keys(session, status)

    def _compare(self, session: _Session, status: Status) -> None:
        """Update the pod's state from a report, unless it was sent before the last order."""
        if status.done != session.order:
            return
        session.status = status
        session.sent = None
        picture = session.sent_picture
        known = picture is not None and crc32(picture) == status.crc
        session.shown = session.sent_picture = picture if known else None

    def _new_keys(self, session: _Session, status: Status) -> list[LinkEvent]:
        events: list[LinkEvent] = []
        for index, (key, down) in enumerate(status.events):
            session.confirm = True  # also for known events: the last confirmation was lost
            if (status.first + index) & 0xFFFF == session.got:
                session.got = (session.got + 1) & 0xFFFF
                events.append(KeyChange(key, down))
                if down:
                    session.down.add(key)
                else:
                    session.down.discard(key)
        return events

    def tick(self, now: float) -> list[LinkEvent]:
        """End the session if the pod has gone silent; return the resulting events."""
        session = self._session
        if session is not None and now - session.heard >= SILENCE_SECONDS:
            return self._end()
        return []

    def give_up(self) -> list[LinkEvent]:
        """End the session because the line is gone; return the resulting events."""
        return self._end()

    def _end(self) -> list[LinkEvent]:
        session, self._session = self._session, None
        if session is None:
            return []
        self._nonce = self._make_nonce()
        self._last_output = None
        return [*(KeyChange(key, False) for key in sorted(session.down)), Lost()]

    # --- bytes out

    def output(self, now: float) -> bytes:
        """Return the bytes to write to the line now, empty if there is nothing to send yet."""
        data = self._said(self._session, now) if self._session else self._asked(now)
        if data:
            self._last_output = now
        return data

    def _quiet(self, now: float) -> float:
        return BEAT_SECONDS if self._last_output is None else now - self._last_output

    def _asked(self, now: float) -> bytes:
        return messages.ask(self._nonce) if self._quiet(now) >= BEAT_SECONDS else b""

    def _said(self, session: _Session, now: float) -> bytes:
        data = self._ordered(session, now)
        if data or session.confirm or self._quiet(now) >= BEAT_SECONDS:
            session.confirm = False
            return data or self._framed(session, messages.BEAT)
        return b""

    def _ordered(self, session: _Session, now: float) -> bytes:
        """Return the next order, or nothing while an order is unconfirmed.

        An order to blank the screen does not wait.
        """
        waiting = session.sent is not None
        if waiting and now < self._overdue(session) and not self._must_blank(session):
            return b""
        if waiting:
            session.shown = None  # unknown whether it was done, so send the whole picture
        order = self._order(session)
        if order is None:
            return b""
        message_type, payload = order
        session.order = session.order % 0xFFFF + 1
        session.sent_picture = self._after(session, message_type)
        session.sent = self._framed(session, message_type, payload)
        session.sent_at = now
        return self._announced(session, session.sent)

    def _overdue(self, session: _Session) -> float:
        """Return when an unconfirmed order times out. Large orders get more time."""
        size = len(session.sent or b"")
        return session.sent_at + AGAIN_SECONDS + size * AGAIN_SECONDS_PER_BYTE

    def _announced(self, session: _Session, frame: bytes) -> bytes:
        if len(frame) < LONG_BYTES:
            return frame
        return self._framed(session, messages.LONG, messages.length(len(frame))) + frame

    def _must_blank(self, session: _Session) -> bool:
        return self._picture is None and session.sent_picture is not DARK

    def _order(self, session: _Session) -> tuple[int, bytes] | None:
        """Return the type and payload of the next order, or None if the pod needs none."""
        status, wanted = session.status, self._picture
        if wanted is None and (session.shown != DARK or (status is not None and status.lit)):
            return messages.BLANK, b""
        if status is None or status.contrast != self._contrast:
            return messages.CONTRAST, bytes((self._contrast,))
        if wanted is not None and not (session.shown == wanted and status.lit):
            base = DARK if session.shown is None else session.shown
            spans = changes(base, wanted)
            return messages.PICTURE, messages.picture_order(crc32(base), crc32(wanted), spans)
        return None

    def _after(self, session: _Session, message_type: int) -> bytes | None:
        if message_type == messages.BLANK:
            return DARK
        return self._picture if message_type == messages.PICTURE else session.shown

    def _framed(self, session: _Session, message_type: int, payload: bytes = b"") -> bytes:
        return messages.framed(message_type, session.number, session.order, session.got, payload)
