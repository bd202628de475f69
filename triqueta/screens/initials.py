"""Two capitals for a name, where a screen has no room for all of it."""

from __future__ import annotations

from triqueta.screens.art import capitals_image

_WIDEST_INITIALS = 11


def initials_of(names: tuple[str, ...]) -> list[str]:
    """Two capitals for each name that tell it from the others, where two can."""
    capitals = [name.upper() for name in names]
    found: list[str] = []
    for seat, name in enumerate(capitals):
        others = capitals[:seat] + capitals[seat + 1 :]
        found.append(_initials(name, others, found))
    return found


def _initials(name: str, others: list[str], taken: list[str]) -> str:
    if name[-1].isdigit():
        return name[0] + name[-1]  # Player 3
    pairs = [(at, name[0] + name[at]) for at in range(1, len(name)) if _fits(name[0] + name[at])]
    free = [(at, pair) for at, pair in pairs if pair not in taken]
    for at, pair in free:
        if all(other[:1] + other[at : at + 1] != pair for other in others):
            return pair
    return (free or pairs or [(0, name[0])])[0][1]


def _fits(initials: str) -> bool:
    return capitals_image(initials).width <= _WIDEST_INITIALS
