"""The places at which stations are shown, and what each of them was sent last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from triqueta.screens.frame import Frame, dark
from triqueta.screens.phrases import Language
from triqueta.table.events import TABLE

Sink: TypeAlias = Callable[[Frame], None]
"""Takes a station's frames. Must return at once."""


def do_all(works: Iterator[Callable[[], None]]) -> None:
    """Do one after the other; if one fails, the others are done before its error is raised."""
    for work in works:
        try:
            work()
        except BaseException:
            do_all(works)
            raise


@dataclass(frozen=True)
class Outlet:
    """Where a station's frames go, and whether keys come back from there."""

    sink: Sink
    keyless: bool


class Outlets:
    """All that is attached to the stations of a table.

    The table station is shown at all of its places, a seat at its newest place alone: the others
    are dark. A place is sent a frame only if it is another one than before.
    """

    def __init__(self) -> None:
        self._outlets: dict[str, dict[object, Outlet]] = {}
        self._sent: dict[tuple[str, object], Frame] = {}

    @property
    def stations(self) -> tuple[str, ...]:
        return tuple(self._outlets)

    def at(self, station: str) -> dict[object, Outlet]:
        """Return what is attached to a station by its owners, the newest last."""
        return self._outlets.get(station, {})

    def shows(self, station: str, owner: object) -> bool:
        """Return whether a station is shown at this one of its places."""
        outlets = self.at(station)
        return station == TABLE or (owner in outlets and owner == next(reversed(outlets)))

    def add(self, station: str, owner: object, outlet: Outlet, *, yields: bool) -> None:
        """Attach a place, as the newest unless it yields; it is sent the next frame."""
        others = {key: other for key, other in self.at(station).items() if key != owner}
        own = {owner: outlet}
        self._outlets[station] = {**own, **others} if yields else {**others, **own}
        self._sent.pop((station, owner), None)

    def remove(self, station: str, owner: object) -> bool:
        """Detach a place; return whether it was attached."""
        self._sent.pop((station, owner), None)
        return self.at(station).pop(owner, None) is not None

    def sent(self, station: str) -> Frame | None:
        """Return what is on a station's screen."""
        shown = (
            self._sent.get((station, owner))
            for owner in self.at(station)
            if self.shows(station, owner)
        )
        return next((frame for frame in shown if frame is not None), None)

    def send(self, station: str, frame: Frame) -> None:
        """Send a frame to the places that show a station, and darken its other places.

        If one place fails, the others still get their frame, which may hide a secret.
        """
        outlets = self.at(station)
        if len(outlets) == 1:  # as most stations have
            self._send(station, next(iter(outlets)), frame)
            return
        sends = [
            partial(
                self._send,
                station,
                owner,
                frame if self.shows(station, owner) else dark(frame.language),
            )
            for owner in outlets
        ]
        do_all(iter(sends))

    def darken_others(self, station: str, language: Language) -> None:
        """Darken the places that no longer show a station."""
        for owner in list(self.at(station)):
            if not self.shows(station, owner) and (station, owner) in self._sent:
                self._send(station, owner, dark(language))

    def _send(self, station: str, owner: object, frame: Frame) -> None:
        outlet = self.at(station).get(owner)  # None if sending to another place has removed it
        if outlet is not None and self._sent.get((station, owner)) != frame:
            self._sent[station, owner] = frame
            try:
                outlet.sink(frame)
            except BaseException:
                self._sent.pop((station, owner), None)  # so it is sent again
                raise
