"""The coach of Zatre: its advice is complete, sorted and true, and fits on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tests.games.triqueta.robots.test_coach import screens
from tests.games.zatre.robots import PLAYERS, PROOF, dealt, played, replayed
from tests.games.zatre.tables import random_game, setup
from tests.profiles import first
from tests.screens.scenes import WIDE
from triqueta.games import installed_games
from triqueta.games.zatre.coach import ZatreCoach
from triqueta.games.zatre.robots import LEVELS
from triqueta.games.zatre.rules import Game
from triqueta.games.zatre.rules.board import Ground
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.records.record import Record
from triqueta.screens.frame import Frame, clipped
from triqueta.screens.phrases import Language, said
from triqueta.table.coach import MOST_ADVICE, Advice

COACH = ZatreCoach()
Moment = tuple[Game, tuple[Advice, ...]]


def moments(players: int, every: int = 3) -> Iterator[Moment]:
    """Yield every third decision of a game (or every `every`-th) with the coach's advice."""
    found: list[Moment] = []

    def choose(session: ZatreSession, seat: int) -> str:
        view, moves = session.view(seat), session.moves(seat)
        if len(session._game.moves) % every == 0:
            advice = COACH.advise(view, moves)
            assert sorted(move for one in advice for move in one.moves) == sorted(moves)
            found.append((session._game.copy(), advice))
        return LEVELS["easy"].choose(view, moves, Random(len(session.entries)))

    played(dealt(players, seed=players), choose)
    return iter(found)


def reason(one: Advice) -> str:
    return said(one.reason, Language.ENGLISH)


@pytest.mark.parametrize("players", first(PLAYERS))
def test_the_best_is_the_first_and_what_good_would_do(players: int) -> None:
    for game, advice in moments(players):
        points = [one.points for one in advice]
        assert points == sorted(points, reverse=True)
        session = replayed(game)
        seat = session.current_player or 0
        best = LEVELS["good"].rank(session.view(seat), session.moves(seat), Random(1))[0]
        assert best[1] == advice[0].points


def test_on_the_empty_board_mirrored_turns_are_one_thing_to_do() -> None:
    session = ZatreSession(Game(setup(bag="51")), PROOF)
    session.apply(DRAW)
    advice = COACH.advise(session.view(0), session.moves(0))
    by_move = {move: one for one in advice for move in one.moves}
    assert sorted(by_move) == sorted(session.moves(0))
    line = by_move["H8=6 I8=5 J8=1"]
    others = {"F8=1 G8=5 H8=6", "H6=1 H7=5 H8=6", "H8=6 H9=5 H10=1"}
    assert set(line.moves) == {"H8=6 I8=5 J8=1", *others}
    assert "H8=6 I8=1 J8=5" not in line.moves
    session.apply("H8=6 I8=5 J8=1")
    session.apply(DRAW)
    later = COACH.advise(session.view(1), session.moves(1))
    assert all(len(one.moves) == 1 for one in later)


def test_what_it_says_of_a_turn_comes_true() -> None:
    """Compare the advice with the block after the turn, and with the fields where tiles fit."""
    checked = {"full": 0, "doubles": 0, "opens": 0, "blocks": 0, "points": 0}
    for game, advice in moments(2, every=2):
        seat = game.to_act or 0
        before = game.blocks[seat]
        for one in advice[::5]:
            told, after = reason(one), game.copy()
            after.play(one.moves[0])
            block = after.blocks[seat]
            if found := re.match(r".*: \+(\d+)", told.split(";")[0]):
                assert int(found[1]) == block.total - before.total
                checked["points"] += 1
            if found := re.search(r"row (\d+) is full", told):
                assert block.bonuses == int(found[1]) == before.bonuses + 1
                checked["full"] += 1
            if found := re.search(r"doubles row (\d+)", told):
                row = int(found[1])
                assert before.crosses < row <= block.crosses
                assert block.rows[row - 1].total
                checked["doubles"] += 1
            if found := re.search(r"(opens|blocks) (\w+) for a (\d)", told):
                board = after if found[1] == "opens" else game
                assert found[2] in Ground.of(board.tiles, {}).fitting(int(found[3]))
                checked[found[1]] += 1
    assert all(checked.values()), checked


def test_a_tile_that_stays_in_hand_is_a_reason() -> None:
    for seed in range(40):
        game = random_game(2, seed)
        at = next((i for i, turn in enumerate(game.history) if turn.placed == ()), None)
        if at is not None:
            break
    session = replayed(Game(game.setup, game.moves[: at or 0]))
    seat = session.current_player or 0
    (nothing,) = (one for one in COACH.advise(session.view(seat), ("-",)))
    assert said(nothing.label, Language.ENGLISH) == "Place nothing"
    assert reason(nothing).startswith("No points; you keep ")


def test_points_are_what_the_last_turn_adds_to_the_score() -> None:
    """After the last turn there is nothing left to estimate."""
    game = random_game(3, 4)
    session = replayed(Game(game.setup, game.moves[:-1]))
    seat = session.current_player or 0
    now = session.view(seat).table.players[seat].block.total
    for one in COACH.advise(session.view(seat), session.moves(seat)):
        outcome = Game(game.setup, [*game.moves[:-1], one.moves[0]]).outcome
        assert outcome is not None
        assert one.points == outcome.scores[seat] - now


@pytest.mark.parametrize("players", first(PLAYERS))
def test_what_may_be_expected_comes_nearer_to_the_result(players: int) -> None:
    game = random_game(players, 7)
    record = Record(game, {})
    review = installed_games().review(record, COACH)
    race = [review.outlook(), *(review.outlook() for _ in review.steps())]
    assert record.result is not None
    assert race[-1].points == tuple(map(float, record.result.scores))
    assert all(outlook.chances is None for outlook in race[:-1]), "chances are not calibrated"
    early, late = (
        sum(abs(a - b) for a, b in zip(one.points, record.result.scores, strict=True))
        for one in (race[0], race[-players])
    )
    assert late < early


@pytest.mark.parametrize("players", first(PLAYERS))
def test_all_it_says_fits_on_a_screen(players: int) -> None:
    """Use the widest names, in each language."""
    wide = replace(dealt(players, seed=players), players=WIDE[:players])

    def choose(session: ZatreSession, seat: int) -> str:
        view, moves = session.view(seat), session.moves(seat)
        if len(session._game.moves) % 6 == 0:
            advice = COACH.advise(view, moves)
            for screen in screens(COACH.moment(view), (*advice[:MOST_ADVICE], *advice[-3:])):
                for language in Language:
                    assert clipped(Frame(screen, language)) == []
        return LEVELS["easy"].choose(view, moves, Random(len(session.entries)))

    played(wide, choose)


def test_many_tiles_fit_on_a_screen_too() -> None:
    game = random_game(3, 37, length=64)
    session = replayed(game, WIDE[:3])
    seat = session.current_player or 0
    advice = COACH.advise(session.view(seat), session.moves(seat))
    assert "+4" in said(advice[0].label, Language.ENGLISH)
    for screen in screens(COACH.moment(session.view(seat)), advice[:MOST_ADVICE]):
        for language in Language:
            assert clipped(Frame(screen, language)) == []


# Reviews.


@pytest.mark.full
def test_a_turn_that_was_not_listed_is_judged_as_well() -> None:
    """With many tiles, more turns are legal than are listed, and a player may find them."""
    game = random_game(3, 37, length=64)
    moves = set(replayed(game).moves(game.to_act or 0))
    other = next(move for move in _tried(game) if move not in moves)
    record = Record(Game(game.setup, [*game.moves, other]), {})
    *_, last = installed_games().review(record, COACH).decisions()
    assert last.chosen.moves == (other,)
    assert len(last.advice) <= MOST_ADVICE + 1


def _tried(game: Game) -> Iterator[str]:
    """Yield random turns, in which each tile is placed where it fits."""
    rng = Random(1)
    while True:
        yield game.random_move(rng)


@pytest.mark.full
def test_good_makes_hardly_a_mistake_by_its_own_measure() -> None:
    good, rng = LEVELS["good"], Random(1)
    session = played(dealt(2, seed=2), lambda p, s: good.choose(p.view(s), p.moves(s), rng))
    assert all(one.loss == 0 for one in installed_games().decisions(session))
