"""The games: each is a package that names its spec in the entry-point group `triqueta.games`.

The three in this folder register themselves in that way, and so can a package of somebody else:
docs/adding-a-game.md shows how.
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
"""The games of this package, in the order in which the table offers them; others come after."""

log = logging.getLogger("triqueta.games")


@cache
def installed_games() -> Registry:
    """Return the games that are installed, this package's own first.

    A game of another package that can't be used is left out, and the log says why: the table has
    others to play. NoGamesError says what to do if there are none at all.
    """
    from importlib.metadata import entry_points  # a robot's process gets its games without it

    specs: dict[str, GameSpec] = {}
    for point in sorted(entry_points(group=GROUP), key=_order):
        try:
            spec = _load(point, specs)
        except Exception as error:  # whatever a package of somebody else does
            if point.name in OWN_GAMES:
                raise
            log.error("the game %s is left out: %s: %s", point.name, type(error).__name__, error)
        else:
            specs[spec.id] = spec
    if not specs:
        remedy = "install triqueta again with pip, as the README says"
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
        raise ValueError(f"another game has the id {spec.id!r}, too")
    return spec
