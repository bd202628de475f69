"""Properties of every game of Triqueta, for any players and any moves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.games.any_rules import (
    check_copy,
    check_taking_back,
    check_taking_back_everything,
)
from tests.games.triqueta.rules.tables import games, random_game
from triqueta.games.triqueta.rules import Edition, Game, Phase
from triqueta.games.triqueta.rules.moves import ALL_MOVES, OPEN
from triqueta.games.triqueta.rules.tiles import tiles_of


def replay(game: Game) -> Game:
    return Game(game.setup)


def tiles_on_the_table(game: Game) -> str:
    unopened = [petal for move in game.unopened for petal in pile_of(game, move)]
    hands = [*game.face_up, *game.kept_light, *game.kept_shadow, *game.drawn]
    return "".join([*unopened, *game.petals, *game.rows, *hands, game.box])


def pile_of(game: Game, move: str) -> tuple[str, ...]:
    return game.setup.piles[OPEN.index(move) + 1]


@given(games())
def test_every_tile_is_accounted_for_after_every_move(finished: Game) -> None:
    all_tiles = sorted(tiles_of(finished.setup.edition))
    game = replay(finished)
    for move in finished.moves:
        assert sorted(tiles_on_the_table(game)) == all_tiles
        game.play(move)
    assert sorted(tiles_on_the_table(game)) == all_tiles


@given(games(finished=True))
def test_there_is_a_legal_move_and_a_current_player_until_the_end(finished: Game) -> None:
    game = replay(finished)
    for move in finished.moves:
        assert game.to_act is not None
        assert game.outcome is None
        game.play(move)
    assert game.round == 4
    assert game.phase is Phase.OVER
    assert game.to_act is None
    assert game.outcome is not None


@given(st.sampled_from(Edition), st.integers(2, 5), st.lists(st.integers(0, 9), max_size=220))
def test_whatever_is_chosen_there_is_a_way_on(
    edition: Edition, players: int, choices: list[int]
) -> None:
    """Hypothesis chooses the moves, so it can shrink a sequence that gets stuck."""
    game = random_game(edition, players, seed=1, length=0)
    for choice in choices:
        if not game.order:
            break
        assert game.legal_moves
        game.play(game.legal_moves[choice % len(game.legal_moves)])
    assert (game.outcome is None) == bool(game.order) == bool(game.legal_moves)


@given(games())
def test_legal_moves_are_moves_without_doubles(game: Game) -> None:
    assert len(set(game.legal_moves)) == len(game.legal_moves)
    assert set(game.legal_moves) <= set(ALL_MOVES)


@given(games(), st.data())
def test_taking_back_restores_the_position_exactly(game: Game, data: st.DataObject) -> None:
    if not game.legal_moves:
        game.take_back()
    check_taking_back(game, data.draw(st.sampled_from(game.legal_moves)))


@given(games())
def test_taking_back_everything_leads_to_the_set_up(game: Game) -> None:
    check_taking_back_everything(game)


@given(games())
def test_a_copy_is_the_same_position_and_shares_nothing_that_changes(game: Game) -> None:
    def play_on(copy: Game) -> None:
        while copy.legal_moves:
            copy.play(copy.legal_moves[-1])

    check_copy(game, play_on)


@given(games())
def test_two_keeps_at_most_and_rows_without_wolves(game: Game) -> None:
    assert all(len(kept) <= 2 for kept in game.kept_light)
    assert "".join(game.rows).upper() == "".join(game.rows)


@given(games(finished=True))
def test_the_sheets_add_up(game: Game) -> None:
    outcome = game.outcome
    assert outcome is not None
    assert sum(sheet.rock for sheet in outcome.sheets) == 1
    assert sum(sheet.trees for sheet in outcome.sheets) == 3
    assert outcome.tiles == tuple(len(tiles) for tiles in game.face_up)
    best = max(zip(outcome.scores, outcome.tiles, strict=True))
    found = [(outcome.scores[seat], outcome.tiles[seat]) for seat in outcome.winners]
    assert found == [best] * len(outcome.winners)
