"""Pages about the sealed shuffle of a game: the commitment to it, and later its proof."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from triqueta.screens.phrases import say
from triqueta.screens.qr import QrScreen
from triqueta.table.scene import Scene, SoftKey, Station, StationView
from triqueta.table.session import AnySession

if TYPE_CHECKING:
    from triqueta.table.table import Table


SHUFFLE = say("The shuffle")  # the name of the page that `open_shuffle` opens, for info pages


def commitment_screen(commitment: str) -> QrScreen:
    """Return the screen with the commitment to a shuffle, as a code and in digits."""
    return QrScreen(
        sign="lock",
        title=say("Sealed!"),
        lines=(say("Take a pic!"), commitment[:8], commitment[8:16]),
        content=commitment.upper(),
    )


def open_shuffle(table: Table, session: AnySession, station: Station) -> None:
    """Open a page about a session's shuffle: the proof when the result is open to all players.

    Before that, and in games without codes, it is the commitment to the shuffle.
    """
    codes = table.games.codes(session) if session.over and table.result_is_open else []
    station.open(ProofPage(codes) if codes else CommitmentPage(session.proof.commitment))


class CommitmentPage(Scene):
    """The commitment to the shuffle of the game in progress."""

    HELP = say("With a photo, you can check after the game that nothing was changed.")

    def __init__(self, commitment: str) -> None:
        self._commitment = commitment

    def view_for(self, station: Station) -> StationView:
        return StationView(
            commitment_screen(self._commitment),
            soft=(SoftKey(say("Back"), station.close), None, None),
            why_not=lambda _: self.HELP,  # the code leaves no room for a menu
        )


class ProofPage(Scene):
    """A page with QR codes, shown one at a time, that contain what `triqueta verify` needs."""

    HELP = say("Scan every code into one file. The command 'triqueta verify' checks it.")

    def __init__(self, codes: Sequence[str]) -> None:
        self._codes = codes
        self._number = 0

    def view_for(self, station: Station) -> StationView:
        screen = QrScreen(
            sign="open lock",
            title=say("Check it"),
            lines=(say("Scan all:"), f"{self._number + 1}/{len(self._codes)}"),
            content=self._codes[self._number],
        )
        onward = SoftKey(say("Next"), self._next) if len(self._codes) > 1 else None
        return StationView(
            screen,
            soft=(SoftKey(say("Back"), station.close), None, onward),
            why_not=lambda _: self.HELP,  # the code leaves no room for a menu
        )

    def _next(self) -> None:
        self._number = (self._number + 1) % len(self._codes)
