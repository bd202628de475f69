"""The games: each is a package that names its spec in the entry-point group `triqueta.games`.

The three in this folder register themselves in that way, and so can a package of somebody else:
docs/adding-a-game.md shows how.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from triqueta.table.registry import Registry
from triqueta.table.spec import GameSpec

GROUP = "triqueta.games"
OWN_GAMES = ("triqueta", "zatre", "ettana")
"""The games of this package, in the order in which the table offers them; others come after."""


class NoGamesError(Exception):
    """The package was not installed, or was installed before it had entry points."""


@cache
def installed_games() -> Registry:
    """Return the games that are installed, this package's own first.

    NoGamesError says what to do if there are none.
    """
    found = {point.name: point for point in entry_points(group=GROUP)}
    if not found:
        raise NoGamesError(
            "no games are installed: run 'pip install' for triqueta again, as in the README"
        )
    return Registry([_spec(found[name]) for name in sorted(found, key=_order)])


def _order(name: str) -> tuple[int, str]:
    return OWN_GAMES.index(name) if name in OWN_GAMES else len(OWN_GAMES), name


def _spec(point: EntryPoint) -> GameSpec:
    spec: GameSpec = point.load()
    return spec
