"""Zatre as a game of this table."""

from __future__ import annotations

import pytest

from triqueta.games import GAMES


@pytest.fixture
def zatre(monkeypatch: pytest.MonkeyPatch) -> None:
    """For one test, Zatre has moved in."""
    monkeypatch.setitem(GAMES, "zatre", "triqueta.games.zatre.kind")
