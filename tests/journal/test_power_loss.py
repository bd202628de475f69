"""Test promise 2 with power cuts: after every possible cut, every state shown is restored."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from random import Random

import pytest

from tests.games.every_game import WITH_GUESTS, guests
from tests.journal.crash_player import fingerprint, new_table, script_of
from tests.journal.power import Connection, Disk, Recorder, Shown
from tests.journal.saved_games import OWN_GAMES, add_history, unplugged
from tests.profiles import budget, chosen
from triqueta.journal import database
from triqueta.journal.games import read_games
from triqueta.journal.journal import Journal
from triqueta.table.saving import StorageStatus
from triqueta.table.state import TableState

CUTS = 150
Preparing = Callable[[sqlite3.Connection, Path], sqlite3.Connection]


@pytest.fixture(params=OWN_GAMES)
def game(request: pytest.FixtureRequest) -> Iterator[str]:
    """The name of a script, while the games that it was played with are installed."""
    with guests() if request.param in WITH_GUESTS else nullcontext():
        yield request.param


def steps_of(game: str) -> list[str]:
    return list(dict.fromkeys(script_of(game).states))


def record_evening(
    folder: Path, monkeypatch: pytest.MonkeyPatch, game: str, checkpoint_pages: int
) -> Recorder:
    """Play a whole evening on a disk that records its operations."""
    recorder = Recorder(f"power-{game}-{checkpoint_pages}")
    with monkeypatch.context() as patch:
        recorder.listen(patch)
        patch.setattr(database, "LOG_PAGES", checkpoint_pages)
        patch.setattr(database, "connect", lambda path: Connection(path, recorder.name))
        journal = Journal(folder / "triqueta.db", now=lambda: "2026-11-14T20:15:00+01:00")
        recorder.deeds.append(Shown(script_of(game).states[0]))
        table = new_table(TableState(journal.state.preferences, journal.state.new_game))
        for event in script_of(game).events:
            table.handle(event)
            journal.save(table.state)
            assert journal.status is None
            recorder.deeds.append(Shown(fingerprint(table.state)))
        journal.close()
    return recorder


def plugged_in_again(folder: Path, files: dict[str, bytes]) -> str:
    """Open the journal after a cut, and return the fingerprint of its state."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    journal = Journal(folder / "triqueta.db")
    journal.close()  # before the assertion, since a test below expects it to fail
    assert journal.status is None
    shutil.rmtree(folder)  # some machines have little memory
    return fingerprint(journal.state)


# With a log of 8 pages, SQLite keeps moving it into the file during games, where a cut could do
# damage.
@pytest.mark.parametrize("checkpoint_pages", [database.LOG_PAGES, 8])
def test_power_lost_between_any_two_writes(
    game: str,
    checkpoint_pages: int,
    memory: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The cuts are spread over the evening; their number does not depend on its length."""
    recorder = record_evening(memory, monkeypatch, game, checkpoint_pages)
    states = script_of(game).states
    writes = sum(not isinstance(deed, Shown) for deed in recorder.deeds)
    rng = Random(checkpoint_pages)
    disk = Disk()
    shown = moved = written = tried = 0
    for deed in recorder.deeds:
        disk.take(deed)
        if isinstance(deed, Shown):
            shown += 1
            continue
        written += 1
        moved += deed.file == "triqueta.db"
        while tried < budget(CUTS) * written // writes:
            tried += 1
            found = plugged_in_again(memory / f"cut-{tried}", disk.after_a_cut(rng))
            assert found in states[max(0, shown - 1) : shown + 1]  # shown, or about to be shown
    assert tried == budget(CUTS)
    assert moved > 5  # writes to the file, which move pages from the log


def test_the_disk_model_detects_missing_syncs(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without syncs the journal loses moves, and the disk model must detect that."""
    monkeypatch.setattr(database, "_prepared", _prepared_without_syncs(database._prepared))
    recorder = record_evening(memory, monkeypatch, "triqueta", 8)
    steps = steps_of("triqueta")
    rng = Random(1)
    disk = Disk()
    lost = 0
    for number, deed in enumerate(recorder.deeds):
        disk.take(deed)
        if number % 50 == 49 and disk.shown and not isinstance(deed, Shown):
            found = plugged_in_again_or_lost(memory / f"cut-{number}", disk.after_a_cut(rng))
            shown = steps.index(disk.shown) if disk.shown else 0
            lost += found not in steps or steps.index(found) < shown
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


def damaged_folder(folder: Path, game: str) -> tuple[dict[str, bytes], list[str]]:
    """Return the files of a damaged journal with its log, and its running game's entries."""
    file = folder / "triqueta.db"
    add_history(file, 3, game)
    left, entries = unplugged(file, game, 20)
    content, log = bytearray(left[""]), bytearray(left["-wal"])
    content[68] ^= 1  # the header no longer looks like a journal's
    log[24] ^= 1  # and neither does the log's copy of that page
    return {"triqueta.db": bytes(content), "triqueta.db-wal": bytes(log)}, entries


def test_power_lost_in_the_middle_of_a_rescue(
    game: str, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged, entries = damaged_folder(memory / "before", game)
    recorder = Recorder(f"power-rescue-{game}")
    with monkeypatch.context() as patch:
        recorder.listen(patch)
        patch.setattr(database, "connect", lambda path: Connection(path, recorder.name))
        assert plugged_in(memory / "rescue", damaged) == (StorageStatus.DAMAGED, entries, 4)
    rng = Random(1)
    disk = Disk(dict(damaged))
    seen: list[dict[str, bytes]] = []
    for deed in recorder.deeds:
        disk.take(deed)
        for _ in range(budget(17)):
            left = disk.after_a_cut(rng)
            # An unfinished new file is always started over, so its content makes no difference.
            case = {name: left[name] for name in left if not name.startswith("triqueta.db.new")}
            if case not in seen:
                seen.append(case)
                check_after_a_cut(memory / f"cut-{len(seen)}", left, damaged, entries)
    assert len(seen) > (5 if chosen().is_short else 10)


def check_after_a_cut(
    folder: Path, left: dict[str, bytes], damaged: dict[str, bytes], entries: list[str]
) -> None:
    if left.get("triqueta.db") not in (None, damaged["triqueta.db"]):
        assert "triqueta.db-wal" not in left  # the old log is never next to the new file
    trouble, found, games = plugged_in(folder, left)
    assert trouble in (None, StorageStatus.DAMAGED)
    assert (found, games) == (entries, 4)
    # The damaged files are set aside unchanged, and no other damaged file exists.
    aside = {name.replace(".db", ".db.damaged-1"): damaged[name] for name in damaged}
    assert {path.name: path.read_bytes() for path in folder.glob("*.damaged*")} == aside


def plugged_in(
    folder: Path, files: dict[str, bytes]
) -> tuple[StorageStatus | None, list[str], int]:
    """Open the journal; return its status, its running game's entries, and how many games."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    with closing(Journal(folder / "triqueta.db")) as journal:
        session = journal.state.session
    with closing(database.open_for_reading(folder / "triqueta.db")) as connection:
        games = sum(1 for _ in read_games(connection))
    return journal.status, session.entries if session else [], games
