"""Games between robots, for tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.games.zatre.tables import NAMES
from triqueta.games.zatre.rules import Game, Setup, deal
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.records.shuffle import Proof
from triqueta.table.robots import play_out

PROOF = Proof.of(bytes(32), "")
PLAYERS = range(2, 6)


def dealt(players: int, seed: int) -> Setup:
    return Setup(NAMES[:players], *deal(Random(seed).randbytes(32), players, ""))


def played(setup: Setup, choose: Callable[[ZatreSession, int], str]) -> ZatreSession:
    """Return a finished game. `choose` picks each turn."""
    session = ZatreSession(Game(setup), PROOF)
    play_out(session, lambda seat: choose(session, seat))
    return session


def replayed(game: Game, players: tuple[str, ...] | None = None) -> ZatreSession:
    """Return a session with the same moves, in which the current player has drawn."""
    session = ZatreSession(Game(replace(game.setup, players=players or game.setup.players)), PROOF)
    for move in game.moves:
        session.apply(DRAW)
        session.apply(move)
    session.apply(DRAW)
    return session
