"""Promise 2 below the process: after every possible cut, all that was shown is there."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.journal.crash_player import SCRIPT, fingerprint, new_table
from tests.journal.power import Connection, Disk, Recorder, Shown
from tests.journal.saved_evening import SavedEvening, make_history
from triqueta.journal import database
from triqueta.journal.games import read_games
from triqueta.journal.journal import Journal
from triqueta.table.kept import Kept
from triqueta.table.saving import Trouble

Preparing = Callable[[sqlite3.Connection, Path], sqlite3.Connection]
STEPS = list(dict.fromkeys(SCRIPT.states))


def record_evening(
    folder: Path, monkeypatch: pytest.MonkeyPatch, checkpoint_pages: int
) -> Recorder:
    """The whole evening on a disk that notes what it is told to do."""
    recorder = Recorder(f"power-{checkpoint_pages}")
    with monkeypatch.context() as patch:
        recorder.listen(patch)
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
    journal.close()  # also where something is wrong: one of the tests below wants that
    assert journal.trouble is None
    shutil.rmtree(folder)  # memory is small on some machines
    return fingerprint(journal.kept)


# A log of 8 pages makes SQLite move it into the file all the time, in the middle of games, which
# is where a cut could hurt.
@pytest.mark.parametrize("checkpoint_pages", [database.LOG_PAGES, 8])
def test_power_lost_between_any_two_writes(
    checkpoint_pages: int,
    memory: Path,
    monkeypatch: pytest.MonkeyPatch,
    kills: Callable[[int], int],
) -> None:
    recorder = record_evening(memory, monkeypatch, checkpoint_pages)
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
            found = plugged_in_again(memory / f"cut-{tried}", disk.after_a_cut(rng))
            assert found in STEPS
            shown = STEPS.index(disk.shown) if disk.shown else 0
            assert STEPS.index(found) - shown in (0, 1)
    assert tried > 500
    assert moved > 5  # pages from the log into the file


def test_the_model_of_the_disk_finds_what_is_not_synced(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without syncs the journal would lose moves: the test above could not but see it."""
    monkeypatch.setattr(database, "_prepared", _prepared_without_syncs(database._prepared))
    recorder = record_evening(memory, monkeypatch, 8)
    rng = Random(1)
    disk = Disk()
    lost = 0
    for number, deed in enumerate(recorder.deeds):
        disk.take(deed)
        if number % 50 == 49 and disk.shown and not isinstance(deed, Shown):
            found = plugged_in_again_or_lost(memory / f"cut-{number}", disk.after_a_cut(rng))
            shown = STEPS.index(disk.shown) if disk.shown else 0
            lost += found not in STEPS or STEPS.index(found) < shown
    assert lost > 5


def _prepared_without_syncs(prepared: Preparing) -> Preparing:
    def careless(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
        connection = prepared(connection, path)
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    return careless


def plugged_in_again_or_lost(folder: Path, files: dict[str, bytes]) -> str:
    try:
        return plugged_in_again(folder, files)
    except AssertionError:
        return "lost"


def damaged_folder(folder: Path) -> tuple[dict[str, bytes], list[str]]:
    """A damaged journal with its log, and the entries of the game that is in there."""
    file = folder / "triqueta.db"
    make_history(file, 3)
    evening = SavedEvening(file, secret=bytes([99]) * 32).begin().play_on(20)
    found = {name: (folder / name).read_bytes() for name in ("triqueta.db", "triqueta.db-wal")}
    evening.close()
    assert evening.table.play is not None
    header = bytearray(found["triqueta.db"])
    header[68] ^= 1  # it does not look like ours any more
    return {**found, "triqueta.db": bytes(header)}, evening.table.play.entries


def test_power_lost_in_the_middle_of_a_rescue(
    memory: Path, monkeypatch: pytest.MonkeyPatch, kills: Callable[[int], int]
) -> None:
    damaged, entries = damaged_folder(memory / "before")
    recorder = Recorder("power-rescue")
    with monkeypatch.context() as patch:
        recorder.listen(patch)
        patch.setattr(database, "connect", lambda path: Connection(path, recorder.name))
        assert plugged_in(memory / "rescue", damaged) == (Trouble.DAMAGED, entries, 4)
    rng = Random(1)
    disk = Disk(dict(damaged))
    seen: list[dict[str, bytes]] = []
    for deed in recorder.deeds:
        disk.take(deed)
        for _ in range(kills(50)):
            left = disk.after_a_cut(rng)
            # An unfinished file is begun anew whatever is in it: it makes no other case.
            case = {name: left[name] for name in left if not name.startswith("triqueta.db.new")}
            if case not in seen:
                seen.append(case)
                check_after_a_cut(memory / f"cut-{len(seen)}", left, damaged, entries)
    assert len(seen) > 10


def check_after_a_cut(
    folder: Path, left: dict[str, bytes], damaged: dict[str, bytes], entries: list[str]
) -> None:
    if left.get("triqueta.db") not in (None, damaged["triqueta.db"]):
        assert "triqueta.db-wal" not in left  # the old log never meets the new file
    trouble, found, games = plugged_in(folder, left)
    assert trouble in (None, Trouble.DAMAGED)
    assert (found, games) == (entries, 4)
    # What was set aside is safe, and no file was made that is damaged in another way.
    aside = {name.replace(".db", ".db.damaged-1"): damaged[name] for name in damaged}
    assert {path.name: path.read_bytes() for path in folder.glob("*.damaged*")} == aside


def plugged_in(folder: Path, files: dict[str, bytes]) -> tuple[Trouble | None, list[str], int]:
    """The trouble, the entries on the table, and how many games there are."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    with closing(Journal(folder / "triqueta.db")) as journal:
        play = journal.kept.play
    with closing(database.open_for_reading(folder / "triqueta.db")) as connection:
        games = sum(1 for _ in read_games(connection))
    return journal.trouble, play.entries if play else [], games
