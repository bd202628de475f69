"""Records of Triqueta: reading, writing, and errors that name the place and the reason."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.triqueta.rules.tables import games, play, random_game, table
from triqueta.games.triqueta.rules import Edition, Game, Record, RecordError

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
KNOWN_KEYS = ("format", "edition", "players", "rock", "piles", "moves", "result")


def document(game: Game | None = None) -> dict[str, Any]:
    """Return the JSON document of a game's record; by default, of a short game."""
    return Record(game or play(table(), "d1 r2 d2 k t2")).document()


def refusal(changed: dict[str, Any]) -> str:
    with pytest.raises(RecordError) as caught:
        Record.loads(json.dumps(changed), Game)
    return str(caught.value)


@given(games(), st.dictionaries(st.text().filter(lambda key: key not in KNOWN_KEYS), JSON))
def test_record_to_game_to_record_is_identical(game: Game, extra: dict[str, Any]) -> None:
    text = Record(game, extra).dumps()
    again = Record.loads(text, Game)
    assert again.game.setup == game.setup
    assert again.game.moves == game.moves
    assert again.dumps() == text
    assert again.document() == json.loads(text)


@given(games(), st.text())
def test_a_record_survives_the_file(game: Game, remark: str) -> None:
    record = Record(game, {"remark": remark + "\ud800"})
    assert Record.loads(record.encode(), Game).extra == record.extra


@given(st.text() | st.binary())
def test_arbitrary_text_raises_only_the_records_own_error(text: str | bytes) -> None:
    with pytest.raises(RecordError):
        Record.loads(text, Game)


@given(JSON)
def test_arbitrary_json_raises_only_the_records_own_error(value: Any) -> None:
    with pytest.raises(RecordError):
        Record.loads(json.dumps(value), Game)


@given(games(), st.sampled_from(KNOWN_KEYS), JSON)
def test_a_spoilt_record_raises_only_the_records_own_error(
    game: Game, key: str, value: Any
) -> None:
    spoilt = json.dumps(document(game) | {key: value})
    if key in ("rock", "moves"):  # 0 and an empty list are valid
        with suppress(RecordError):
            Record.loads(spoilt, Game)
    else:
        with pytest.raises(RecordError, match=f"^{key}: "):
            Record.loads(spoilt, Game)


@given(games(), st.integers(0, 200), st.text(min_size=3) | st.sampled_from(["d9", "", "kk"]))
def test_a_spoilt_move_is_named(game: Game, index: int, move: str) -> None:
    moves = list(game.moves)
    moves.insert(index, move)
    number = min(index, len(game.moves)) + 1
    changed = {**document(game), "moves": moves}
    assert refusal(changed).startswith(f"move {number} ({cut(move)}): no such move")


def cut(move: str) -> str:
    return move if len(move) <= 80 else move[:80] + "..."


def test_the_example_of_the_format() -> None:
    text = """{
      "format": "triqueta-record/1", "edition": "base", "players": ["Ana", "Ben", "Chloé"],
      "rock": 1,
      "piles": [["ROD", "BMU", "RRO", "DDB", "MUU"], ["ROD", "BMU", "RRO", "DDB", "MUU"],
                ["ROD", "BMU", "ROO", "DBB", "MMU"], ["ROD", "BMU", "ROO", "DBB", "MMU"]],
      "moves": ["d1", "r2", "d4", "k", "t2"],
      "date": "2026-11-16", "proof": {"cuts": ""}
    }"""
    record = Record.loads(text, Game)
    assert record.game.setup.players == ("Ana", "Ben", "Chloé")
    assert record.game.face_up == ["R", "", ""]
    assert record.game.kept_light == ["", "", "D"]
    assert record.extra == {"date": "2026-11-16", "proof": {"cuts": ""}}
    assert "Chloé" in record.dumps()


def test_the_result_is_there_once_the_game_is_over_and_not_before() -> None:
    assert "result" not in document()
    over = random_game(Edition.SHADOW, 3, seed=7)
    assert over.outcome is not None
    assert document(over)["result"] == {
        "scores": list(over.outcome.scores),
        "tiles": list(over.outcome.tiles),
        "winners": list(over.outcome.winners),
    }


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        (
            "format",
            "triqueta-record/2",
            'format: "triqueta-record/2" instead of "triqueta-record/1"',
        ),
        ("format", 1, "format: 1 instead of a string"),
        ("edition", "wolves", 'edition: "wolves" instead of "base" or "shadow"'),
        ("players", "Ana", 'players: "Ana" instead of a list'),
        ("players", ["Ana"], "players: 1 instead of 2 to 5"),
        ("players", ["Ana", 7], "players: a name: 7 instead of a string"),
        ("rock", True, "rock: true instead of an integer"),
        ("rock", 0.0, "rock: 0.0 instead of an integer"),
        ("rock", 3, "rock: 3 is not a player's index between 0 and 2"),
        ("piles", [], "piles: 0 instead of 4 (R1)"),
        ("piles", [1, 2, 3, 4], "piles: pile 1: 1 instead of a list"),
        ("piles", [[1] * 5] * 4, "piles: a petal of pile 1: 1 instead of a string"),
        ("moves", {}, "moves: {} instead of a list"),
        ("moves", ["d1", 1], "move 2: 1 instead of a string"),
        (
            "moves",
            ["d1", "r1", "d2", "k", "k"],
            "move 5 (k): Chloé must draw a tile or take a row (R3)",
        ),
        ("result", {}, "result: the game is not over after the moves given"),
    ],
)
def test_a_wrong_value_is_refused_with_its_place(key: str, value: Any, message: str) -> None:
    assert refusal(document() | {key: value}) == message


@pytest.mark.parametrize("key", ["format", "edition", "players", "rock", "piles", "moves"])
def test_a_missing_key_is_named(key: str) -> None:
    changed = document()
    del changed[key]
    assert refusal(changed) == f"{key}: missing"


def test_a_move_against_the_rules_is_counted_from_one_and_given_its_clause() -> None:
    moves = ["d1", "k", "d2", "r1"] * 2 + ["d1", "k"]
    assert refusal(document(table(2)) | {"moves": moves}) == (
        "move 10 (k): Ana has kept two tiles already (R6)"
    )


@pytest.mark.parametrize("key", ["scores", "tiles", "winners"])
def test_a_result_that_differs_is_said_so(key: str) -> None:
    changed = document(random_game(Edition.BASE, 3, seed=3))
    right = changed["result"][key]
    changed["result"][key] = [99]
    assert refusal(changed) == f"result: {key} [99] instead of {right}"
    del changed["result"][key]
    assert refusal(changed) == f"result: {key} null instead of {right}"


@pytest.mark.parametrize("value", [0.0, False])
def test_a_winner_must_be_an_integer(value: object) -> None:
    changed = document(random_game(Edition.BASE, 3, seed=2))
    assert changed["result"]["winners"] == [0]
    changed["result"]["winners"] = [value]
    assert refusal(changed).startswith("result: winners [")


def test_an_extra_key_cannot_be_one_that_follows_from_the_game() -> None:
    with pytest.raises(RecordError, match="moves: follows from the game"):
        Record(table(), {"moves": []})


def test_a_deep_value_is_refused_anywhere() -> None:
    for depth in (101, 500, 985, 990, 995):
        for key in ("rock", "piles", "remark"):
            changed = document() | {key: None}
            text = json.dumps(changed).replace("null", "[" * depth + "]" * depth)
            with pytest.raises(RecordError, match="nested too deeply"):
                Record.loads(text, Game)


def test_many_keys_are_read_in_one_go() -> None:
    keys = ",".join(f'"{number}": 0' for number in range(50_000))
    with pytest.raises(RecordError, match='duplicate key "49999"'):
        Record.loads("{" + keys + ', "49999": 1}', Game)


def test_a_finished_game_without_a_result_is_accepted() -> None:
    changed = document(random_game(Edition.BASE, 3, seed=3))
    result = changed.pop("result")
    assert Record.loads(json.dumps(changed), Game).document()["result"] == result


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON: Expecting value"),
        ("{", "not JSON: Expecting property name"),
        (b"\xff{}", "not JSON: not valid UTF-8"),
        ("[]", r"the record: \[\] instead of an object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"x": NaN}', "not JSON: NaN"),
        ('{"x": 1e999}', "the number 1e999 is too large"),
        ('{"moves": [], "moves": []}', 'duplicate key "moves"'),
        ('{"x": ' + "9" * 5000 + "}", "the number 9{20}... is too long"),
    ],
)
def test_what_is_not_a_record_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        Record.loads(text, Game)
