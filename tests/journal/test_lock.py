"""Tests of the lock: one table has the journal, and another one learns where that table is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from triqueta.journal.file import Holder, InUseError, Lock, holder_of
from triqueta.journal.journal import Journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "triqueta.db"


@pytest.fixture
def lock(path: Path) -> Iterator[Lock]:
    with closing(Lock(path)) as lock:
        yield lock


def holder(path: Path) -> Holder:
    with pytest.raises(InUseError) as found:
        Lock(path)
    return found.value.holder


def note_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def test_it_says_where_it_is(path: Path, lock: Lock) -> None:
    assert holder(path) == Holder(os.getpid(), "")
    lock.note("at http://localhost:8080/")
    assert str(holder(path)) == f"at http://localhost:8080/ (process {os.getpid()})"
    lock.note("in a terminal")
    assert holder(path).where == "in a terminal"
    assert note_of(path).read_text().count("\n") == 1


def test_it_can_be_looked_at_without_taking_it(path: Path) -> None:
    assert holder_of(path) is None
    assert not note_of(path).exists()
    with closing(Lock(path)) as lock:
        lock.note("in a terminal")
        assert holder_of(path) == Holder(os.getpid(), "in a terminal")
        assert holder_of(path) == holder(path)
    assert holder_of(path) is None
    assert "in a terminal" in note_of(path).read_text()
    Lock(path).close()


def test_a_new_table_erases_the_note_of_an_older_one(path: Path) -> None:
    with closing(Lock(path)) as old:
        old.note("at http://localhost:8080/")
    with closing(Lock(path)):
        assert holder(path).where == ""


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b'{"process": 12, "pla',
        b"\x00\xff\x80",
        b"[]\n",
        b"12\n",
        b'{"process": "12", "place": "here"}\n',
        b'{"process": 12, "place": "\\u001b[2J"}\n',
        b"{" * 5000,
    ],
)
def test_other_content_of_the_note_is_ignored(path: Path, lock: Lock, content: bytes) -> None:
    note_of(path).write_bytes(content)
    assert holder(path) == Holder()
    assert str(Holder()) == ""


def test_the_rest_of_a_longer_note_is_not_read(path: Path, lock: Lock) -> None:
    """A power cut, or another reader, can come between the two steps of writing a note."""
    lock.note("here")
    with note_of(path).open("ab") as file:
        file.write(b'lhost:8080/"}\n')
    assert holder(path).where == "here"


def test_a_full_disk_does_not_prevent_playing(
    path: Path, lock: Lock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "pwrite", full)
    lock.note("somewhere")
    assert holder(path).where == ""


def test_a_journal_names_the_table_that_has_it(path: Path) -> None:
    with closing(Journal(path)) as first:
        assert first.holder is None
        first.runs_at("in a terminal")
        with closing(Journal(path)) as second:
            assert second.holder == Holder(os.getpid(), "in a terminal")
            second.runs_at("nowhere")  # ignored, since it does not have the lock
        with closing(Journal(path)) as third:
            assert third.holder == Holder(os.getpid(), "in a terminal")
