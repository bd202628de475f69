"""What the OLED controllers have in common: a parser of commands, a memory, a glass to look at.

The glass is seen as a module shows it that is mounted the usual way: upright once the chip has
been told to turn both its directions around (A1, C8).
"""

from __future__ import annotations

from random import Random
from typing import ClassVar

from PIL import Image

WIDTH, HEIGHT, PAGES = 128, 64, 8
# For each bit of a byte of memory: the pixel that a byte makes.
_LIT = [bytes(255 if byte >> bit & 1 else 0 for byte in range(256)) for bit in range(8)]
_INVERTED = bytes(range(255, -1, -1))


class Oled:
    """A chip behind its data/command line. A command may end in a later transfer than it began."""

    columns = WIDTH  # of memory
    first_visible = 0  # the column of memory that is leftmost on the glass
    parameters: ClassVar[dict[int, int]] = {}  # how many bytes follow a command
    identity = 0x00  # the low bits of the status byte, as seen on modules
    fastest_clock = 10_000_000  # in Hz, on SPI

    def __init__(self) -> None:
        self.switched = 0  # how often it was switched on or off by a command: it can be seen
        self.power_cycle(Random(0))

    def power_cycle(self, rng: Random) -> None:
        """Power was lost: memory is what it happens to be, all else as after a reset."""
        self.memory = [bytearray(rng.randbytes(self.columns)) for _ in range(PAGES)]
        self.reset()

    def reset(self) -> None:
        """Its reset line was low: memory is left alone."""
        self.commands: list[tuple[int, ...]] = []
        self.unknown: list[int] = []
        self._pending: list[int] = []
        self.on = False
        self.contrast = 0x7F
        self.inverted = False
        self.all_on = False
        self.columns_turned = False
        self.rows_turned = False
        self.start_line = 0
        self.offset = 0
        self.lines = HEIGHT
        self.com_pins = 0x12
        self.page = 0
        self.column = 0

    @property
    def lit(self) -> bool:
        return self.on

    @property
    def status(self) -> int:
        return self.identity | (0x00 if self.on else 0x40)

    def command(self, byte: int) -> None:
        self._pending.append(byte)
        first = self._pending[0]
        if len(self._pending) > self.parameters.get(first, 0):
            whole, self._pending = tuple(self._pending), []
            self.commands.append(whole)
            self.obey(*whole)

    def data(self, byte: int) -> None:
        raise NotImplementedError

    def obey(self, command: int, *given: int) -> None:  # noqa: C901, PLR0912 - a table of commands
        match command:
            case 0x81:
                self.contrast = given[0]
            case 0xA0 | 0xA1:
                self.columns_turned = command == 0xA1
            case 0xA4 | 0xA5:
                self.all_on = command == 0xA5
            case 0xA6 | 0xA7:
                self.inverted = command == 0xA7
            case 0xA8:
                self.lines = (given[0] & 0x3F) + 1
            case 0xAE | 0xAF:
                self.switched += self.on != (command == 0xAF)
                self.on = command == 0xAF
            case 0xD3:
                self.offset = given[0] & 0x3F
            case 0xDA:
                self.com_pins = given[0]
            case 0xD5 | 0xD9 | 0xDB | 0xE3:
                pass  # timing, voltages, nothing
            case _ if 0x00 <= command <= 0x0F:
                self.column = self.column & 0xF0 | command
            case _ if 0x10 <= command <= 0x1F:
                self.column = self.column & 0x0F | (command & 0x0F) << 4
            case _ if 0x40 <= command <= 0x7F:
                self.start_line = command & 0x3F
            case _ if 0xB0 <= command <= 0xB7:
                self.page = command & 0x07
            case _ if 0xC0 <= command <= 0xCF:
                self.rows_turned = bool(command & 0x08)
            case _:
                self.unknown.append(command)

    def picture(self) -> Image.Image:
        """What somebody sees who looks at the glass."""
        if not self.lit:
            return Image.new("1", (WIDTH, HEIGHT))
        pixels = b"".join(self._line(y) for y in range(HEIGHT))
        return Image.frombytes("L", (WIDTH, HEIGHT), pixels).convert("1", dither=Image.Dither.NONE)

    def _line(self, y: int) -> bytes:
        """A byte for each pixel: 255 is lit."""
        row = self._row_behind(y)
        if row is None:
            return bytes(WIDTH)
        if self.all_on:
            return b"\xff" * WIDTH
        line = self._visible(row // 8).translate(_LIT[row % 8])
        return line.translate(_INVERTED) if self.inverted else line

    def _row_behind(self, y: int) -> int | None:
        """The row of memory that a line of the glass shows; none shows nothing."""
        line = y if self.rows_turned else HEIGHT - 1 - y
        if not self.com_pins & 0x10:  # lines driven in another order than the glass has them
            line = line // 2 if line % 2 == 0 else HEIGHT // 2 + line // 2
        if line >= self.lines:
            return None
        return (line + self.start_line + self.offset) % HEIGHT

    def _visible(self, page: int) -> bytes:
        """The bytes of a page that the glass shows, from the left."""
        shown = bytes(self.memory[page][self.first_visible :][:WIDTH])
        return shown if self.columns_turned else shown[::-1]


class OnI2c:
    """An OLED chip's I2C side: control bytes say what the bytes after them are.

    When it is read it gives its status, as modules with an SSD1306 or SH1106 were seen to do.
    """

    def __init__(self, chip: Oled) -> None:
        self.chip = chip
        self.wrong_control_bytes = 0
        self._take = chip.command
        self._one_only = False
        self._control_next = True

    def start(self) -> None:
        self._control_next = True

    def write(self, byte: int) -> None:
        if self._control_next:
            self.wrong_control_bytes += bool(byte & 0x3F)
            self._take = self.chip.data if byte & 0x40 else self.chip.command
            self._one_only = bool(byte & 0x80)
            self._control_next = False
        else:
            self._take(byte)
            self._control_next = self._one_only

    def read(self) -> int | None:
        """The byte that is read; None if it does not even acknowledge that."""
        return self.chip.status

    def power_cycle(self, rng: Random) -> None:
        self.chip.power_cycle(rng)


class ByTheBook(OnI2c):
    """Read, it gives what was written last: status after commands, memory after data.

    So say the data sheets: "according to the D/C bit sent during the last write access".
    """

    def power_cycle(self, rng: Random) -> None:
        super().power_cycle(rng)
        self._take = self.chip.command

    def read(self) -> int | None:
        if self._take == self.chip.command:
            return self.chip.status
        return self.chip.memory[self.chip.page][self.chip.column % self.chip.columns]


class Mute(OnI2c):
    """Takes everything, but cannot be read: its line for answers ends at the acknowledgement."""

    def read(self) -> int | None:
        return None


class Constant(OnI2c):
    """Answers the same whatever it was told: copies of the chips do, with a byte of their own."""

    byte = 0xFF

    def read(self) -> int | None:
        return self.byte
