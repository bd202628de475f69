"""A game of Zatre described in sentences, and its score blocks as text tables."""

from __future__ import annotations

import pytest

from tests.games.zatre.tables import NAMES, random_game, table
from tests.games.zatre.test_rules import game_with_tiles_left
from triqueta.games import installed_games
from triqueta.games.zatre.rules import Block, FinalBlock, Outcome, Record
from triqueta.games.zatre.text import account_of, block_tables, verdict


def outcome(*points: int) -> Outcome:
    return Outcome(tuple(FinalBlock(Block(tens=(each,)), ()) for each in points))


def test_the_worked_example() -> None:
    game = table("H8=6 I8=5 J8=1, H9=6 I9=6", opening=["66", "36"], bag="516664")
    assert list(account_of(game)) == [
        "Ana and Ben play Zatre.",
        "Drawn: Ana 6, Ben 6.",
        "Drawn: Ana 3, Ben 6.",
        "Ben starts.",
        "",
        "  Ben (6 5 1) places H8=6 I8=5 J8=1, 12 (H8-J8), a cross on H8.",
        "  Ana (6 6) places H9=6 I9=6, 12 (H9-I9), 12 (H8-H9), 11 (I8-I9), a cross on I9.",
        "",
        "The game stops here. It is Ben's turn, with 6 4 in hand.",
    ]


def test_a_turn_without_a_placed_tile_is_described() -> None:
    game = game_with_tiles_left()
    told = [line for line in account_of(game) if line.endswith(") places nothing.")]
    assert len(told) == game.moves.count("-") > 0


def test_a_block_as_a_table() -> None:
    sheet = FinalBlock(Block(1, (1, 2), (2,), (8,)), (6, 6, 4, 3, 5))
    assert list(block_tables(Outcome((sheet,)), ["Ana"])) == [
        "Ana",
        "    row   cross      10      11      12   bonus   total",
        "      1       x       1       2       8       3      28",
        "      2               2                               2",
        "   held                               6 6 4 3 5     -24",
        "    sum                                               6",
        "",
    ]


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ((7, 9, 3), "Ben wins with 9 points."),
        ((9, 9, 3), "Ana and Ben win together with 9 points each."),
        ((9, 9, 9), "Ana, Ben and Chloé win together with 9 points each."),
    ],
)
def test_who_has_won(points: tuple[int, ...], told: str) -> None:
    assert verdict(outcome(*points), NAMES) == told


@pytest.mark.parametrize("length", [None, 9])
def test_a_judgement_says_whether_all_legal_turns_are_listed(length: int | None) -> None:
    game = random_game(2, 1, length=length)
    judged = installed_games().read(Record(game).document()).game.judgement()
    assert judged["legal_all"] is True
    assert judged["legal"] == game.legal_moves


def test_a_record_ranks_its_players() -> None:
    game = random_game(5, 3)
    result = installed_games().read(Record(game).document()).result
    assert result is not None
    scores = [result.scores[seat] for seat in result.ranking]
    assert scores == sorted(result.scores, reverse=True) != list(result.scores)
