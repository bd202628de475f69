"""The keys of the usual set-ups, from "How many players?" to the first turn."""

from __future__ import annotations

NO_NAMES = "soft2"
"""At "Who is player 1?": all players get default names."""
CHECK = "soft3 soft3"
"""At the deal: check the shuffle, then go on to the cut."""
START = "soft1"
"""At the cut: deal."""
SKIP = "petal5"
"""At the deal: don't wait for the end of its animation."""
TWO = f"petal2 {NO_NAMES}"
"""Two players without names, up to "Which game?"."""
THREE = f"petal3 {NO_NAMES}"
TWO_DEALT = f"{TWO} petal1 petal1"
"""Two players without names play Triqueta; the first is the youngest. The deal has begun."""
TWO_PLAYING = f"{TWO_DEALT} {SKIP}"


def with_robots(robots: int, game: int, level: int) -> str:
    """Return the keys for one person and robots of a level, up to the deal.

    `game` and `level` are the numbers of the petals for "Which game?" and "Which level?".
    """
    return f"petal{robots + 1} petal1{' soft3' * robots} petal{game} petal{level}"
