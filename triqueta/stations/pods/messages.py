"""What table and pod say to each other, as bytes and as values: firmware/pod/PROTOCOL.md."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TypeAlias

from triqueta.stations.pods.framing import Writer
from triqueta.table.events import Key

PROTOCOL = 1

KEYS = tuple(Key)
"""By their numbers on the line: the petals, then the soft keys."""

ASK, BEAT, PICTURE, BLANK, CONTRAST, UPDATE, LONG = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07
HELLO, STATUS = 0x81, 0x82

MAX_BODY = 128
"""No pod of this version sends more in one frame; a newer one's hello may be longer than ours."""

_HEADER = struct.Struct("<BHHH")
_HELLO = struct.Struct("<HBBBBBBBB")
_STATUS = struct.Struct("<IBB")
_LIT, _SCREEN_WORKS, _KEY_DOWN = 0x01, 0x02, 0x80


@dataclass(frozen=True, slots=True)
class Hello:
    """Who a pod is. `session` is 0 while the pod talks to nobody."""

    session: int
    nonce: int
    protocol: int
    firmware: tuple[int, int, int]
    size: tuple[int, int]
    keys: int
    pod_id: str


@dataclass(frozen=True, slots=True)
class Status:
    """How a pod is: the last order it has seen to, what it shows, and keys to be confirmed."""

    session: int
    first: int
    done: int
    crc: int
    contrast: int
    lit: bool
    screen_works: bool
    events: tuple[tuple[int, bool], ...]


PodMessage: TypeAlias = Hello | Status


def parsed(body: bytes) -> PodMessage | None:
    """A pod's message; None for what no pod says."""
    if len(body) < _HEADER.size:
        return None
    kind, session, first, done = _HEADER.unpack_from(body)
    rest = body[_HEADER.size :]
    if kind == HELLO and len(rest) >= _HELLO.size:
        return _hello(session, rest)
    if kind == STATUS and len(rest) >= _STATUS.size:
        return _status(session, first, done, rest)
    return None


def _hello(session: int, rest: bytes) -> Hello | None:
    nonce, protocol, *firmware, width, height, keys, size = _HELLO.unpack_from(rest)
    pod_id = rest[_HELLO.size : _HELLO.size + size]
    if len(pod_id) < size:
        return None
    version = (firmware[0], firmware[1], firmware[2])
    return Hello(session, nonce, protocol, version, (width, height), keys, pod_id.hex())


def _status(session: int, first: int, done: int, rest: bytes) -> Status:
    crc, contrast, flags = _STATUS.unpack_from(rest)
    events = tuple((event & ~_KEY_DOWN, bool(event & _KEY_DOWN)) for event in rest[_STATUS.size :])
    works = bool(flags & _SCREEN_WORKS)
    return Status(session, first, done, crc, contrast, bool(flags & _LIT), works, events)


def framed(kind: int, session: int, number: int, got: int, payload: bytes = b"") -> bytes:
    """A message of the table's, ready for the line."""
    body = _HEADER.pack(kind, session, number, got) + payload
    writer = Writer(len(body))
    writer.body[: len(body)] = body
    return bytes(writer.line[: writer.frame(len(body))])


def ask(nonce: int) -> bytes:
    return framed(ASK, 0, 0, 0, struct.pack("<BH", PROTOCOL, nonce))


def update(pod_id: str) -> bytes:
    """Sends the pod to MicroPython's prompt; pods of every version understand it."""
    return framed(UPDATE, 0, 0, 0, bytes.fromhex(pod_id))


def length(size: int) -> bytes:
    """The payload that announces a long frame."""
    return struct.pack("<H", size)


def picture_order(base_crc: int, crc: int, spans: bytes) -> bytes:
    """The payload of a picture order."""
    return struct.pack("<II", base_crc, crc) + spans
