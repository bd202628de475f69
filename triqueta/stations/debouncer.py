"""One press, one event: a bouncing contact turned into downs and ups, by timestamps alone."""

from __future__ import annotations

INTERVAL = 0.012
"""Seconds in which a contact comes to rest: real ones take 1 to 10 ms."""

SPIKE = 0.001
"""Seconds that a level has to last to be believed: a spark on a long wire is much shorter."""

RECHECK = 0.1
"""Seconds between looks at a key that is held: nothing may hang on an edge that got lost."""


class Debouncer:
    """What is believed of one key.

    A level is believed once it has lasted for SPIKE; then no other is until INTERVAL after it
    began, when the contact is at rest. So a press is told 1 ms after the contact has closed, in
    the worst case at the end of all bouncing, and always within one INTERVAL.

    An edge tells a level and when it began, even if it comes late. `due` is the time to read the
    level itself and pass it to `settle`. Both return the key's new state, true for down, or none
    if it is the old one.
    """

    def __init__(self, *, pressed: bool = False, at: float = 0.0) -> None:
        self.pressed = pressed
        self._level = pressed
        self._since = at - INTERVAL  # it may change at once
        self._at_rest = at
        self._recheck = at + RECHECK if pressed else None
        self._in_doubt = False

    def edge(self, pressed: bool, at: float) -> bool | None:
        change = self._believe(at)
        self._take(pressed, at)
        self._recheck = at + INTERVAL
        return change

    def settle(self, pressed: bool, at: float) -> bool | None:
        if pressed != self._level and not self._in_doubt:
            # Its edge is still on the way, or is lost: that will be clear after a while.
            self._in_doubt = True
            self._recheck = at + INTERVAL
            return None
        self._take(pressed, at)
        change = self._believe(at)
        if self._recheck is not None and at >= self._recheck:
            self._recheck = None
        if self._recheck is None and self.pressed:
            self._recheck = at + RECHECK
        return change

    @property
    def due(self) -> float | None:
        if self._level == self.pressed or self._in_doubt:
            return self._recheck
        return self._believed_from()

    def _take(self, level: bool, at: float) -> None:
        self._in_doubt = False
        if level != self._level:
            self._level, self._since = level, at

    def _believe(self, at: float) -> bool | None:
        if self._level == self.pressed or at < self._believed_from():
            return None
        self.pressed = self._level
        self._at_rest = self._since + INTERVAL
        return self.pressed

    def _believed_from(self) -> float:
        return max(self._since + SPIKE, self._at_rest)
