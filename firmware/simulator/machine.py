"""The simulated pod's replacement for MicroPython's `machine` module: the chip and its board.

The process that started the pod has the other end of a control line: a command is a line of text,
and so is its answer. The pod executes commands when it feeds its watchdog, once per loop.
"""

import gc
import os
import select
import sys

from screen import Screen


def _setting(name, default):
    return os.getenv("TRIQUETA_POD_" + name) or default


class Board:
    """The parts that are connected to the chip: screen and keys."""

    def __init__(self):
        self.screen = Screen(_setting("SCREEN", "SH1106"), running=True)
        self.address = int(_setting("ADDRESS", "60"))  # 0: no screen connected
        self.held = {int(pin) for pin in _setting("HELD", "").split()}
        self.watchdog = 0
        self.deaf = 0  # how many of the next writes on the bus fail
        self.identity = bytes(int(number) for number in _setting("ID", "1 2 3 4 5 6 7 8").split())


class Control:
    """The control line, on which tests press keys and read the screen."""

    def __init__(self, board, descriptor):
        self._board = board
        self._line = open(descriptor, "r+b")  # noqa: SIM115
        self._ready = select.poll()
        self._ready.register(self._line, select.POLLIN)

    def serve(self):
        for _ in self._ready.ipoll(0):
            words = self._line.readline().decode().split()
            if not words:
                sys.exit(0)  # the other end is closed
            answer = getattr(self, "on_" + words[0])(*[int(word) for word in words[1:]])
            self._line.write((answer or "ok") + "\n")

    def on_press(self, pin):
        self._board.held.add(pin)

    def on_release(self, pin):
        self._board.held.discard(pin)

    def on_picture(self):
        screen = self._board.screen
        return f"{int(screen.on)} {screen.contrast} {screen.picture().hex()}"

    def on_screen(self, address):
        self._board.screen = Screen(self._board.screen.driver)  # a new screen, without a picture
        self._board.address = address

    def on_power(self):
        self._board.screen.lose_power()

    def on_deaf(self, writes):
        self._board.deaf = writes

    def on_time(self, milliseconds):
        import time

        time.now = milliseconds

    def on_watchdog(self):
        return str(self._board.watchdog)

    def on_memory(self):
        gc.collect()
        return f"{gc.mem_alloc()} {gc.mem_free()}"


board = Board()
_descriptor = _setting("CONTROL", "")
_control = Control(board, int(_descriptor)) if _descriptor else None


class Pin:
    IN, PULL_UP = 0, 1

    def __init__(self, number, mode=None, pull=None):
        self._number = number

    def value(self):
        return 0 if self._number in board.held else 1


class I2C:
    def __init__(self, bus, sda, scl, freq):
        pass

    def writeto(self, address, data):
        if board.deaf or address != board.address:
            board.deaf = max(0, board.deaf - 1)
            raise OSError(5)
        board.screen.write(data)
        return len(data)


class WDT:
    def __init__(self, timeout):
        board.watchdog = timeout

    def feed(self):
        if _control:
            _control.serve()


def unique_id():
    return board.identity


def reset():
    sys.exit(3)
