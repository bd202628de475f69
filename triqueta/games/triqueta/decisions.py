"""What a kept tile is worth at the end: added, and returned."""

from __future__ import annotations

from itertools import product

from triqueta.games.triqueta.rules import SeatView, score_sheet
from triqueta.games.triqueta.rules.moves import ADD, DECISIONS


def totals_of_decision(view: SeatView) -> tuple[int, int, bool]:
    """The best total when the next kept tile is added, and returned; whether to add it.

    The tiles still to be decided after it are taken into account at their best. On equal
    points more tiles are better, since they break a tie.
    """
    added, returned = (_best(view, view.decisions + decision) for decision in DECISIONS)
    return added[0], returned[0], added >= returned


def _best(view: SeatView, decisions: str) -> tuple[int, int]:
    left = len(view.kept_light) - len(decisions)
    return max(_total(view, decisions + "".join(rest)) for rest in product(DECISIONS, repeat=left))


def _total(view: SeatView, decisions: str) -> tuple[int, int]:
    player = view.table.players[view.seat]
    kept = zip(view.kept_light, decisions, strict=True)
    added = "".join(tile for tile, decision in kept if decision == ADD)
    sheet = score_sheet(
        view.table.edition,
        player.face_up + added + view.kept_shadow,
        rock=view.table.rock == view.seat,
        trees=player.trees,
    )
    return sheet.total, sheet.tiles
