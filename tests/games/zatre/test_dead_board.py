"""Dead boards: no remaining tile can ever be placed, so the player to draw can end the game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.games.zatre import reference
from tests.games.zatre.scenes import PROOF, dead_board
from tests.games.zatre.tables import DEAD, NAMES, dead_game, lying, random_game, setup
from tests.games.zatre.test_rules import FULL
from tests.profiles import budget
from tests.table.autopilot import take_back
from tests.table.evening import Evening, in_game, played_again
from triqueta.games import installed_games
from triqueta.games.zatre.coach import ZatreCoach
from triqueta.games.zatre.robots import LEVELS
from triqueta.games.zatre.rules import Game, Record, table_view
from triqueta.games.zatre.rules.board import (
    ALL_TILES,
    NEIGHBOURS,
    START,
    beside,
    field_at,
    is_dead,
    sums_with,
    tiles_in,
)
from triqueta.games.zatre.rules.turn import END, NOTHING
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.games.zatre.text import account_of
from triqueta.records.errors import IllegalMoveError
from triqueta.records.game import perft
from triqueta.records.record import verify
from triqueta.records.shuffle import Proof
from triqueta.screens.lists import RankingScreen
from triqueta.screens.station import TABLE
from triqueta.table.robots import let_play
from triqueta.table.session import ROBOT, UNDO

PROVED = Proof.of(
    bytes.fromhex("f33d1e7dc82c79e22527284f71352b39b51811c70eabb5d3e8e66ac2d00b2783"),
    "1:3,2:1,3:4,4:3",
)
"""This proof deals three 6s to the third of four players, and another 6 to the fourth."""


def can_place_any(tiles: dict[str, int]) -> bool:
    """Return whether a remaining tile has a legal turn alone, by the slow implementation."""
    before = reference.cells_of(tiles)
    left = Counter(tiles_in(ALL_TILES)) - Counter(tiles.values())
    return any(
        not reference.broken_clause(before, (tile,), {spot: tile})
        for tile in left
        for spot in reference.MARKS
        if spot not in before
    )


def heavy_board(rng: Random, tiles: int) -> dict[str, int]:
    """Return connected tiles with many lines of 12 and none of more.

    Some of these boards are dead.
    """
    left = Counter(tiles_in(ALL_TILES))
    board: dict[str, int] = {}
    while len(board) < tiles:
        near = {near for field in board for near in NEIGHBOURS[field]} - {*board} or {START}
        sums = {
            (field, tile): sums_with(tile, beside(board, field))
            for field in sorted(near)  # the order of a set differs between processes
            for tile in left
            if left[tile] and max(sums_with(tile, beside(board, field)), default=0) <= 12
        }
        if not sums:
            break
        most = max(totals.count(12) for totals in sums.values())
        field, tile = rng.choice([place for place in sums if sums[place].count(12) == most])
        board[field] = tile
        left[tile] -= 1
    return board


def block(column: int, row: int, *lines: str) -> dict[str, int]:
    """Return a block of tiles, given as rows of digits, with its top left tile at this place."""
    fields = {
        field_at(column + right, row + down): int(tile)
        for down, line in enumerate(lines)
        for right, tile in enumerate(line)
    }
    return {field: tile for field, tile in fields.items() if field is not None}


class TestFound:
    def test_four_sixes_in_a_square_are_a_dead_board(self) -> None:
        assert is_dead(dead_game().tiles)
        assert not can_place_any(dead_game().tiles)

    def test_an_empty_board_is_none(self) -> None:
        assert not is_dead({})

    def test_a_full_board_is_not_dead_while_a_light_field_is_allowed(self) -> None:
        """A place that only Z8's second exception allows counts, too."""
        assert not is_dead(lying(FULL))
        assert can_place_any(lying(FULL))

    def test_it_depends_on_which_tiles_are_left(self) -> None:
        """Next to lines of 11 only a 1 fits. When all 1s are on the board, nothing does."""
        full = {
            **block(1, 1, "1146", "1461", "4611", "6114"),
            **block(10, 1, "1146", "1461", "4611", "6114"),
            **block(1, 9, "156", "561", "615"),
            **block(6, 6, "65", "56"),
        }
        assert not is_dead(full)
        last_ones = block(11, 9, "156", "516", "66")
        assert Counter((full | last_ones).values())[1] == 21
        assert is_dead(full | last_ones)

    def test_it_is_found_where_trying_everything_finds_it(self) -> None:
        rng = Random(1)
        boards = [heavy_board(rng, rng.randrange(2, 20)) for _ in range(budget(50, least=50))]
        boards += [random_game(2, seed, length=50 + seed).tiles for seed in range(4)]
        found = [is_dead(board) for board in boards]
        assert found == [not can_place_any(board) for board in boards]
        assert 5 < sum(found) < len(boards) - 5

    def test_a_board_that_was_dead_once_is_dead_for_good(self) -> None:
        game = dead_game()
        while game.to_act is not None:
            assert game.legal_moves == (NOTHING, END)
            game.play(NOTHING)
            assert is_dead(game.tiles)


class TestRules:
    def test_z10_who_is_to_act_may_end_it_and_what_was_drawn_goes_back(self) -> None:
        game = dead_game()
        in_bag = game.left_in_bag + len(game.fresh)
        game.play(END)
        assert (game.to_act, game.legal_moves, game.moves[-1]) == (None, (), END)
        assert game.outcome is not None
        assert game.outcome.scores == (16, 7)  # minus the 1 that Ben holds (Z15)
        assert game.hands == [(), (1,)]
        assert game.left_in_bag == in_bag
        assert game.history[-1].ends_game

    def test_z10_not_while_a_tile_could_be_placed(self) -> None:
        for moves in ((), DEAD[:1]):
            game = Game(dead_game().setup, moves)
            assert END not in game.legal_moves
            with pytest.raises(IllegalMoveError, match=r"a tile could still be placed \(Z10\)"):
                game.play(END)
            assert tuple(game.moves) == moves

    def test_z10_nothing_is_played_after_it(self) -> None:
        game = dead_game()
        game.play(END)
        for move in (END, NOTHING):
            with pytest.raises(IllegalMoveError, match="over"):
                game.play(move)

    def test_it_is_taken_back_exactly(self) -> None:
        game = dead_game()
        game.play(END)
        assert game.take_back() == END
        assert game == dead_game()
        assert (game.hands, game.taken) == (dead_game().hands, dead_game().taken)

    def test_a_game_that_went_on_to_the_last_tile_is_still_a_game(self) -> None:
        """Records from before this rule have turns on a dead board."""
        game = dead_game()
        while game.to_act is not None:
            game.play(NOTHING)
        assert Record.loads(Record(game).dumps(), Game).game == game


def ended() -> ZatreSession:
    """Return a session that ends in the third turn, on a dead board."""
    session = dealt()
    for entry in (DRAW, DEAD[0], DRAW, DEAD[1], END):
        session.apply(entry)
    return session


def dealt() -> ZatreSession:
    session = installed_games().deal("zatre", "zatre", NAMES[:4], None, PROVED)
    assert isinstance(session, ZatreSession)
    return session


class TestRecord:
    def test_it_is_read_as_it_was_written(self) -> None:
        session = ended()
        record = installed_games().load(installed_games().read(session.document()).encode())
        assert record.document() == session.document()
        assert record.moves[-1] == END
        assert record.result is not None
        assert record.result.scores == (0, 0, 16, 7)
        assert verify(record) == PROVED

    def test_its_codes_hold_it(self) -> None:
        session = ended()
        lines = installed_games().codes(session)
        assert (
            installed_games().load_codes("zatre", "\n".join(lines)).document()
            == session.document()
        )

    def test_replay_says_that_the_game_was_ended(self) -> None:
        told = list(account_of(ended()._game))
        assert "  Ana ends the game because no tile fits any more." in told

    def test_a_record_that_stops_there_has_the_end_among_the_legal_moves(self) -> None:
        record = installed_games().read(Record(dead_game()).document())
        judged = record.game.judgement()
        assert judged["legal"] == (NOTHING, END)
        assert perft(record.game, 1) == 2

    def test_a_review_has_no_decision_there(self) -> None:
        record = installed_games().read(ended().document())
        steps = list(installed_games().review(record, ZatreCoach()).steps())
        assert [step.move for step in steps] == [*DEAD, END]
        assert steps[-1].decision is None


class TestRobots:
    @pytest.mark.parametrize("level", LEVELS)
    def test_they_end_it_at_once(self, level: str) -> None:
        session = dead_board()
        let_play(session, [LEVELS[level]] * 2, [Random(1), Random(2)])
        assert session.entries[-1] == END

    def test_so_does_a_random_player(self) -> None:
        assert dead_game().random_move(Random(1)) == END

    def test_robots_do_not_play_a_hundred_turns_in_which_nothing_can_be_placed(self) -> None:
        session = dealt()
        let_play(session, [LEVELS["good"]] * 4, [Random(seat) for seat in range(4)])
        moves = installed_games().read(session.document()).moves
        assert (len(moves), moves[-1]) == (3, END)

    def test_the_table_announces_the_end(self) -> None:
        session = dead_board()
        session.apply(f"{ROBOT} 0 easy")
        evening = in_game(session)
        while not session.over:
            evening.wait(1)
        assert session.entries[-1] == END
        assert evening.told().endswith("ends the game: no tile fits any more")


class TestSecrecy:
    def with_another_bag(self) -> ZatreSession:
        """Return a session with the same turns and another tile on top of the bag."""
        bag = setup(bag="6661").bag
        top, rest = bag[:4], bag[4:]
        other = ZatreSession(Game(replace(dead_board()._game.setup, bag=top + rest[::-1])), PROOF)
        for entry in dead_board().entries:
            other.apply(entry)
        assert other._game.fresh != dead_board()._game.fresh
        return other

    def test_the_offer_and_the_score_do_not_depend_on_what_would_be_drawn(self) -> None:
        one, two = in_game(dead_board(), (1,)), in_game(self.with_another_bag(), (1,))
        for keys in ("", "soft2", "soft1", "soft2", "soft3"):
            one.press(keys)
            two.press(keys)
            for station in (TABLE, "seat2"):
                assert one.pixels(station) == two.pixels(station)
                assert one.says(station) == two.says(station)
            assert one.table.spectator_view() == two.table.spectator_view()
        assert isinstance(one.frame().screen, RankingScreen)

    def test_whether_a_board_is_dead_follows_from_its_tiles(self) -> None:
        """The board is public, so a dead board reveals nothing about hands or the bag."""
        game = dead_game()
        for hand in ((), (1,) * 9, (2, 3)):
            game.hands[0] = hand
            assert table_view(game).is_dead


class TestAtTheTable:
    def test_the_player_to_draw_may_end_the_game_after_a_question(self) -> None:
        evening = in_game(dead_board())
        assert evening.says().endswith("Draw | End game | Menu")
        evening.press("soft2")
        assert evening.says().startswith("End the game?")
        assert evening.press("soft1").says().endswith("Draw | End game | Menu")
        evening.press("soft2 soft3")
        assert isinstance(evening.frame().screen, RankingScreen)
        assert evening.table.session is not None
        assert evening.table.session.entries[-1] == END

    def test_at_a_station_of_their_own_and_at_no_other(self) -> None:
        evening = in_game(dead_board(), (0, 1))
        assert "End game" in evening.says("seat1")
        assert "End game" not in evening.says("seat2") + evening.says()

    def test_a_question_left_open_elsewhere_ends_nothing(self) -> None:
        evening = in_game(dead_board()).press("soft2").join(0).press("soft3")
        assert evening.table.session is not None
        assert not evening.table.session.over
        assert "End game" not in evening.says()

    def test_the_turn_before_may_still_be_undone(self) -> None:
        evening = in_game(dead_board(), (0, 1)).press("soft2", "seat1")
        take_back(evening, Random(1))
        assert evening.table.session is not None
        assert evening.table.session.entries[-1] == UNDO
        assert not evening.table.stations["seat1"].pages
        assert "End game" not in evening.says("seat1")

    def test_a_player_may_draw_instead_and_the_next_one_is_asked(self) -> None:
        evening = in_game(dead_board()).press("soft1")
        assert "Nothing fits" in evening.says()
        assert "End game" not in evening.says()
        evening.press("soft2")
        assert evening.says().endswith("Draw | End game | Menu")
        assert "Maximilian: nothing fits" in evening.says()

    def test_after_a_power_cut_it_is_offered_again(self) -> None:
        evening = Evening(interrupted=played_again(dead_board())).press("petal1")
        assert evening.says().endswith("Draw | End game | Menu")

    def test_once_drawn_the_turn_is_played(self) -> None:
        session = dead_board(DRAW)
        assert session.moves(0) == (NOTHING,)
        with pytest.raises(IllegalMoveError, match=r"\(Z10\)"):
            session.apply(END)
        assert session.entries[-1] == DRAW

    def test_no_acknowledgement_is_pending_where_there_is_a_choice(self) -> None:
        session = dead_board()
        assert (session.pending_ack(0), session.moves(0)) == (None, (END,))
        assert (session.pending_ack(1), session.moves(1)) == (None, ())
