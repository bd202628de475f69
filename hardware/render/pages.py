"""Pages with parts that are made: whatever stands between two marks is written anew.

<!-- made: NAME -->
...
<!-- end -->
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from hardware.render import HARDWARE, bom, pins, printing, sums

Maker = Callable[[], Iterable[str]]

MAKERS: Mapping[str, Maker] = {
    "parts": bom.table,
    "board parts": bom.board_table,
    "print builds": printing.builds_table,
    "print parts": printing.parts_table,
    "hub pins": pins.hub_table,
    "hub i2c pins": pins.hub_i2c_table,
    "hat pins": pins.hat_table,
    "wired pins": pins.wired_table,
    "seat keys": pins.seat_keys_table,
    "pod pins": pins.pod_table,
    **sums.TABLES,
}
PAGES = tuple(HARDWARE / folder / "README.md" for folder in (".", "boards", "wiring"))

_MADE = re.compile(r"(<!-- made: ([\w ]+) -->\n).*?(<!-- end -->)", re.S)


def filled(text: str) -> str:
    """The page with all its made parts as they should be."""

    def made(found: re.Match[str]) -> str:
        lines = "\n".join(MAKERS[found[2]]())
        return f"{found[1]}\n{lines}\n\n{found[3]}"

    return _MADE.sub(made, text)


def write() -> None:
    for page in PAGES:
        page.write_text(filled(page.read_text("utf-8")), "utf-8")


def stale() -> list[Path]:
    """The pages that differ from what would be made."""
    texts = {page: page.read_text("utf-8") for page in PAGES}
    return [page for page, text in texts.items() if filled(text) != text]
