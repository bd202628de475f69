"""Read a damaged journal without SQLite: every copy of every page, and the rows found in them."""

from __future__ import annotations

import json
import os
import re
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from zlib import crc32

from triqueta.journal.file import beside, content
from triqueta.journal.write_ahead import Log, LogFrame

PAGE_SIZE = 4096


@dataclass(frozen=True, slots=True)
class PageCopy:
    """A page number, and the image of the file to read the page from.

    An image is the file as a transaction left it. Its number is the index in the sequence of
    `Pages` at which the transaction ends.
    """

    page: int
    image: int


class Pages:
    """The pages of an open file and of its log.

    They form a sequence from old to new: frames of the previous log, the file itself (None),
    frames of the current log. The content of a page in an image is in the last frame of that page
    before the image's end; without such a frame it is in the file.
    """

    def __init__(self, descriptor: int, log: Log) -> None:
        self._descriptor = descriptor
        self.last = -(-os.fstat(descriptor).st_size // PAGE_SIZE)
        current = log.current()
        ours = set(map(id, current))
        older = [frame for frame in log.frames if id(frame) not in ours]
        self._frames: list[LogFrame | None] = [*older, None, *current]
        self._file = len(older)
        commits = [end for end, frame in enumerate(self._frames, 1) if frame and frame.commits]
        self.newest = max([self._file + 1, *commits])
        self._ends = [*commits, len(self._frames)]
        self._frames_of: dict[int, list[int]] = {}
        for index, frame in enumerate(self._frames):
            if frame is not None:
                self._frames_of.setdefault(frame.page, []).append(index)

    def __len__(self) -> int:
        """Return an upper limit for the number of items that `copies` yields."""
        return self.last + len(self._frames)

    def copies(self) -> Iterator[PageCopy]:
        """Yield each copy of each page once: the newest image first, then older ones."""
        pages = sorted({*range(1, self.last + 1), *self._frames_of})
        yield from (PageCopy(page, self.newest) for page in pages)
        yield from self._older_copies(range(self._file + 1, len(self._frames)))
        for page in pages:
            if self._frame(page, self.newest) is not None:
                yield PageCopy(page, self._file + 1)
        yield from self._older_copies(range(self._file))

    def _older_copies(self, indexes: range) -> Iterator[PageCopy]:
        for index in reversed(indexes):
            frame = self._frames[index]
            if frame is not None and self._frame(frame.page, self.newest) is not frame:
                yield PageCopy(frame.page, self._ends[bisect_left(self._ends, index + 1)])

    def read(self, copy: PageCopy) -> bytes:
        """Return the content of a page, or b"" if there is no such page."""
        frame = self._frame(copy.page, copy.image)
        if frame is not None:
            return frame.content
        if not 0 < copy.page <= self.last:
            return b""
        found = os.pread(self._descriptor, PAGE_SIZE, (copy.page - 1) * PAGE_SIZE)
        return found.ljust(PAGE_SIZE, b"\0")

    def _frame(self, page: int, image: int) -> LogFrame | None:
        """Return the frame that holds a page of an image, or None if the file holds it."""
        indexes = self._frames_of.get(page, [])
        found = bisect_left(indexes, image) - 1
        if found < 0 or indexes[found] < self._file < image:
            return None
        return self._frames[indexes[found]]


@contextmanager
def open_pages(path: Path) -> Iterator[Pages]:
    """Open a journal's file and its log for reading their pages."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        yield Pages(descriptor, Log(content(beside(path, "-wal")), PAGE_SIZE))
    finally:
        os.close(descriptor)


Value = int | bytes | None

# SQLite's serial types. 8 and 9 are the constants 0 and 1; odd types from 13 on are texts.
_NUMBER_BYTES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)
_ZERO, _ONE, _FIRST_TEXT = 8, 9, 13
_NULL = rb"\x00"  # the type of a row id, which is stored before the record
_INTEGER = rb"[\x01-\x06\x08\x09]"
_TEXT = rb"(?:[\x0d-\x7f]|[\x81-\xff][\x80-\xff]{0,2}[\x00-\x7f])"


class SqlTable(Enum):
    """A table of the journal; the value matches the serial types of its columns."""

    GAME = _NULL + _INTEGER + _TEXT + _INTEGER
    ENTRY = _INTEGER + _INTEGER + _TEXT + _INTEGER
    SETTING = _TEXT + _TEXT + _INTEGER
    SUMMARY = _NULL + _INTEGER + _INTEGER + _TEXT + _TEXT + _INTEGER


_TABLES = b"|".join(b"(?P<%b>%b)" % (table.name.encode(), table.value) for table in SqlTable)
_HEADER = re.compile(rb"[\x04-\x0d](?:" + _TABLES + rb")")
_GAME_TEXT = re.compile(rb'\{\s*"format": "[a-z]+-record/[0-9]+"')
_LONG_TEXT = 8186  # bytes: from this size on, the type of a text takes three bytes, not two

# How many bytes of a record are in the page of its cell; the rest is on overflow pages.
_MOST_OF_TABLE = PAGE_SIZE - 35
_MOST_OF_INDEX = (PAGE_SIZE - 12) * 64 // 255 - 23  # also for a table without row ids
_LEAST = (PAGE_SIZE - 12) * 32 // 255 - 23
_LINK = 4  # bytes: the number of the next overflow page
_OVERFLOW = PAGE_SIZE - _LINK


@dataclass(frozen=True, slots=True)
class RawRow:
    """A row with a correct checksum: its values without the checksum, texts as bytes."""

    table: SqlTable
    values: tuple[Value, ...]
    start: int  # offset of its record in the page
    body: int  # offset of its values; for a game, of its text


@dataclass(frozen=True, slots=True)
class LooseRecord:
    """The text of a game whose row is damaged, and its probable number."""

    number: int
    text: str


class RawPage:
    """A copy of a page, and the overflow pages of its rows."""

    def __init__(self, pages: Pages, copy: PageCopy) -> None:
        self._pages = pages
        self._copy = copy
        self._content = pages.read(copy)

    def rows(self) -> Iterator[RawRow]:
        """Yield the rows with a correct checksum."""
        found = _HEADER.search(self._content)
        while found:
            row = self.row(found.start())
            if row is not None:
                yield row
            found = _HEADER.search(self._content, found.start() + 1)

    def row(self, start: int) -> RawRow | None:
        """Return the row whose record starts at this offset, or None if no sound row does."""
        found = _HEADER.match(self._content, start)
        if found is None or self._content[start] != found.end() - start:
            return None
        table = SqlTable[str(found.lastgroup)]
        types = list(_numbers(self._content[start + 1 : found.end()]))
        size = found.end() - start + sum(map(_value_bytes, types))
        record = self._record(start, size, is_index=table is SqlTable.ENTRY)
        if len(record) < size:
            return None
        values = list(_values(types, record[found.end() - start :]))
        if values[0] is None:
            values[0], _ = self._number_before(start)
        if _checksum(values[:-1]) != values[-1]:
            return None
        return RawRow(table, tuple(values[:-1]), start, found.end())

    def _record(self, start: int, size: int, *, is_index: bool = False) -> bytes:
        """Return a record with its overflow pages; too short if the chain of pages is broken."""
        end = start + _size_in_page(size, is_index=is_index)
        parts = [self._content[start:end]]
        rest = size - (end - start)
        link = self._content[end : end + _LINK]
        seen = {self._copy.page}
        while rest > 0:
            page = int.from_bytes(link, "big")
            content = b"" if page in seen else self._pages.read(PageCopy(page, self._copy.image))
            if not content:
                break
            seen.add(page)
            parts.append(content[_LINK : _LINK + rest])
            rest -= _OVERFLOW
            link = content[:_LINK]
        return b"".join(parts)

    def _number_before(self, end: int) -> tuple[int, int]:
        """Return the variable-length integer that ends at this offset, and its own offset."""
        start = max(end - 1, 0)
        while start > 0 and self._content[start - 1] >= 0x80 and end - start < 9:
            start -= 1
        return next(_numbers(self._content[start:end]), 0), start

    # Games whose row is damaged.

    def texts(self) -> Iterator[int]:
        """Yield the offset of each game's text."""
        return (found.start() for found in _GAME_TEXT.finditer(self._content))

    def loose_record(self, start: int) -> LooseRecord | None:
        """Return the game whose text starts at this offset, or None if it is incomplete."""
        for found in self._contents(start):
            text = found.decode("utf-8", "replace")
            try:
                _, end = json.JSONDecoder().raw_decode(text)
            except (ValueError, RecursionError):
                continue
            size = len(text[:end].encode()) + 1  # with the line feed at its end
            number, _ = self._number_before(start - _header_size(size))
            return LooseRecord(number, text[:end])
        return None

    def _contents(self, start: int) -> Iterator[bytes]:
        """Yield candidates for the text that starts at this offset; its header may be damaged.

        If the text does not end in this page, its length is needed to find the overflow pages.
        The length is in the header and at the beginning of the cell, so both are tried.
        """
        yield self._content[start:]
        for header in (_header_size(0), _header_size(_LONG_TEXT)):
            record = start - header
            types = _numbers(self._content[max(record + 1, 0) : start])
            _, row_id = self._number_before(record)
            size, _ = self._number_before(row_id)
            for found in (header + sum(map(_value_bytes, types)), size):
                yield self._record(record, found)[header:]


def _header_size(text: int) -> int:
    """Return the size of a game's header, given the size of its text."""
    return 6 if text < _LONG_TEXT else 7


def _size_in_page(size: int, *, is_index: bool) -> int:
    most = _MOST_OF_INDEX if is_index else _MOST_OF_TABLE
    if size <= most:
        return size
    fitting = _LEAST + (size - _LEAST) % _OVERFLOW
    return fitting if fitting <= most else _LEAST


def _checksum(values: list[Value]) -> int:
    """Return the same checksum of a row as `database.checksum`, without decoding its texts."""
    return crc32(b"\0".join(v if isinstance(v, bytes) else b"%d" % (v or 0) for v in values))


def _numbers(content: bytes) -> Iterator[int]:
    """Yield SQLite's variable-length integers: seven bits per byte, the last byte below 128."""
    number = 0
    for byte in content:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            yield number
            number = 0


def _value_bytes(serial_type: int) -> int:
    return (
        (serial_type - 12) // 2
        if serial_type >= len(_NUMBER_BYTES)
        else _NUMBER_BYTES[serial_type]
    )


def _values(types: list[int], body: bytes) -> Iterator[Value]:
    offset = 0
    for serial_type in types:
        part = body[offset : offset + _value_bytes(serial_type)]
        offset += len(part)
        if serial_type in (_ZERO, _ONE):
            yield serial_type - _ZERO
        elif serial_type >= _FIRST_TEXT:
            yield part
        else:
            yield int.from_bytes(part, "big", signed=True) if serial_type else None
