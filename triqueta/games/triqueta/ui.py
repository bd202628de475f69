"""Triqueta's `GameUI`: scenes, rules pages and pictures."""

from __future__ import annotations

from triqueta.games.triqueta.pages.drawings import SHEET
from triqueta.games.triqueta.pages.drawn_rules import drawn_rules
from triqueta.games.triqueta.scenes.game import TriquetaScene
from triqueta.games.triqueta.scenes.overview import rules_pages
from triqueta.games.triqueta.screens.art import in_colour
from triqueta.games.triqueta.screens.dealing import BuildingScreen
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.table.spec import GameUI

UI = GameUI[TriquetaSession](
    scene=TriquetaScene.entered,
    dealing=BuildingScreen.at,
    rules=rules_pages,
    art=in_colour,
    sheet=SHEET,
    drawn_rules=drawn_rules,
)
