"""The commands with Zatre, from deal and replay to review and verify."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.games.zatre.tables import table
from tests.games.zatre.test_perft import POSITIONS
from tests.profiles import budget
from tests.table.test_charts import texts
from triqueta.games.zatre.rules import Record, game

SECRET = bytes(range(32)).hex()


@pytest.fixture
def triqueta(capsysbinary: pytest.CaptureFixture[bytes]) -> Command:
    return Command(capsysbinary)


@pytest.fixture
def records(triqueta: Command, tmp_path: Path) -> list[Path]:
    folder = tmp_path / "records"
    words = ("--game", "zatre", "--games", "2", "--seed", "1", "--record", folder)
    assert triqueta("simulate", "--players", "3", *words).code == 0
    return sorted(folder.iterdir())


def changed(path: Path, **content: object) -> Path:
    document = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**document, **content}), "utf-8")
    return path


def test_dealing(triqueta: Command, tmp_path: Path) -> None:
    words = ("--players", "3", "--secret", SECRET, "--cuts", "1:3,2:5,3:1")
    file = tmp_path / "dealt"
    file.write_text(triqueta("deal", "--game", "zatre", *words).out, "utf-8")
    dealt = json.loads(file.read_text("utf-8"))
    assert list(dealt) == ["format", "players", "opening", "bag", "moves", "proof"]
    assert dealt["format"] == "zatre-record/1"
    assert dealt["opening"] == ["615"]
    assert dealt["bag"].startswith("64123134254236456321")
    assert dealt["moves"] == []
    assert "the shuffle is proved, but the game is not over" in triqueta("verify", file).out


def test_simulated_games_are_judged_and_proved(triqueta: Command, records: list[Path]) -> None:
    assert [path.name for path in records] == [f"game-00000{n}.zatre.json" for n in (1, 2)]
    judged = json.loads(triqueta("replay", "--json", records[0]).out)
    result = json.loads(records[0].read_text("utf-8"))["result"]
    assert judged["over"]
    assert {key: judged[key] for key in ("scores", "winners")} == result
    proved = triqueta("verify", *records)
    assert proved.code == 0
    assert "the players' cuts (3) give the opening and all 120 tiles" in proved.out


def test_replay_prints_turns_and_blocks(triqueta: Command, records: list[Path]) -> None:
    told = triqueta("replay", records[0]).out
    moves = json.loads(records[0].read_text("utf-8"))["moves"]
    assert "Player 1, Player 2 and Player 3 play Zatre." in told
    assert all(f" places {move}" in told for move in moves if move != "-")
    assert told.count("    row   cross      10      11      12   bonus   total") == 3
    assert " points." in told


def test_replay_of_an_unfinished_game_names_the_next_player(
    triqueta: Command, tmp_path: Path
) -> None:
    file = tmp_path / "half"
    file.write_text(json.dumps(POSITIONS[4]["record"]), "utf-8")
    assert triqueta("replay", file).out.rstrip().endswith("'s turn, with 3 1 in hand.")
    assert len(json.loads(triqueta("replay", "--json", file).out)["legal"]) == 88


def test_only_some_of_very_many_legal_turns_are_listed(
    triqueta: Command, records: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player with many tiles can have millions of legal turns, too many to list them all."""
    document = json.loads(records[0].read_text("utf-8"))
    del document["result"]
    file = records[0]
    file.write_text(json.dumps({**document, "moves": document["moves"][:20]}), "utf-8")
    everything = json.loads(triqueta("replay", "--json", file).out)
    assert everything["legal_all"]
    monkeypatch.setattr(game, "FOLLOWED_UP", 5)
    some = json.loads(triqueta("replay", "--json", file).out)
    assert not some["legal_all"]
    assert set(some["legal"]) < set(everything["legal"])
    assert some["legal"]


def test_counting(triqueta: Command, tmp_path: Path) -> None:
    file = tmp_path / "position"
    file.write_text(json.dumps(POSITIONS[0]["record"]), "utf-8")
    counts = [triqueta("perft", file, "--depth", str(depth)).out for depth in (0, 1, 2)]
    assert counts == ["1\n", "30\n", "976\n"]


def test_simulating_one_game_shows_its_blocks(triqueta: Command) -> None:
    words = ("--game", "zatre", "--games", "1", "--seed", "3", "--players", "5")
    told = triqueta("simulate", *words).out
    assert told.count("sum ") == 5
    assert "1 game, zatre, 5 random players, seed 3" in told
    assert triqueta("simulate", *words).out.split("speed")[0] == told.split("speed")[0]


def test_the_random_robot_plays_through_the_seam(triqueta: Command) -> None:
    words = ("--game", "zatre", "--games", "1", "--seed", "3", "--players", "2")
    assert "2 random players" in triqueta("simulate", *words, "--player", "random").out


def test_a_record_that_breaks_the_rules_is_refused(triqueta: Command, records: list[Path]) -> None:
    changed(records[0], moves=["H8=1 H9=1 H10=1"])
    assert "move 1 (H8=1 H9=1 H10=1): can't place 1 1 1: the hand has" in triqueta.fails(
        "replay", records[0]
    )
    changed(records[1], bag="123")
    assert triqueta.fails("verify", records[1]).endswith(
        "bag: not 120 digits between 1 and 6 (Z1)"
    )


BROKEN: dict[str, tuple[dict[str, object], str]] = {
    "format": ({"format": "zatre-record/2"}, 'format: "zatre-record/2" instead of '),
    "players": ({"players": ["Ana"]}, "players: 1 instead of 2 to 5 (Z3)"),
    "opening": ({"opening": ["66"]}, "opening: the last drawing has no single highest tile (Z4)"),
    "bag too short": ({"bag": "51"}, "bag: not 120 digits between 1 and 6 (Z1)"),
    "other tiles": ({"bag": "6" * 120}, "0 tiles of value 1 instead of 21 (Z1)"),
    "no list": ({"moves": "H9=6"}, 'moves: "H9=6" instead of a list'),
    "result too soon": ({"result": {}}, "result: the game is not over after the moves given"),
}
"""Changes to a record, each with the expected error."""

BAD_TURNS = {
    "H9": "no such move; moves are H8=6 I8=5 (for example), - and end",
    "H9=6 H9=6": "no such move; H9 is named twice",
    "I9=6 H9=6": "no such move; ordered by column, then row, it is H9=6 I9=6",
    "H1=6": "the board has no field H1 (Z2)",
    "H9=5": "can't place 5: the hand has 6 3 (Z5)",
    "H8=6": "there is already a tile on H8 (Z6)",
    "L8=6": "the tile on L8 is not connected to the tiles of earlier turns (Z6)",
    "H9=6 H10=3": "the line H8-H10 sums to 15 (Z7)",
    "G9=3 H9=6": "the 3 on the light field G9 is not in a line of 10 to 12, but fits J7 (Z8)",
    "H9=6": "the 3 left in the hand fits J7 (Z9)",
    "-": "the 6 left in the hand fits H7 (Z9)",
}
"""Turns that the second player of the worked example can't make with a 6 and a 3, and why."""


def in_a_file(tmp_path: Path, changed: dict[str, object]) -> Path:
    game = table("H8=6 I8=5 J8=1", opening=["66", "36"], bag="5163")
    path = tmp_path / "record"
    path.write_text(json.dumps({**Record(game).document(), **changed}), "utf-8")
    return path


@pytest.mark.parametrize("command", ["replay", "verify", "perft --depth 1", "review"])
@pytest.mark.parametrize("broken", BROKEN)
def test_a_record_of_a_broken_format_is_refused_by_every_command(
    triqueta: Command, tmp_path: Path, command: str, broken: str
) -> None:
    changed, message = BROKEN[broken]
    assert message in triqueta.fails(*command.split(), in_a_file(tmp_path, changed))


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("turn", BAD_TURNS)
def test_a_turn_against_the_rules_is_refused_with_its_number_and_clause(
    triqueta: Command, tmp_path: Path, command: str, turn: str
) -> None:
    file = in_a_file(tmp_path, {"moves": ["H8=6 I8=5 J8=1", turn]})
    said = triqueta.fails(command, file)
    assert said.endswith(f"move 2 ({turn}): {BAD_TURNS[turn]}")


def test_a_turn_after_the_end_and_a_wrong_result_are_refused(
    triqueta: Command, records: list[Path]
) -> None:
    document = json.loads(records[0].read_text("utf-8"))
    changed(records[0], moves=[*document["moves"], "-"])
    number = len(document["moves"]) + 1
    assert triqueta.fails("replay", records[0]).endswith(
        f"move {number} (-): the game is over (Z10)"
    )
    changed(records[0], moves=document["moves"], result={"scores": [1, 2, 3], "winners": [0]})
    assert "result: scores [1, 2, 3] instead of" in triqueta.fails("verify", records[0])


def test_another_bag_than_was_sealed_is_found(triqueta: Command, records: list[Path]) -> None:
    document = json.loads(records[0].read_text("utf-8"))
    del document["result"]
    bag = document["bag"]
    records[0].write_text(json.dumps({**document, "bag": bag[::-1], "moves": []}), "utf-8")
    assert "proof: it deals tile" in triqueta.fails("verify", records[0])


def test_history_and_statistics(triqueta: Command, records: list[Path], tmp_path: Path) -> None:
    journal = tmp_path / "triqueta.db"
    assert triqueta("history", "--journal", journal, "--import", *records).code == 0
    table = triqueta("stats", "--journal", journal, "--game", "zatre").out
    assert all(title in table for title in ("12s", "crosses", "bonuses", "minus"))
    plot = tmp_path / "zatre.svg"
    assert triqueta("stats", "--journal", journal, "--game", "zatre", "--plot", plot).code == 0
    drawn = texts(plot.read_text("utf-8"))
    assert {"Zatre", "lines of 12", "crosses", "bonuses"} <= set(drawn)
    exported = tmp_path / "exported"
    assert triqueta("history", "--journal", journal, "--export", exported).code == 0
    assert all(path.name.endswith(".zatre.json") for path in exported.iterdir())


def test_a_record_is_reviewed(triqueta: Command, records: list[Path]) -> None:
    found = json.loads(triqueta("review", records[0], "--json").out)
    assert {one["seat"] for one in found["decisions"]} == {0, 1, 2}
    for one in found["decisions"]:
        chosen = next(option for option in one["options"] if one["move"] in option["moves"])
        best = one["options"][0]["points"]
        assert one["lost"] == pytest.approx(best - chosen["points"], abs=0.002)
    title, *lines = triqueta("review", records[0]).out.splitlines()
    at = title.index("better")
    table = lines[: len(found["decisions"])]
    assert all(line[at - 2 : at].strip() == "" for line in table), "its columns are not aligned"
    assert any(line.startswith("Player 1 lost ") for line in lines)


def test_robots_play_matches_and_games(triqueta: Command, tmp_path: Path) -> None:
    words = ("--game", "zatre", "--games", str(budget(2)), "--seed", "7")
    match = json.loads(triqueta("match", "good", "easy", *words, "--json").out)
    assert [side["player"] for side in match["sides"]] == ["good", "easy"]
    again = json.loads(triqueta("match", "good", "easy", *words, "--json").out)
    assert [side["margin"] for side in match["sides"]] == [s["margin"] for s in again["sides"]]
    assert triqueta("simulate", *words, "--player", "good", "--record", tmp_path).code == 0
    for file in sorted(tmp_path.iterdir()):
        assert triqueta("verify", file).code == 0


def test_a_level_of_another_game_is_refused(triqueta: Command) -> None:
    refused = triqueta.fails("match", "hard", "easy", "--game", "zatre")
    assert refused.endswith("(choose from random, easy, good, program:COMMAND)")
