"""Robots of Zatre: they follow the rules, use only what is public, and reach their strength."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.games.zatre.robots import PLAYERS, PROOF, dealt, played
from tests.games.zatre.tables import lying, random_game, table
from tests.profiles import budget, first
from triqueta.games import installed_games
from triqueta.games.zatre.coach import ZatreCoach
from triqueta.games.zatre.robots import (
    LEVELS,
    Judge,
    Offers,
    Worth,
    final_points,
    turns_left,
    worth_to,
)
from triqueta.games.zatre.rules import Block, Game, Scored, TableView, TileLine, table_view
from triqueta.games.zatre.rules.board import VALUES, Ground
from triqueta.games.zatre.rules.turn import placed_by
from triqueta.games.zatre.session import ZatreSession
from triqueta.screens.phrases import Language, said
from triqueta.table.coach import more_or_less
from triqueta.table.robots import Robot, let_play

Thoughts = Callable[[ZatreSession, int], object]


@pytest.mark.parametrize("level", [*LEVELS, "random"])
@pytest.mark.parametrize("players", first(PLAYERS))
def test_they_play_whole_games(level: str, players: int) -> None:
    session, robot = (
        ZatreSession(Game(dealt(players, seed=1)), PROOF),
        installed_games().robot("zatre", level, float),
    )
    let_play(session, [robot] * players, [Random(seat) for seat in range(players)])
    assert session.over
    assert installed_games().read(session.document()).result is not None


@pytest.mark.parametrize("level", LEVELS)
def test_the_ranking_has_every_move_best_first(level: str) -> None:
    robot = LEVELS[level]

    def choose(session: ZatreSession, seat: int) -> str:
        view, moves = session.view(seat), session.moves(seat)
        ranked = robot.rank(view, moves, Random(len(session.entries)))
        assert sorted(move for move, _ in ranked) == sorted(moves)
        assert [worth for _, worth in ranked] == sorted((w for _, w in ranked), reverse=True)
        assert robot.choose(view, moves, Random(len(session.entries))) == ranked[0][0]
        return ranked[0][0]

    played(dealt(2, seed=5), choose)


# What robots and the coach know.


def decide(robot: Robot[Any], session: ZatreSession, seat: int) -> list[tuple[str, float]]:
    return robot.rank(session.view(seat), session.moves(seat), Random(len(session.entries)))


def advise(session: ZatreSession, seat: int) -> list[str]:
    """Return the coach's advice and outlook: its points, and its texts in all languages."""
    coach, view = ZatreCoach(), session.view(seat)
    advice = coach.advise(view, session.moves(seat))
    texts = [text for one in advice for text in (one.label, one.reason, more_or_less(one.points))]
    spoken = [said(text, lang) for text in (*texts, coach.moment(view)) for lang in Language]
    outlook = coach.outlook([session.view(other) for other in range(len(session.names))])
    return [*spoken, *(f"{one.moves} {one.points}" for one in advice), str(outlook)]


def with_another_bag(session: ZatreSession, rng: Random) -> ZatreSession:
    """Return the same session with the rest of the bag in another order."""
    game = session._game
    left = game.setup.bag[game.taken :]
    bag = game.setup.bag[: game.taken] + "".join(rng.sample(left, len(left)))
    other = ZatreSession(Game(replace(game.setup, bag=bag)), PROOF)
    for entry in session.entries:
        other.apply(entry)
    return other


def differing(players: int, robot: Robot[Any], think: Thoughts, every: int = 1) -> list[str]:
    """Return the turns that are evaluated differently when the rest of the bag is shuffled."""
    found, rng = [], Random(1)

    def choose(session: ZatreSession, seat: int) -> str:
        move = decide(robot, session, seat)[0][0]
        if len(session._game.moves) % every == 0:
            other = with_another_bag(session, rng)
            if think(session, seat) != think(other, seat):
                found.append(move)
        return move

    played(dealt(players, seed=players), choose)
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", first(PLAYERS))
def test_the_order_of_the_bag_changes_no_decision(level: str, players: int) -> None:
    robot = LEVELS[level]
    assert not differing(players, robot, lambda session, seat: decide(robot, session, seat))


@pytest.mark.parametrize("players", first(PLAYERS))
def test_the_order_of_the_bag_changes_nothing_that_the_coach_says(players: int) -> None:
    assert not differing(players, LEVELS["easy"], advise, every=4)


@pytest.mark.parametrize("who", ["good", "coach"])
def test_a_robot_that_knows_too_much_would_be_found(
    who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leak the next tile of the bag into the view, to check that the test notices."""
    view_of = ZatreSession.view

    def betrayed(session: ZatreSession, seat: int | None) -> object:
        view, game = view_of(session, seat), session._game
        bag = dict.fromkeys(view.table.bag, 0)
        bag.update({int(tile): 9 for tile in game.setup.bag[game.taken : game.taken + 1]})
        return replace(view, table=replace(view.table, bag=bag))

    monkeypatch.setattr(ZatreSession, "view", betrayed)
    robot = LEVELS["good"]
    think: Thoughts = (
        advise if who == "coach" else lambda session, seat: decide(robot, session, seat)
    )
    assert differing(2, LEVELS["easy"], think, every=6)


# How they evaluate a turn.


def test_easy_takes_points_first_and_leaves_the_rest_to_chance() -> None:
    session = ZatreSession(Game(dealt(2, seed=3)), PROOF)
    session.apply("draw")
    view, moves = session.view(0), session.moves(session.current_player or 0)
    most = max(view.table.turn(placed_by(move)).scored.points for move in moves)
    chosen = {LEVELS["easy"].choose(view, moves, Random(seed)) for seed in range(40)}
    assert len(chosen) > 1
    assert {view.table.turn(placed_by(move)).scored.points for move in chosen} == {most}


def test_at_the_end_a_block_is_worth_what_it_counts() -> None:
    for seed in range(5):
        for block in random_game(3, seed).blocks:
            assert final_points(block, 0) == block.total


LINE = {total: TileLine(("H8", "H9"), total) for total in (10, 11, 12)}


def gain(block: Block, scored: Scored, turns: int = 5) -> float:
    return final_points(block.plus(scored), turns) - final_points(block, turns)


def test_the_sum_that_completes_a_row_is_worth_more() -> None:
    lacks_ten = Block(0, (), (2,), (4,))
    lacks_all = Block()
    assert gain(lacks_ten, Scored((LINE[10],))) > gain(lacks_all, Scored((LINE[10],))) + 1


def test_a_cross_is_worth_most_where_it_doubles_most() -> None:
    rich, poor = Block(0, (1,), (2,), (12,)), Block(0, (1,), (), ())
    cross = Scored(crosses=("G7",))
    assert gain(rich, cross, turns=1) > gain(poor, cross, turns=1) + 5


def test_more_turns_are_worth_more() -> None:
    points = [final_points(Block(), turns) for turns in range(30)]
    assert points == sorted(points)
    assert points[0] == 0


@pytest.mark.parametrize("seed", range(budget(6)))
def test_offers_after_a_turn_match_a_new_list(seed: int) -> None:
    """Compare the incremental update with a new list, and with the fields where tiles fit."""
    game = random_game(2 + seed % 4, seed, length=6 + 8 * seed)
    worth = worth_to(game.blocks[0], 9)
    offers = Offers(game.tiles, worth)
    for move in game.legal_moves[::7]:
        placed = placed_by(move)
        ground = Ground.of({**game.tiles, **placed}, {})
        listed = Offers(ground.tiles, worth).after({})
        assert offers.after(placed) == listed
        for tile, (points, field) in listed.items():
            assert not points or field in ground.fitting(tile)


def test_a_line_that_is_opened_for_the_next_player_counts_against_a_turn() -> None:
    """A 6 next to the 5 of column I makes 11, and leaves a place where a 1 makes 12."""
    game = table("H8=6 I8=5 J8=1", bag="5166")
    judge = Judge(table_view(game))
    judged = [judge.of(move) for move in game.legal_moves]
    assert min(one.leaves for one in judged) < 0 < max(one.leaves for one in judged)
    for one in judged:
        assert one.points == one.brings - one.leaves


def with_hand(view: TableView, seat: int, hand: tuple[int, ...]) -> TableView:
    players = list(view.players)
    players[seat] = replace(players[seat], hand=hand)
    return replace(view, players=tuple(players))


@pytest.mark.parametrize("seed", [3, 11])
def test_the_last_turn_leaves_no_player_anything(seed: int) -> None:
    """The next player's tiles don't matter. In the second game, tiles still held count in full."""
    game = random_game(2, seed)
    last = Game(game.setup, game.moves[:-1])
    assert last.left_in_bag == 0
    judge = Judge(table_view(last))
    rich = Judge(with_hand(table_view(last), 1 - (last.to_act or 0), tuple(VALUES)))
    for each in (judge, rich):
        assert {each.of(move).leaves for move in last.legal_moves} == {0}
    for move in last.legal_moves:
        after = Game(game.setup, [*game.moves[:-1], move]).outcome
        assert after is not None
        seat, now = last.to_act or 0, last.blocks[last.to_act or 0].total
        assert judge.of(move).brings == after.scores[seat] - now


def test_a_tile_that_is_held_costs_something() -> None:
    lies = lying("H8=6 H9=6")
    view = replace(table_view(table(bag="66")), tiles=lies)
    assert Judge(view).of("-").brings == -0.5 * sum(view.hand)


@pytest.mark.parametrize("players", PLAYERS)
def test_turns_that_are_left_are_counted(players: int) -> None:
    """In this game no player holds a tile at the end of a turn, so the count is exact."""
    game = random_game(players, 1, length=1)
    view = replace(table_view(game), bag={1: 2 * players + 2})
    assert [turns_left(view, ahead) for ahead in range(players + 1)] == [
        2,
        2,
        *[1] * (players - 1),
    ]


@pytest.mark.parametrize(("hand", "tiles"), [((), 2), ((6,), 2), ((6, 6, 5), 4)])
def test_the_next_player_is_expected_to_hold_what_the_rules_give(
    hand: tuple[int, ...], tiles: int
) -> None:
    """A player draws two tiles, or one while still holding some.

    The others' tiles don't matter.
    """
    view = table_view(random_game(3, 1, length=20))
    seat = view.to_act or 0
    view = with_hand(view, (seat - 1) % 3, tuple(VALUES))
    judge = Judge(with_hand(view, (seat + 1) % 3, hand))
    expected = sum(judge.offer(tile, {tile: (1.0, "")}) for tile in VALUES)
    assert expected == pytest.approx(tiles)


def test_a_light_field_offers_a_cross_as_well_where_a_line_counts() -> None:
    """Next to 6, 5 and 1, a 6 makes 12 on a plain field and 11 on a light one.

    A 2 makes nothing.
    """
    offers = Offers(lying("H8=6 I8=5 J8=1"), Worth({10: 1.0, 11: 2.0, 12: 4.0}, cross=9.0))
    best = offers.after({})
    assert best[6] == (11.0, "I9")
    assert best[2][0] == 0
