"""Problems with the saved games, and what the players see about them."""

from __future__ import annotations

from enum import StrEnum

from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import TextScreen
from triqueta.table.scene import Scene, SoftKey, Station, StationView


class StorageStatus(StrEnum):
    """A problem with the file in which games are saved."""

    FULL = "full"
    READ_ONLY = "read-only"
    IN_USE = "in use"
    NEWER = "newer"
    FOREIGN = "foreign"
    DECK = "deck"
    FAILED = "failed"
    DAMAGED = "damaged"
    DOUBTFUL = "doubtful"

    @property
    def is_saving(self) -> bool:
        """Whether the current game is being saved despite the problem."""
        return self in (StorageStatus.DAMAGED, StorageStatus.DOUBTFUL)


SAVING = say("Saving ...")  # shown on every screen when a save takes long
SAVING_SCREEN = TextScreen(title=SAVING, text="")  # shown instead of a possible secret

EXPLANATIONS: dict[StorageStatus, Text] = {
    StorageStatus.FULL: say("The disk is full. Play on, but don't pull the plug!"),
    StorageStatus.READ_ONLY: say(
        "The disk can't be written to. Play on, but don't pull the plug!"
    ),
    StorageStatus.IN_USE: say(
        "Another program is using the saved games. Play on, but don't pull the plug!"
    ),
    StorageStatus.NEWER: say("The saved games need a newer program. They are left as they are."),
    StorageStatus.FOREIGN: say(
        "The file for saved games belongs to another program. It is left as it is."
    ),
    StorageStatus.DECK: say(
        "The saved game's deck is missing or has changed. The game is kept: nothing is lost."
    ),
    StorageStatus.FAILED: say("Saving doesn't work. Play on, but don't pull the plug!"),
    StorageStatus.DAMAGED: say("The saved games were damaged. Everything readable was recovered."),
    StorageStatus.DOUBTFUL: say(
        "Some past games are damaged. They will be repaired, if possible, at the next start."
    ),
}


def repair_screen(percent: int) -> TextScreen:
    """Return the screen that is shown while the saved games are repaired at start-up."""
    return TextScreen(
        title=say("Saved games"),
        text=say("They were damaged and are being repaired: {percent}%", percent=percent),
    )


class StorageStatusPage(Scene):
    """A page that explains a problem with saving. The game continues behind it."""

    def __init__(self, status: StorageStatus) -> None:
        self._storage_status = status

    def view_for(self, station: Station) -> StationView:
        title = say("Saved games") if self._storage_status.is_saving else say("Not saved!")
        return StationView(
            TextScreen(title=title, text=EXPLANATIONS[self._storage_status]),
            soft=(None, SoftKey(say("OK"), station.close), None),
        )
