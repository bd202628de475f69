"""Tests of the doctor's checks of storage: unusable folders, damaged journals, slow cards."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.doctor.test_machine import only
from tests.firmware.scratch_pi import ScratchPi
from tests.journal.saved_evening import SavedEvening, make_history
from triqueta.doctor import machine
from triqueta.doctor.findings import Finding, Mark
from triqueta.doctor.machine import check_journal, check_storage


@pytest.fixture
def pi(tmp_path: Path) -> ScratchPi:
    return ScratchPi(tmp_path / "root")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    return folder / "triqueta.db"


def found(
    journal: Path, pi: ScratchPi, megabytes: int = 5000, milliseconds: float = 5.0
) -> list[Finding]:
    return list(check_storage(journal, pi.root, lambda _: megabytes * 10**6, _clock(milliseconds)))


def _clock(milliseconds: float) -> Callable[[], float]:
    ticks: Iterator[int] = count()
    return lambda: next(ticks) * milliseconds / 1000


def test_all_is_well(pi: ScratchPi, journal: Path) -> None:
    make_history(journal, 1)
    if os.getuid() == 0:  # on a device, the service's user owns the games
        os.chown(journal, 1234, 1234)
    owner = journal.stat().st_uid
    space, games, commits = found(journal, pi)
    only(space, Mark.OK, "5,000 MB", str(journal.parent))
    only(games, Mark.OK, "sound, with 1 game")
    only(commits, Mark.OK, "5.0 ms")
    left = {file.name: file.stat().st_uid for file in journal.parent.glob("triqueta.db*")}
    assert set(left) <= {"triqueta.db" + end for end in ("", "-wal", "-shm", ".lock")}
    assert {left[name] for name in left if not name.endswith(".lock")} == {owner}
    assert not list(journal.parent.glob(".doctor*"))


def test_before_the_first_game(pi: ScratchPi, tmp_path: Path) -> None:
    space, games, _ = found(tmp_path / "not" / "yet" / "triqueta.db", pi)
    only(space, Mark.OK, str(tmp_path))
    only(games, Mark.OK, "no game has been saved yet")
    assert not (tmp_path / "not").exists()


@pytest.mark.parametrize(("megabytes", "mark"), [(5, Mark.WRONG), (50, Mark.WARN)])
def test_little_free_space(pi: ScratchPi, journal: Path, megabytes: int, mark: Mark) -> None:
    only(found(journal, pi, megabytes)[0], mark, f"only {megabytes} MB", "sudo apt clean")


def test_a_slow_card(pi: ScratchPi, journal: Path) -> None:
    only(found(journal, pi, milliseconds=250)[-1], Mark.WARN, "250.0 ms", "class A1 or A2")


def test_read_only(pi: ScratchPi, journal: Path) -> None:
    rows = f"/dev/a / ext4 rw 0 0\n/dev/b {journal.parent} ext4 ro,noatime 0 0\n"
    pi.write("proc/mounts", rows)
    (finding,) = found(journal, pi)
    only(finding, Mark.WRONG, "read-only", "remount,rw")


def test_another_place_is_read_only(pi: ScratchPi, journal: Path) -> None:
    pi.write("proc/mounts", f"/dev/a / ext4 rw 0 0\n/dev/b {journal.parent}2 ext4 ro 0 0\n")
    assert all(finding.mark is Mark.OK for finding in found(journal, pi))


@pytest.mark.parametrize("kind", ["overlay", "tmpfs"])
def test_in_memory_only(pi: ScratchPi, journal: Path, kind: str) -> None:
    pi.write("proc/mounts", f"/dev/a / ext4 rw 0 0\noverlay / {kind} rw 0 0\nbroken line\n")
    (finding,) = found(journal, pi)
    only(finding, Mark.WRONG, kind, "read-only-root.md")


def test_closed_to_this_user(
    pi: ScratchPi, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # even for root
    (finding,) = found(journal, pi)
    only(finding, Mark.SKIPPED, "can't open", "not checked", "sudo triqueta doctor")


def test_commits_fail(pi: ScratchPi, journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> float:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(machine, "commit_seconds", full)
    only(found(journal, pi)[-1], Mark.WRONG, "No space left", "df -h")


def test_a_damaged_journal(journal: Path) -> None:
    make_history(journal, 1)
    content = bytearray(journal.read_bytes())
    place = content.rindex(b'"format": "triqueta-record')
    content[place] ^= 1
    journal.write_bytes(content)
    only(check_journal(journal), Mark.WRONG, "has a wrong checksum", "rescues its games")
    assert journal.read_bytes() == content


def test_a_damaged_game_on_the_table(journal: Path) -> None:
    evening = SavedEvening(journal).begin()
    evening.play_on(20)
    evening.close()
    only(check_journal(journal), Mark.OK, "1 game")
    content = journal.read_bytes()
    assert content.count(b"edition")
    journal.write_bytes(content.replace(b'"edition"', b'"editiom"'))
    only(check_journal(journal), Mark.WRONG, "rescues its games")


def test_another_file(journal: Path) -> None:
    path = journal.with_name("letter.txt")
    path.write_text("Dear Ana", "utf-8")
    only(check_journal(path), Mark.WRONG, "is not a journal", "--journal")
