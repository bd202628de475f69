"""The points that a tile or a row would bring, compared with playing it."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.triqueta.rules.tables import table as made_table
from tests.table.evening import Evening, in_game, new_play, random_play
from triqueta.games.triqueta.rules import Edition, Game, Phase, score_sheet, seat_view, table_view
from triqueta.games.triqueta.rules.moves import DRAW, KEEP, PLACE, TAKE, is_draw
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.games.triqueta.views import Belongings, changes_by_taking

EDITIONS_AND_PLAYERS = list(product(Edition, range(2, 6)))
every_game = pytest.mark.parametrize(("edition", "players"), EDITIONS_AND_PLAYERS)


def positions(edition: Edition, players: int) -> list[Game]:
    """Return all positions of some random games."""
    found: list[Game] = []

    def note(session: TriquetaSession) -> bool:
        found.append(session._game.copy())
        return False

    for seed in range(4):
        random_play(edition, players, seed, note)
    return found


def public_points(game: Game, seat: int) -> int:
    return points(game, seat, game.face_up[seat])


def own_points(game: Game, seat: int) -> int:
    """Return a seat's points with the best choice of kept tiles."""
    kept = game.kept_light[seat]
    lying = game.face_up[seat] + game.kept_shadow[seat]
    choices = product((True, False), repeat=len(kept))
    added = [
        "".join(tile for tile, add in zip(kept, adds, strict=True) if add) for adds in choices
    ]
    return max(points(game, seat, lying + tiles) for tiles in added)


def points(game: Game, seat: int, tiles: str) -> int:
    rock, trees = game.rock == seat, game.trees[seat]
    return score_sheet(game.setup.edition, tiles, rock=rock, trees=trees).total


def after(game: Game, *moves: str) -> Game:
    later = game.copy()
    for move in moves:
        later.play(move)
    return later


@every_game
def test_taking_a_row_changes_the_points_as_said(edition: Edition, players: int) -> None:
    taken = last = 0
    for game in positions(edition, players):
        if game.phase is not Phase.TURN:
            continue
        seat = game.order[0]
        table, view = table_view(game), seat_view(game, seat)
        publicly = changes_by_taking(Belongings.public(table, seat), table)
        own = changes_by_taking(Belongings.of(view), table)
        for move, public, mine in zip(TAKE, publicly, own, strict=False):
            assert (public is not None) is (mine is not None) is (move in game.takes)
            if move in game.takes:
                later = after(game, move)
                assert public == public_points(later, seat) - public_points(game, seat)
                assert mine == own_points(later, seat) - own_points(game, seat)
                taken += 1
                last += len(game.takes) == 1 and game.rock != seat
    assert taken > 100
    assert last > 5, "too few last rows brought the Rock"


@every_game
def test_a_drawn_tile_changes_the_points_as_said(edition: Edition, players: int) -> None:
    placed = kept = 0
    for game in positions(edition, players):
        if game.phase is not Phase.CHOICE:
            continue
        seat = game.order[0]
        facts = play_of(game).view(seat).to_decide
        assert facts is not None
        now = own_points(game, seat)
        may_place = [move for move in PLACE if move in game.legal_moves]
        assert bool(facts.rows) is bool(may_place)
        for row, change in enumerate(facts.rows):
            assert (change is not None) is (PLACE[row] in may_place)
            if change is not None:
                assert change == own_points(with_tile_in(game, row), seat) - now
                placed += 1
        if KEEP in game.legal_moves:
            assert facts.kept == own_points(after(game, KEEP), seat) - now
            kept += 1
        else:
            assert facts.kept is None
    assert placed > 100
    assert kept > 20


def with_tile_in(game: Game, row: int) -> Game:
    """Return the game as if the drawer took `row` with the tile in it right away."""
    later = game.copy()
    later.rows[row] += later.drawn[0]
    later.drawn.clear()
    later._take(row)
    return later


def play_of(game: Game) -> TriquetaSession:
    session = new_play(game.setup, moves=" ".join(game.moves))
    assert session._game.moves == game.moves
    return session


@pytest.mark.parametrize("players", range(2, 6))
def test_what_was_drawn_changes_the_points_together(players: int) -> None:
    pairs = dark = 0
    for game in positions(Edition.SHADOW, players):
        if not game.moves or not is_draw(game.moves[-1]) or game.phase is Phase.SECOND_DRAW:
            continue
        session = TriquetaSession(Game(game.setup), new_play().proof, game.moves)
        seat = session._movers[-1]
        draw = session.view(seat).just_drawn
        assert draw is not None
        tiles = "".join(facts.tile for facts in draw.tiles)
        assert sorted(tiles) == sorted(drawn_by(game))
        before = game.copy()
        for tile in tiles:
            before.kept_shadow[seat] = before.kept_shadow[seat].replace(tile, "", 1)
        with_all = before.copy()
        with_all.face_up[seat] += tiles
        assert draw.together == own_points(with_all, seat) - own_points(before, seat)
        pairs += len(tiles) == 2
        dark += any(facts.is_shadow for facts in draw.tiles)
        for facts in draw.tiles:
            if facts.is_shadow:
                with_it = before.copy()
                with_it.face_up[seat] += facts.tile
                assert facts.kept == own_points(with_it, seat) - own_points(before, seat)
    assert dark > 5
    assert pairs > 20 or players > 2


def drawn_by(game: Game) -> str:
    """Return the tiles of the last draw."""
    number = game.setup.tiles_per_draw
    earlier = Game(game.setup, game.moves[:-number])
    tiles = ""
    for move in game.moves[-number:]:
        tiles += earlier.petals[DRAW.index(move)][0]
        earlier.play(move)
    return tiles


class TestAtTheTable:
    def test_two_of_one_animal_count_together(self) -> None:
        setup = made_table(2, Edition.SHADOW, first=["RRD"]).setup
        evening = in_game(new_play(setup)).press("petal1 petal1").down("soft2")
        assert evening.says() == "Only for Ana\nrabbit\nrabbit\npoints with both: +2\n- | Look | -"

    def test_kept_tiles_count_at_the_private_station_and_not_at_the_table(self) -> None:
        session = new_play(
            made_table(2, first=["RRR", "OOO"]).setup, moves="d1 k d2 r2 d1 r1 d2 r2"
        )
        evening = in_game(session, (0,)).press("soft1").press("soft1", "seat1")
        assert "points with row 1: +1" in evening.says()  # the first rabbit
        assert "points with row 2: +2" in evening.says()
        assert "points with row 1: +1" in evening.says("seat1")  # the second rabbit
        evening = third_rabbit()
        assert "points with row 1: +2" in evening.says()
        assert "points with row 1: +4" in evening.says("seat1")  # the third rabbit

    def test_the_last_row_comes_with_the_rock(self) -> None:
        session = new_play(made_table(2, first=["RRR"]).setup, moves="t2 d1 r1")
        assert session._game.rock == 0
        evening = in_game(session).press("soft1")
        assert "points with row 1: +2" in evening.says()


def third_rabbit() -> Evening:
    moves = "d1 k d2 r2 d1 r1 d2 r2 d1 r1 d2 r2"
    session = new_play(made_table(2, first=["RRR", "OOO"]).setup, moves=moves)
    return in_game(session, (0,)).press("soft1").press("soft1", "seat1")
