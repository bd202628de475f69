"""Pictures as a pod keeps them: 8 pages of 128 bytes, a byte 8 pixels, the lowest bit on top."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Iterator

from PIL import Image

WIDTH, PAGES = 128, 8
PICTURE_BYTES = WIDTH * PAGES
DARK = bytes(PICTURE_BYTES)
DARK_CRC = crc32(DARK)

_SPAN_HEAD = 3  # page, column, length: a gap of no more than this costs less than a new span


def packed(image: Image.Image) -> bytes:
    """A picture of 128 by 64 pixels, one bit each, in the order of a pod's memory."""
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()  # 8 bytes each, bottom first
    return b"".join(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def unpacked(picture: bytes) -> Image.Image:
    """The other way round."""
    columns = bytes(
        picture[page * WIDTH + column]
        for column in range(WIDTH)
        for page in reversed(range(PAGES))
    )
    return Image.frombytes("1", (8 * PAGES, WIDTH), columns).transpose(Image.Transpose.ROTATE_90)


def changes(old: bytes, new: bytes) -> bytes:
    """What turns one picture into another: spans of page, column, length and so many bytes."""
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
