"""The pod's screen: an SSD1306 or SH1106 of 128 by 64 pixels on the I2C bus.

A picture is 8 pages of 128 bytes, from the top; a byte is 8 pixels, the lowest bit the top one.
Pages that change are sent whole: their place and size never vary, so nothing is allocated.
"""

from struct import pack_into

import framebuf
import pins
from machine import I2C, Pin

WIDTH, HEIGHT, PAGES = 128, 64, 8
ADDRESSES = (0x3C, 0x3D)
WAITING_CONTRAST = 0x10

_OFF, _ON, _NOTHING = b"\x00\xae", b"\x00\xaf", b"\x00\xe3"
_COMMON = b"\xd5\x80\xa8\x3f\xd3\x00\x40\xa1\xc8\xda\x12\xd9\xf1\xdb\x40\xa4\xa6"
# What a driver wants besides, and the first of its memory's columns that can be seen.
_DRIVERS = {
    "SSD1306": (b"\x8d\x14\x20\x02", 0),
    "SH1106": (b"\xad\x8b", 2),
}


def bus():
    return I2C(pins.BUS, sda=Pin(pins.SDA), scl=Pin(pins.SCL), freq=400_000)


def darken(i2c):
    """Puts out whatever screen there is. A screen keeps its picture when the pod starts anew."""
    for address in ADDRESSES:
        try:
            i2c.writeto(address, _OFF)
        except OSError:
            pass  # no screen at this address


class Display:
    """`picture` is what the screen shows. To change it, fill `draft` and `show` it."""

    def __init__(self, i2c):
        self.picture = bytearray(WIDTH * PAGES)
        self.draft = bytearray(WIDTH * PAGES)
        self.contrast = WAITING_CONTRAST
        self.lit = False
        self.works = False
        self._i2c = i2c
        self._address = ADDRESSES[0]
        self._setup, column = _DRIVERS[pins.SCREEN]
        self._places = [bytes((0, 0xB0 | page, column, 0x10)) for page in range(PAGES)]
        self._shown_pages = self._page_views(self.picture)
        self._draft_pages = self._page_views(self.draft)
        self._line = bytearray(1 + WIDTH)
        self._line[0] = 0x40  # what follows are pixels
        self._contrast_command = bytearray(b"\x00\x81\x00")
        self._canvas = framebuf.FrameBuffer(self.draft, WIDTH, HEIGHT, framebuf.MONO_VLSB)
        self._dark = bytes(WIDTH * PAGES)

    def _page_views(self, picture):
        view = memoryview(picture)
        return [view[page * WIDTH : (page + 1) * WIDTH] for page in range(PAGES)]

    def find(self):
        """Looks for the screen at both addresses, with a write: some screens can't be read."""
        for address in ADDRESSES:
            try:
                self._i2c.writeto(address, _NOTHING)
            except OSError:
                continue
            self._address = address
            self._start()
            return

    def _start(self):
        """Sets up a screen that was just found, and gives it the picture it should have."""
        try:
            self._i2c.writeto(self._address, _OFF)
            self._i2c.writeto(self._address, b"\x00" + _COMMON + self._setup)
            for page in range(PAGES):
                self._send(page, self.picture)
            self.works = True
        except OSError:
            return
        self.set_contrast(self.contrast)
        if self.lit:
            self._command(_ON)

    def clear_draft(self):
        pack_into("1024s", self.draft, 0, self._dark)

    def copy_to_draft(self):
        pack_into("1024s", self.draft, 0, self.picture)

    def show(self):
        """Shows the draft."""
        for page in range(PAGES):
            if self._shown_pages[page] != self._draft_pages[page]:
                self._write(page, self.draft)
        pack_into("1024s", self.picture, 0, self.draft)
        if not self.lit:
            self.lit = True
            self._command(_ON)

    def blank(self):
        """Dark at once; then nothing of the picture is left in any memory either."""
        self.lit = False
        self._command(_OFF)
        self.clear_draft()
        pack_into("1024s", self.picture, 0, self.draft)
        for page in range(PAGES):
            self._write(page, self.draft)
        if not self.works:
            self.find()  # a screen that has missed a command must not stay lit

    def set_contrast(self, contrast):
        self.contrast = self._contrast_command[2] = contrast
        self._command(self._contrast_command)

    def say(self, first, second, third=""):
        """Three lines of up to 16 letters, for what the pod itself has to say."""
        self._canvas.fill(0)
        for line, text in enumerate((first, second, third)):
            self._canvas.text(text, (WIDTH - 8 * len(text)) // 2, 12 + 16 * line)
        self.set_contrast(WAITING_CONTRAST)
        self.show()

    def _write(self, page, picture):
        if not self.works:
            return
        try:
            self._send(page, picture)
        except OSError:
            self.works = False

    def _send(self, page, picture):
        start = page * WIDTH
        for column in range(WIDTH):
            self._line[1 + column] = picture[start + column]
        self._i2c.writeto(self._address, self._places[page])
        self._i2c.writeto(self._address, self._line)

    def _command(self, command):
        if not self.works:
            return
        try:
            self._i2c.writeto(self._address, command)
        except OSError:
            self.works = False
