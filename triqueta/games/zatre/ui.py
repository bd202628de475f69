"""Zatre's user interface: its scene, rules pages and drawings."""

from __future__ import annotations

from triqueta.games.zatre.scenes.game import ZatreScene
from triqueta.games.zatre.scenes.info import rules_pages
from triqueta.games.zatre.screens.art import in_colour
from triqueta.games.zatre.session import ZatreSession
from triqueta.table.spec import GameUI

UI = GameUI[ZatreSession](scene=ZatreScene, rules=rules_pages, art=in_colour)
