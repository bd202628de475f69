"""Driver for the pod's screen: an SSD1306 or SH1106 of 128 by 64 pixels on the I2C bus.

A picture is 8 pages of 128 bytes, from top to bottom. A byte is a column of 8 pixels; its lowest
bit is the top pixel. A page that changes is always sent whole, so nothing has to be allocated.
"""

from struct import pack_into

import framebuf
import pins
from machine import I2C, Pin

WIDTH, HEIGHT, PAGES = 128, 64, 8
ADDRESSES = (0x3C, 0x3D)
WAITING_CONTRAST = 0x10

_OFF, _ON, _NOTHING = b"\x00\xae", b"\x00\xaf", b"\x00\xe3"
_COMMON = b"\x00\xd5\x80\xa8\x3f\xd3\x00\x40\xa1\xc8\xda\x12\xd9\xf1\xdb\x40\xa4\xa6"
# Per driver chip: more setup commands, setup commands that are valid only while the screen is off
# (their settings are right after power-on), and the first visible column of the memory.
_DRIVERS = {
    "SSD1306": (b"\x8d\x14\x20\x02", _NOTHING, 0),
    "SH1106": (b"", b"\x00\xad\x8b", 2),
}


class _Slices:
    def __getitem__(self, whole):
        return whole


_ALL = _Slices()[:]  # created once: every `[:]` in the code would allocate memory


def bus():
    return I2C(pins.BUS, sda=Pin(pins.SDA), scl=Pin(pins.SCL), freq=400_000)


def darken(i2c):
    """Turn off any screen on the bus. A screen keeps its picture when the pod restarts."""
    for address in ADDRESSES:
        try:
            i2c.writeto(address, _OFF)
        except OSError:
            pass  # no screen at this address


class Display:
    """A screen that shows `picture`. To change the picture, fill `draft` and call `show`."""

    def __init__(self, i2c):
        self.picture = bytearray(WIDTH * PAGES)
        self.draft = bytearray(WIDTH * PAGES)
        self.contrast = WAITING_CONTRAST
        self.lit = False
        self.works = False
        self._i2c = i2c
        self._address = ADDRESSES[0]
        setup, self._setup_while_off, column = _DRIVERS[pins.SCREEN]
        self._setup = _COMMON + setup
        self._places = [bytes((0, 0xB0 | page, column, 0x10)) for page in range(PAGES)]
        self._shown_pages = self._page_views(self.picture)
        self._draft_pages = self._page_views(self.draft)
        self._line = bytearray(1 + WIDTH)
        self._line[0] = 0x40  # the control byte before pixels
        self._pixels = memoryview(self._line)[1:]
        self._contrast_command = bytearray((0, 0x81, WAITING_CONTRAST))
        self._canvas = framebuf.FrameBuffer(self.draft, WIDTH, HEIGHT, framebuf.MONO_VLSB)
        self._dark = bytes(WIDTH * PAGES)

    def _page_views(self, picture):
        view = memoryview(picture)
        return [view[page * WIDTH : (page + 1) * WIDTH] for page in range(PAGES)]

    def find(self):
        """Look for the screen at both addresses by writing: some screens can't be read."""
        for address in ADDRESSES:
            try:
                self._i2c.writeto(address, _NOTHING)
            except OSError:
                continue
            self._address = address
            self.works = True
            self._command(_OFF)
            self._command(self._setup_while_off)
            self._tell_all()
            return

    def look_after(self):
        """Send the screen its settings and its picture again, or look for a lost screen.

        A screen that lost power for a moment is off and has lost everything, but it still
        acknowledges each write. On a working screen this has no visible effect.
        """
        if self.works:
            self._tell_all()
        else:
            self.find()

    def _tell_all(self):
        """Send settings and picture, then turn the screen on: its memory may hold noise before."""
        self._command(self._setup)
        for page in range(PAGES):
            self._write(page, self._shown_pages)
        self._command(self._contrast_command)
        self._command(_ON if self.lit else _OFF)

    def clear_draft(self):
        pack_into("1024s", self.draft, 0, self._dark)

    def copy_to_draft(self):
        pack_into("1024s", self.draft, 0, self.picture)

    def show(self):
        """Show the draft: send the pages that differ from the picture."""
        if self.lit:
            for page in range(PAGES):
                if self._shown_pages[page] != self._draft_pages[page]:
                    self._write(page, self._draft_pages)
        pack_into("1024s", self.picture, 0, self.draft)
        if not self.lit:
            self.lit = True
            self._tell_all()

    def blank(self):
        """Turn the screen off at once, then erase the picture from both memories."""
        self.lit = False
        self._command(_OFF)
        self.clear_draft()
        pack_into("1024s", self.picture, 0, self.draft)
        for page in range(PAGES):
            self._write(page, self._shown_pages)
        if not self.works:
            self.find()  # a screen that missed a command must not stay on

    def set_contrast(self, contrast):
        self.contrast = self._contrast_command[2] = contrast
        self._command(self._contrast_command)

    def say(self, first, second, third=""):
        """Show a message of the pod itself: up to three lines of at most 16 characters."""
        self._canvas.fill(0)
        for line, text in enumerate((first, second, third)):
            self._canvas.text(text, (WIDTH - 8 * len(text)) // 2, 12 + 16 * line)
        self.set_contrast(WAITING_CONTRAST)
        self.show()

    def _write(self, page, pages):
        self._pixels[_ALL] = pages[page]
        self._command(self._places[page])
        self._command(self._line)

    def _command(self, command):
        if not self.works:
            return
        try:
            self._i2c.writeto(self._address, command)
        except OSError:
            self.works = False
