"""Tests that a record its game can't read stops neither a command nor a rescue."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.cli.command import Command
from tests.games.every_game import TESTED, guests
from triqueta.games import installed_games
from triqueta.journal.database import open_for_reading, open_for_writing, transaction
from triqueta.journal.games import add_game, read_games
from triqueta.journal.rescue import rescue
from triqueta.records.errors import RecordError

pytestmark = pytest.mark.usefixtures("high_card")


def finished(name: str) -> dict[str, object]:
    session = TESTED[name].play(2, seed=1)
    kind, edition = installed_games()[name], TESTED[name].edition
    return (
        installed_games()
        .random_game(kind.id, edition, session.names, session.proof, Random(1))
        .document()
    )


@pytest.mark.parametrize("hands", [[1, 2], [[[1], 2, 3], [4, 5, 6]], [None, None]])
def test_hands_that_are_none(hands: object) -> None:
    with pytest.raises(RecordError):
        installed_games().load(json.dumps({**finished("highcard"), "hands": hands}))


@pytest.mark.parametrize("name", TESTED)
@pytest.mark.parametrize("player", [1, None, ["Ana"], {}])
def test_players_are_texts(name: str, player: object) -> None:
    with pytest.raises(RecordError, match="player"):
        installed_games().load(json.dumps({**finished(name), "players": [player, "Ben"]}))


def test_a_rescue_continues(tmp_path: Path) -> None:
    """Only the game with the broken record is lost."""
    file = tmp_path / "triqueta.db"
    with closing(open_for_writing(file)) as connection, transaction(connection):
        for name in TESTED:
            add_game(connection, installed_games().read(finished(name)), at_table=False)
        broken = json.dumps({**finished("highcard"), "hands": [1, 2]})
        connection.execute(
            "UPDATE game SET record = ? WHERE record LIKE '%highcard-record%'", (broken,)
        )
    rescue(file, tmp_path / "new.db", installed_games())
    with closing(open_for_reading(tmp_path / "new.db")) as connection:
        found = {saved.record(installed_games()).game_id for saved in read_games(connection)}
    assert found >= {"triqueta", "zatre"}


@pytest.mark.parametrize("name", TESTED)
def test_what_is_doubtful_can_not_move_the_cursor(
    name: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    record = finished(name)
    proof: dict[str, object] = {**record["proof"], "cuts": "\x1b[2J"}  # type: ignore[dict-item]
    file = tmp_path / "record"
    file.write_text(json.dumps({**record, "proof": proof}), "utf-8")
    with guests():
        done = Command(capsysbinary)("history", "--journal", tmp_path / "j.db", "--import", file)
    assert done.code == 0
    assert "\x1b" not in done.out
