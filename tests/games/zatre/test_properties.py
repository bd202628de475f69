"""Properties of every game of Zatre, for any players and any moves."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.games.any_rules import (
    check_copy,
    check_taking_back,
    check_taking_back_everything,
)
from tests.games.zatre import reference
from tests.games.zatre.tables import games
from tests.profiles import examples
from triqueta.games.zatre.rules import Game
from triqueta.games.zatre.rules.board import ALL_TILES, digits_of, is_dead, lines_through
from triqueta.games.zatre.rules.turn import END, placed_by

FEWER = examples(40)  # each is a whole game


@given(games())
@FEWER
def test_every_tile_is_accounted_for_after_every_turn(finished: Game) -> None:
    game = Game(finished.setup)
    for move in (*finished.moves, None):
        in_bag = game.setup.bag[game.taken :]
        held = digits_of(sum(game.hands, ()))
        assert sorted(in_bag + held + digits_of(game.tiles.values())) == sorted(ALL_TILES)
        if move is not None:
            game.play(move)


@given(games())
@FEWER
def test_no_line_is_ever_over_12(finished: Game) -> None:
    game = Game(finished.setup)
    for move in finished.moves:
        game.play(move)
        assert all(line.sum <= 12 for line in lines_through(game.tiles, game.tiles))


@given(games())
@FEWER
def test_the_blocks_are_those_of_a_recount(game: Game) -> None:
    """The slow implementation counts again from the moves alone."""
    blocks = [reference.SlowBlock() for _ in game.setup.players]
    seat, cells = game.setup.starter, dict[reference.Spot, int]()
    for move in game.moves:
        placed = reference.cells_of(placed_by(move))
        cells |= placed
        blocks[seat].write(cells, placed)
        seat = (seat + 1) % len(blocks)
    for block, slow in zip(game.blocks, blocks, strict=True):
        assert block.total == slow.total()
        assert [*block.tens] == slow.written[10]
        assert [*block.elevens] == slow.written[11]
        assert [*block.twelves] == slow.written[12]
        assert block.crosses == len(slow.written["x"])


@given(games(finished=True))
@FEWER
def test_a_game_ends_with_the_bag_or_on_a_dead_board_and_the_scores_add_up(game: Game) -> None:
    outcome = game.outcome
    assert outcome is not None
    assert (game.left_in_bag == 0) != (game.moves[-1] == END and is_dead(game.tiles))
    for score, block, hand in zip(outcome.scores, game.blocks, game.hands, strict=True):
        assert score == block.total - sum(hand)
    assert {outcome.scores[seat] for seat in outcome.winners} == {max(outcome.scores)}
    assert sorted(outcome.ranking) == list(range(len(game.hands)))


@given(games())
@FEWER
def test_what_is_listed_can_be_played_and_there_is_always_something(game: Game) -> None:
    assert bool(game.legal_moves) == (game.to_act is not None)
    assert max(Counter(game.legal_moves).values(), default=1) == 1
    for move in game.legal_moves[::7]:
        game.copy().play(move)


@given(games(), st.data())
@FEWER
def test_taking_back_restores_the_position_exactly(game: Game, data: st.DataObject) -> None:
    if game.to_act is None:
        game.take_back()
    check_taking_back(game, data.draw(st.sampled_from(game.legal_moves)))


@given(games())
@FEWER
def test_taking_back_everything_leads_to_the_set_up(game: Game) -> None:
    check_taking_back_everything(game)


@given(games())
@FEWER
def test_a_copy_is_the_same_and_shares_nothing_that_changes(game: Game) -> None:
    def play_on(copy: Game) -> None:
        if copy.to_act is not None:
            copy.play(copy.legal_moves[-1])
            assert copy != game

    check_copy(game, play_on)
