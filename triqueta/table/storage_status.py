"""What can be wrong with saving. A module of its own: who only reads needs no screens."""

from __future__ import annotations

from enum import StrEnum


class StorageStatus(StrEnum):
    """What can be wrong with the file that games are saved in."""

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
        """Whether what is played now is saved all the same."""
        return self in (StorageStatus.DAMAGED, StorageStatus.DOUBTFUL)
