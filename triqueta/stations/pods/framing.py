"""Frames on a pod's line: a zero byte, the COBS of a body and its CRC-32, a zero byte.

The same file serves both ends, on CPython and on MicroPython; PROTOCOL.md tells the format.
"""

from binascii import crc32
from struct import pack_into

CRC_SIZE = 4
# CRC-32 makes this number of every body that its own CRC follows. It is small enough for a
# 32-bit MicroPython to compare without taking memory.
GOOD = 0x2144DF1C
# As many bytes as the shortest frame of a session has after its first: who has read one byte of a
# frame and waits for so many more waits for the next frame at most, should this one break off.
BLOCK = 12
BLOCK_FORMAT = "12s"


def coded_size(size: int) -> int:
    """How many bytes COBS makes of `size` bytes at most."""
    return size + size // 254 + 1


class Writer:
    """Makes frames, one at a time, in memory taken once: fill `body`, then ask for `frame`."""

    def __init__(self, size: int) -> None:
        self.body = bytearray(size + CRC_SIZE)
        self.line = bytearray(coded_size(size + CRC_SIZE) + 2)
        self._view = memoryview(self.body)

    def frame(self, length: int) -> int:
        """Frames the first `length` bytes of the body: so many bytes of `line` are the frame."""
        pack_into("<I", self.body, length, crc32(self._view[:length]))
        end = encode(self.body, length + CRC_SIZE, self.line, 1)
        self.line[0] = self.line[end] = 0
        return end + 1


class Reader:
    """Finds frames among the bytes of a line, in memory taken once."""

    def __init__(self, size: int) -> None:
        self._coded = bytearray(coded_size(size + CRC_SIZE))
        self._nothing = bytes(len(self._coded))
        self.body = memoryview(self._coded)[1:]
        self._count = 0

    @property
    def amidst(self) -> bool:
        """A frame has begun, and not ended yet."""
        return self._count > 0

    def take(self, byte: int) -> int:
        """Takes a byte of the line: the length of the body that it completes, or 0.

        The body stays in `body` until the next byte is taken.
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
        """Takes BLOCK bytes of the line at once, none of which is a zero."""
        if self._count + BLOCK <= len(self._coded):
            pack_into(BLOCK_FORMAT, self._coded, self._count, block)
            self._count += BLOCK
        else:
            self._count = len(self._coded) + 1

    def forget(self) -> None:
        """Nothing of what was read stays in this memory."""
        self._coded[:] = self._nothing
        self._count = 0

    def _checked(self, count: int) -> int:
        length = decode(self._coded, count)
        if length <= CRC_SIZE or crc32(self.body[:length]) != GOOD:
            return 0
        return length - CRC_SIZE


def encode(data: bytearray, length: int, out: bytearray, start: int) -> int:
    """COBS: the first `length` bytes of `data` without their zeros, from `start` on in `out`.

    Returns where in `out` it ends.
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
    """Undoes COBS in place: what was encoded begins at 1. Its length, or -1 where this is no COBS.

    A code stands where a zero was, so the zeros are put back and all else stays where it is;
    except after a code of 255, where there was none.
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
