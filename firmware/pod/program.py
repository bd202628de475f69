"""The pod's main loop: read the line, scan the keys, and give the link the time."""

import gc
import os
import select
import sys
from time import ticks_ms

import display
import pins
from keys import Keys
from link import Link, since
from machine import WDT, Pin, reset, unique_id

WATCHDOG_MS = 1500  # including the restart, a pod that hangs is dark within 2 seconds
IDLE_MS = 2
BURST = 64  # reads before the keys are scanned
LOOK_AFTER_MS = 1000
UPDATE_MARK = "update"


def key_pins():
    return [Pin(number, Pin.IN, Pin.PULL_UP) for number in pins.KEYS]


def prompt_wanted():
    """Return whether to stop at MicroPython's prompt: the table or a held key requested it."""
    try:
        os.remove(UPDATE_MARK)
    except OSError:
        return not key_pins()[pins.PROMPT_KEY].value()
    return True


def wait_at_prompt():
    screen = display.Display(display.bus())
    screen.find()
    screen.say("Waiting for", "an update", "at the prompt")


class Pod:
    def __init__(self):
        self.display = display.Display(display.bus())
        self.display.find()
        self._keys = Keys(key_pins())
        self._output = sys.stdout.buffer
        ready = select.poll()
        ready.register(sys.stdin, select.POLLIN)
        # Bound once: looking up a method allocates memory and takes time.
        self._heard = ready.ipoll
        self._read = sys.stdin.buffer.readinto
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._looked_after = ticks_ms()
        self.link = Link(self.display, unique_id(), self._send, self._fresh, ticks_ms())

    def step(self):
        self._listen()
        now = ticks_ms()
        self._keys.scan(now, self.link)
        self.link.tick(now)
        if since(now, self._looked_after) >= LOOK_AFTER_MS:
            self._looked_after = now
            gc.collect()  # at a moment of our choosing, before much garbage builds up
            self.display.look_after()

    def _listen(self):
        """Read what has arrived, byte by byte, or in blocks while announced bytes are due.

        A read blocks until all its bytes have arrived. If the table breaks off in the middle of an
        announced frame, its next frame ends the wait, or else the watchdog does.
        """
        link, read, wait = self.link, self._read, IDLE_MS
        for _ in range(BURST):
            for _ in self._heard(wait):
                break
            else:
                return
            wait = 0
            if link.coming and link.in_blocks():
                if not read(link.block):
                    return
                link.take_block(ticks_ms())
            else:
                if not read(self._byte):
                    return
                link.take(self._byte[0], ticks_ms())

    def _send(self, buffer, length):
        """Write a frame, or drop it if the table isn't reading: waiting would block the loop."""
        for _ in self._room.ipoll(0):
            self._output.write(memoryview(buffer)[:length])

    def _fresh(self):
        return int.from_bytes(os.urandom(2), "little")


def run():
    pod = Pod()
    watchdog = WDT(timeout=WATCHDOG_MS)
    try:
        while not pod.link.update_wanted:
            watchdog.feed()
            pod.step()
    finally:
        pod.display.blank()
    with open(UPDATE_MARK, "w"):
        pass  # tells the next start to stop at the prompt
    reset()
