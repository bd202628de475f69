"""The pod's keys: a change counts at once, and then the contact may bounce, so a tap is one press.

The loop looks at the keys every few milliseconds, and a short tap may be at rest for less than
that between the bouncing of its press and that of its release. So one look at the new level has
to be enough. Until QUIET_MS after it the contact comes to rest, and no look at it counts.
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
            if down == (not pin.value()) and link.key(index, down):  # a spark is over by then
                self._down[index] = down
                self._changed[index] = now
