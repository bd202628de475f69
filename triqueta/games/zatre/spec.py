"""Zatre's entry in the registry: names and editions. It loads nothing else of the game."""

from __future__ import annotations

from triqueta.games.zatre.words import say
from triqueta.table.spec import GameEdition, GameSpec

SPEC = GameSpec(
    id="zatre",
    title="Zatre",
    about=say("Zatre is a different game: make lines of tiles that add up to 10, 11 or 12."),
    editions=(
        GameEdition(
            game_id="zatre",
            name="zatre",
            label="Zatre",
            detail=say("121 tiles, sums up to 12"),
            players=range(2, 6),
            mark="Zatre",
        ),
    ),
    model="triqueta.games.zatre.model:MODEL",
    ui="triqueta.games.zatre.ui:UI",
    identity=("players", "opening", "bag"),
    proves="bag: the secret and the players' cuts ({cuts}) give the opening and all 120 tiles",
    code_prefix="ZA1/",
    robot_levels=("easy", "good"),
    quick_level="good",
)
