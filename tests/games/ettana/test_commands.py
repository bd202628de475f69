"""The commands with Ettana: deal, deck, history, perft, replay, simulate, stats and verify."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.games.ettana.tables import POSITIONS
from tests.games.ettana.test_pattern_deck import CARDS, written
from triqueta.games.ettana.rules.board import OCTAGONS
from triqueta.games.ettana.rules.patterns import Weave, shipped_deck

SECRET = bytes(range(32)).hex()


@pytest.fixture
def triqueta(capsysbinary: pytest.CaptureFixture[bytes]) -> Command:
    return Command(capsysbinary)


@pytest.fixture
def record(triqueta: Command, tmp_path: Path) -> Path:
    folder = tmp_path / "records"
    words = ("--game", "ettana", "--games", "1", "--seed", "1", "--record", folder)
    assert triqueta("simulate", "--players", "2", *words).code == 0
    (path,) = folder.iterdir()
    assert path.name == "game-000001.ettana.json"
    return path


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """Write the deck that the perft counts use."""
    file = tmp_path / "own.toml"
    file.write_bytes(written([*CARDS]))
    return file


def changed(path: Path, **content: object) -> Path:
    document = json.loads(path.read_text("utf-8"))
    document.pop("result", None)
    path.write_text(json.dumps({**document, **content}), "utf-8")
    return path


def test_dealing(triqueta: Command, tmp_path: Path) -> None:
    words = ("--players", "3", "--secret", SECRET, "--cuts", "1:3,2:5,3:1")
    file = tmp_path / "dealt"
    file.write_text(triqueta("deal", "--game", "ettana", *words).out, "utf-8")
    dealt = json.loads(file.read_text("utf-8"))
    assert dealt["format"] == "ettana-record/1"
    assert dealt["threads"] == ["BYBRV", "VYBVB", "YBYRG", "GYGRV", "GRVGR"]
    assert dealt["deck"] == shipped_deck().name
    assert dealt["moves"] == []
    assert "the shuffle is proved, but the game is not over" in triqueta("verify", file).out
    five = triqueta.fails("deal", "--game", "ettana", "--players", "5")
    assert five.endswith("5 is not between 2 and 4")


def test_a_simulated_game_is_replayed_and_verified(triqueta: Command, record: Path) -> None:
    judged = json.loads(triqueta("replay", "--json", record).out)
    result = json.loads(record.read_text("utf-8"))["result"]
    assert judged["over"]
    assert not judged["chance"]
    assert (judged["scores"], judged["winners"]) == (result["annas"], result["winners"])
    told = triqueta("replay", record).out
    assert "Player 1 and Player 2 play Ettana." in told
    assert f": {max(result['annas'])} *" in told
    proved = triqueta("verify", record)
    assert proved.code == 0
    assert "cuts (2) give board, decks and every roll" in proved.out


def test_replay_of_an_unfinished_game_names_the_next_player(
    triqueta: Command, record: Path
) -> None:
    moves = json.loads(record.read_text("utf-8"))["moves"]
    told = triqueta("replay", changed(record, moves=moves[:4])).out
    assert "The game stops here. It is Player " in told
    judged = json.loads(triqueta("replay", "--json", record).out)
    assert judged["chance"]


def test_a_record_that_breaks_the_rules_is_refused(triqueta: Command, record: Path) -> None:
    moves = json.loads(record.read_text("utf-8"))["moves"]
    changed(record, moves=[moves[0], "@Z9"])
    assert "move 2 (@Z9): no such move" in triqueta.fails("replay", record)
    changed(record, moves=["collect"])
    refused = "move 1 (collect): the number die has to be rolled first (E7)"
    assert triqueta.fails("verify", record).endswith(refused)
    changed(record, moves=[], reserve="11")
    assert triqueta.fails("perft", record, "--depth", "1").endswith("numbers 1 to 6 (E2)")


def test_a_roll_that_was_not_sealed_is_found(triqueta: Command, record: Path) -> None:
    moves = json.loads(record.read_text("utf-8"))["moves"]
    at = next(at for at, move in enumerate(moves) if move[0] == "*" and len(move) == 3)
    other = "*K1" if moves[at] != "*K1" else "*K2"
    changed(record, moves=[*moves[:at], other])
    found = f"proof: move {at + 1} is {other}, but the sealed shuffle gives {moves[at]}"
    assert triqueta.fails("verify", record).endswith(found)


def test_counting_with_another_deck(triqueta: Command, deck: Path, tmp_path: Path) -> None:
    position = {key: value for key, value in POSITIONS[3]["record"].items() if key != "deck"}
    file = tmp_path / "position"
    file.write_text(json.dumps(position), "utf-8")
    counts = [
        triqueta("perft", file, "--depth", depth, "--deck", deck).out for depth in ("0", "1", "2")
    ]
    assert counts == ["1\n", "360\n", "8380\n"]
    for command in ("replay", "perft"):
        words = ("--depth", "1") if command == "perft" else ()
        assert triqueta(command, file, *words, "--deck", deck).code == 0


def test_a_record_says_which_deck_it_was_played_with(
    triqueta: Command, record: Path, deck: Path
) -> None:
    assert "deck: the game was played with " in triqueta.fails("replay", record, "--deck", deck)
    named = changed(record, moves=[], deck="9f2c")
    assert "deck: the game was played with 9f2c" in triqueta.fails("verify", named)


def test_a_deck_that_is_wrong_is_named_not_the_record(
    triqueta: Command, record: Path, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_bytes(written([*CARDS[:4], (9, ["AAA"]), *CARDS[5:]]))
    told = triqueta.fails("verify", record, "--deck", wrong)
    assert told == f"{wrong}: pattern 5: annas: 9 instead of 1 to 3 (E5)"
    missing = tmp_path / "missing.toml"
    assert triqueta.fails("replay", record, "--deck", missing).startswith(f"{missing}: ")


def test_a_game_without_decks_says_so(triqueta: Command, deck: Path, tmp_path: Path) -> None:
    file = tmp_path / "base"
    dealt = triqueta("deal", "--players", "2", "--edition", "base", "--secret", SECRET)
    file.write_text(dealt.out, "utf-8")
    told = triqueta.fails("replay", file, "--deck", deck)
    assert told == f"{file}: Triqueta does not support custom decks"


# The deck command.


def test_a_deck_is_printed_as_pictures(triqueta: Command, deck: Path) -> None:
    shown = triqueta("deck", deck)
    assert shown.code == 0
    assert "36 cards: 14 worth 1, 13 worth 2, 9 worth 3" in shown.out
    assert " B . . . ." in shown.out
    assert max(map(len, shown.out.splitlines())) <= 80
    assert all(f"{card:2} *" in shown.out for card in range(1, 37))


def test_all_that_is_wrong_with_a_deck_is_said(triqueta: Command, tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_bytes(written([*CARDS[:4], (9, ["aa"])]))
    told = triqueta("deck", file)
    assert (told.code, told.out) == (2, "")
    assert told.err.splitlines() == [
        f"{file}: pattern 5: annas: 9 instead of 1 to 3 (E5)",
        f"{file}: pattern 5: rows: 'aa' has characters other than capital letters and '.'",
        f"{file}: 5 cards instead of 36 (E5)",
    ]


def test_a_file_that_is_not_a_deck(triqueta: Command, tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_bytes(b"\xff\x00")
    assert f"{file}: not a deck: " in triqueta.fails("deck", file)
    assert "No such file" in triqueta.fails("deck", tmp_path / "missing")


# The shipped deck.


def test_no_two_cards_of_the_shipped_deck_are_the_same_turned_or_named_otherwise() -> None:
    """Equal cards would be found on the same boards. Boards of two colours tell others apart."""
    seen = set()
    for pattern in shipped_deck().patterns:
        found = []
        for board in range(0, 2**25, 99_991):
            letters = ["GR"[board >> at & 1] for at in range(25)]
            found.append(len(Weave(dict(zip(OCTAGONS, letters, strict=True))).places(pattern)))
        many = len({*"".join(pattern.rows)} - {"."}) > 2
        assert many or tuple(found) not in seen
        seen.add(tuple(found))


def test_the_docs_show_the_figures_of_the_shipped_deck_and_values_follow_them() -> None:
    text = Path(__file__).parents[3].joinpath("docs", "ettana.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in text.splitlines()
        if line.startswith("| ") and "%" in line
    ]
    shown = [(int(annas), tuple(drawn.strip("`").split())) for _, annas, _, _, drawn in rows]
    assert shown == [(pattern.annas, pattern.rows) for pattern in shipped_deck().patterns]
    near = [float(share.removesuffix(" %")) for _, _, _, share, _ in rows]
    assert near == sorted(near, reverse=True)
    assert [annas for annas, _ in shown] == sorted(annas for annas, _ in shown)


def test_the_shipped_deck_stays_as_it_is_since_records_name_it() -> None:
    assert shipped_deck().name.startswith("05422ba534d25d6b")


# At the table.


def test_history_and_statistics_have_it(triqueta: Command, record: Path, tmp_path: Path) -> None:
    journal = tmp_path / "triqueta.db"
    assert triqueta("history", "--journal", journal, "--import", record).code == 0
    assert "ettana" in triqueta("history", "--journal", journal).out
    stats = triqueta("stats", "--journal", journal, "--game", "ettana", "--json").out
    assert json.loads(stats)["games"] == 1
