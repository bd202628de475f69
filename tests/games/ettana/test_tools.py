"""The tool that measures how hard patterns are."""

from __future__ import annotations

from tests.games.ettana.test_patterns import EMPTY
from tools.ettana_deck import Hardness, found, lines, measured, worth
from triqueta.games.ettana.rules import Pattern
from triqueta.games.ettana.rules.board import threads_by_octagon
from triqueta.games.ettana.rules.patterns import shipped_deck


def test_found_patterns_are_on_the_board_or_one_swap_away() -> None:
    patterns = [Pattern(1, rows) for rows in (("ABCDE",), ("AA",), ("AAAA",))]
    there, near = found(patterns, threads_by_octagon(EMPTY))
    assert there == {0}
    assert near == {1}


def test_the_easiest_card_comes_first_and_is_worth_least() -> None:
    patterns = [Pattern(1, rows) for rows in (("AAAAA",), ("AA",), ("AAA",))]
    cards = measured(patterns, boards=10)
    assert [each.card for each in cards] == [2, 3, 1]
    assert all(each.there <= each.near <= 10 for each in cards)
    assert [worth(place) for place in (0, 13, 14, 25, 26, 35)] == [1, 1, 2, 2, 3, 3]


def test_a_card_with_the_wrong_worth_is_marked() -> None:
    cards = [Hardness(card, 10, 1, 2) for card in range(36, 0, -1)]
    told = list(lines(shipped_deck(), cards))
    assert told[2] == "| 36 | 3 |  10.0 % |  20.0 % | `A.A .A. A.A` |  should be worth 1"
