"""SQLite's write-ahead log, read by ourselves; never written.

SQLite takes the first frame of the log with a wrong checksum for its end, since that is what a
power cut leaves behind. A flipped bit looks the same, and everything after it would be dropped
without a word. But a cut can only spoil the last transaction: all before it were synced. So
whatever comes after a whole transaction behind the bad frame was there for good, and is damaged.

A wiped frame no longer says whether it ended a transaction. The few frames behind it may then be
the rest of one transaction that a cut has torn, or follow others that were synced. Two things tell
them apart. SQLite writes the pages of a transaction in ascending order. And a table saves each
move before it shows it, so a transaction adds one entry, seldom two: frames that bring back more
than one belong to several transactions. Without either sign, the last two transactions are lost as
if by a cut: for example a change of the settings, and the move after it.

Why not do without? A device is switched off by its plug, so a log is what usually lies on its card
until the next evening, with up to LOG_PAGES pages in it. Without this module 296 of 300 flips of
a bit in the log of a game lost more than its last entry, 44 in the middle, and nobody was told.
The arrangements of SQLite's that leave nothing in a log cost more than 1.5 times a bare insert: a
rollback journal (DELETE, TRUNCATE, PERSIST) syncs several times instead of once, which took 3.7
to 5.4 times as long, and holds up whoever writes as long as anybody reads; after a checkpoint the
next commit syncs the log's new header as well, which took 2.4 times as long. Both were measured
with `.venv/bin/python -m tests.benchmarks.log_modes`. A count of entries in a second file would
notice some of it, but would bring nothing back, and wants a sync of its own.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from triqueta.journal.file import DamagedError, beside, content

_MAGIC = 0x377F0682  # or one more, if the checksums are big-endian
_HEADER = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")
_SECTOR = 512  # bytes that a disk writes as one
_PAGE_SIZES = {1 << power for power in range(9, 17)}


@dataclass(frozen=True, slots=True)
class LogFrame:
    """A page as a transaction left it; `commits` ends the transaction."""

    page: int
    commits: bool
    salts: tuple[int, int]
    checksum: tuple[int, int]
    start: bytes
    content: bytes
    is_split: bool  # a torn write may leave the page of another frame with the salts of this one


class Log:
    """The frames of a log, as far as they can be told apart."""

    def __init__(self, content: bytes, page_size: int = 4096) -> None:
        self._content = content
        self.size = len(content)
        self._sound: int | None = None
        header = content[: _HEADER.size].ljust(_HEADER.size, b"\0")
        magic, _, size, _, *rest = _HEADER.unpack(header)
        self._order = ">" if magic & 1 else "<"
        self._sums = (rest[2], rest[3])
        right = _sum(self._order, (0, 0), header[:24])
        self.is_sound = magic & ~1 == _MAGIC and right == self._sums
        self.page_size = size if self.is_sound and size in _PAGE_SIZES else page_size
        self.frames = list(self._frames())
        self.salts = (rest[0], rest[1])
        if not self.is_sound and self.frames:
            self.salts = self.frames[0].salts

    def _frames(self) -> Iterator[LogFrame]:
        length = _FRAME.size + self.page_size
        for offset in range(_HEADER.size, len(self._content) - length + 1, length):
            head = self._content[offset : offset + _FRAME.size]
            page, size, salt1, salt2, sum1, sum2 = _FRAME.unpack(head)
            content = self._content[offset + _FRAME.size : offset + length]
            salts, sums = (salt1, salt2), (sum1, sum2)
            is_split = (offset + 8) % _SECTOR == 0
            yield LogFrame(page, size != 0, salts, sums, head[:8], content, is_split)

    def current(self) -> list[LogFrame]:
        """Those of this log; behind them may lie older ones, of a log that was begun anew."""
        return [frame for frame in self.frames if self._is_ours(frame)]

    def _is_ours(self, frame: LogFrame) -> bool:
        """Both salts are new when a log is begun anew; a flipped bit spoils one of them only."""
        return any(found == ours for found, ours in zip(frame.salts, self.salts, strict=True))

    def sound_frames(self) -> int:
        """How many frames SQLite believes."""
        if self._sound is None:  # a sum over the whole log, which takes its time
            self._sound = self._count_sound()
        return self._sound

    def _count_sound(self) -> int:
        sums = self._sums
        for number, frame in enumerate(self.frames):
            sums = _sum(self._order, sums, frame.start + frame.content)
            if frame.salts != self.salts or sums != frame.checksum:
                return number
        return len(self.frames)

    def committed(self) -> list[LogFrame]:
        """Return the frames of the transactions that SQLite believes."""
        sound = self.frames[: self.sound_frames()]
        ends = [number for number, frame in enumerate(sound, start=1) if frame.commits]
        return sound[: max(ends, default=0)]

    def is_damaged(self) -> bool:
        if not self.is_sound:
            return bool(self.frames)
        return not self._is_one_transaction(self.lost())

    def lost(self) -> list[LogFrame]:
        """Return the frames behind what SQLite believes, up to the last of this log."""
        behind = self.frames[len(self.committed()) :]
        ours = [number for number, frame in enumerate(behind, start=1) if self._is_ours(frame)]
        return behind[: max(ours, default=0)]

    def _is_one_transaction(self, frames: Sequence[LogFrame]) -> bool:
        """Return whether frames can be all that a power cut has left of one transaction."""
        page = 0
        for number, frame in enumerate(frames, start=1):
            page += 1  # at least, of a frame that is not there
            if self._is_ours(frame) and not frame.is_split:
                if frame.page < page or (frame.commits and number < len(frames)):
                    return False
                page = frame.page
        return True


def check_log(path: Path, entries_in: Callable[[bytes], Set[object]] | None = None) -> None:
    """Raise DamagedError if the log of a file has lost what had been synced.

    `entries_in` returns the entries that can be read from the content of a file without a log. It
    is only given where nothing in this process has the file open: to close a file that was read
    ends the locks that SQLite has on it.
    """
    found = _settled_log(beside(path, "-wal"))
    if found.size and not (path.is_file() and path.stat().st_size):
        raise DamagedError("its log is there, but the file is not")
    if found.is_damaged() or (entries_in and _hides_entries(path, found, entries_in)):
        raise DamagedError("its log is damaged")


def _settled_log(path: Path) -> Log:
    """Read a log until it is sound, or the same as before.

    A table may write to it meanwhile, and begin it anew: what is read then is half of each.
    """
    before = None
    while True:
        now = content(path)
        log = Log(now)
        if now == before or not log.is_damaged():
            return log
        before = now


def _hides_entries(path: Path, log: Log, entries_in: Callable[[bytes], Set[object]]) -> bool:
    """Return whether the lost frames of a log hold the entries of several transactions."""
    if len(log.lost()) < 2:
        return False
    file = content(path)
    believed = entries_in(_with_frames(file, log.committed(), log.page_size))
    readable = entries_in(_with_frames(file, log.current(), log.page_size))
    return len(readable - believed) > 1


def with_log(content: bytes, log: bytes) -> bytes:
    """A file with all of its log moved into it, sound or not: rows have checksums of their own."""
    found = Log(log, _page_size(content))
    return _with_frames(content, found.current(), found.page_size)


def _with_frames(content: bytes, frames: Sequence[LogFrame], page_size: int) -> bytes:
    pages = dict(enumerate(_split(content, page_size), start=1))
    for frame in frames:
        if 0 < frame.page < 1_000_000:
            pages[frame.page] = frame.content
    last = max(pages, default=0)
    whole = b"".join(pages.get(n, bytes(page_size)) for n in range(1, last + 1))
    return whole[:18] + b"\1\1" + whole[20:] if len(whole) > 20 else whole  # it has no log now


def _page_size(content: bytes) -> int:
    size = int.from_bytes(content[16:18], "big")
    return size if size in _PAGE_SIZES else 4096


def _split(content: bytes, size: int) -> Iterator[bytes]:
    for start in range(0, len(content), size):
        yield content[start : start + size].ljust(size, b"\0")


def _sum(order: str, sums: tuple[int, int], content: bytes) -> tuple[int, int]:
    one, two = sums
    words = iter(struct.unpack(f"{order}{len(content) // 4}I", content))
    for word in words:
        one = (one + word + two) & 0xFFFFFFFF
        two = (two + next(words) + one) & 0xFFFFFFFF
    return one, two
