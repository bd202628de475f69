"""Encode and decode the messages between table and pod (see firmware/pod/PROTOCOL.md).

A pod stores a picture in 8 pages of 128 bytes. A byte is 8 pixels in a column, with the lowest bit
at the top.
"""

from __future__ import annotations

import struct
from binascii import crc32
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from PIL import Image

from triqueta.screens.station import Key
from triqueta.stations.pods.framing import Writer

PROTOCOL = 1

KEYS = tuple(Key)
"""The keys in the order of their numbers in the protocol: the petal keys, then the soft keys."""

ASK, BEAT, PICTURE, BLANK, CONTRAST, UPDATE, LONG = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07
HELLO, STATUS = 0x81, 0x82

MAX_BODY = 128
"""Maximum size of a pod's message. It leaves room for a longer hello of newer versions."""

_HEADER = struct.Struct("<BHHH")
_HELLO = struct.Struct("<HBBBBBBBB")
_STATUS = struct.Struct("<IBB")
_LIT, _SCREEN_WORKS, _KEY_DOWN = 0x01, 0x02, 0x80


@dataclass(frozen=True, slots=True)
class Hello:
    """A pod's description of itself. `session` is 0 while it is not connected to a table."""

    session: int
    nonce: int
    protocol: int
    firmware: tuple[int, int, int]
    size: tuple[int, int]
    keys: int
    pod_id: str


@dataclass(frozen=True, slots=True)
class Status:
    """A pod's state: the last order it has done, its picture, and unconfirmed key events."""

    session: int
    first: int
    done: int
    crc: int
    contrast: int
    lit: bool
    screen_works: bool
    events: tuple[tuple[int, bool], ...]  # pairs of key number and whether it is down


PodMessage: TypeAlias = Hello | Status


def parsed(body: bytes) -> PodMessage | None:
    """Return the message in a frame's body, or None if it is not valid."""
    if len(body) < _HEADER.size:
        return None
    message_type, session, first, done = _HEADER.unpack_from(body)
    rest = body[_HEADER.size :]
    if message_type == HELLO and len(rest) >= _HELLO.size:
        return _hello(session, rest)
    if message_type == STATUS and len(rest) >= _STATUS.size:
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


def framed(message_type: int, session: int, number: int, got: int, payload: bytes = b"") -> bytes:
    """Return a frame with one of the table's messages."""
    body = _HEADER.pack(message_type, session, number, got) + payload
    writer = Writer(len(body))
    writer.body[: len(body)] = body
    return bytes(writer.line[: writer.frame(len(body))])


def ask(nonce: int) -> bytes:
    return framed(ASK, 0, 0, 0, struct.pack("<BH", PROTOCOL, nonce))


def update(pod_id: str) -> bytes:
    """Return the frame that makes a pod of any version restart into MicroPython's prompt."""
    return framed(UPDATE, 0, 0, 0, bytes.fromhex(pod_id))


def length(size: int) -> bytes:
    """Return the payload that announces a frame of `size` bytes."""
    return struct.pack("<H", size)


def picture_order(base_crc: int, crc: int, spans: bytes) -> bytes:
    """Return the payload of a picture order.

    `spans` turn the picture with the CRC `base_crc` into the one with the CRC `crc`.
    """
    return struct.pack("<II", base_crc, crc) + spans


# Pictures.

WIDTH, PAGES = 128, 8
PICTURE_BYTES = WIDTH * PAGES
DARK = bytes(PICTURE_BYTES)
DARK_CRC = crc32(DARK)

_SPAN_HEAD = 3  # page, column, length: a gap up to this size costs less than a new span


def packed(image: Image.Image) -> bytes:
    """Return a picture of 128 by 64 pixels of one bit as bytes in the order of a pod's memory."""
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()  # 8 bytes each, bottom first
    return b"".join(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def unpacked(picture: bytes) -> Image.Image:
    """Return the picture for bytes in the order of a pod's memory, the inverse of `packed`."""
    columns = bytes(
        picture[page * WIDTH + column]
        for column in range(WIDTH)
        for page in reversed(range(PAGES))
    )
    return Image.frombytes("1", (8 * PAGES, WIDTH), columns).transpose(Image.Transpose.ROTATE_90)


def changes(old: bytes, new: bytes) -> bytes:
    """Return spans that turn `old` into `new`, each as page, column, length and the new bytes."""
    return b"".join(
        bytes((start // WIDTH, start % WIDTH, end - start)) + new[start:end]
        for page in range(PAGES)
        for start, end in _spans(old, new, page * WIDTH)
    )


def _spans(old: bytes, new: bytes, page: int) -> Iterator[tuple[int, int]]:
    changed = [index for index in range(page, page + WIDTH) if old[index] != new[index]]
    while changed:
        count = 1
        while count < len(changed) and changed[count] - changed[count - 1] <= _SPAN_HEAD + 1:
            count += 1
        yield changed[0], changed[count - 1] + 1
        del changed[:count]
