"""Read every copy of every page of a journal: those in the file and those in its log.

Nothing that a damaged file says about itself is needed for this. The page size is a constant, and
copies are ordered by where they are: the log holds a page as each transaction left it, and
behind the frames of the current log may lie frames of the log before it.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from triqueta.journal.whole_file import beside, content
from triqueta.journal.write_ahead import Log, LogFrame

PAGE_SIZE = 4096


@dataclass(frozen=True, slots=True)
class PageCopy:
    """The number of a page, and the image of the file that it is read from.

    An image is the file as a transaction left it: an end in the sequence of `Pages`.
    """

    page: int
    image: int


class Pages:
    """The pages of an open file and of its log.

    They are a sequence, from old to new: frames of the log before, the file itself (None), frames
    of the current log. A page is as the last frame before the end of an image has it, or else
    as the file has it.
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
        for place, frame in enumerate(self._frames):
            if frame is not None:
                self._frames_of.setdefault(frame.page, []).append(place)

    def __len__(self) -> int:
        """Return an upper limit for the number of copies."""
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

    def _older_copies(self, places: range) -> Iterator[PageCopy]:
        for place in reversed(places):
            frame = self._frames[place]
            if frame is not None and self._frame(frame.page, self.newest) is not frame:
                yield PageCopy(frame.page, self._ends[bisect_left(self._ends, place + 1)])

    def read(self, copy: PageCopy) -> bytes:
        """Return the bytes of a page; b"" if there is no such page."""
        frame = self._frame(copy.page, copy.image)
        if frame is not None:
            return frame.content
        if not 0 < copy.page <= self.last:
            return b""
        found = os.pread(self._descriptor, PAGE_SIZE, (copy.page - 1) * PAGE_SIZE)
        return found.ljust(PAGE_SIZE, b"\0")

    def _frame(self, page: int, image: int) -> LogFrame | None:
        """Return the frame that holds a page of an image; None if the file holds it."""
        places = self._frames_of.get(page, [])
        found = bisect_left(places, image) - 1
        if found < 0 or places[found] < self._file < image:
            return None
        return self._frames[places[found]]


@contextmanager
def open_pages(path: Path) -> Iterator[Pages]:
    """Open a journal's file and its log to read their pages; this writes nothing."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        yield Pages(descriptor, Log(content(beside(path, "-wal")), PAGE_SIZE))
    finally:
        os.close(descriptor)
