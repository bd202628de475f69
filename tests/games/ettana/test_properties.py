"""Properties of every game of Ettana, for any players and any moves."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.games.any_rules import (
    check_copy,
    check_taking_back,
    check_taking_back_everything,
)
from tests.games.ettana.tables import DECK, games
from tests.profiles import examples
from triqueta.games.ettana.rules import Action, Game
from triqueta.games.ettana.rules.board import ALL_TILES, COLOURS
from triqueta.games.ettana.rules.position import Position
from triqueta.games.ettana.rules.setup import ALL_ACTIONS
from triqueta.records.game import is_chance

FEWER = examples(10)  # each is a whole game


def check_parts(at: Position) -> None:
    assert sum(hand.tokens for hand in at.hands) + at.bank == 48
    assert min(at.bank, *(hand.tokens for hand in at.hands)) >= 0
    assert Counter([*at.threads.values(), *at.spare_threads]) == dict.fromkeys(COLOURS, 6)
    assert sorted([*at.numbers.values(), *at.spare_numbers]) == list(ALL_TILES)
    patterns = [card for hand in at.hands for card in (*hand.patterns, *hand.claimed)]
    assert sorted([*patterns, *at.pattern_deck]) == list(range(1, 37))
    held = [card for hand in at.hands for card in hand.actions]
    annas = [Action.ANNA] * sum(hand.anna_cards for hand in at.hands)
    assert Action.ANNA not in held
    assert Counter([*held, *annas, *at.action_deck, *at.discard]) == Counter(ALL_ACTIONS)


def check_needles(at: Position) -> None:
    there = [hand.needle for hand in at.hands if hand.needle]
    assert len({*there}) == len(there)


def check_annas(at: Position, *, over: bool) -> None:
    for seat, hand in enumerate(at.hands):
        worth = sum(DECK[card].annas for card in hand.claimed)
        assert at.annas(seat) == worth + hand.anna_cards
        assert over or at.annas(seat) < 8


@given(games(finished=True))
@FEWER
def test_every_part_is_accounted_for_until_a_player_has_eight_annas(
    finished: Game,
) -> None:
    game = Game(finished.setup)
    for move in finished.moves:
        check_parts(game.position)
        check_needles(game.position)
        check_annas(game.position, over=False)
        game.play(move)
    check_parts(game.position)
    check_annas(game.position, over=True)
    outcome = game.outcome
    assert outcome is not None
    assert outcome.annas[outcome.winner] >= 8
    assert sorted(outcome.ranking) == list(range(len(outcome.annas)))


@given(games(finished=True))
@FEWER
def test_a_needle_moves_in_its_turn_alone_and_once(finished: Game) -> None:
    game, moved = Game(finished.setup), 0
    for move in finished.moves:
        before, at = [hand.needle for hand in game.position.hands], game.position.seat
        game.play(move)
        changed = [
            seat for seat, hand in enumerate(game.position.hands) if hand.needle != before[seat]
        ]
        assert changed in ([], [at])
        moved += len(changed)
        assert moved <= 1
        if game.position.seat != at or move.startswith("@"):
            moved = 0


@given(games())
@FEWER
def test_there_is_always_a_way_on_and_what_is_listed_can_be_played(game: Game) -> None:
    over = game.to_act is None
    assert bool(game.legal_moves or game.chance_may_be_next) != over
    assert max(Counter(game.legal_moves).values(), default=1) == 1
    for move in game.legal_moves[::11]:
        assert not is_chance(move)
        game.copy().play(move)


@given(games(finished=True))
@FEWER
def test_what_was_played_had_been_listed(finished: Game) -> None:
    game = Game(finished.setup)
    for move in finished.moves[:100]:
        assert game.chance_may_be_next if is_chance(move) else move in game.legal_moves
        game.play(move)


@given(games(), st.data())
@FEWER
def test_taking_back_restores_the_position_exactly(game: Game, data: st.DataObject) -> None:
    while game.moves and not game.legal_moves:
        game.take_back()
    if not game.moves:
        game.play("*1")
    check_taking_back(game, data.draw(st.sampled_from(game.legal_moves)))


@given(games(longest=100))
@examples(4)  # replays the game once per move
def test_taking_back_everything_leads_to_the_set_up(game: Game) -> None:
    check_taking_back_everything(game)


@given(games())
@FEWER
def test_a_copy_is_the_same_and_shares_nothing_that_changes(game: Game) -> None:
    def play_on(copy: Game) -> None:
        for _ in range(30):
            if copy.legal_moves:
                copy.play(copy.legal_moves[len(copy.moves) * 7 % len(copy.legal_moves)])

    check_copy(game, play_on)
