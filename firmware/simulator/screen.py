"""A model of the two screens a pod may have: the bytes of the bus in, what the eye sees out."""

# Commands with an argument; what only one of the two drivers has is its own.
_WITH_ARGUMENT = {0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB}
_OWN = {"SSD1306": {0x20, 0x8D}, "SH1106": {0xAD}}
_POWER = {"SSD1306": (0x8D, 0x14), "SH1106": (0xAD, 0x8B)}
_PLAIN = {0xA0, 0xA1, 0xA4, 0xA6, 0xC0, 0xC8, 0xE3}
_COLUMNS = {"SSD1306": (128, 0), "SH1106": (132, 2)}


class Screen:
    def __init__(self, driver):
        self.driver = driver
        self.on = True  # as after a watchdog's reset: it shows what it showed before
        self.contrast = 0x7F
        self._columns, self._first = _COLUMNS[driver]
        self._memory = bytearray(b"\x5a" * (self._columns * 8))
        self._page = self._column = 0
        self._powered = True
        self._pending = 0  # a command that waits for its argument

    def write(self, data):
        control = data[0]
        for index in range(1, len(data)):
            if control == 0x40:
                self._draw(data[index])
            elif self._pending:
                self._finish(data[index])
            else:
                self._command(data[index])

    def picture(self):
        """The 128 by 64 pixels that can be seen; a screen that is off is dark."""
        if not (self.on and self._powered):
            return bytes(1024)
        pages = [self._columns * page + self._first for page in range(8)]
        return b"".join([bytes(self._memory[start : start + 128]) for start in pages])

    def _draw(self, byte):
        if self._column < self._columns:
            self._memory[self._columns * self._page + self._column] = byte
            self._column += 1

    def _command(self, command):
        if command < 0x10:
            self._column = self._column & 0xF0 | command
        elif command < 0x20:
            self._column = self._column & 0x0F | (command & 0x0F) << 4
        elif 0xB0 <= command < 0xB8:
            self._page = command & 7
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif command in _WITH_ARGUMENT or command in _OWN[self.driver]:
            self._pending = command
        elif command not in _PLAIN and not 0x40 <= command < 0x80:
            raise ValueError(f"an {self.driver} has no command {command:02x}")

    def _finish(self, argument):
        command, self._pending = self._pending, 0
        if command == 0x81:
            self.contrast = argument
        elif command == _POWER[self.driver][0]:
            self._powered = argument == _POWER[self.driver][1]
