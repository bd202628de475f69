"""The deal of a tutorial: one in which something happens soon.

Of the five tiles on top of the first pile three are of one animal and two of another: whichever
three of them are drawn first, two are a pair, and a Triqueta can be put together. Right below
lies the fourth tile of its animal, the one that costs.
"""

from __future__ import annotations

SECRETS = {2: 2, 3: 106, 4: 62, 5: 70}
"""By the number of players: of all numbers that deal so as a secret, the smallest.

.venv/bin/python -m tests.games.triqueta.tutorial_deals
"""


def secret_for(players: int) -> bytes:
    return SECRETS[players].to_bytes(32)
