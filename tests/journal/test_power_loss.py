"""Promise 2 below the process: after every possible cut, all that was shown is there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.journal.crash_player import SCRIPT, fingerprint, new_table
from tests.journal.power import Connection, Disk, Recorder, Rename, Shown, Sync
from triqueta.journal import database, files
from triqueta.journal.journal import Journal
from triqueta.table.kept import Kept

STEPS = list(dict.fromkeys(SCRIPT.states))


def record_evening(
    folder: Path, monkeypatch: pytest.MonkeyPatch, checkpoint_pages: int
) -> Recorder:
    """The whole evening on a disk that notes what it is told to do."""
    recorder = Recorder(f"power-{checkpoint_pages}")
    rename, sync = files.rename, files.sync

    def noted_sync(path: Path) -> None:
        sync(path)
        if path.is_file():
            recorder.deeds.append(Sync(path.name))

    def noted_rename(old: Path, new: Path) -> None:
        rename(old, new)
        recorder.deeds.append(Rename(old.name, new.name))

    with monkeypatch.context() as patch:
        patch.setattr(files, "rename", noted_rename)
        patch.setattr(files, "sync", noted_sync)
        patch.setattr(database, "LOG_PAGES", checkpoint_pages)
        patch.setattr(database, "connect", lambda path: Connection(path, recorder.name))
        journal = Journal(folder / "triqueta.db", now=lambda: "2026-11-14T20:15:00+01:00")
        recorder.deeds.append(Shown(STEPS[0]))
        table = new_table(Kept(journal.kept.memory, journal.kept.draft))
        for event in SCRIPT.events:
            table.handle(event)
            journal.keep(table.kept)
            assert journal.trouble is None
            recorder.deeds.append(Shown(fingerprint(table.kept)))
        journal.close()
    return recorder


def plugged_in_again(folder: Path, files: dict[str, bytes]) -> str:
    """What the journal has after the cut."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    journal = Journal(folder / "triqueta.db")
    assert journal.trouble is None
    journal.close()
    return fingerprint(journal.kept)


# A log of 8 pages makes SQLite move it into the file all the time, in the middle of games, which
# is where a cut could hurt.
@pytest.mark.parametrize("checkpoint_pages", [database.LOG_PAGES, 8])
def test_power_lost_between_any_two_writes(
    checkpoint_pages: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kills: Callable[[int], int],
) -> None:
    recorder = record_evening(tmp_path, monkeypatch, checkpoint_pages)
    rng = Random(checkpoint_pages)
    disk = Disk()
    moved = tried = 0
    for deed in recorder.deeds:
        disk.take(deed)
        if isinstance(deed, Shown):
            continue
        moved += deed.file == "triqueta.db"
        for _ in range(kills(1)):
            tried += 1
            found = plugged_in_again(tmp_path / f"cut-{tried}", disk.after_a_cut(rng))
            assert found in STEPS
            shown = STEPS.index(disk.shown) if disk.shown else 0
            assert STEPS.index(found) - shown in (0, 1)
    assert tried > 500
    assert moved > 5  # pages from the log into the file


def test_the_model_of_the_disk_finds_what_is_not_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without syncs the journal would lose moves: the test above could not but see it."""
    monkeypatch.setattr(database, "_prepared", _prepared_without_syncs(database._prepared))
    recorder = record_evening(tmp_path, monkeypatch, 8)
    rng = Random(1)
    disk = Disk()
    lost = 0
    for number, deed in enumerate(recorder.deeds):
        disk.take(deed)
        if number % 50 == 49 and not isinstance(deed, Shown):
            found = plugged_in_again_or_lost(tmp_path / f"cut-{number}", disk.after_a_cut(rng))
            shown = STEPS.index(disk.shown) if disk.shown else 0
            lost += found not in STEPS or STEPS.index(found) < shown
    assert lost > 5


def _prepared_without_syncs(prepared: Callable[..., Connection]) -> Callable[..., Connection]:
    def careless(*arguments: object) -> Connection:
        connection = prepared(*arguments)
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    return careless


def plugged_in_again_or_lost(folder: Path, files: dict[str, bytes]) -> str:
    try:
        return plugged_in_again(folder, files)
    except AssertionError:
        return "lost"
