"""A script that finds the deals of the tutorial: the first good one for each number of players.

.venv/bin/python -m tests.games.triqueta.tutorial_deals
"""

from __future__ import annotations

from itertools import count

from triqueta.games.triqueta.rules import Edition, Pile, deal


def is_good(first: Pile) -> bool:
    """Return whether a pile suits the tutorial.

    The top tiles are three of one animal and two of another. The tiles right below include a
    fourth of the first animal.
    """
    top = "".join(petal[0] for petal in first)
    below = "".join(petal[1] for petal in first)
    three = max(top, key=top.count)
    rest = top.replace(three, "")
    return len(rest) == 2 and rest[0] == rest[1] and below.count(three) == 1


def smallest_secret(players: int) -> int:
    return next(
        number
        for number in count()
        if is_good(deal(number.to_bytes(32), Edition.BASE, players, "")[0])
    )


if __name__ == "__main__":
    print({players: smallest_secret(players) for players in range(2, 6)})
