"""Debounce the pod's keys: a change counts at once, then the key is ignored for QUIET_MS.

The loop reads the keys every few milliseconds. A short tap can be stable for less than that,
between the bounces of its press and those of its release. So a single reading of the new level
must be enough; the contact bounces after that, while the key is ignored.
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
            if down == (not pin.value()) and link.key(index, down):  # read twice: no spike
                self._down[index] = down
                self._changed[index] = now
