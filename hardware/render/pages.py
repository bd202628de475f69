"""Update the generated parts of Markdown pages, which are between two marks:

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
    "light pins": pins.light_table,
    "hat pins": pins.hat_table,
    "wired pins": pins.wired_table,
    "seat keys": pins.seat_keys_table,
    "pod pins": pins.pod_table,
    **sums.TABLES,
}
PAGES = tuple(HARDWARE / folder / "README.md" for folder in (".", "boards", "wiring"))

_MADE = re.compile(r"(<!-- made: ([\w ]+) -->\n).*?(<!-- end -->)", re.S)


def filled(text: str) -> str:
    """Return the text of a page with its generated parts up to date."""

    def made(found: re.Match[str]) -> str:
        lines = "\n".join(MAKERS[found[2]]())
        return f"{found[1]}\n{lines}\n\n{found[3]}"

    return _MADE.sub(made, text)


def write() -> None:
    for page in PAGES:
        page.write_text(filled(page.read_text("utf-8")), "utf-8")


def stale() -> list[Path]:
    """Return the pages whose generated parts are out of date."""
    texts = {page: page.read_text("utf-8") for page in PAGES}
    return [page for page, text in texts.items() if filled(text) != text]
