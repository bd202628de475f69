"""The proof of the shuffle, after the game: codes to scan."""

from __future__ import annotations

from collections.abc import Sequence

from triqueta.screens.phrases import say
from triqueta.screens.qr import QrScreen
from triqueta.table.rooms import Offer, PetalKey, Room, SoftKey, Station


class ProofPage(Room):
    """QR codes that hold everything `triqueta verify` needs, one after the other."""

    HELP = say("Scan every code into one file. The command 'triqueta verify' checks it.")

    def __init__(self, codes: Sequence[str]) -> None:
        self._codes = codes
        self._number = 0

    def offer(self, station: Station) -> Offer:
        last = self._number + 1 == len(self._codes)
        screen = QrScreen(
            title=say("Proof of the shuffle"),
            lines=(f"{self._number + 1}/{len(self._codes)}", say("5: back")),
            content=self._codes[self._number],
        )
        key = SoftKey(say("Back"), station.close) if last else SoftKey(say("Next"), self._next)
        return Offer(
            screen,
            petals={5: PetalKey(say("Back"), station.close)},
            soft=(key, None, None),
            why_not=lambda _: self.HELP,  # the code leaves no room for a menu
        )

    def _next(self) -> None:
        self._number += 1
