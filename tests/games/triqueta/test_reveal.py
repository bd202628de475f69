"""The order in which kept tiles are turned up: the decisive one comes last."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import pytest

from tests.profiles import first
from tests.table.evening import new_play, random_play
from triqueta.games.triqueta.reveal import reveal_order
from triqueta.games.triqueta.rules import Edition, TableView, score_sheet
from triqueta.games.triqueta.rules.game import Revealed
from triqueta.games.triqueta.rules.score import outcome_of


def table_with(*players: tuple[str, str]) -> tuple[TableView, tuple[Revealed, ...]]:
    """Return the end of a game with each player's face-up tiles and the tiles to turn up."""
    view = new_play(edition=Edition.SHADOW, players=len(players)).view(None).table
    shown = tuple(
        replace(player, face_up=lying_open + kept)
        for player, (lying_open, kept) in zip(view.players, players, strict=True)
    )
    kept = tuple(Revealed(tiles, 0, "") for _, tiles in players)
    return replace(view, players=shown, rock=0), kept


def order_of(*players: tuple[str, str]) -> list[str]:
    """Return the tiles in the order in which they are turned up, as "0O" for seat and tile."""
    return [f"{step.seat}{step.tile}" for step in reveal_order(*table_with(*players))]


def test_the_tile_that_lifts_the_winner_above_the_others_is_last() -> None:
    # Ana, who is ahead, has 7 points, Ben 6. Ben's third bear brings 8 points.
    assert order_of(("RRRO", "D"), ("BBUU", "UM")) == ["0D", "1M", "1U"]


def test_a_winner_who_needs_no_tile_waits_for_the_best_challenger() -> None:
    # Ana has 21 points with the Rock. Ben ends with 9 points, Chloé with 4.
    players = ("RRROOOMMM", "D"), ("BBB", "D"), ("UUB", "M")
    assert order_of(*players) == ["2M", "0D", "1D"]


def test_a_tile_that_spoils_the_set_of_the_leader_is_last() -> None:
    # Ben would win with 10 points; a fourth bear costs him the set.
    assert order_of(("RRRO", "D"), ("UUU", "u")) == ["0D", "1u"]


def test_each_players_tiles_follow_from_the_least_to_the_greatest_change() -> None:
    steps = reveal_order(*table_with(("UU", "RUww"), ("BBB", "")))
    assert [step.tile for step in steps] == ["R", "w", "w", "U"]
    assert [step.change for step in steps] == [1, 1, 1, 8]
    assert [step.count for step in steps] == [1, 1, 2, 3]
    assert [step.total for step in steps] == [4, 5, 6, 14]


def test_nothing_to_turn_up() -> None:
    assert order_of(("RRR", ""), ("U", "")) == []


def test_returned_tiles_make_no_difference() -> None:
    table, kept = table_with(("RRRO", "D"), ("BBUU", "UM"))
    others = tuple(replace(tiles, returned=2 - seat) for seat, tiles in enumerate(kept))
    assert reveal_order(table, others) == reveal_order(table, kept)


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", first(range(8), few=2))
def test_in_random_games(edition: Edition, players: int, seed: int) -> None:
    session = random_play(edition, players, seed, lambda _: False)
    view = session.view(None)
    assert view.table.outcome is not None
    last = {step.seat: step.total for step in view.reveal}
    for seat, total in last.items():
        assert total == view.table.outcome.scores[seat]
    kept = ["".join(sorted(one.added + one.shadow)) for one in view.revealed]
    turned_up = [
        "".join(sorted(s.tile for s in view.reveal if s.seat == n)) for n in range(players)
    ]
    assert turned_up == kept
    seats = [seat for seat, _ in groupby(step.seat for step in view.reveal)]
    assert len(seats) == len(set(seats))  # the tiles of a player follow each other
    if any(changes_winners(view.table, step.seat, step.tile) for step in view.reveal):
        assert changes_winners(view.table, view.reveal[-1].seat, view.reveal[-1].tile)


def changes_winners(table: TableView, seat: int, tile: str) -> bool:
    """Return whether other players would have won without a tile."""
    sheets = [
        score_sheet(
            table.edition,
            player.face_up.replace(tile, "", 1) if other == seat else player.face_up,
            rock=table.rock == other,
            trees=player.trees,
        )
        for other, player in enumerate(table.players)
    ]
    assert table.outcome is not None
    return outcome_of(sheets).winners != table.outcome.winners
