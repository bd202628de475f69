"""Tests that commands find the game by a record's format or by --game, or refuse it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.games.every_game import guests
from triqueta.games import installed_games

DEAL = ("deal", "--game", "highcard", "--players", "2", "--secret", "ab" * 32, "--cuts", "1:3")


@pytest.fixture
def triqueta(capsysbinary: pytest.CaptureFixture[bytes]) -> Iterator[Command]:
    with guests():
        yield Command(capsysbinary)


@pytest.fixture
def records(triqueta: Command, tmp_path: Path) -> list[Path]:
    folder = tmp_path / "records"
    words = ("--game", "highcard", "--games", "3", "--seed", "1", "--record", folder)
    assert triqueta("simulate", "--players", "2", *words).code == 0
    return sorted(folder.iterdir())


def test_dealing(triqueta: Command, tmp_path: Path) -> None:
    file = tmp_path / "dealt"
    file.write_text(triqueta(*DEAL).out, "utf-8")
    dealt = json.loads(file.read_text("utf-8"))
    assert dealt["format"] == "highcard-record/1"
    assert dealt["moves"] == []
    assert [len(hand) for hand in dealt["hands"]] == [3, 3]
    assert "the shuffle is proved, but the game is not over" in triqueta("verify", file).out


def test_simulated_games_are_judged_and_proved(triqueta: Command, records: list[Path]) -> None:
    assert [path.name for path in records] == [f"game-00000{n}.highcard.json" for n in (1, 2, 3)]
    judged = json.loads(triqueta("replay", "--json", records[0]).out)
    assert judged["over"]
    assert len(judged["scores"]) == 2
    assert "Player 1: " in triqueta("replay", records[0]).out
    proved = triqueta("verify", *records)
    assert proved.code == 0
    assert "deal: the secret and the players' cuts (2) give all that was dealt" in proved.out


def test_a_die_that_was_not_rolled_is_found(triqueta: Command, records: list[Path]) -> None:
    document = json.loads(records[0].read_text("utf-8"))
    rolled = document["moves"][-2]
    document["moves"][-2] = "*1" if rolled != "*1" else "*2"
    del document["result"]
    records[0].write_text(json.dumps(document), "utf-8")
    assert f"the sealed shuffle gives {rolled}" in triqueta.fails("verify", records[0])


def test_a_wrong_result_is_found(triqueta: Command, records: list[Path]) -> None:
    document = json.loads(records[0].read_text("utf-8"))
    right = document["result"]
    records[0].write_text(json.dumps({**document, "result": {**right, "scores": [1, 2]}}), "utf-8")
    error = triqueta.fails("replay", records[0])
    assert error.endswith(f"result: scores [1, 2] instead of {right['scores']}")


def test_counting(triqueta: Command, records: list[Path]) -> None:
    document = json.loads(records[0].read_text("utf-8"))
    del document["result"]
    records[0].write_text(json.dumps({**document, "moves": document["moves"][:1]}), "utf-8")
    counts = [triqueta("perft", records[0], "--depth", str(depth)).out for depth in (0, 1, 2)]
    assert counts == ["1\n", "3\n", "3\n"]  # a sequence ends at a chance move


def test_history_and_statistics(triqueta: Command, records: list[Path], tmp_path: Path) -> None:
    base = tmp_path / "base"
    triqueta("simulate", "--games", "2", "--seed", "1", "--record", base)
    journal = tmp_path / "triqueta.db"
    imported = triqueta("history", "--journal", journal, "--import", *records, *base.iterdir())
    assert imported.code == 0
    assert triqueta("history", "--journal", journal).out.count("highcard") == 3
    for name, games in (("triqueta", 2), ("highcard", 3)):
        found = json.loads(triqueta("stats", "--journal", journal, "--game", name, "--json").out)
        assert found["games"] == games
    table = triqueta("stats", "--journal", journal, "--game", "highcard").out
    assert "average" in table
    assert "triquetas" not in table
    plot = tmp_path / "high.svg"
    assert triqueta("stats", "--journal", journal, "--game", "highcard", "--plot", plot).code == 0
    exported = tmp_path / "exported"
    assert triqueta("history", "--journal", journal, "--export", exported).code == 0
    suffixes = sorted("".join(path.suffixes[-2:]) for path in exported.iterdir())
    assert suffixes == [".highcard.json"] * 3 + [".tqr.json"] * 2


def test_a_format_of_no_game_here_is_refused_with_those_there_are(
    triqueta: Command, records: list[Path]
) -> None:
    document = json.loads(records[0].read_text("utf-8"))
    for name in ("chess-record/1", "highcard-record/2", "highcard"):
        records[0].write_text(json.dumps({**document, "format": name}), "utf-8")
        *most, last = (f'"{spec.record_format}"' for spec in installed_games())
        right = f"{', '.join(most)} or {last}"
        for command in ("replay", "verify"):
            error = triqueta.fails(command, records[0])
            assert error.endswith(f'format: "{name}" instead of {right}')


@pytest.mark.parametrize("words", ["deal --players 2", "simulate", "stats"])
def test_a_game_that_is_not_here_is_refused_with_those_there_are(
    triqueta: Command, words: str
) -> None:
    error = triqueta.fails(*words.split(), "--game", "chess")
    assert "'chess'" in error
    assert "triqueta" in error
    assert "highcard" in error


def test_an_edition_and_a_number_that_the_game_does_not_have(triqueta: Command) -> None:
    error = triqueta.fails("deal", "--game", "highcard", "--players", "2", "--edition", "base")
    assert error == "triqueta deal: --edition: invalid choice: 'base' (choose from highcard)"
    error = triqueta.fails("simulate", "--game", "highcard", "--players", "6")
    assert error == "triqueta simulate: --players: 6 is not between 2 and 5"
