"""An evening on which Triqueta and Zatre are played in turn, by keys alone."""

from __future__ import annotations

from random import Random

from tests.table.autopilot import finish
from tests.table.evening import Evening
from triqueta.games import game
from triqueta.screens.phrases import Language
from triqueta.table.memory import Memory

LAST_TIME = Memory(Language.ENGLISH, last_players=("Ana", "Ben"))


def test_a_guest_moves_no_key_of_the_houses_own_game() -> None:
    assert Evening(LAST_TIME).says().split("\n")[1:6] == [
        "1: Same players, Triqueta",
        "Ana, Ben",
        "2: Same players, with wolves",
        "3: Other players",
        "4: Same players, Zatre",
    ]


def test_both_games_in_turn() -> None:
    evening, rng = Evening(LAST_TIME), Random(1)
    for key, name in (("petal1 petal1", "triqueta"), ("petal4", "zatre"), ("petal2", "triqueta")):
        evening.press(key)
        for _ in range(20):
            if evening.table.play is not None:
                break
            keys = "petal1" if evening.says().startswith("Who is the youngest") else "soft1"
            evening.press(keys)
        finish(evening, rng)
        play = evening.table.play
        assert play is not None
        assert play.over
        assert play.game == name
        kind = game(name)
        assert kind.verify(kind.load(play.document())) == play.proof
        evening.table.start_over()
