"""The phases of a game: what is waited for, of whom, or of chance."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    FIRST_ROLL = "first roll"  # of the number die, for a needle's space (E7)
    NEEDLE = "needle"  # put it there (E7)
    TIE_ROLL = "tie roll"  # those tied for the highest roll again (E7)
    ROLL = "roll"  # a turn begins: both dice, or `fix` before them (E9)
    FIXED_ROLL = "fixed roll"  # the number die alone (E9)
    ROLL_AGAIN = "roll again"  # both dice, after `again` (E9)
    ROLLED = "rolled"  # collect, or `again` first (E9)
    ACTS = "acts"  # a move and whatever else (E11)
    GAMBLE = "gamble"  # the number die (E14)
    STEAL = "steal"  # a card of another player's hand (E14)
    SHUFFLE = "shuffle"  # a new action deck of the discard (E14)
    OVER = "over"
