"""Frames on a pod's serial line: a zero byte, the COBS-encoded body and CRC-32, a zero byte.

Both ends use this file, on CPython and on MicroPython. PROTOCOL.md describes the format.
"""

from binascii import crc32
from struct import pack_into

CRC_SIZE = 4
# The CRC-32 of any body followed by its own CRC. It is small enough for a 32-bit MicroPython to
# compare without allocating memory.
GOOD = 0x2144DF1C
# The length of a session's shortest frame without its first byte. A reader that has one byte of a
# frame can wait for this many more: if the frame breaks off, the next frame ends the wait.
BLOCK = 12
BLOCK_FORMAT = "12s"


def coded_size(size: int) -> int:
    """Return the maximum length of `size` bytes after COBS encoding."""
    return size + size // 254 + 1


class Writer:
    """A frame encoder with preallocated buffers: fill `body`, then call `frame`."""

    def __init__(self, size: int) -> None:
        self.body = bytearray(size + CRC_SIZE)
        self.line = bytearray(coded_size(size + CRC_SIZE) + 2)
        self._view = memoryview(self.body)

    def frame(self, length: int) -> int:
        """Encode the first `length` bytes of `body` into `line`, and return the frame's length."""
        pack_into("<I", self.body, length, crc32(self._view[:length]))
        end = encode(self.body, length + CRC_SIZE, self.line, 1)
        self.line[0] = self.line[end] = 0
        return end + 1


class Reader:
    """A frame decoder with a preallocated buffer."""

    def __init__(self, size: int) -> None:
        self._coded = bytearray(coded_size(size + CRC_SIZE))
        self._nothing = bytes(len(self._coded))
        self.body = memoryview(self._coded)[1:]
        self._count = 0

    @property
    def is_inside_frame(self) -> bool:
        """Whether the last byte was in the middle of a frame."""
        return self._count > 0

    def take(self, byte: int) -> int:
        """Take the next byte, and return the length of the body that it completes, or 0.

        `body` holds the body until the next byte.
        """
        if byte:
            if self._count < len(self._coded):
                self._coded[self._count] = byte
                self._count += 1
            else:
                self._count = len(self._coded) + 1  # too long for any frame: skip to the next zero
            return 0
        count, self._count = self._count, 0
        return self._checked(count) if CRC_SIZE < count <= len(self._coded) else 0

    def take_block(self, block: bytearray) -> None:
        """Take the next BLOCK bytes at once. None of them may be zero."""
        if self._count + BLOCK <= len(self._coded):
            pack_into(BLOCK_FORMAT, self._coded, self._count, block)
            self._count += BLOCK
        else:
            self._count = len(self._coded) + 1

    def forget(self) -> None:
        """Erase everything that was read, so that no secret stays in memory."""
        self._coded[:] = self._nothing
        self._count = 0

    def _checked(self, count: int) -> int:
        length = decode(self._coded, count)
        if length <= CRC_SIZE or crc32(self.body[:length]) != GOOD:
            return 0
        return length - CRC_SIZE


def encode(data: bytearray, length: int, out: bytearray, start: int) -> int:
    """COBS-encode the first `length` bytes of `data` into `out`, starting at index `start`.

    Return the index in `out` after the last encoded byte.
    """
    mark, end, code = start, start + 1, 1
    for index in range(length):
        byte = data[index]
        if byte:
            out[end] = byte
            end += 1
            code += 1
        if not byte or (code == 255 and index + 1 < length):
            out[mark] = code
            mark, end, code = end, end + 1, 1
    out[mark] = code
    return end


def decode(buffer: bytearray, length: int) -> int:
    """Decode COBS in place. Return the length of the data, which starts at index 1, or -1.

    -1 means that the buffer is not valid COBS. A code replaces a zero, so decoding writes the
    zeros back and moves nothing; except after a code of 255, which replaces no zero.
    """
    code = place = buffer[0]
    while code and place < length:
        last, code = code, buffer[place]
        if last < 255:
            buffer[place] = 0
            place += code
        else:
            for index in range(place + 1, length):
                buffer[index - 1] = buffer[index]
            length -= 1
            place += code - 1
    return length - 1 if code and place == length else -1
