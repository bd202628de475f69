"""Robots of all levels in all editions: they follow the rules, and in time."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from random import Random

import pytest

from tests.games.triqueta.robots.games import PROOF, TABLES, dealt, entries_of, robot_of
from tests.profiles import first
from triqueta.games import installed_games
from triqueta.games.triqueta.robots import levels
from triqueta.games.triqueta.robots.levels import LEVELS, Expert, noise_of
from triqueta.games.triqueta.robots.model import Model
from triqueta.games.triqueta.robots.search import Effort, Search
from triqueta.games.triqueta.robots.value_model import ValueModels
from triqueta.games.triqueta.rules import Edition, Game, Phase
from triqueta.games.triqueta.rules.views import SeatView
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.games.triqueta.spec import SPEC
from triqueta.games.triqueta.views import totals_of_decision
from triqueta.table.robots import RandomRobot, let_play


@pytest.mark.parametrize("level", [*LEVELS, "greedy", "random"])
@pytest.mark.parametrize(("edition", "players"), first(TABLES))
def test_they_play_whole_games(level: str, edition: Edition, players: int) -> None:
    session = TriquetaSession(Game(dealt(edition, players, seed=1)), PROOF)
    robot = (
        installed_games().robot("triqueta", level, float) if level == "random" else robot_of(level)
    )
    let_play(session, [robot] * players, [Random(seat) for seat in range(players)])
    assert session.over


def test_sessions_with_acknowledgements_can_be_played_at_random() -> None:
    session = installed_games().deal("triqueta", "shadow", ("Ana", "Ben"), 0, PROOF)
    let_play(session, [RandomRobot()] * 2, [Random(1), Random(2)])
    assert session.record().result is not None


@pytest.mark.parametrize(("edition", "players"), first(TABLES))
def test_weaker_levels_have_more_noise(edition: Edition, players: int) -> None:
    noises = [noise_of(level, edition, players) for level in ("hard", "medium", "easy")]
    assert noises == sorted(set(noises))


def test_hard_has_noise_only_with_two_players_and_wolves() -> None:
    """Without the noise, hard would be much closer to expert than to medium there."""
    erring = [table for table in TABLES if noise_of("hard", *table)]
    assert erring == [(Edition.SHADOW, 2)]


@pytest.mark.parametrize(("edition", "players"), first(TABLES))
def test_expert_looks_more_than_one_turn_per_player_ahead(
    edition: Edition, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    efforts: list[Effort] = []

    class Noted(Search):
        def __init__(
            self, view: SeatView, model: Model, ahead: ValueModels, effort: Effort, rng: Random
        ) -> None:
            efforts.append(effort)
            super().__init__(view, model, ahead, replace(effort, worlds=1), rng)

    monkeypatch.setattr(levels, "Search", Noted)
    session = TriquetaSession(Game(dealt(edition, players, seed=1)), PROOF)
    seat = session.current_player or 0
    installed_games().robot("triqueta", "expert", float).choose(
        session.view(seat), session.moves(seat), Random(1)
    )
    assert [effort.turns > players for effort in efforts] == [True]
    assert efforts[0].last_turns >= 2 * players


def test_the_ranking_has_every_move_and_starts_with_the_chosen_one() -> None:
    rng = Random(1)

    def choose(session: TriquetaSession, seat: int) -> str:
        moves, state = session.moves(seat), rng.getstate()
        ranked = robot_of("medium").rank(session.view(seat), moves, rng)
        rng.setstate(state)
        assert sorted(move for move, _ in ranked) == sorted(moves)
        assert [worth for _, worth in ranked] == sorted((w for _, w in ranked), reverse=True)
        assert robot_of("medium").choose(session.view(seat), moves, rng) == ranked[0][0]
        return ranked[0][0]

    entries_of(dealt(Edition.SHADOW, 2, seed=5), choose)


class Ticking:
    """A clock that advances by a second each time it is read."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return float(self.looks)


def test_expert_stops_when_its_time_is_over() -> None:
    clock = Ticking()
    session = TriquetaSession(Game(dealt(Edition.BASE, 3, seed=1)), PROOF)
    expert = Expert(clock, Effort(worlds=1_000_000, behind=1e9, seconds=20.0))
    seat = session.current_player or 0
    assert expert.choose(session.view(seat), session.moves(seat), Random(1)) in session.moves(seat)
    assert clock.looks <= 30


@pytest.mark.parametrize("level", ["hard", "expert", "greedy"])
def test_in_the_reveal_robots_add_what_scores_most(level: str) -> None:
    revealed = 0

    def choose(session: TriquetaSession, seat: int) -> str:
        nonlocal revealed
        view, moves = session.view(seat), session.moves(seat)
        if view.seat.table.phase is not Phase.REVEAL:
            return robot_of("hard").choose(view, moves, Random(1))
        revealed += 1
        added, returned, _ = totals_of_decision(view.seat)
        move = robot_of(level).choose(view, moves, Random(1))
        assert added == returned or move == ("+" if added > returned else "-")
        return move

    entries_of(dealt(Edition.BASE, 3, seed=2), choose)
    assert revealed


def test_the_trained_model_names_its_revision() -> None:
    text = files("triqueta.games.triqueta.robots").joinpath("learnt.json").read_text("utf-8")
    models = json.loads(text)["models"]
    assert set(models) == {f"{edition}-{players}" for edition, players in TABLES}
    for model in models.values():
        assert len(model["revision"]) == 40
        assert isinstance(model["seed"], int)
    assert len(text) < 200_000


def test_a_game_without_robots_still_has_the_random_robot() -> None:
    assert SPEC.yardsticks[0] == "random"
    assert isinstance(installed_games().robot("triqueta", "random", float), RandomRobot)
