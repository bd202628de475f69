"""Tests that the robots' numeric position matches the game."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.triqueta.robots.games import PROOF, TABLES, dealt, entries_of, robot_of
from triqueta.games.triqueta.robots.model import learnt
from triqueta.games.triqueta.robots.position import Position, is_of_a_round, position_of, unseen
from triqueta.games.triqueta.robots.search import Coming, play_turn
from triqueta.games.triqueta.rules import Edition, Game, Phase
from triqueta.games.triqueta.rules.views import SeatView
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.games.triqueta.views import totals_of_decision


def start(edition: Edition, players: int) -> Position:
    """Return the position of the seat to act at the beginning of the second round."""
    return position_of(start_view(edition, players), learnt(edition, players))


def start_view(edition: Edition, players: int, in_round: int = 2) -> SeatView:
    rng = Random(players)
    session = TriquetaSession(Game(dealt(edition, players, seed=4)), PROOF)
    while (seat := session.current_player) is not None:
        view, moves = session.view(seat), session.moves(seat)
        if view.seat.table.round == in_round and moves:
            return view.seat
        session.apply(session.pending_ack(seat) or robot_of("hard").choose(view, moves, rng))
    raise AssertionError("there are four rounds")


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_incremental_updates_match_a_new_computation(edition: Edition, players: int) -> None:
    position, rng = start(edition, players), Random(1)
    light = [animal for animal, n in enumerate(position.pool) for _ in range(n)]
    dark = [animal for animal, n in enumerate(position.dark_pool) for _ in range(n)]
    rng.shuffle(light)
    rng.shuffle(dark)
    coming, turns = Coming(light, dark), 0
    apart = [base - again for base, again in zip(position.base, reckoned(position), strict=True)]
    while len(position.order) > 1:
        play_turn(position, coming, lambda: 3 * rng.random())
        turns += 1
        again = reckoned(position)
        assert position.base == pytest.approx([a + b for a, b in zip(again, apart, strict=True)])
        twin = position.copy()
        twin.recompute()
        for seat in position.order:
            assert position.gains[seat] == pytest.approx(twin.gains[seat])
    assert turns >= players


def reckoned(position: Position) -> list[float]:
    twin = position.copy()
    twin.recompute()
    return twin.base


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_unseen_tiles_are_all_tiles_not_in_view(edition: Edition, players: int) -> None:
    looked, is_shadow = 0, edition is Edition.SHADOW

    def choose(session: TriquetaSession, seat: int) -> str:
        nonlocal looked
        view = session.view(seat).seat
        if is_of_a_round(view):
            looked += 1
            light, dark = unseen(view)
            hidden = unseen_by(seat, session._game)
            assert sum(light) == sum(map(str.isupper, hidden))
            assert sum(dark) == (sum(map(str.islower, hidden)) if is_shadow else 15)
        return robot_of("easy").choose(session.view(seat), session.moves(seat), Random(looked))

    entries_of(dealt(edition, players, seed=6), choose)
    assert looked > 20


def unseen_by(seat: int, game: Game) -> str:
    """Return all tiles that this seat can't see.

    The box counts: robots don't remember its tiles.
    """
    drawn = "" if game.to_act == seat and game.phase is Phase.CHOICE else "".join(game.drawn)
    others = [own for own in range(len(game.setup.players)) if own != seat]
    kept = "".join(game.kept_light[own] + game.kept_shadow[own] for own in others)
    piles = "".join("".join(game.setup.piles[int(move[1]) - 1]) for move in game.unopened)
    return "".join(game.petals) + game.box + drawn + kept + piles


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_without_a_round_left_a_position_is_worth_its_score(
    edition: Edition, players: int
) -> None:
    """For the robot's own seat, that includes its kept tiles as scored in the reveal."""
    checked = 0
    before: dict[int, float] = {}

    def choose(session: TriquetaSession, seat: int) -> str:
        nonlocal checked
        view = session.view(seat).seat
        moves = session.moves(seat)
        if is_of_a_round(view) and view.table.round == 4:
            move = robot_of("hard").choose(session.view(seat), moves, Random(1))
            if move[0] == "t":
                position = position_of(view, learnt(edition, players))
                position.take(position.numbers.index(int(move[1]) - 1))
                before[seat] = position.base[seat]
            return move
        if moves[0] == "+" and not view.decisions:
            checked += 1
            added, returned, _ = totals_of_decision(view)
            assert before[seat] == max(added, returned)
        return robot_of("hard").choose(session.view(seat), moves, Random(1))

    entries_of(dealt(edition, players, seed=8), choose)
    assert checked
