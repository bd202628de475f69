"""The installed games: each game registers its `GameSpec` as an entry point.

The entry-point group is `triqueta.games`. The three games in this folder register that way, and
third-party packages can, too: docs/adding-a-game.md shows how.
"""

from __future__ import annotations

import logging
from collections.abc import Container
from functools import cache
from typing import TYPE_CHECKING

from triqueta.records.errors import NoGamesError
from triqueta.table.registry import Registry
from triqueta.table.spec import GameSpec

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "triqueta.games"
OWN_GAMES = ("triqueta", "zatre", "ettana")
"""The games of this package in the order of the table's menu; third-party games follow."""

log = logging.getLogger("triqueta.games")


@cache
def installed_games() -> Registry:
    """Return the installed games, this package's own first.

    A third-party game that fails to load is skipped, and the log says why; the table can still
    offer the others. Raise NoGamesError if no game is installed at all.
    """
    from importlib.metadata import entry_points  # robot processes don't need this import

    specs: dict[str, GameSpec] = {}
    for point in sorted(entry_points(group=GROUP), key=_order):
        try:
            spec = _load(point, specs)
        except Exception as error:  # a third-party package can raise anything
            if point.name in OWN_GAMES:
                raise
            log.error("skipping the game %s: %s: %s", point.name, type(error).__name__, error)
        else:
            specs[spec.id] = spec
    if not specs:
        remedy = "reinstall triqueta with pip, as the README says"
        raise NoGamesError(f"triqueta: no games are installed: {remedy}")
    return Registry(specs.values())


def _order(point: EntryPoint) -> tuple[int, str]:
    name = point.name
    return OWN_GAMES.index(name) if name in OWN_GAMES else len(OWN_GAMES), name


def _load(point: EntryPoint, known: Container[str]) -> GameSpec:
    spec = point.load()
    if not isinstance(spec, GameSpec):
        raise TypeError(f"{point.value} is not a GameSpec")
    if spec.id in known:
        raise ValueError(f"another game already has the id {spec.id!r}")
    return spec
