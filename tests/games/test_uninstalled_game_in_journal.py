"""A journal with games that this version does not know, because it is older or lacks a package."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.cli.command import Command
from tests.games.every_game import TESTED, guests
from triqueta.games import installed_games
from triqueta.journal.database import open_for_reading, open_for_writing, transaction
from triqueta.journal.games import add_game, read_games
from triqueta.journal.journal import Journal
from triqueta.journal.rescue import rescue
from triqueta.table.saving import StorageStatus
from triqueta.table.state import Preferences, TableState


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Write a journal with two known games and one that is no longer installed."""
    path = tmp_path / "triqueta.db"
    with guests(), closing(open_for_writing(path)) as connection, transaction(connection):
        for name in ("triqueta", "zatre", "highcard"):
            record = installed_games().load(finished(name))
            add_game(connection, record, at_table=False)
    return path


def finished(name: str) -> bytes:
    session = TESTED[name].play(2, seed=1)
    kind = installed_games()[name]
    return (
        installed_games()
        .random_game(kind.id, TESTED[name].edition, session.names, session.proof, Random(1))
        .encode()
    )


def games_in(file: Path) -> int:
    with closing(open_for_reading(file)) as connection:
        return sum(1 for _ in read_games(connection))


def test_the_history_still_has_them(
    file: Path, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    triqueta = Command(capsysbinary)
    assert "highcard" in triqueta("history", "--journal", file).out
    assert triqueta("history", "--journal", file, "--export", tmp_path / "out").code == 0
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["game-1.tqr.json", "game-2.zatre.json", "game-3.highcard.json"]
    assert "1 finished game\n" in triqueta("stats", "--journal", file).out


def test_the_page_of_past_games_shows_them(file: Path) -> None:
    with closing(Journal(file)) as journal:
        assert journal.status is None
        assert len(journal.past_games().last) == 3


def test_a_running_one_is_left_as_it_is(file: Path) -> None:
    with guests(), closing(Journal(file)) as journal:
        session = TESTED["highcard"].play(2, seed=2)
        session.apply(session.chance() or "")
        journal.save(TableState(Preferences(), session=session))
        assert journal.status is None
    before = file.read_bytes()
    with closing(Journal(file)) as journal:
        assert journal.status is StorageStatus.NEWER
        assert journal.state.session is None
        journal.save(TableState(Preferences(recent_names=("Zoe",))))
    assert file.read_bytes() == before
    assert list(file.parent.glob("*damaged*")) == []
    with guests(), closing(Journal(file)) as journal:
        assert journal.state.session is not None
        assert journal.state.session.entries == session.entries


def test_a_rescue_brings_what_has_a_summary(file: Path, tmp_path: Path) -> None:
    rescue(file, tmp_path / "whole.db", installed_games())
    assert games_in(tmp_path / "whole.db") == 3
    with closing(open_for_writing(file)) as connection, transaction(connection):
        connection.execute("DELETE FROM summary")
    rescue(file, tmp_path / "part.db", installed_games())
    assert games_in(tmp_path / "part.db") == 2  # the unknown game is in the file set aside
