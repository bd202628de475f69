"""One press, one event: a bouncing contact turned into downs and ups, by timestamps alone."""

from __future__ import annotations

INTERVAL = 0.012
"""Seconds in which a contact comes to rest: real ones take 1 to 10 ms."""

SPIKE = 0.001
"""Seconds that a level has to last to be believed: a spark on a long wire is much shorter."""

RECHECK = 0.1
"""Seconds between looks at a key that is held: nothing may hang on an edge that got lost."""


class Debouncer:
    """The debounced state of one key.

    A level is believed once it has lasted for SPIKE. Then the contact may bounce, and no other
    level is believed until INTERVAL later. So a press is reported 1 ms after the contact has
    closed, or at the latest when it has stopped bouncing.

    There are two sources, and each knows something that the other does not:

    - `edge` gets a level and the kernel's timestamp of its beginning. Edges arrive in order, but
      late: between two of them, the debouncer decides by their timestamps alone, and the time of
      the call plays no part.
    - `settle` gets a level that was read just now, because no edge came until `due`. It may agree
      with the last edge by chance: the contact has changed and changed back, and both edges are
      still on their way. So a level that was read is known to last since the reading and not
      since the last edge, and the INTERVAL of quiet begins there. Without that, a bounce of the
      press passes for the release, and the bounces of the release for another tap.

    If the level that was read contradicts the last edge, the missing edge is given one INTERVAL
    to arrive; after that it is lost, and the reading counts.

    Both return the new state of the key, True for down, or None if it has not changed.
    """

    def __init__(self, *, pressed: bool = False, at: float = 0.0) -> None:
        self.pressed = pressed
        self._level = pressed
        self._since = at - INTERVAL  # it may change at once
        self._at_rest = at
        self._recheck = at + RECHECK if pressed else None
        self._in_doubt = False

    def edge(self, pressed: bool, at: float) -> bool | None:
        change = self._believe(at, began=self._since)
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
        change = self._believe(at, began=at)
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

    def _believe(self, at: float, *, began: float) -> bool | None:
        if self._level == self.pressed or at < self._believed_from():
            return None
        self.pressed = self._level
        self._at_rest = began + INTERVAL
        return self.pressed

    def _believed_from(self) -> float:
        return max(self._since + SPIKE, self._at_rest)
