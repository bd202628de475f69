"""A model of the two screens a pod can have: bytes of the bus in, visible pixels out.

It behaves like the chips: after power-on it is off, with noise in its memory, and its picture is
mirrored both ways. It acknowledges every write, and changes only by commands.
"""

# Commands with an argument: those of both drivers, and those that only one of them has.
_WITH_ARGUMENT = {0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB}
_OWN = {"SSD1306": {0x20, 0x8D}, "SH1106": {0xAD}}
_POWER = {"SSD1306": (0x8D, 0x14), "SH1106": (0xAD, 0x8B)}
_POWERED_AT_FIRST = {"SSD1306": False, "SH1106": True}
_PLAIN = {0xA4, 0xA6, 0xE3}
_COLUMNS = {"SSD1306": (128, 0), "SH1106": (132, 2)}


class Screen:
    def __init__(self, driver, running=False):
        """Create a screen: just powered on, or if `running`, on as after a watchdog reset."""
        self.driver = driver
        self._columns, self._first = _COLUMNS[driver]
        self._memory = bytearray(self._columns * 8)
        self.lose_power()
        if running:
            self.on = self._powered = self._turned = self._upright = True

    def lose_power(self):
        """Simulate a short power loss: the screen is off and has lost its settings."""
        for place in range(len(self._memory)):
            self._memory[place] = (place * 89 + 41) & 0xFF
        self.on = False
        self.contrast = 0x7F
        self._powered = _POWERED_AT_FIRST[self.driver]
        self._turned = self._upright = False
        self._page = self._column = 0
        self._pending = 0  # a command whose argument is still to come

    def write(self, data):
        if data[0] == 0x40:
            self._draw(bytes(data)[1:])
            return
        for byte in bytes(data)[1:]:
            if self._pending:
                self._finish(byte)
            else:
                self._command(byte)

    def memory(self):
        """Return the chip's whole memory, including columns that are not visible."""
        return bytes(self._memory)

    def picture(self):
        """Return the 128 by 64 visible pixels. A screen that is off is dark."""
        if not (self.on and self._powered):
            return bytes(1024)
        starts = [self._columns * page + self._first for page in range(8)]
        pages = [bytes(self._memory[start : start + 128]) for start in starts]
        if not self._upright:
            pages = [bytes([_flipped(byte) for byte in page]) for page in reversed(pages)]
        return b"".join(pages)

    def _draw(self, pixels):
        pixels = pixels[: self._columns - self._column]
        start = self._columns * self._page
        if self._turned:
            start += self._column
            self._memory[start : start + len(pixels)] = pixels
        else:
            for offset, byte in enumerate(pixels):
                self._memory[start + self._columns - 1 - self._column - offset] = byte
        self._column += len(pixels)

    def _command(self, command):
        if command < 0x10:
            self._column = self._column & 0xF0 | command
        elif command < 0x20:
            self._column = self._column & 0x0F | (command & 0x0F) << 4
        elif 0xB0 <= command < 0xB8:
            self._page = command & 7
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif command in (0xA0, 0xA1):
            self._turned = command == 0xA1  # affects only later writes
        elif command in (0xC0, 0xC8):
            self._upright = command == 0xC8
        elif command in _WITH_ARGUMENT or command in _OWN[self.driver]:
            self._pending = command
        elif command not in _PLAIN and not 0x40 <= command < 0x80:
            raise ValueError(f"an {self.driver} has no command {command:02x}")

    def _finish(self, argument):
        command, self._pending = self._pending, 0
        if command == 0xAD and self.on:
            raise ValueError("an SH1106 must be off while its converter is set")
        if command == 0x81:
            self.contrast = argument
        elif command == _POWER[self.driver][0]:
            self._powered = argument == _POWER[self.driver][1]


def _flipped(byte):
    return sum([128 >> bit for bit in range(8) if byte >> bit & 1])
