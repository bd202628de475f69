"""What is told while the games of a damaged journal are rescued, which takes its time."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from triqueta.cli.parts import Parts
from triqueta.config.settings import TableConfig
from triqueta.journal.journal import Journal
from triqueta.runtime.service import Service
from triqueta.screens.frame import Frame
from triqueta.screens.phrases import Language
from triqueta.stations.oled.bus import DisplayBus
from triqueta.table.events import TABLE
from triqueta.table.saving import mending


def opened_journal(path: Path, config: TableConfig, parts: Parts | None) -> Journal:
    """The journal of a table that is about to begin."""
    if parts is None:
        return Journal(path, tell=_print)
    service = Service()

    shown_on = list(parts.buses)

    def tell(percent: int) -> None:
        service.please_wait(f"saved games are being mended: {percent} %")
        _show(percent, shown_on, config.table.language)

    journal = Journal(path, tell=tell)
    shown_on.clear()  # from now on the displays are the game's
    return journal


def _print(percent: int) -> None:
    with suppress(OSError):  # nobody listens, which is no reason to give up
        if sys.stdout.isatty():
            end = "\n" if percent == 100 else ""
            print(f"\rSaved games are being mended: {percent} %", end=end, flush=True)
        elif percent == 0:
            print("Saved games are being mended", flush=True)


def _show(percent: int, buses: Sequence[DisplayBus], language: Language | None) -> None:
    """Where the greeting is; the language of the damaged journal is not known yet."""
    frame = Frame(mending(percent), language or Language.ENGLISH)
    for bus in buses:
        if TABLE in bus.stations:
            bus.post(TABLE, frame)
            bus.step()
