"""Make the tables of printed parts: the parts of each build, with times and weights."""

from __future__ import annotations

from collections.abc import Iterator

from hardware import slice as slicer

HUB = ("hub-face", "hub-plate", "hub-petals", "hub-petal-feet", "soft-keys", "shims")
SEAT = ("seat-face", "pod-plate", "pod-base", "pod-hood")
PRINTS = {
    "ten-minute hub": ("hat-shell",),
    "first, for all other builds": ("coupon",),
    "hub with a Zero": (*HUB, "hub-base-zero"),
    "hub with a Pi 3, 4 or 5": (*HUB, "hub-base-pi"),
    "each wired seat": SEAT,
    "each pod": (
        *("pod-face", "pod-plate", "pod-base", "pod-hood"),
        *("pod-petals", "pod-petal-feet", "soft-keys", "shims"),
    ),
}


def grams(build: str) -> float:
    return sum(slicer.results()[part].grams for part in PRINTS[build])


def parts_table() -> Iterator[str]:
    yield "| part | time | grams |"
    yield "|---|--:|--:|"
    for sliced in slicer.results().values():
        yield f"| `{sliced.part}` | {_time(sliced.minutes)} | {sliced.grams:.0f} |"


def builds_table() -> Iterator[str]:
    yield "| build | print | time | grams |"
    yield "|---|---|--:|--:|"
    for build, parts in PRINTS.items():
        names = ", ".join(f"`{part}`" for part in parts)
        time = _time(sum(slicer.results()[part].minutes for part in parts))
        yield f"| {build} | {names} | {time} | {grams(build):.0f} |"


def _time(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02} min" if hours else f"{rest} min"
