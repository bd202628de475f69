"""Sessions and game specs for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from triqueta.games import installed_games
from triqueta.records.shuffle import Proof
from triqueta.table.session import AnySession
from triqueta.table.spec import GameSpec

if TYPE_CHECKING:  # benchmarks measure which modules are loaded
    import pytest


def resumed(document: dict[str, object], proof: Proof) -> AnySession:
    """Return the session of a record's document, without any moves."""
    games = installed_games()
    return games.resume(games.read(document), proof)


def change_spec(monkeypatch: pytest.MonkeyPatch, name: str, **changes: Any) -> None:
    """Change a game's spec for the rest of a test."""
    games = installed_games()
    specs = cast("dict[str, GameSpec]", games.specs)
    monkeypatch.setitem(specs, name, replace(games[name], **changes))
    monkeypatch.setitem(vars(games), "editions", tuple(e for spec in games for e in spec.editions))


def change_model(monkeypatch: pytest.MonkeyPatch, name: str, **changes: Any) -> None:
    """Change a game's model for the rest of a test."""
    games = installed_games()
    model = replace(games.model(name), **changes)
    monkeypatch.setitem(games._loader._loaded, games[name].model, model)
