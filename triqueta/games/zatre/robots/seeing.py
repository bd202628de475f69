"""What robots and the coach are handed."""

from __future__ import annotations

from triqueta.games.zatre.play_views import ZatreView
from triqueta.games.zatre.rules.views import TableView


def table_of(view: object) -> TableView:
    """What is public, with whoever is to act having drawn; TypeError if it is anything else."""
    if not isinstance(view, ZatreView):
        raise TypeError(f"a seat's view is wanted, not {type(view).__name__}")
    return view.table
