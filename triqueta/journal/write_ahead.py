"""Find damage in SQLite's write-ahead log that SQLite itself ignores. The log is only read.

SQLite takes the first frame with a wrong checksum for the end of the log, because a power cut
leaves such a frame behind. A flipped bit looks the same, and SQLite would silently drop everything
after it. But a power cut can only spoil the last transaction: all earlier ones were synced. So if
a complete transaction follows the bad frame, and more frames follow that, the log is damaged.

A wiped frame no longer says whether it ended a transaction. The few frames after it can be the
rest of one transaction that a power cut has torn, or transactions that were synced. Two signs
distinguish these cases:

- SQLite writes the pages of a transaction in ascending order.
- A table saves each move before it shows it, so a transaction adds one entry, rarely two. Frames
  with more than one new entry belong to several transactions.

Without either sign, the last two transactions are lost as after a power cut: for example a change
of the settings and the move after it.

Why this module is needed: a device is switched off at the plug, so a log with up to LOG_PAGES
pages usually stays on its card until the next start. Without this module, 296 of 300 flipped bits
in the log of a game silently lost more than its last entry (44 entries in the median).

SQLite's modes that leave nothing in a log are too slow. A rollback journal (DELETE, TRUNCATE,
PERSIST) syncs several times per commit, took 3.7 to 5.4 times as long, and blocks a writer while
another program reads. After a checkpoint the next commit also syncs the log's new header, which
took 2.4 times as long. `.venv/bin/python -m tests.benchmarks.log_modes` measures both.

A count of the entries in a second file would reveal some of the damage, but could not repair it,
and would need another sync.
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
    """A page as a transaction left it; `commits` marks the last frame of the transaction."""

    page: int
    commits: bool
    salts: tuple[int, int]
    checksum: tuple[int, int]
    start: bytes
    content: bytes
    is_split: bool  # a sector begins at the salts: a torn write can leave an older page number


class Log:
    """The frames of a log, as far as they can be recognized."""

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
        """Return the frames of the current log; frames of the previous log may follow them."""
        return [frame for frame in self.frames if self._is_ours(frame)]

    def _is_ours(self, frame: LogFrame) -> bool:
        """Return whether a frame belongs to the current log: at least one salt matches.

        Both salts change when SQLite restarts the log; a flipped bit changes only one of them.
        """
        return any(found == ours for found, ours in zip(frame.salts, self.salts, strict=True))

    def sound_frames(self) -> int:
        """Return the number of frames that SQLite accepts."""
        if self._sound is None:  # computing the checksums of a whole log takes a while
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
        """Return the frames of the transactions that SQLite accepts."""
        sound = self.frames[: self.sound_frames()]
        ends = [number for number, frame in enumerate(sound, start=1) if frame.commits]
        return sound[: max(ends, default=0)]

    def is_damaged(self) -> bool:
        if not self.is_sound:
            return bool(self.frames)
        return not self._is_one_transaction(self.lost())

    def lost(self) -> list[LogFrame]:
        """Return the frames that SQLite does not accept, up to the last of the current log."""
        behind = self.frames[len(self.committed()) :]
        ours = [number for number, frame in enumerate(behind, start=1) if self._is_ours(frame)]
        return behind[: max(ours, default=0)]

    def _is_one_transaction(self, frames: Sequence[LogFrame]) -> bool:
        """Return whether the frames can be the rest of one transaction after a power cut."""
        page = 0
        for number, frame in enumerate(frames, start=1):
            page += 1  # the lowest page number that this frame can have
            if self._is_ours(frame) and not frame.is_split:
                if frame.page < page or (frame.commits and number < len(frames)):
                    return False
                page = frame.page
        return True


def check_log(path: Path, entries_in: Callable[[bytes], Set[object]] | None = None) -> None:
    """Raise DamagedError if the log of a file has lost data that had been synced.

    `entries_in` returns the readable entries in the content of a file without a log. Pass it only
    while nothing in this process has the file open: closing a file that was read releases SQLite's
    locks on it.
    """
    found = _settled_log(beside(path, "-wal"))
    if found.size and not (path.is_file() and path.stat().st_size):
        raise DamagedError("its log exists, but the file is missing or empty")
    if found.is_damaged() or (entries_in and _hides_entries(path, found, entries_in)):
        raise DamagedError("its log is damaged")


def _settled_log(path: Path) -> Log:
    """Read a log until it is sound or no longer changes.

    If a table writes to the log meanwhile or restarts it, one read can return a mixture.
    """
    before = None
    while True:
        now = content(path)
        log = Log(now)
        if now == before or not log.is_damaged():
            return log
        before = now


def _hides_entries(path: Path, log: Log, entries_in: Callable[[bytes], Set[object]]) -> bool:
    """Return whether the lost frames of a log contain the entries of several transactions."""
    if len(log.lost()) < 2:
        return False
    file = content(path)
    believed = entries_in(_with_frames(file, log.committed(), log.page_size))
    readable = entries_in(_with_frames(file, log.current(), log.page_size))
    return len(readable - believed) > 1


def with_log(content: bytes, log: bytes) -> bytes:
    """Return the content of a file with its whole log applied, damaged or not.

    This is safe because each row has its own checksum.
    """
    found = Log(log, _page_size(content))
    return _with_frames(content, found.current(), found.page_size)


def _with_frames(content: bytes, frames: Sequence[LogFrame], page_size: int) -> bytes:
    pages = dict(enumerate(_split(content, page_size), start=1))
    for frame in frames:
        if 0 < frame.page < 1_000_000:
            pages[frame.page] = frame.content
    last = max(pages, default=0)
    whole = b"".join(pages.get(n, bytes(page_size)) for n in range(1, last + 1))
    return whole[:18] + b"\1\1" + whole[20:] if len(whole) > 20 else whole  # marks: no log


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
