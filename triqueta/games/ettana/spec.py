"""Ettana's entry in the registry: names and editions. It loads nothing else of the game."""

from __future__ import annotations

from triqueta.games.ettana.words import say
from triqueta.table.spec import GameEdition, GameSpec

SPEC = GameSpec(
    id="ettana",
    title="Ettana",
    about=say("Ettana has dice and secret cards: weave the patterns in your hand."),
    editions=(
        GameEdition(
            game_id="ettana",
            name="ettana",
            label="Ettana",
            detail=say("25 threads, 36 patterns"),
            players=range(2, 5),
            mark="Ettana",
        ),
    ),
    model="triqueta.games.ettana.model:MODEL",
    ui="triqueta.games.ettana.ui:UI",
    identity=("players", "threads", "numbers", "reserve", "patterns", "actions"),
    proves="chance: the secret and the players' cuts ({cuts}) give board, decks and every roll",
    code_prefix="ET1/",
    robot_levels=("easy", "good"),
    quick_level="good",
    has_decks=True,
)
