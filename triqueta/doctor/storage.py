"""Where games are saved: whether they will still be there tomorrow, and how fast they are kept."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from triqueta.doctor.findings import Finding, good, odd, skipped, wrong
from triqueta.doctor.machine import read_text
from triqueta.journal.database import check_pages, is_empty, open_for_reading
from triqueta.journal.file import (
    FILE_ERRORS,
    DamagedError,
    ForbiddenError,
    JournalError,
    journal_error,
)
from triqueta.journal.journal import check_games
from triqueta.journal.writer import JournalWriter

COMMITS = 20
SLOW_COMMIT = 0.1  # seconds; each key waits for one
LITTLE_SPACE, MUCH_TOO_LITTLE = 100, 10  # megabytes; a game takes a thousandth of one
OWNERS_RIGHTS = "look with its owner's rights: sudo triqueta doctor"
FLEETING = ("overlay", "tmpfs", "ramfs")  # what is written there is gone with the power


class Mount(NamedTuple):
    kind: str
    options: tuple[str, ...]


def check_storage(
    journal: Path,
    root: Path,
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    clock: Callable[[], float] = perf_counter,
    *,
    measure: bool = True,
) -> Iterator[Finding]:
    """Check the folder, its free space, the journal and, if `measure`, the speed of the card.

    If the folder can't be used, there is nothing else to check. Measuring writes to the card, so a
    running table would have to wait.
    """
    folder = _existing(journal.parent)
    trouble = _check_folder(folder, root)
    if trouble is not None:
        yield trouble
        return
    yield _check_space(folder, free(folder) // 10**6)
    yield check_journal(journal)
    if measure:
        yield _check_commits(folder, clock)


def _existing(folder: Path) -> Path:
    """The folder, or the one that it will be made in."""
    while not _exists(folder) and folder != folder.parent:
        folder = folder.parent
    return folder


def _exists(folder: Path) -> bool:
    try:
        return folder.exists()
    except PermissionError:
        return True


def _check_folder(folder: Path, root: Path) -> Finding | None:
    mount = _mount_of(folder, root)
    if "ro" in mount.options:
        remedy = "sudo mount -o remount,rw on it; again after a restart: the card is worn out"
        return wrong(f"{folder} is on a file system that is read-only: games get lost", remedy)
    if mount.kind in FLEETING:
        text = f"{folder} is on a file system in memory ({mount.kind}): games go with the power"
        return wrong(text, "run firmware/hub/install.sh --read-only: read-only-root.md")
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        text = f"{folder} is closed to this user: games were not checked"
        return skipped(text, OWNERS_RIGHTS)
    return None


def _mount_of(folder: Path, root: Path) -> Mount:
    """The file system that a folder is on; nothing is known of it where there is no /proc."""
    path = os.path.realpath(folder)
    best, found = "", Mount("", ())
    for line in read_text(root / "proc/mounts").splitlines():
        _, place, kind, options, *_ = [*line.split(), "", "", "", ""]
        place = place.replace("\\040", " ")
        inside = path == place or path.startswith(place.rstrip("/") + "/")
        if inside and len(place) >= len(best):  # the last one lies on top
            best, found = place, Mount(kind, tuple(options.split(",")))
    return found


def _check_space(folder: Path, megabytes: int) -> Finding:
    text = f"{megabytes:,} MB are free in {folder}"
    remedy = "make room: sudo apt clean, sudo journalctl --vacuum-size=50M"
    if megabytes < MUCH_TOO_LITTLE:
        return wrong(f"only {text}: soon nothing can be saved", remedy)
    return odd(f"only {text}", remedy) if megabytes < LITTLE_SPACE else good(text)


def check_journal(journal: Path) -> Finding:
    """Read all of it, without changing anything."""
    try:
        if is_empty(journal) and is_empty(journal.with_name(journal.name + "-wal")):
            return good(f"no game has been saved yet in {journal}")
        with closing(open_for_reading(journal)) as connection:
            check_pages(connection)
            JournalWriter(connection)  # what is on the table
            games = check_games(connection)
    except (*FILE_ERRORS, OSError, JournalError) as error:
        trouble = journal_error(error)
        remedy = "give another file with --journal, or put this one aside"
        if isinstance(trouble, ForbiddenError):
            remedy = OWNERS_RIGHTS
        if isinstance(trouble, DamagedError):
            remedy = "`triqueta play` sets it aside and rescues its games; then get a new card"
        return wrong(f"{journal} cannot be used: {trouble}", remedy)
    return good(f"{journal} is sound, with {games} game{'' if games == 1 else 's'}")


def _check_commits(folder: Path, clock: Callable[[], float]) -> Finding:
    try:
        seconds = commit_seconds(folder, clock)
    except (sqlite3.Error, OSError) as error:
        remedy = "see whether the card is full or worn out: df -h, dmesg"
        return wrong(f"{folder} cannot be written to: {error}", remedy)
    text = f"a move is safe on the card after {1000 * seconds:.1f} ms"
    if seconds > SLOW_COMMIT:
        return odd(f"{text}, and each key waits for that", "use a card of class A1 or A2")
    return good(text)


def commit_seconds(folder: Path, clock: Callable[[], float]) -> float:
    """The median time of a synced commit, in a file of its own beside the journal."""
    with (
        TemporaryDirectory(prefix=".doctor-", dir=folder) as own,
        closing(sqlite3.connect(Path(own, "trial.db"), isolation_level=None)) as connection,
    ):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY, entry TEXT)")
        times = []
        for number in range(COMMITS):
            started = clock()
            connection.execute("INSERT INTO entry VALUES (?, 'd3')", (number,))
            times.append(clock() - started)
    return median(times)
