"""The pod's keys: a change counts once it has lasted, so a bouncing contact is one press."""

from link import since

SETTLED_MS = 8


class Keys:
    def __init__(self, pins):
        self._pins = pins
        self._down = [False] * len(pins)
        self._steady = [0] * len(pins)  # when each key was last seen as it counts

    def scan(self, now, link):
        for index in range(len(self._pins)):
            down = not self._pins[index].value()
            if down == self._down[index]:
                self._steady[index] = now
            elif since(now, self._steady[index]) >= SETTLED_MS and link.key(index, down):
                self._down[index] = down
                self._steady[index] = now
