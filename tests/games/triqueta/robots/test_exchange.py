"""Tests that robots and the coach use only what their seat knows.

Robots play a whole game. At each decision, the tiles that the seat can't know are exchanged and
all entries are applied again. With the same random numbers, the robot has to decide the same, and
the coach has to give the same advice, word for word.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, TypeAlias

import pytest

from tests.games.triqueta.robots.games import PROOF, TABLES, dealt, entries_of, robot_of
from tests.games.triqueta.rules.knowledge import exchange_unknown
from tests.profiles import first
from tests.table.test_secrecy import witness_of
from triqueta.games.triqueta.robots.coach import TriquetaCoach
from triqueta.games.triqueta.robots.levels import LEVELS
from triqueta.games.triqueta.rules import Edition, Game, Setup
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.screens.phrases import Language, said
from triqueta.table.coach import more_or_less
from triqueta.table.robots import Robot

EVERY = {"expert": 9}  # check only every ninth decision of this level
ALL_LEVELS = [*LEVELS, "greedy"]


Thoughts: TypeAlias = Callable[[TriquetaSession, int], object]
"""A function that evaluates the moves of a seat."""


def decide(robot: Robot[Any], session: TriquetaSession, seat: int) -> list[tuple[str, float]]:
    """Return a robot's ranking of its moves, always with the same random numbers."""
    return robot.rank(session.view(seat), session.moves(seat), Random(len(session.entries)))


def advise(session: TriquetaSession, seat: int) -> list[str]:
    """Return the coach's advice: its points, and its texts in all languages."""
    coach, view = TriquetaCoach(), session.view(seat)
    advice = coach.advise(view, session.moves(seat))
    texts = [text for one in advice for text in (one.label, one.reason, more_or_less(one.points))]
    spoken = [said(text, lang) for text in (*texts, coach.moment(view)) for lang in Language]
    return [*spoken, *(f"{one.moves} {one.points}" for one in advice)]


def differing(
    setup: Setup, robot: Robot[Any], every: int, think: Thoughts | None = None
) -> list[str]:
    """Return the moves that are evaluated differently when unknown tiles are exchanged.

    Only every `every`-th decision is checked.
    """
    found, rng, asked = [], Random(1), 0
    requests = think or partial(decide, robot)

    def choose(session: TriquetaSession, seat: int) -> str:
        nonlocal asked
        asked += 1
        move = decide(robot, session, seat)[0][0]
        if asked % every == 0:
            known = witness_of(setup, session.entries).known_to(seat)
            other = TriquetaSession(
                Game(exchange_unknown(setup, known, rng)), PROOF, session.entries
            )
            if requests(session, seat) != requests(other, seat):
                found.append(move)
        return move

    entries_of(setup, choose)
    assert asked > 20
    return found


@pytest.mark.parametrize("level", ALL_LEVELS)
@pytest.mark.parametrize(("edition", "players"), first(TABLES))
def test_hidden_information_does_not_change_a_robots_move(
    level: str, edition: Edition, players: int
) -> None:
    setup = dealt(edition, players, seed=players)
    assert not differing(setup, robot_of(level), EVERY.get(level, 3))


@pytest.mark.parametrize(("edition", "players"), first(TABLES))
def test_hidden_information_does_not_change_the_coachs_advice(
    edition: Edition, players: int
) -> None:
    setup = dealt(edition, players, seed=players)
    assert not differing(setup, robot_of("easy"), 1, advise)


@pytest.mark.parametrize("think", [None, advise], ids=["a robot", "a coach"])
def test_a_cheating_robot_would_be_detected(
    think: Thoughts | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leak the top tile of the first petal into the view, to check that the test notices."""
    own = TriquetaSession._make_view

    def betrayed(session: TriquetaSession, seat: int) -> object:
        view = own(session, seat)
        tile = session._game.petals[0][:1]
        if tile.isupper():
            object.__setattr__(view.seat, "kept_light", tile)
        return view

    monkeypatch.setattr(TriquetaSession, "_make_view", betrayed)
    assert differing(dealt(Edition.BASE, 3, seed=3), robot_of("hard"), 3, think)
