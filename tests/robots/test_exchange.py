"""A robot decides by what its seat may know, and by nothing else.

Robots play a whole game. At its decisions the tiles that the seat can't know are exchanged,
everything is entered again, and with the same random numbers it has to decide the same.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.robots.games import PROOF, TABLES, dealt, entries_of, robot_of
from tests.rules.knowledge import exchange_unknown
from tests.table.test_secrecy import witness_of
from triqueta.games.robots import Robot
from triqueta.games.triqueta.robots.levels import LEVELS
from triqueta.games.triqueta.rules import Edition, Setup
from triqueta.games.triqueta.running_game import TriquetaPlay

EVERY = {"expert": 9}  # of its decisions is looked at one in so many
ALL_LEVELS = [*LEVELS, "greedy"]


def decide(robot: Robot, play: TriquetaPlay, seat: int) -> list[tuple[str, float]]:
    """What it thinks of its moves, always with the same random numbers."""
    return robot.rank(play.view(seat), play.moves(seat), Random(len(play.entries)))


def differing(setup: Setup, robot: Robot, every: int) -> list[str]:
    """The decisions of a game that come out otherwise when unknown tiles are exchanged."""
    found, rng, asked = [], Random(1), 0

    def choose(play: TriquetaPlay, seat: int) -> str:
        nonlocal asked
        asked += 1
        ranked = decide(robot, play, seat)
        if asked % every == 0:
            known = witness_of(setup, play.entries).known_to(seat)
            other = TriquetaPlay(exchange_unknown(setup, known, rng), PROOF, play.entries)
            if decide(robot, other, seat) != ranked:
                found.append(ranked[0][0])
        return ranked[0][0]

    entries_of(setup, choose)
    assert asked > 20
    return found


@pytest.mark.parametrize("level", ALL_LEVELS)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_what_a_robot_cannot_know_changes_nothing(
    level: str, edition: Edition, players: int
) -> None:
    setup = dealt(edition, players, seed=players)
    assert not differing(setup, robot_of(level), EVERY.get(level, 3))


def test_a_robot_that_knows_too_much_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the tile on top of the first petal in its view, under another name."""
    own = TriquetaPlay._own

    def betrayed(play: TriquetaPlay, seat: int) -> object:
        view = own(play, seat)
        tile = play._game.petals[0][:1]
        if tile.isupper():
            object.__setattr__(view.seat, "kept_light", tile)
        return view

    monkeypatch.setattr(TriquetaPlay, "_own", betrayed)
    assert differing(dealt(Edition.BASE, 3, seed=3), robot_of("hard"), 3)
