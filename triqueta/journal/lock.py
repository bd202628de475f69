"""Only one table writes a journal; the others learn where it is.

The lock is the kernel's and goes when its process goes, however that ends. What the file says is
only read while somebody has the lock, so that nobody is sent to a table that has crashed.
"""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from triqueta.journal.file import JournalError, beside
from triqueta.table.storage_status import StorageStatus

_LONGEST = 1000  # bytes of a note


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a journal: the process, and where its table is, as far as it has said so."""

    process: int | None = None
    place: str = ""

    def __str__(self) -> str:
        process = "" if self.process is None else f" (process {self.process})"
        return f"{self.place}{process}".strip()


class InUseError(JournalError):
    """Another table has the journal."""

    def __init__(self, holder: Holder) -> None:
        super().__init__(StorageStatus.IN_USE, f"another program plays with it {holder}".rstrip())
        self.holder = holder


class Lock:
    """Held from the beginning until it is closed."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file = os.open(beside(path, ".lock"), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = _holder(self._file)
            os.close(self._file)
            raise InUseError(holder) from None
        self.note("")

    def note(self, place: str) -> None:
        """Say where the table is. A disk that is full must not keep anybody from playing."""
        line = json.dumps({"process": os.getpid(), "place": place}) + "\n"
        with suppress(OSError):
            # One write, and only then the end of what was there before: whoever reads the first
            # line meanwhile gets this one, or the one before.
            os.pwrite(self._file, line.encode(), 0)
            os.ftruncate(self._file, len(line))

    def close(self) -> None:
        os.close(self._file)


def holder_of(path: Path) -> Holder | None:
    """Return the table that has the journal `path` open, or None; create and change nothing.

    None may also mean that the lock file can't be read. The lock is tried for a few microseconds;
    a table that starts at that very moment would find the journal in use.
    """
    try:
        file = os.open(beside(path, ".lock"), os.O_RDONLY | os.O_NONBLOCK)
    except (OSError, ValueError):
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return _holder(file)
    finally:
        os.close(file)
    return None


def _holder(file: int) -> Holder:
    """What the first line says; nothing, if it is no note of ours."""
    try:
        line = os.pread(file, _LONGEST, 0).partition(b"\n")[0]
        match json.loads(line):
            case {"process": int(process), "place": str(place)} if place.isprintable():
                return Holder(process, place)
    except (OSError, ValueError):
        pass
    return Holder()
