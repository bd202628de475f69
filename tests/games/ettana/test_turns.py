"""A turn and the end of the game, clause by clause: E9 to E15."""

from __future__ import annotations

import pytest

from tests.games.ettana.tables import (
    DECK,
    OPENING,
    give,
    moves_of,
    play,
    refused,
    table,
)
from triqueta.games.ettana.rules import Action, Game, Phase
from triqueta.games.ettana.rules.board import COLOURS

STRIPES = ("GGGGG", "RRRRR", "YYYYY", "BBBBB", "VVVVV")


def turn(roll: str = "*K1", **dealt: object) -> Game:
    """Return a game in which Ana has collected after a roll; on black she has drawn a card."""
    return table(f"{OPENING} {roll} collect", **dealt)


def hands(game: Game) -> list[int]:
    """Return each player's number of tokens."""
    return [hand.tokens for hand in game.position.hands]


class TestE9Roll:
    def test_both_dice_then_collect(self) -> None:
        game = table()
        assert (moves_of(game, ""), game.chance_may_be_next) == ([], True)
        play(game, "*G3")
        assert game.position.phase is Phase.ROLLED
        assert "collect" in game.legal_moves
        assert refused(game, "*G3") == "a chance move is not possible now (E9)"

    def test_every_turn_waits_for_the_roll_and_for_collecting_whatever_the_hand_holds(
        self,
    ) -> None:
        for actions in ("tax tax", "fix tax", "again tax"):
            game = table(actions=actions)
            assert (game.position.phase, game.to_act) == (Phase.ROLL, 0)
            assert refused(game, "collect") == "Ana has to roll first (E9)"
            game.play("*G3")
            assert (game.position.phase, game.to_act) == (Phase.ROLLED, 0)
            assert refused(game, "end") == "Ana has to collect first (E9)"

    def test_with_the_colour_fixed_the_number_die_alone(self) -> None:
        game = table(f"{OPENING} fix:B", actions="fix tax")
        assert refused(game, "*G3") == "expected a roll of the number die, such as *4 (E9)"
        assert refused(game, "collect") == "the number die has to be rolled first (E9)"
        game.play("*3")
        assert (game.position.turn.colour, game.position.turn.number) == ("B", 3)

    def test_a_roll_before_roll_again_does_not_count(self) -> None:
        game = table(f"{OPENING} *B2 again", actions="again tax")
        assert refused(game, "collect") == "both dice have to be rolled first (E9)"
        assert game.legal_moves == ()
        play(game, "*R3 collect")
        assert hands(game) == [2, 2 + 2]
        assert game.position.turn.number == 3
        assert refused(game, "collect") == "Ana has already collected (E9)"


class TestE10Collect:
    @pytest.mark.parametrize(
        ("colour", "tokens"), [("G", [2, 3]), ("R", [2, 4]), ("Y", [3, 3]), ("B", [4, 2])]
    )
    def test_a_token_for_each_thread_of_the_colour_at_the_needle(
        self, colour: str, tokens: list[int]
    ) -> None:
        assert hands(turn(f"*{colour}1")) == tokens

    def test_if_the_bank_has_too_few_for_all_no_player_gets_any(self) -> None:
        game = give(table(), 0, tokens=48 - 2 - 1)
        play(game, "*Y1 collect")
        assert hands(game) == [45, 2]
        assert game.position.bank == 1

    def test_if_it_has_just_enough_all_players_get_them(self) -> None:
        game = give(table(), 0, tokens=48 - 2 - 2)
        play(game, "*Y1 collect")
        assert hands(game) == [45, 3]
        assert game.position.bank == 0

    def test_on_black_the_roller_draws_an_action_card_and_no_player_gets_tokens(self) -> None:
        game = turn("*K1", actions="tax rob three")
        assert hands(game) == [2, 2]
        assert game.position.own.actions == (Action.TAX, Action.THREE)

    def test_before_collecting_no_player_has_anything(self) -> None:
        assert hands(table(f"{OPENING} *B1")) == [2, 2]


class TestE11Acts:
    def test_exactly_one_move(self) -> None:
        game = play(turn("*K2"), "jump:B1")
        for move in ("jump:B4", "step:C1-D1"):
            assert refused(game, move) == "Ana has already moved in this turn (E11)"
        play(give(game, 0, actions=(Action.MOVE,)), "end")
        assert game.to_act == 1

    def test_the_turn_cant_end_without_a_move(self) -> None:
        assert refused(turn("*K2"), "end") == "Ana has to move first (E11)"

    def test_the_free_swap_is_the_very_next_act_after_the_move_once(self) -> None:
        game = turn("*B2")
        right_after = "a free swap is possible once, right after the move (E11)"
        assert refused(game, "free:b2-c2") == right_after
        game.play("jump:B1")
        free = ["b1-b2", "b1-c1", "b1-c2", "b2-c1", "b2-c2", "c1-c2"]
        assert moves_of(game, "free:") == [f"free:{pair}" for pair in free]
        assert refused(game, "free:a1-b1") == "a1-b1 are not both at the needle (E11)"
        after = play(game.copy(), "free:b1-c2")
        assert (after.position.threads["b1"], after.position.threads["c2"]) == ("B", "R")
        assert hands(after) == hands(game)
        assert refused(after, "free:b1-c2") == right_after
        other = play(game.copy(), "buy:action")
        assert refused(other, "free:b1-c2") == right_after

    def test_a_claim_in_between_ends_the_free_swap(self) -> None:
        game = play(turn("*K2", threads=STRIPES, patterns=(1, 2)), "jump:B1 claim:1")
        assert moves_of(game, "free:") == []

    def test_two_tokens_for_an_action_card(self) -> None:
        game = play(turn("*G2", actions="tax rob fix"), "buy:action")
        assert hands(game)[0] == 0
        assert game.position.own.actions == ("tax", "fix")
        assert refused(game, "buy:action") == "Ana has 0 tokens, but it costs 2 (E11)"

    def test_three_tokens_for_a_swap_of_any_two_threads(self) -> None:
        game = turn("*Y2")
        assert len(moves_of(game, "buy:a1-")) == 24
        game.play("buy:a1-e4")
        assert (game.position.threads["a1"], game.position.threads["e4"]) == ("Y", "G")
        assert hands(game)[0] == 0
        assert refused(game, "buy:a1-e4") == "Ana has 0 tokens, but it costs 3 (E11)"

    def test_three_tokens_for_a_pattern_card(self) -> None:
        game = play(turn("*Y2", patterns=(11, 22, 33)), "buy:pattern")
        assert game.position.own.patterns == (11, 33)
        assert hands(game)[0] == 0
        assert refused(game, "buy:pattern") == "Ana has 0 tokens, but it costs 3 (E11)"

    def test_an_empty_pattern_deck_cant_be_bought_from(self) -> None:
        game = turn("*Y2")
        game.position.pattern_deck = ()
        assert refused(game, "buy:pattern") == "there is no pattern card to buy (E11)"

    def test_acts_come_in_any_order_and_the_turn_ends_when_the_player_says_so(self) -> None:
        game = give(turn("*Y2", actions="three rob"), 0, tokens=9)
        play(game, "buy:action three jump:B1 buy:a1-b1 buy:action")
        assert game.to_act == 0
        play(game, "end")
        assert (game.to_act, game.position.phase) == (1, Phase.ROLL)
        play(game, "*K1 collect jump:C2 end")
        assert game.to_act == 0

    def test_an_exchange_instead_of_all_that(self) -> None:
        game = turn("*K2", patterns=(11, 22, 33, 4))
        assert moves_of(game, "exchange:") == ["exchange:11"]
        assert refused(game, "exchange:22") == "Ana has no pattern card 22 (E11)"
        game.play("exchange:11")
        ana = game.position.hands[0]
        assert (ana.patterns, ana.needle) == ((33,), "B2")
        assert (game.position.pattern_deck[0], game.position.pattern_deck[-1]) == (4, 11)
        assert (game.to_act, game.position.phase) == (1, Phase.ROLL)

    def test_an_exchange_is_the_first_act(self) -> None:
        for act in ("buy:action", "jump:B1"):
            game = play(turn("*G2", patterns=(11, 22)), act)
            assert refused(game, "exchange:11") == (
                "an exchange must be the first and only act (E11)"
            )

    def test_no_exchange_with_an_empty_deck(self) -> None:
        game = turn("*K2", patterns=(11,))
        game.position.pattern_deck = ()
        no_card = "there is no pattern card to exchange it for (E11)"
        assert refused(game, "exchange:11") == no_card


class TestE12Move:
    def test_exactly_as_many_steps_as_the_die_shows(self) -> None:
        game = turn("*K3")
        assert refused(game, "step:C2-D2") == "the die shows 3, not 2 (E12)"
        assert refused(game, "step:C2-D2-D3-D4") == "the die shows 3, not 4 (E12)"
        play(game, "step:C2-D2-D3")
        assert game.position.own.needle == "D3"

    def test_each_step_leads_to_a_neighbour_none_twice_and_not_to_the_one_left(self) -> None:
        game = turn("*K3")
        assert refused(game, "step:C2-D2-D4") == "D4 is not next to D2 (E12)"
        assert refused(game, "step:C3-C2-B2") == "C3 is not next to B2 (E12)"
        assert refused(game, "step:C2-D2-C2") == "C2 is on the path twice (E12)"
        assert refused(turn("*K2"), "step:C2-B2") == "B2 is where the path starts (E12)"

    def test_all_ways_of_one_and_two_steps(self) -> None:
        assert moves_of(turn("*K1"), "step:") == ["step:B1", "step:A2", "step:C2", "step:B3"]
        ways = ["B1-C1", "A2-A3", "C2-C1", "C2-D2", "C2-C3", "B3-A3", "B3-C3", "B3-B4"]
        assert moves_of(turn("*K2"), "step:") == [f"step:{way}" for way in ways]

    def test_the_last_space_is_free(self) -> None:
        assert refused(turn("*K2"), "step:B1-A1") == "A1 is not free (E12)"

    def test_the_owner_of_a_needle_passed_gets_a_token_of_the_mover(self) -> None:
        game = play(turn("*K3"), "step:B1-A1-A2")
        assert hands(game) == [1, 3]
        assert game.position.bank == 44

    def test_the_mover_must_have_a_token_for_each(self) -> None:
        three = "*6 @B2 *1 @A1 *2 @B1 *K3 collect"
        game = give(table(three, players=3), 0, tokens=1)
        assert refused(game, "step:B1-A1-A2") == (
            "Ana has 1 token, but 2 needles are on the path (E12)"
        )
        play(give(game, 0, tokens=2), "step:B1-A1-A2")
        assert hands(game) == [0, 3, 3]

    def test_a_jump_to_a_free_space_with_the_number_rolled(self) -> None:
        game = turn("*K1")
        assert moves_of(game, "jump:") == ["jump:C2", "jump:A4"]
        assert refused(game, "jump:A1") == "A1 is not free (E12)"
        assert refused(game, "jump:B1") == "B1 has number 2, not 1 (E12)"
        play(game, "jump:A4")
        assert game.position.own.needle == "A4"

    def test_the_needle_cant_stay_where_it_is(self) -> None:
        game = turn("*K6", actions="move tax")
        assert refused(game, "jump:B2") == "B2 is not free (E12)"
        assert refused(game, "card:B2") == "B2 is not free (E12)"

    def test_the_card_leads_to_any_free_space_instead_of_the_move(self) -> None:
        game = turn("*K2", actions="move tax rob")
        assert len(moves_of(game, "card:")) == 14
        play(game, "card:D4")
        assert game.position.own.needle == "D4"
        assert refused(game, "jump:B1") == "Ana has already moved in this turn (E11)"
        assert moves_of(game, "free:") == [
            f"free:{pair}" for pair in ("d4-d5", "d4-e4", "d4-e5", "d5-e4", "d5-e5", "e4-e5")
        ]
        assert game.position.discard == (Action.MOVE,)

    def test_a_move_that_is_impossible_is_waived_even_with_the_card(self) -> None:
        """Ana is in the corner A1: no free neighbour, no tokens, no free space with the number."""
        opening = "*1 @A1 *2 @B1 *5 @A2 *5 @C3"
        game = table(f"{opening} *1 *2 *K1 collect", players=4, actions="move tax rob fix")
        assert game.position.name == "Dan"
        play(game, "jump:C2 end *K5 collect")
        game.position.numbers["C3"] = 4
        assert game.position.name == "Ana"
        give(game, 0, tokens=0, actions=(Action.MOVE,))
        assert moves_of(game, "step:") == moves_of(game, "jump:") == []
        assert "end" in game.legal_moves
        assert moves_of(game, "card:")
        give(game, 0, tokens=1)
        assert refused(game, "end") == "Ana has to move first (E11)"


class TestE13Claim:
    def test_a_pattern_of_the_hand_that_lies_on_the_board_is_worth_its_annas_once(self) -> None:
        game = turn("*K2", threads=STRIPES, patterns=(32, 1, 5))
        assert moves_of(game, "claim:") == ["claim:32"]
        game.play("claim:32")
        ana = game.position.own
        assert (ana.claimed, ana.patterns) == ((32,), ())
        assert game.position.annas(0) == DECK[32].annas == 3
        assert refused(game, "claim:32") == "Ana has no pattern card 32 (E13)"

    def test_not_of_another_hand_and_not_what_does_not_lie_there(self) -> None:
        game = turn("*K2", patterns=(1, 2))
        assert refused(game, "claim:2") == "Ana has no pattern card 2 (E13)"
        assert refused(game, "claim:1") == "pattern 1 is not on the board (E13)"

    def test_before_the_move_and_after_it(self) -> None:
        game = turn("*K2", threads=STRIPES, patterns=(32, 1))
        assert "claim:32" in play(game, "jump:B1").legal_moves


class TestE14ActionCards:
    def test_a_card_is_played_from_the_hand_and_goes_to_the_discard(self) -> None:
        game = turn("*K2", actions="tax rob three")
        assert refused(game, "gamble:3") == "Ana has no gamble card (E14)"
        play(game, "three tax")
        assert game.position.own.actions == ()
        assert game.position.discard == (Action.THREE, Action.TAX)
        assert refused(game, "three") == "Ana has no three card (E14)"

    @pytest.mark.parametrize(
        ("card", "move"),
        [
            ("swap", "swap:a1-b2"),
            ("steal", "steal:2"),
            ("rob", "rob:2"),
            ("replace", "thread:a1=R"),
            ("replace", "number:C2=5"),
            ("pattern", "pattern"),
            ("three", "three"),
            ("gamble", "gamble:2"),
            ("tax", "tax"),
            ("move", "card:D4"),
        ],
    )
    def test_each_is_played_once(self, card: str, move: str) -> None:
        game = turn("*G2", actions=f"{card} fix")
        assert move in game.legal_moves
        game.play(move)
        assert game.position.own.actions == ()
        assert game.position.discard == (card,)
        without = turn("*G2", actions="fix fix")
        assert refused(without, move) == f"Ana has no {card} card (E14)"

    def test_swap_any_two_threads(self) -> None:
        game = turn("*K2", actions="swap rob tax")
        assert len(moves_of(game, "swap:")) == 300
        play(game, "swap:a1-e5")
        assert (game.position.threads["a1"], game.position.threads["e5"]) == ("B", "G")
        assert hands(game) == [2, 2]

    def test_steal_a_card_at_random(self) -> None:
        game = turn("*G2", actions="steal rob")
        give(game, 1, actions=(Action.ROB, Action.TAX, Action.ROB))
        game.play("steal:2")
        assert (game.position.phase, game.legal_moves) == (Phase.STEAL, ())
        assert refused(game, "end") == "the card has to be stolen first (E14)"
        for wrong in ("*fix", "*", "*4", "*anna"):
            none = "expected one of Ben's action cards (E14)"
            assert refused(game, wrong) == none
        game.play("*rob")
        assert game.position.own.actions == (Action.ROB,)
        assert game.position.hands[1].actions == (Action.TAX, Action.ROB)

    def test_steal_needs_a_player_with_an_action_card(self) -> None:
        game = give(turn("*G2", actions="steal rob"), 1, actions=())
        assert refused(game, "steal:2") == "Ben has no action card (E14)"
        assert refused(game, "steal:1") == "Ana is not another player (E14)"
        assert refused(game, "steal:3") == "there is no player 3 (E14)"

    @pytest.mark.parametrize(("had", "tokens"), [(0, [2, 0]), (1, [3, 0]), (5, [4, 3])])
    def test_rob_another_player_of_up_to_two_tokens(self, had: int, tokens: list[int]) -> None:
        game = give(turn("*K2", actions="rob fix"), 1, tokens=had)
        assert moves_of(game, "rob:") == ["rob:2"]
        assert refused(game, "rob:1") == "Ana is not another player (E14)"
        assert hands(play(game, "rob:2")) == tokens

    def test_replace_a_thread_by_one_of_the_reserve(self) -> None:
        game = turn("*K2", actions="replace replace replace")
        give(game, 0, actions=(Action.REPLACE,) * 2)
        assert len(moves_of(game, "thread:")) == 125
        play(game, "thread:a1=R")
        assert game.position.threads["a1"] == "R"
        assert sorted(game.position.spare_threads) == sorted("GGYBV")
        assert refused(game, "thread:a1=R") == "there is no thread R in the reserve (E14)"
        assert len(moves_of(game, "thread:")) == 100

    def test_replace_the_number_of_a_space_without_a_needle(self) -> None:
        game = turn("*K2", actions="replace tax tax")
        assert len(moves_of(game, "number:")) == 14 * 2
        assert refused(game, "number:A1=5") == "there is a needle on A1 (E14)"
        assert refused(game, "number:C1=3") == "there is no 3 in the reserve (E14)"
        play(game, "number:C1=5")
        assert game.position.numbers["C1"] == 5
        assert sorted(game.position.spare_numbers) == [3, 6]

    def test_fix_the_colour_before_rolling_to_any_of_six_faces(self) -> None:
        game = table(actions="fix rob tax")
        assert game.legal_moves == tuple(f"fix:{face}" for face in [*COLOURS, "K"])
        assert game.chance_may_be_next
        play(game, "fix:K *2 collect")
        assert game.position.own.actions == (Action.TAX,)
        late = table(f"{OPENING} *G2", actions="fix rob")
        assert refused(late, "fix:R") == "Ana has to collect first (E9)"
        assert refused(table(actions="rob fix"), "fix:R") == "Ana has no fix card (E14)"

    def test_pattern_draws_a_pattern_card(self) -> None:
        game = play(turn("*G2", actions="pattern rob", patterns=(3, 5, 7)), "pattern")
        assert game.position.own.patterns == (3, 7)

    def test_pattern_comes_to_nothing_with_an_empty_deck(self) -> None:
        game = turn("*G2", actions="pattern rob", patterns=(3, 5))
        game.position.pattern_deck = ()
        assert play(game, "pattern").position.own.patterns == (3,)

    @pytest.mark.parametrize(("bank", "taken"), [(10, 3), (2, 2), (0, 0)])
    def test_three_takes_three_tokens_or_what_the_bank_has(self, bank: int, taken: int) -> None:
        game = give(turn("*K2", actions="three rob"), 1, tokens=46 - bank)
        play(game, "three")
        assert hands(game)[0] == 2 + taken
        assert game.position.bank == bank - taken

    @pytest.mark.parametrize(("roll", "taken"), [(3, 0), (4, 4), (6, 4)])
    def test_gamble_takes_the_number_named_if_it_is_reached(self, roll: int, taken: int) -> None:
        game = turn("*K2", actions="gamble rob tax")
        assert moves_of(game, "gamble:") == [f"gamble:{number}" for number in range(1, 7)]
        play(game, "gamble:4")
        assert refused(game, "end") == "the number die has to be rolled first (E14)"
        assert refused(game, "*G4") == "expected a roll of the number die, such as *4 (E14)"
        assert hands(play(game, f"*{roll}"))[0] == 2 + taken
        assert game.position.turn.number == 2

    def test_gamble_takes_what_the_bank_has(self) -> None:
        game = give(turn("*K2", actions="gamble rob tax"), 1, tokens=43)
        assert hands(play(game, "gamble:6 *6"))[0] == 2 + 3

    def test_again_before_collecting_and_not_with_fix(self) -> None:
        both = give(table(), 0, actions=(Action.FIX, Action.AGAIN))
        play(both, "fix:R *3")
        assert refused(both, "again") == "again can't be played in a turn with fix (E14)"
        again = give(table(), 0, actions=(Action.AGAIN, Action.AGAIN))
        play(again, "*G3")
        assert again.legal_moves == ("again", "collect")
        play(again, "again *R3 again *B3 collect")
        assert refused(give(again, 0, actions=(Action.AGAIN,)), "again") == (
            "Ana has already collected (E9)"
        )

    def test_anna_is_laid_open_at_once_and_never_in_a_hand(self) -> None:
        game = turn("*K2", actions="tax rob anna anna")
        assert (game.position.own.actions, game.position.own.anna_cards) == (("tax",), 1)
        play(game, "buy:action")
        assert (game.position.annas(0), game.position.own.anna_cards) == (2, 2)
        assert game.position.discard == ()

    def test_tax_takes_a_token_of_every_other_player_who_has_one(self) -> None:
        game = table("*6 @B2 *1 @A1 *2 @B1 *K2 collect", players=3, actions="tax rob fix move")
        give(game, 1, tokens=0)
        assert hands(play(game, "tax")) == [2, 0, 1]
        assert game.position.bank == 48 - 3

    def test_with_the_deck_empty_the_discard_is_shuffled_into_a_new_one(self) -> None:
        game = turn("*G2")
        at = game.position
        at.action_deck, at.discard = (), (Action.TAX, Action.ROB, Action.TAX)
        game.play("buy:action")
        assert (at.phase, hands(game)[0]) == (Phase.SHUFFLE, 0)
        assert refused(game, "end") == "the discard has to be shuffled first (E14)"
        for wrong in ("*shuffle:tax,rob", "*shuffle:tax,rob,rob", "*shuffle:", "*tax", "*4"):
            assert refused(game, wrong) == "expected the cards of the discard, shuffled (E14)"
        game.play("*shuffle:rob,tax,tax")
        assert at.own.actions[-1] == Action.ROB
        assert (list(at.action_deck), len(at.discard)) == ([Action.TAX, Action.TAX], 0)
        assert at.phase is Phase.ACTS

    def test_collecting_on_black_shuffles_too(self) -> None:
        game = table(f"{OPENING} *K2")
        game.position.action_deck, game.position.discard = (), (Action.TAX,)
        play(game, "collect *shuffle:tax")
        assert game.position.own.actions[-1] == Action.TAX

    def test_with_both_empty_there_is_no_card_to_get_or_buy(self) -> None:
        game = table(f"{OPENING} *K2")
        game.position.action_deck = ()
        play(game, "collect")
        assert game.position.phase is Phase.ACTS
        assert len(game.position.own.actions) == 1
        assert refused(game, "buy:action") == "there is no action card to buy (E14)"

    def test_equal_threads_may_be_swapped(self) -> None:
        game = turn("*K2", actions="swap rob", threads=STRIPES)
        before = dict(game.position.threads)
        assert play(game, "swap:a1-b1").position.threads == before


class TestE15End:
    def test_the_first_to_have_eight_annas_wins_at_once(self) -> None:
        game = turn("*K2", threads=STRIPES, patterns=(32, 1))
        play(give(game, 0, anna_cards=5), "claim:32")
        assert game.to_act is None
        assert game.legal_moves == ()
        assert not game.chance_may_be_next
        assert game.outcome is not None
        assert (game.outcome.annas, game.outcome.winners) == ((8, 0), (0,))
        assert refused(game, "end") == "the game is over (E15)"
        assert refused(game, "*4") == "the game is over (E15)"

    def test_not_with_seven(self) -> None:
        game = give(turn("*K2", threads=STRIPES, patterns=(32, 1)), 0, anna_cards=4)
        assert play(game, "claim:32").to_act == 0

    @pytest.mark.parametrize("way", ["*K2 collect", "*G2 collect buy:action"])
    def test_a_victory_point_may_be_the_last(self, way: str) -> None:
        game = give(table(actions="tax rob anna"), 0, anna_cards=7)
        assert play(game, way).to_act is None

    def test_a_victory_point_after_a_shuffle_may_be_the_last(self) -> None:
        game = give(turn("*G2"), 0, anna_cards=7)
        game.position.action_deck, game.position.discard = (), (Action.ANNA,)
        assert play(game, "buy:action *shuffle:anna").to_act is None

    def test_the_ranking_is_by_annas(self) -> None:
        game = table("*6 @B2 *1 @A1 *2 @B1 *K2", players=3, actions="tax rob fix anna")
        give(game, 2, anna_cards=4)
        play(give(game, 0, anna_cards=7), "collect")
        assert game.outcome is not None
        assert game.outcome.ranking == (0, 2, 1)
