"""Find the rows of a journal in bare pages, without the schema and without the tree of pages.

SQLite writes a row as a record: a header with its own size and the type of each column, then the
values. The types in the tables of a journal are known, so a header is recognized wherever it is
in a page, whatever has become of the page's own header and of its list of cells. What looks
like a row by chance does not have the checksum of one.

https://www.sqlite.org/fileformat2.html#record_format and #cell_payload_overflow_pages
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from zlib import crc32

from triqueta.journal.raw_pages import PAGE_SIZE, PageCopy, Pages

Value = int | bytes | None

# Types of columns. 8 and 9 are the numbers 0 and 1 themselves; from 13 on, odd ones are texts.
_NUMBER_BYTES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)
_ZERO, _ONE, _FIRST_TEXT = 8, 9, 13
_NULL = rb"\x00"  # stands for the row id, which comes before the record
_INTEGER = rb"[\x01-\x06\x08\x09]"
_TEXT = rb"(?:[\x0d-\x7f]|[\x81-\xff][\x80-\xff]{0,2}[\x00-\x7f])"


class SqlTable(Enum):
    """A table of the journal, by the types of its columns."""

    GAME = _NULL + _INTEGER + _TEXT + _INTEGER
    ENTRY = _INTEGER + _INTEGER + _TEXT + _INTEGER
    SETTING = _TEXT + _TEXT + _INTEGER
    SUMMARY = _NULL + _INTEGER + _INTEGER + _TEXT + _TEXT + _INTEGER


_TABLES = b"|".join(b"(?P<%b>%b)" % (table.name.encode(), table.value) for table in SqlTable)
_HEADER = re.compile(rb"[\x04-\x0d](?:" + _TABLES + rb")")
_GAME_TEXT = re.compile(rb'\{\s*"format": "[a-z]+-record/[0-9]+"')
_LONG_TEXT = 8186  # bytes: from there on the type of a text takes three bytes, not two

# How much of a record is in the page of its cell: the rest is on overflow pages.
_MOST_OF_TABLE = PAGE_SIZE - 35
_MOST_OF_INDEX = (PAGE_SIZE - 12) * 64 // 255 - 23  # a table without row ids is an index
_LEAST = (PAGE_SIZE - 12) * 32 // 255 - 23
_LINK = 4  # bytes: the number of the next overflow page
_OVERFLOW = PAGE_SIZE - _LINK


@dataclass(frozen=True, slots=True)
class RawRow:
    """A row whose checksum is right: its values without the checksum, texts as bytes."""

    table: SqlTable
    values: tuple[Value, ...]
    start: int  # of its record in the page
    body: int  # where its values begin: those of a game with its text


@dataclass(frozen=True, slots=True)
class LooseRecord:
    """The text of a game whose row is damaged, and the number that it seems to have."""

    number: int
    text: str


class RawPage:
    """A copy of a page, and the overflow pages of its rows."""

    def __init__(self, pages: Pages, copy: PageCopy) -> None:
        self._pages = pages
        self._copy = copy
        self._content = pages.read(copy)

    def rows(self) -> Iterator[RawRow]:
        """Yield the rows that are as they were written."""
        found = _HEADER.search(self._content)
        while found:
            row = self.row(found.start())
            if row is not None:
                yield row
            found = _HEADER.search(self._content, found.start() + 1)

    def row(self, start: int) -> RawRow | None:
        """Return the row whose record starts there, or None if there is none."""
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
        """Return a record with its overflow pages; it is too short if their chain is broken."""
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
        """Return the number of variable length that ends there, and where it starts."""
        start = max(end - 1, 0)
        while start > 0 and self._content[start - 1] >= 0x80 and end - start < 9:
            start -= 1
        return next(_numbers(self._content[start:end]), 0), start

    # Games whose row is damaged.

    def texts(self) -> Iterator[int]:
        """Yield where the texts of games begin."""
        return (found.start() for found in _GAME_TEXT.finditer(self._content))

    def loose_record(self, start: int) -> LooseRecord | None:
        """Return the game whose text begins there; None if the text is not whole."""
        for content in self._contents(start):
            text = content.decode("utf-8", "replace")
            try:
                _, end = json.JSONDecoder().raw_decode(text)
            except (ValueError, RecursionError):
                continue
            size = len(text[:end].encode()) + 1  # a line feed ends it
            number, _ = self._number_before(start - _header_size(size))
            return LooseRecord(number, text[:end])
        return None

    def _contents(self, start: int) -> Iterator[bytes]:
        """Yield candidates for the text that begins there, whose header may be damaged.

        If it does not end in the page, its length is needed to find the overflow pages. The
        header has it, and so has the number that its cell begins with: one of them is right.
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
    """Return the size of the header of a game whose text has this size."""
    return 6 if text < _LONG_TEXT else 7


def _size_in_page(size: int, *, is_index: bool) -> int:
    most = _MOST_OF_INDEX if is_index else _MOST_OF_TABLE
    if size <= most:
        return size
    fitting = _LEAST + (size - _LEAST) % _OVERFLOW
    return fitting if fitting <= most else _LEAST


def _checksum(values: list[Value]) -> int:
    """Return what `database.checksum` makes of a row, without decoding its texts."""
    return crc32(b"\0".join(v if isinstance(v, bytes) else b"%d" % (v or 0) for v in values))


def _numbers(content: bytes) -> Iterator[int]:
    """Yield SQLite's numbers of variable length: seven bits a byte, the last one below 128."""
    number = 0
    for byte in content:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            yield number
            number = 0


def _value_bytes(kind: int) -> int:
    return (kind - 12) // 2 if kind >= len(_NUMBER_BYTES) else _NUMBER_BYTES[kind]


def _values(types: list[int], body: bytes) -> Iterator[Value]:
    place = 0
    for kind in types:
        part = body[place : place + _value_bytes(kind)]
        place += len(part)
        if kind in (_ZERO, _ONE):
            yield kind - _ZERO
        elif kind >= _FIRST_TEXT:
            yield part
        else:
            yield int.from_bytes(part, "big", signed=True) if kind else None
