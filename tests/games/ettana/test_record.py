"""Records of Ettana: reading, writing, and errors that name the place and the reason."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ettana.tables import DECK, OPENING, games, random_game, setup, table
from tests.games.triqueta.rules.test_record import JSON
from tests.profiles import examples
from triqueta.games.ettana.rules import Game, Record
from triqueta.records.errors import RecordError

DEALT = ("players", "threads", "numbers", "reserve", "patterns", "deck", "actions")
KNOWN_KEYS = ("format", *DEALT, "moves", "result")
TURN = f"{OPENING} *G3 collect step:C2-D2-D3"


def document(game: Game | None = None) -> dict[str, Any]:
    """Return the JSON document of a game's record; by default, of a short game."""
    return Record(game or table(TURN)).document()


def refusal(changed: dict[str, Any]) -> str:
    with pytest.raises(RecordError) as caught:
        Record.loads(json.dumps(changed), Game, {"ettana": DECK})
    return str(caught.value)


@given(games(), st.dictionaries(st.text().filter(lambda key: key not in KNOWN_KEYS), JSON))
@examples(10)
def test_record_to_game_to_record_is_identical(game: Game, extra: dict[str, Any]) -> None:
    text = Record(game, extra).dumps()
    again = Record.loads(text, Game, {"ettana": DECK})
    assert again.game == game
    assert again.extra == json.loads(json.dumps(extra))
    assert again.dumps() == text
    assert Record.loads(again.encode(), Game, {"ettana": DECK}).document() == json.loads(text)


@given(st.text() | st.binary() | JSON.map(json.dumps))
def test_anything_else_raises_only_the_records_own_error(text: str | bytes) -> None:
    with pytest.raises(RecordError):
        Record.loads(text, Game, {"ettana": DECK})


@given(st.sampled_from(KNOWN_KEYS), JSON)
def test_a_spoilt_record_raises_only_the_records_own_error(key: str, value: Any) -> None:
    spoilt = json.dumps(document() | {key: value})
    if key == "moves":  # an empty list is valid
        with suppress(RecordError):
            Record.loads(spoilt, Game, {"ettana": DECK})
    else:
        with pytest.raises(RecordError, match=f"^{key}"):
            Record.loads(spoilt, Game, {"ettana": DECK})


def test_the_example_of_the_format() -> None:
    found = document()
    assert list(found) == [*KNOWN_KEYS[:-1]]
    assert found["format"] == "ettana-record/1"
    assert found["threads"][0] == "GRYBV"
    assert found["numbers"][1] == "5612"
    assert found["reserve"] == "56"
    assert found["patterns"] == list(range(1, 37))
    assert found["deck"] == DECK.name
    assert found["moves"] == TURN.split()


def test_the_result_is_there_once_the_game_is_over_and_not_before() -> None:
    assert "result" not in document()
    over = random_game(3, seed=7)
    assert over.outcome is not None
    assert document(over)["result"] == {
        "annas": list(over.outcome.annas),
        "winners": [over.outcome.winner],
    }


def test_a_record_without_a_deck_is_judged_with_the_one_given_and_stays_without() -> None:
    found = document()
    del found["deck"]
    assert Record.read(found, Game, {"ettana": DECK}).document() == found


def test_a_record_of_another_deck_is_refused() -> None:
    other = "deck: the game was played with 9f2c..., which is not a known deck"
    assert refusal(document() | {"deck": "9f2c"}) == other
    game = Game(setup())
    assert Record(game) != Record(Game(replace(setup(), names_deck=False)))


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("format", "ettana-record/2", 'format: "ettana-record/2" instead of "ettana-record/1"'),
        ("players", ["Ana"], "players: 1 instead of 2 to 4 (E6)"),
        ("players", ["Ana", 7], "players: an entry: 7 instead of a string"),
        ("threads", "GRYBV", 'threads: "GRYBV" instead of a list'),
        ("threads", [1], "threads: an entry: 1 instead of a string"),
        ("numbers", ["1234"], "numbers: 1 rows instead of 4 (E2)"),
        ("reserve", 56, "reserve: 56 instead of a string"),
        ("patterns", ["1"], 'patterns: an entry: "1" instead of an integer'),
        ("patterns", [1, 2], "patterns: not a permutation of 1 to 36 (E5)"),
        ("actions", ["tax"], "actions: 0 times move instead of 3 (E4)"),
        ("deck", 9, "deck: 9 instead of a string"),
        ("moves", {}, "moves: {} instead of a list"),
        ("moves", ["*6", 1], "move 2: 1 instead of a string"),
        ("result", {}, "result: the game is not over after the moves given"),
    ],
)
def test_a_wrong_value_is_refused_with_its_place(key: str, value: Any, message: str) -> None:
    assert refusal(document() | {key: value}) == message


@pytest.mark.parametrize("key", [key for key in KNOWN_KEYS[:-1] if key != "deck"])
def test_a_missing_key_is_named(key: str) -> None:
    changed = document()
    del changed[key]
    assert refusal(changed) == f"{key}: missing"


NO_MOVE = "no such move; moves are step:C1-C2, free:c3-d4, buy:action, end ..."


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("", NO_MOVE),
        ("step:", NO_MOVE),
        ("step:E1", NO_MOVE),
        ("step:b2", NO_MOVE),
        ("jump:A0", NO_MOVE),
        ("swap:a1", NO_MOVE),
        ("swap:a1-f1", NO_MOVE),
        ("fix:W", NO_MOVE),
        ("gamble:7", NO_MOVE),
        ("claim:37", NO_MOVE),
        ("claim:0", NO_MOVE),
        ("claim:017", NO_MOVE),
        ("collect\n", NO_MOVE),
        ("end ", NO_MOVE),
        ("buy:anna", NO_MOVE),
        ("anna", NO_MOVE),
        ("free:b2-b2", "no such move; b2 is named twice"),
        ("free:c2-b2", "no such move; ordered by column, then row, it is b2-c2"),
        ("swap:b1-a5", "no such move; ordered by column, then row, it is a5-b1"),
        ("jump:A1", "Ana has already moved in this turn (E11)"),
        ("*G3", "a chance move is not possible now (E9)"),
        ("@A1", "Ana has already collected (E9)"),
        ("free:a1-b1", "a1-b1 are not both at the needle (E11)"),
        ("three", "Ana has no three card (E14)"),
        ("claim:36", "Ana has no pattern card 36 (E13)"),
    ],
)
def test_a_move_is_refused_with_its_number_and_clause(move: str, message: str) -> None:
    moves = [*TURN.split(), move]
    assert refusal(document() | {"moves": moves}) == f"move {len(moves)} ({move}): {message}"


def test_the_refusal_of_the_format() -> None:
    moves = [*OPENING.split(), "*G3", "collect", "step:B1-C1-A1"]
    wrong = "move 7 (step:B1-C1-A1): A1 is not next to C1 (E12)"
    assert refusal(document() | {"moves": moves}) == wrong
    moves[-3:] = ["*G2", "collect", "step:B1-A1"]
    wrong = "move 7 (step:B1-A1): A1 is not free (E12)"
    assert refusal(document() | {"moves": moves}) == wrong


def test_nothing_is_played_after_the_end() -> None:
    changed = document(random_game(2, seed=1))
    number = len(changed["moves"]) + 1
    changed["moves"].append("end")
    assert refusal(changed) == f"move {number} (end): the game is over (E15)"


@pytest.mark.parametrize("key", ["annas", "winners"])
def test_a_result_that_differs_is_said_so(key: str) -> None:
    changed = document(random_game(3, seed=3))
    right = changed["result"][key]
    changed["result"][key] = [99]
    assert refusal(changed) == f"result: {key} [99] instead of {right}"


@pytest.mark.parametrize("key", KNOWN_KEYS)
def test_an_extra_key_cannot_be_one_that_follows_from_the_game(key: str) -> None:
    with pytest.raises(RecordError, match=f"{key}: follows from the game"):
        Record(table(), {key: ""})
