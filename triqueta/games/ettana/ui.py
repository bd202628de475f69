"""Ettana's user interface: its scene, rules pages and drawings."""

from __future__ import annotations

from triqueta.games.ettana.scenes.game import EttanaScene
from triqueta.games.ettana.scenes.info import rules_pages
from triqueta.games.ettana.screens.page_board import in_colour
from triqueta.games.ettana.session import EttanaSession
from triqueta.table.spec import GameUI

UI = GameUI[EttanaSession](scene=EttanaScene, rules=rules_pages, art=in_colour)
