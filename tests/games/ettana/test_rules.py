"""The parts and the opening of Ettana, clause by clause: E1 to E8."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.games.ettana.tables import (
    NAMES,
    OPENING,
    moves_of,
    play,
    refused,
    setup,
    table,
)
from triqueta.games.ettana.rules import Phase, Setup
from triqueta.games.ettana.rules.board import NEIGHBOURS, OCTAGONS_AT
from triqueta.records.errors import SetupError


def spoilt(**parts: object) -> str:
    """Return the error for a layout with these parts."""
    with pytest.raises(SetupError) as caught:
        replace(setup().layout, **parts)  # type: ignore[arg-type]
    return str(caught.value)


class TestE1Threads:
    def test_25_lie_on_the_octagons_and_one_of_each_colour_in_the_reserve(self) -> None:
        at = table("").position
        assert len(at.threads) == 25
        assert at.threads["a1"] == "G"
        assert at.threads["e1"] == "V"
        assert at.threads["a5"] == "V"
        assert Counter([*at.threads.values(), *at.spare_threads]) == dict.fromkeys("GRYBV", 6)

    def test_a_layout_has_five_rows_of_five_and_five_of_each(self) -> None:
        assert spoilt(threads=("GRYBV",) * 4) == "threads: 4 rows instead of 5 (E1)"
        wrong = 'threads: row 2 is "RYBV" instead of 5 of [GRYBV] (E1)'
        assert spoilt(threads=("GRYBV", "RYBV", "YBVGR", "BVGRY", "VGRYB")) == wrong
        more = ("GRYBV", "RYBVG", "YBVGR", "BVGRY", "VGRYR")
        assert spoilt(threads=more) == "threads: 6 times R instead of 5 (E1)"


class TestE2Spaces:
    def test_a_space_lies_between_four_octagons(self) -> None:
        assert {*OCTAGONS_AT["B3"]} == {"b3", "c3", "b4", "c4"}
        assert {*OCTAGONS_AT["A1"]} == {"a1", "b1", "a2", "b2"}
        assert {*OCTAGONS_AT["D4"]} == {"d4", "e4", "d5", "e5"}
        assert len(OCTAGONS_AT) == 16

    def test_neighbours_are_left_right_above_and_below(self) -> None:
        assert {*NEIGHBOURS["A1"]} == {"B1", "A2"}
        assert {*NEIGHBOURS["B3"]} == {"B2", "A3", "C3", "B4"}
        assert {*NEIGHBOURS["D2"]} == {"D1", "C2", "D3"}

    def test_each_space_has_a_number_and_two_different_ones_are_in_the_reserve(self) -> None:
        at = table("").position
        assert [at.numbers[space] for space in ("A1", "D1", "A4", "B2")] == [1, 4, 1, 6]
        found = Counter([*at.numbers.values(), *at.spare_numbers])
        assert found == dict.fromkeys(range(1, 7), 3)

    def test_a_layout_has_three_of_each_number(self) -> None:
        assert spoilt(numbers=("1234",) * 3) == "numbers: 3 rows instead of 4 (E2)"
        assert "row 4" in spoilt(numbers=("1234", "5612", "3456", "1237"))
        wrong = "numbers with the reserve: 4 times 3 instead of 3 (E2)"
        assert spoilt(numbers=("1234", "5612", "3456", "1233")) == wrong
        for reserve in ("55", "5", "567", "50"):
            right = "instead of two different numbers 1 to 6 (E2)"
            assert spoilt(reserve=reserve) == f'reserve: "{reserve}" {right}'


class TestE3Bank:
    def test_48_tokens_are_in_it_and_two_go_to_each_player(self) -> None:
        assert table("").position.bank == 48
        assert table().position.bank == 44

    @pytest.mark.parametrize("roll", ["*0", "*7", "*G", "*G0", "*44", "*", "*G3"])
    def test_the_number_die_has_1_to_6(self, roll: str) -> None:
        assert refused(table(""), roll) == "expected a roll of the number die, such as *4 (E7)"

    @pytest.mark.parametrize("face", "GRYBVK")
    def test_the_colour_die_has_five_colours_and_black(self, face: str) -> None:
        turn = table(f"{OPENING} *{face}3").position.turn
        assert (turn.colour, turn.number) == (face, 3)
        assert refused(table(), "*W3") == "expected a roll of both dice, such as *G3 (E9)"


class TestE4ActionCards:
    def test_there_are_three_of_each_kind(self) -> None:
        deck = table("").position.action_deck
        assert len(deck) == 36
        assert {*Counter(deck).values()} == {3}
        assert spoilt(actions=deck[1:]) == "actions: 2 times move instead of 3 (E4)"
        assert spoilt(actions=(*deck, "spell")) == 'actions: "spell" is not a valid value (E4)'
        assert spoilt(actions=(*deck, "tax")) == "actions: 4 times tax instead of 3 (E4)"


class TestE5PatternCards:
    def test_each_of_36_is_there_once(self) -> None:
        cards = table("").position.pattern_deck
        assert sorted(cards) == list(range(1, 37))
        right = "patterns: not a permutation of 1 to 36 (E5)"
        for wrong in (cards[1:], (*cards, 1), (0, *cards[1:]), (cards[1], *cards[1:])):
            assert spoilt(patterns=wrong) == right


class TestE6Players:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_two_to_four_can_play(self, players: int) -> None:
        assert len(table("", players=players).position.hands) == players

    @pytest.mark.parametrize("players", [0, 1, 5])
    def test_not_fewer_and_not_more(self, players: int) -> None:
        with pytest.raises(SetupError, match=rf"players: {players} instead of 2 to 4 \(E6\)"):
            Setup((*NAMES, "Eva")[:players], setup().layout, setup().deck)


class TestE7Needles:
    def test_players_roll_in_list_order_and_choose_a_free_space_with_that_number(self) -> None:
        game = table("*2")
        assert moves_of(game, "") == ["@B1", "@D2", "@B4"]
        assert game.position.name == "Ana"
        play(game, "@D2 *2")
        assert game.position.name == "Ben"
        assert moves_of(game, "") == ["@B1", "@B4"]
        assert refused(game, "@D2") == "D2 is not free (E7)"
        assert refused(game, "@A1") == "A1 has number 1, not 2 (E7)"

    def test_a_player_without_a_free_space_for_the_number_rolls_again(self) -> None:
        """The other three players occupy all 1s, so this roll does not count."""
        game = table("*1 @A1 *1 @C2 *1 @A4 *1", players=4)
        assert game.position.phase is Phase.FIRST_ROLL
        assert game.position.name == "Dan"
        assert game.legal_moves == ()
        play(game, "*6 @B2")
        assert game.position.starter == 3

    def test_the_highest_starts(self) -> None:
        assert table("*1 @A1 *4 @D1 *3 @C1", players=3).position.starter == 1

    def test_those_tied_roll_again_in_list_order_until_one_is_highest(self) -> None:
        game = table("*5 @A2 *1 @A1 *5 @C3", players=3)
        at = game.position
        assert (at.phase, at.contest, at.seat) == (Phase.TIE_ROLL, (0, 2), 0)
        play(game, "*4")
        assert at.seat == 2
        play(game, "*4")
        assert (at.phase, at.contest, at.seat) == (Phase.TIE_ROLL, (0, 2), 0)
        play(game, "*1 *2")
        assert at.starter == 2
        assert (at.phase, game.to_act) == (Phase.ROLL, 2)

    def test_a_tie_may_become_smaller(self) -> None:
        game = table("*2 @B1 *2 @D2 *2 @B4 *3 *1 *3", players=3)
        assert game.position.contest == (0, 2)

    def test_nothing_comes_before_its_time(self) -> None:
        assert refused(table(""), "@A1") == "the number die has to be rolled first (E7)"
        needle = "Ana has to put the needle on a free space with the number rolled (E7)"
        assert refused(table("*1"), "collect") == needle
        assert refused(table("*1"), "*1") == "a chance move is not possible now (E9)"
        tied = table("*1 @A1 *1 @C2")
        assert refused(tied, "@A4") == "the tied players have to roll again first (E7)"


class TestE8Dealing:
    def test_from_the_starter_clockwise_each_gets_two_cards_and_two_tokens(self) -> None:
        game = table(
            "*1 @A1 *4 @D1 *3 @C1", players=3, patterns=(11, 22, 33), actions="tax rob fix move"
        )
        chloe, ana, ben = (game.position.hands[seat] for seat in (2, 0, 1))
        assert (ben.patterns, ben.actions, ben.tokens) == ((11,), ("tax",), 2)
        assert (chloe.patterns, chloe.actions, chloe.tokens) == ((22,), ("rob",), 2)
        assert (ana.patterns, ana.actions, ana.tokens) == ((33,), ("fix",), 2)
        assert game.position.action_deck[0] == "move"
        assert len(game.position.pattern_deck) == len(game.position.action_deck) == 33

    def test_a_victory_point_is_laid_open_at_once(self) -> None:
        hand = table(actions="anna tax").position.own
        assert (hand.actions, hand.anna_cards) == ((), 1)

    def test_nothing_is_dealt_before_it_is_known_who_starts(self) -> None:
        at = table("*6 @B2 *1").position
        assert all(hand.tokens == 0 and not hand.actions for hand in at.hands)
