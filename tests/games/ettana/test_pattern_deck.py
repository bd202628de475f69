"""Pattern decks: reading them, and errors that name the card and the reason."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ettana.tables import DECK
from triqueta.games.ettana.rules import DeckError, PatternDeck

CARDS = [(pattern.annas, list(pattern.rows)) for pattern in DECK.patterns]


def written(cards: list[tuple[object, object]]) -> bytes:
    parts = (f"[[pattern]]\nannas = {annas}\nrows = {json.dumps(rows)}\n" for annas, rows in cards)
    return "\n".join(parts).encode()


def refusal(content: bytes) -> str:
    with pytest.raises(DeckError) as caught:
        PatternDeck.loads(content)
    return str(caught.value)


def with_rows(*rows: str) -> str:
    """Return the error for a deck whose fifth card has these rows."""
    cards: list[tuple[object, object]] = [*CARDS[:4], (1, list(rows)), *CARDS[5:]]
    return refusal(written(cards))


def test_a_deck_is_its_cards_and_is_named_by_its_file() -> None:
    content = written([*CARDS])
    deck = PatternDeck.loads(content)
    assert deck.patterns == DECK.patterns
    assert deck.name == sha256(content).hexdigest()
    assert deck[13].rows == ("B....", ".B...", "..A..", "...B.", "....B")


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (("aa",), "'aa' has characters other than capital letters and '.'"),
        (("A A",), "'A A' has characters other than capital letters and '.'"),
        (("AA", "A"), "not all have the same length"),
        (("AAAAAA",), "6 by 1 octagons, but the board has 5 by 5"),
        (("A",) * 6, "1 by 6 octagons, but the board has 5 by 5"),
        (("..", "AA"), "the first row is empty"),
        (("AA", ".."), "the last row is empty"),
        ((".A", ".A"), "the first column is empty"),
        (("A.", "A."), "the last column is empty"),
        (("",), "the first row is empty"),
        (("ABC", "DEF"), "6 different colours, but there are only 5 (E1)"),
        (("AAA", "AAA"), "6 times A, but a colour has only 5 threads (E1)"),
    ],
)
def test_a_card_that_is_impossible_is_named_with_the_reason(
    rows: tuple[str, ...], reason: str
) -> None:
    assert with_rows(*rows) == f"pattern 5: rows: {reason}"


@pytest.mark.parametrize("rows", [("A",), ("ABCDE",), ("AAAAA",), ("A...A", "....."[:4] + "A")])
def test_what_is_possible_is_not_refused(rows: tuple[str, ...]) -> None:
    cards: list[tuple[object, object]] = [*CARDS[:4], (1, list(rows)), *CARDS[5:]]
    assert PatternDeck.loads(written(cards))[5].rows == rows


@pytest.mark.parametrize("annas", [0, 4, "true", '"2"', "1.0"])
def test_annas_are_1_to_3(annas: object) -> None:
    cards: list[tuple[object, object]] = [*CARDS[:35], (annas, ["AAA"])]
    assert refusal(written(cards)).startswith("pattern 36: annas: ")
    assert refusal(written(cards)).endswith("instead of 1 to 3 (E5)")


def test_there_are_36_cards() -> None:
    assert refusal(written([*CARDS[:35]])) == "35 cards instead of 36 (E5)"
    assert refusal(written([*CARDS, CARDS[0]])) == "37 cards instead of 36 (E5)"
    assert refusal(b"") == "0 cards instead of 36 (E5)"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff", "not a deck: 'utf-8' codec"),
        (b"annas = ", "not a deck: "),
        (b"pattern = 3", "pattern: not a list of cards"),
        (b"pattern = [3]", "pattern: not a list of cards"),
        (b"name = 'mine'", "name: unknown key; a deck has only cards"),
        (b"[[pattern]]\nannas = 1", "pattern 1: rows: missing instead of a list of strings"),
        (b"[[pattern]]\nrows = ['A']", "pattern 1: annas: missing instead of 1 to 3 (E5)"),
        (b"[[pattern]]\nrows = []\nannas = 1", "pattern 1: rows: [] instead of a list of strings"),
        (
            b"[[pattern]]\nrows = [1]\nannas = 1",
            "pattern 1: rows: [1] instead of a list of strings",
        ),
        (b"[[pattern]]\nanna = 1", "pattern 1: anna: unknown key; a card has only annas and rows"),
    ],
)
def test_a_text_that_is_not_a_deck_is_refused(content: bytes, reason: str) -> None:
    assert refusal(content).startswith(reason)


@given(st.binary() | st.text().map(str.encode))
def test_anything_else_raises_only_the_decks_own_error(content: bytes) -> None:
    with pytest.raises(DeckError):
        PatternDeck.loads(content)
