"""The phases of a game: what the player to act is asked for."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    TURN = "turn"  # draw a tile or take a row (R3)
    SECOND_DRAW = "second draw"  # two players with the expansion (D1)
    CHOICE = "choice"  # where a drawn light tile goes (R4, D3)
    NEXT_PILE = "next pile"  # the Rock holder opens one (R11)
    REVEAL = "reveal"  # add or return a kept light tile (R12)
    OVER = "over"
