"""A model of a disk that loses power: it records every write and sync below SQLite.

- Synced content is on the disk.
- Of later writes, each sector may be on the disk or not, in any order. The same goes for
  truncating a file.
- A deleted or renamed file is certain once the folder is synced. Until then each of these may or
  may not have happened.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import apsw
import pytest

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

SECTOR = 512


@dataclass(frozen=True)
class Write:
    file: str
    offset: int
    data: bytes


@dataclass(frozen=True)
class Truncate:
    file: str
    size: int


@dataclass(frozen=True)
class Delete:
    file: str


@dataclass(frozen=True)
class Sync:
    file: str


@dataclass(frozen=True)
class Rename:
    file: str
    name: str


@dataclass(frozen=True)
class SyncFolder:
    """A sync of the folder that has all these files."""

    file: str = ""


@dataclass(frozen=True)
class Shown:
    """Not an operation of the disk: from here on, this state has been shown."""

    state: str


Deed = Write | Truncate | Delete | Sync | Rename | SyncFolder | Shown


class Recorder(apsw.VFS):
    """A VFS for SQLite that records all operations in `deeds`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.deeds: list[Deed] = []
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> RecordedFile:  # noqa: N802
        return RecordedFile(self, name, flags)

    def xDelete(self, name: str, syncdir: bool) -> None:  # noqa: N802
        self.deeds.append(Delete(Path(name).name))
        super().xDelete(name, syncdir)
        if syncdir:
            self.deeds.append(SyncFolder())

    def listen(self, patch: pytest.MonkeyPatch) -> None:
        """Also record operations that Python does on whole files, without SQLite."""
        fsync, rename, unlink = os.fsync, Path.rename, Path.unlink

        def noted_fsync(descriptor: int) -> None:
            fsync(descriptor)
            path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
            if path.is_dir():
                self.deeds.append(SyncFolder())
            else:
                self.deeds += (Write(path.name, 0, path.read_bytes()), Sync(path.name))

        def noted_rename(path: Path, target: Path) -> Path:
            self.deeds.append(Rename(path.name, target.name))
            return rename(path, target)

        def noted_unlink(path: Path, missing_ok: bool = False) -> None:
            if path.exists():
                self.deeds.append(Delete(path.name))
            unlink(path, missing_ok)

        patch.setattr(os, "fsync", noted_fsync)
        patch.setattr(Path, "rename", noted_rename)
        patch.setattr(Path, "unlink", noted_unlink)


class RecordedFile(apsw.VFSFile):
    def __init__(self, recorder: Recorder, name: Any, flags: list[int]) -> None:
        self._deeds = recorder.deeds
        self._name = Path(name.filename() if hasattr(name, "filename") else name).name
        super().__init__("", name, flags)

    def xWrite(self, data: ReadableBuffer, offset: int) -> None:  # noqa: N802
        self._deeds.append(Write(self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._deeds.append(Truncate(self._name, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._deeds.append(Sync(self._name))
        super().xSync(flags)


class Connection:
    """An apsw connection with the few methods of `sqlite3.Connection` that the journal uses."""

    def __init__(self, path: Path, vfs: str) -> None:
        self._connection = apsw.Connection(str(path), vfs=vfs)

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, sql: str, values: tuple[Any, ...] = ()) -> Cursor:
        return Cursor(self._connection, sql, values)

    def close(self) -> None:
        self._connection.close()


class Cursor:
    def __init__(self, connection: apsw.Connection, sql: str, values: tuple[Any, ...]) -> None:
        self._rows = list(connection.execute(sql, values))
        self.lastrowid = connection.last_insert_rowid()

    def fetchone(self) -> tuple[Any, ...] | None:
        return self._rows[0] if self._rows else None

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self._rows)


@dataclass
class Disk:
    """A disk's certain content, and the operations that may not have happened yet."""

    files: dict[str, bytes] = field(default_factory=dict)
    pending: list[Deed] = field(default_factory=list)
    shown: str = ""

    def take(self, deed: Deed) -> None:
        match deed:
            case Shown(state):
                self.shown = state
            case SyncFolder():
                self._settle(lambda late: isinstance(late, Delete | Rename))
            case Sync(file):
                self._settle(lambda late: _file_of(late) == file)
                self.files.setdefault(file, b"")
            case _:
                if isinstance(deed, Rename):  # a file must be synced before it is renamed
                    assert not any(_file_of(late) == deed.file for late in self.pending)
                self.pending.append(deed)

    def _settle(self, is_meant: Callable[[Deed], bool]) -> None:
        for late in [late for late in self.pending if is_meant(late)]:
            apply(self.files, late)
            self.pending.remove(late)

    def after_a_cut(self, rng: Random) -> dict[str, bytes]:
        """Return the files that might be on the disk after a power cut, chosen at random."""
        share = rng.choice((0.0, 1.0, 0.5, rng.random()))
        files = dict(self.files)
        for deed in self.pending:
            for part in _sectors(deed):
                if rng.random() < share:
                    apply(files, part)
        return files


def _file_of(deed: Deed) -> str:
    return "" if isinstance(deed, Shown) else deed.file


def _sectors(deed: Deed) -> Iterator[Deed]:
    """Split a write into its sectors: a power cut may tear it between any two."""
    if not isinstance(deed, Write):
        yield deed
        return
    start = 0
    while start < len(deed.data):
        end = start + SECTOR - (deed.offset + start) % SECTOR
        yield Write(deed.file, deed.offset + start, deed.data[start:end])
        start = end


def apply(files: dict[str, bytes], deed: Deed) -> None:
    match deed:
        case Write(file, offset, data):
            before = files.get(file, b"").ljust(offset, b"\0")
            files[file] = before[:offset] + data + before[offset + len(data) :]
        case Truncate(file, size):
            files[file] = files.get(file, b"")[:size].ljust(size, b"\0")
        case Delete(file):
            files.pop(file, None)
        case Rename(file, name) if file in files:
            files[name] = files.pop(file)
