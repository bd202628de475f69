"""The common part of the OLED controller models: command parser, display memory and picture.

The picture is what a module shows that is mounted the usual way: upright once the driver has
reversed both scan directions (commands A1 and C8).
"""

from __future__ import annotations

from random import Random
from typing import ClassVar

from PIL import Image

WIDTH, HEIGHT, PAGES = 128, 64, 8
# For each bit of a memory byte: the table from the byte to the pixel's brightness.
_LIT = [bytes(255 if byte >> bit & 1 else 0 for byte in range(256)) for bit in range(8)]
_INVERTED = bytes(range(255, -1, -1))


class Oled:
    """An OLED controller after its data/command line is decoded.

    A command can start in one transfer and end in a later one.
    """

    columns = WIDTH  # of memory
    first_visible = 0  # the column of memory that is leftmost on the glass
    parameters: ClassVar[dict[int, int]] = {}  # how many bytes follow a command
    identity = 0x00  # the low bits of the status byte, as seen on modules
    fastest_clock = 10_000_000  # in Hz, on SPI

    def __init__(self) -> None:
        self.switched = 0  # how often a command switched it on or off: each time is visible
        self.power_cycle(Random(0))

    def power_cycle(self, rng: Random) -> None:
        """Lose and regain power: memory has random content, the rest is as after a reset."""
        self.memory = [bytearray(rng.randbytes(self.columns)) for _ in range(PAGES)]
        self.reset()

    def reset(self) -> None:
        """Reset the chip, as its reset line does: memory keeps its content."""
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
                pass  # timing, voltages and no-operation
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
        """Return the picture that the glass shows."""
        if not self.lit:
            return Image.new("1", (WIDTH, HEIGHT))
        pixels = b"".join(self._line(y) for y in range(HEIGHT))
        return Image.frombytes("L", (WIDTH, HEIGHT), pixels).convert("1", dither=Image.Dither.NONE)

    def _line(self, y: int) -> bytes:
        """Return a line of the glass, one byte per pixel: 255 if it is lit, else 0."""
        row = self._row_behind(y)
        if row is None:
            return bytes(WIDTH)
        if self.all_on:
            return b"\xff" * WIDTH
        line = self._visible(row // 8).translate(_LIT[row % 8])
        return line.translate(_INVERTED) if self.inverted else line

    def _row_behind(self, y: int) -> int | None:
        """Return the row of memory that a line of the glass shows, or None if it stays dark."""
        line = y if self.rows_turned else HEIGHT - 1 - y
        if not self.com_pins & 0x10:  # lines are driven in another order than the glass has
            line = line // 2 if line % 2 == 0 else HEIGHT // 2 + line // 2
        if line >= self.lines:
            return None
        return (line + self.start_line + self.offset) % HEIGHT

    def _visible(self, page: int) -> bytes:
        """Return the bytes of a page that the glass shows, from left to right."""
        shown = bytes(self.memory[page][self.first_visible :][:WIDTH])
        return shown if self.columns_turned else shown[::-1]


class OnI2c:
    """An OLED chip's I2C interface: control bytes say whether commands or data follow.

    A read returns the chip's status. Modules with an SSD1306 or SH1106 were observed to do so.
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
        """Return the byte that the chip answers, or None if it does not acknowledge the read."""
        return self.chip.status

    def power_cycle(self, rng: Random) -> None:
        self.chip.power_cycle(rng)


class ByTheBook(OnI2c):
    """An I2C interface as in the data sheets: a read depends on the last write.

    A read returns the status after a command and memory after data, "according to the D/C bit
    sent during the last write access".
    """

    def power_cycle(self, rng: Random) -> None:
        super().power_cycle(rng)
        self._take = self.chip.command

    def read(self) -> int | None:
        if self._take == self.chip.command:
            return self.chip.status
        return self.chip.memory[self.chip.page][self.chip.column % self.chip.columns]


class Mute(OnI2c):
    """An I2C interface that acknowledges writes but cannot be read."""

    def read(self) -> int | None:
        return None


class Constant(OnI2c):
    """An I2C interface that answers every read with the same byte, as clones of the chips do."""

    byte = 0xFF

    def read(self) -> int | None:
        return self.byte
