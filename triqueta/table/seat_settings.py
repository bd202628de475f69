"""What a seat has chosen for its own station, where it differs from the table."""

from __future__ import annotations

from dataclasses import dataclass

from triqueta.screens.phrases import Language


@dataclass(frozen=True, slots=True)
class SeatSettings:
    """Language and brightness of a seat's own station; None is as at the table.

    They are the seat's and not the station's, so a phone that was asleep has its language again.
    Switched off, they are forgotten: who sits there next time starts with those of the table.
    """

    language: Language | None = None
    soft_light: bool | None = None
