"""Games between robots, for tests."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.games.triqueta.rules.tables import NAMES
from triqueta.games.triqueta.robots.levels import Expert, robot
from triqueta.games.triqueta.robots.search import Effort
from triqueta.games.triqueta.rules import Edition, Game, Proof, Setup, deal
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.table.robots import Robot

PROOF = Proof.of(bytes(32), "")
TABLES = [(edition, players) for edition in Edition for players in range(2, 6)]
LITTLE = Effort(worlds=3, turns=2, last_turns=2)


def stopped() -> float:
    """A stopped clock, on which no robot runs out of time."""
    return 0.0


def robot_of(level: str) -> Robot[Any]:
    """Return a robot as at the table, except that expert searches less."""
    return Expert(stopped, LITTLE) if level == "expert" else robot(level, stopped)


def dealt(edition: Edition, players: int, seed: int) -> Setup:
    piles = deal(Random(seed).randbytes(32), edition, players, "")
    return Setup(edition, NAMES[:players], seed % players, piles)


def entries_of(setup: Setup, choose: Callable[[TriquetaSession, int], str]) -> TriquetaSession:
    """Return a finished game. `choose` picks the move at each decision."""
    session = TriquetaSession(Game(setup), PROOF)
    while (seat := session.current_player) is not None:
        session.apply(session.pending_ack(seat) or choose(session, seat))
    return session
