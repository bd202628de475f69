"""Debounce the pod's keys: a change counts at once, then the key is ignored for QUIET_MS.

The loop reads the keys every few milliseconds. Between the bouncing of its press and that of its
release, a short tap may be stable for less than that. So one reading of the new level has to be
enough; the contact bounces only after it, while it is ignored.
"""

from link import since

QUIET_MS = 12  # real contacts bounce for 1 to 10 ms


class Keys:
    def __init__(self, pins):
        self._pins = pins
        self._down = [False] * len(pins)
        self._changed = [0] * len(pins)  # when each key last changed

    def scan(self, now, link):
        for index in range(len(self._pins)):
            pin = self._pins[index]
            down = not pin.value()
            if down == self._down[index] or since(now, self._changed[index]) < QUIET_MS:
                continue
            if down == (not pin.value()) and link.key(index, down):  # no spark
                self._down[index] = down
                self._changed[index] = now
