"""Triqueta's `GameSpec` for the registry: its names, editions and tutorial.

Importing this module does not load the rest of the game.
"""

from __future__ import annotations

from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.table.spec import GameEdition, GameSpec, SeatQuestion, Tutorial

SECRETS = {2: 2, 3: 106, 4: 62, 5: 70}
"""The shuffle secret of a tutorial, as an integer, by the number of players.

The deals are chosen so that something happens early. Of the five top tiles of the first pile,
three are of one animal and two of another. So any three of them include a pair, and a Triqueta is
within reach. The fourth tile of its animal, which costs points, lies directly below. To find the
smallest numbers with such a deal: .venv/bin/python -m tests.games.triqueta.tutorial_deals
"""


def secret_for(players: int) -> bytes:
    return SECRETS[players].to_bytes(32)


_PLAYERS = range(2, 6)

_EDITIONS = (
    GameEdition(
        game_id="triqueta",
        name="base",
        label="Triqueta",
        detail=say("60 tiles, six animals"),
        players=_PLAYERS,
    ),
    GameEdition(
        game_id="triqueta",
        name="shadow",
        label=say("Triqueta with wolves"),
        detail=say("plus 15 shadow tiles"),
        players=_PLAYERS,
        mark=say("wolves"),
    ),
)


def _starts(name: str) -> Text:
    return say("{name} starts.", name=name)


def _had_the_rock(name: str) -> Text:
    return say("{name} had the Rock last and starts.", name=name)


SPEC = GameSpec(
    id="triqueta",
    title="Triqueta",
    about=say("With the wolves, dark tiles lie under three of the piles."),
    aim=say("Three alike are worth the most, a fourth spoils them."),
    editions=_EDITIONS,
    model="triqueta.games.triqueta.model:MODEL",
    ui="triqueta.games.triqueta.ui:UI",
    identity=("players", "piles"),
    proves="piles: the secret and the players' cuts ({cuts}) give all four, tile by tile",
    suffix=".tqr.json",
    code_prefix="TQ1/",
    seat_question=SeatQuestion(
        title=say("Who is the youngest?"),
        help=say("The youngest player takes the Rock and starts."),
        chosen=_starts,
        again=_had_the_rock,
    ),
    tutorial=Tutorial(_EDITIONS[0], secret_for),
    deals_face_down=True,
    robot_levels=("easy", "medium", "hard", "expert"),
    quick_level="hard",
    yardsticks=("random", "greedy"),
)
