"""Records of Zatre: reading, writing, and errors that name the place and the reason."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.triqueta.rules.test_record import JSON
from tests.games.zatre.tables import games, random_game, table
from tests.profiles import examples
from triqueta.games.zatre.rules import Game, Record
from triqueta.records.errors import RecordError

KNOWN_KEYS = ("format", "players", "opening", "bag", "moves", "result")
FEWER = examples(40)


def document(game: Game | None = None) -> dict[str, Any]:
    """Return the JSON document of a game's record; by default, of the worked example."""
    example = table("H8=6 I8=5 J8=1, H9=6 I9=6", opening=["66", "36"], bag="5166")
    return Record(game or example).document()


def refusal(changed: dict[str, Any]) -> str:
    with pytest.raises(RecordError) as caught:
        Record.loads(json.dumps(changed), Game)
    return str(caught.value)


@given(games(), st.dictionaries(st.text().filter(lambda key: key not in KNOWN_KEYS), JSON))
@FEWER
def test_record_to_game_to_record_is_identical(game: Game, extra: dict[str, Any]) -> None:
    text = Record(game, extra).dumps()
    again = Record.loads(text, Game)
    assert again.game == game
    assert again.extra == json.loads(json.dumps(extra))
    assert again.dumps() == text
    assert Record.loads(again.encode(), Game).document() == json.loads(text)


@given(st.text() | st.binary() | JSON.map(json.dumps))
def test_anything_else_raises_only_the_records_own_error(text: str | bytes) -> None:
    with pytest.raises(RecordError):
        Record.loads(text, Game)


@given(st.integers(0, 20), st.sampled_from(KNOWN_KEYS), JSON)
def test_a_spoilt_record_raises_only_the_records_own_error(
    length: int, key: str, value: Any
) -> None:
    spoilt = json.dumps(document(random_game(3, seed=length, length=length)) | {key: value})
    if key == "moves":  # an empty list is valid
        with suppress(RecordError):
            Record.loads(spoilt, Game)
    else:
        with pytest.raises(RecordError, match=f"^{key}: "):
            Record.loads(spoilt, Game)


def test_the_example_of_the_format() -> None:
    found = document()
    assert list(found) == ["format", "players", "opening", "bag", "moves"]
    assert found["format"] == "zatre-record/1"
    assert found["players"] == ["Ana", "Ben"]
    assert found["opening"] == ["66", "36"]
    assert found["bag"].startswith("5166")
    assert found["moves"] == ["H8=6 I8=5 J8=1", "H9=6 I9=6"]


def test_the_result_is_there_once_the_game_is_over_and_not_before() -> None:
    assert "result" not in document()
    over = random_game(3, seed=7)
    assert over.outcome is not None
    assert document(over)["result"] == {
        "scores": list(over.outcome.scores),
        "winners": list(over.outcome.winners),
    }


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("format", "zatre-record/2", 'format: "zatre-record/2" instead of "zatre-record/1"'),
        ("format", 1, "format: 1 instead of a string"),
        ("players", "Ana", 'players: "Ana" instead of a list'),
        ("players", ["Ana"], "players: 1 instead of 2 to 5 (Z3)"),
        ("players", ["Ana", 7], "players: an entry: 7 instead of a string"),
        ("opening", "66", 'opening: "66" instead of a list'),
        ("opening", [66], "opening: an entry: 66 instead of a string"),
        ("opening", ["66"], "opening: the last drawing has no single highest tile (Z4)"),
        ("bag", 5166, "bag: 5166 instead of a string"),
        ("bag", "5166", "bag: not 120 digits between 1 and 6 (Z1)"),
        ("moves", {}, "moves: {} instead of a list"),
        ("moves", ["H8=6 I8=5 J8=1", 1], "move 2: 1 instead of a string"),
        ("result", {}, "result: the game is not over after the moves given"),
    ],
)
def test_a_wrong_value_is_refused_with_its_place(key: str, value: Any, message: str) -> None:
    assert refusal(document() | {key: value}) == message


@pytest.mark.parametrize("key", KNOWN_KEYS[:-1])
def test_a_missing_key_is_named(key: str) -> None:
    changed = document()
    del changed[key]
    assert refusal(changed) == f"{key}: missing"


NO_MOVE = "no such move; moves are H8=6 I8=5 (for example), - and end"


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("", NO_MOVE),
        ("H9", NO_MOVE),
        ("H9=7", NO_MOVE),
        ("h9=6", NO_MOVE),
        ("H09=6", NO_MOVE),
        ("H16=6", NO_MOVE),
        ("H9=6  I9=6", NO_MOVE),
        ("- H9=6", NO_MOVE),
        ("H9=6 I9=6\n", NO_MOVE),
        ("I9=6 H9=6", "no such move; ordered by column, then row, it is H9=6 I9=6"),
        ("H10=6 H9=6", "no such move; ordered by column, then row, it is H9=6 H10=6"),
        ("H9=6 H9=6", "no such move; H9 is named twice"),
        ("A8=6", "the board has no field A8 (Z2)"),
        ("H9=3 I9=6", "can't place 3 6: the hand has 6 6 (Z5)"),
        ("H8=6", "there is already a tile on H8 (Z6)"),
        ("K9=6", "the tile on K9 is not connected to the tiles of earlier turns (Z6)"),
        ("H9=6 H10=6", "the line H8-H10 sums to 18 (Z7)"),
        ("H9=6", "the 6 left in the hand fits G9 (Z9)"),
        ("-", "the 6 left in the hand fits H7 (Z9)"),
    ],
)
def test_a_move_is_refused_with_its_number_and_clause(move: str, message: str) -> None:
    moves = ["H8=6 I8=5 J8=1", move]
    assert refusal(document() | {"moves": moves}) == f"move 2 ({move}): {message}"


def test_a_move_of_many_tiles_is_named_in_full_and_one_without_end_is_not() -> None:
    many = " ".join(f"{column}9=6" for column in "BCDEFGHIJKLMN")
    moves = ["H8=6 I8=5 J8=1", many]
    assert f"move 2 ({many}): can't place 6 6 6" in refusal(document() | {"moves": moves})
    moves[1] = "H9=6 " * 1000
    assert len(refusal(document() | {"moves": moves})) < 200


def test_the_refusal_of_the_format() -> None:
    game = table(opening=["66", "36"], bag="5163")
    changed = document(game) | {"moves": ["H8=6 I8=5 J8=1", "H9=6 H10=3"]}
    assert refusal(changed) == "move 2 (H9=6 H10=3): the line H8-H10 sums to 15 (Z7)"


def test_a_light_field_is_refused_with_what_else_fits() -> None:
    game = table(opening=["66", "36"], bag="5133")
    changed = document(game) | {"moves": ["H8=6 I8=5 J8=1", "G9=3 H9=3"]}
    reason = "the 3 on the light field G9 is not in a line of 10 to 12, but fits H7 (Z8)"
    assert refusal(changed) == f"move 2 (G9=3 H9=3): {reason}"


def test_nothing_is_played_after_the_end() -> None:
    changed = document(random_game(2, seed=1))
    number = len(changed["moves"]) + 1
    changed["moves"].append("-")
    assert refusal(changed) == f"move {number} (-): the game is over (Z10)"


@pytest.mark.parametrize("key", ["scores", "winners"])
def test_a_result_that_differs_is_said_so(key: str) -> None:
    changed = document(random_game(3, seed=3))
    right = changed["result"][key]
    changed["result"][key] = [99]
    assert refusal(changed) == f"result: {key} [99] instead of {right}"
    del changed["result"][key]
    assert refusal(changed) == f"result: {key} null instead of {right}"


def test_an_extra_key_cannot_be_one_that_follows_from_the_game() -> None:
    with pytest.raises(RecordError, match="bag: follows from the game"):
        Record(table(), {"bag": ""})
