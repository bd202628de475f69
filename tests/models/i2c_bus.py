"""An I2C bus below smbus2: its file is opened, its ioctl calls are understood, as by Linux.

smbus2, luma.core and luma.oled run on top unchanged. All that is in the way of the bytes is here:
addresses, the switch, and whatever goes wrong on a real wire.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections import deque
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple, Protocol

from smbus2 import smbus2

from tests.models.tca9548a import Device, Tca9548a

I2C_TIMEOUT = 0x0702
I2C_FUNCTIONS = smbus2.I2cFunc.I2C | smbus2.I2cFunc.SMBUS_EMUL
MOST_MESSAGES = 42
LATELY = 2000  # messages that are remembered
NACK = (errno.EREMOTEIO, errno.EIO)  # which of them depends on the Pi's driver


class Patch(Protocol):
    """pytest's; benchmarks of memory and of time use this without pytest."""

    def setattr(self, target: object, name: str, value: object, /) -> None: ...

    def setitem(self, target: dict[str, Any], name: str, value: object, /) -> None: ...


class Faults:
    """What goes wrong, and when. Messages are counted from the next one on."""

    def __init__(self) -> None:
        self.stuck = False
        self.rng: Random | None = None
        self.rate = 0.0
        self._planned: dict[int, int] = {}
        self.happened = 0

    def nack(self, message: int, after: int = 0) -> None:
        """Refuse a message after so many bytes of it; 0 is its address."""
        self._planned[message] = after

    def at_random(self, rng: Random, rate: float) -> None:
        self.rng, self.rate = rng, rate

    def end(self) -> None:
        self.stuck, self.rng, self._planned = False, None, {}

    def bytes_let_through(self, length: int) -> int | None:
        """How many bytes of the next message arrive before it is refused; None is all."""
        self._planned = {message - 1: after for message, after in self._planned.items()}
        after = self._planned.pop(-1, None)
        if after is None and self.rng is not None and self.rng.random() < self.rate:
            after = self.rng.choice((0, self.rng.randint(0, length)))
        self.happened += after is not None
        return after


class Carried(NamedTuple):
    """A message that was written, and the chips that heard it."""

    address: int
    content: bytes
    heard_by: tuple[Device, ...]


class I2cBus:
    """The wire with its chips, and the file /dev/i2c-N that leads to it.

    A message is acknowledged if any chip that hears it does so: they all pull the same wire down.
    """

    def __init__(self, number: int = 1) -> None:
        self.path = f"/dev/i2c-{number}"
        self.exists = True
        self.trunk: list[tuple[int, Device]] = []
        self.unplugged: list[Device] = []
        self.faults = Faults()
        self.bytes = 0
        self.messages = 0
        self.longest = 0
        self.carried: deque[Carried] = deque(maxlen=LATELY)
        self.timeout = 1.0
        self.pass_time: Callable[[float], None] = lambda seconds: None
        self.before_message: Callable[[], None] = lambda: None
        self._files: dict[int, int] = {}

    def install(self, patch: Patch) -> None:
        """Take over the bus's file; every other file stays what it is.

        What an ioctl is given is a number or a structure of C, which says nothing of its types.
        """
        opened, closed, ioctl = os.open, os.close, fcntl.ioctl

        def open_(path: str, *rest: Any, **more: Any) -> int:
            if path != self.path:
                return opened(path, *rest, **more)
            return self._open(opened)

        def close(file: int) -> None:
            self._files.pop(file, None)
            closed(file)

        def control(file: int, request: int, argument: Any = 0, *rest: Any) -> object:
            if file not in self._files:
                return ioctl(file, request, argument, *rest)
            return self._control(file, request, argument)

        patch.setattr(os, "open", open_)
        patch.setattr(os, "close", close)
        patch.setattr(fcntl, "ioctl", control)
        patch.setattr(smbus2, "ioctl", control)

    def unplug(self, device: Device) -> None:
        self.unplugged.append(device)

    def touch_again(self, device: Device) -> None:
        """Its data or clock wire has contact again; it had its power all the time."""
        self.unplugged.remove(device)

    def plug_in(self, device: Device, rng: Random) -> None:
        self.unplugged.remove(device)
        device.power_cycle(rng)

    @property
    def open_files(self) -> int:
        return len(self._files)

    def _open(self, opened: Callable[..., int]) -> int:
        if not self.exists:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), self.path)
        file = opened(os.devnull, os.O_RDWR)
        self._files[file] = 0
        return file

    def _control(self, file: int, request: int, argument: Any) -> int:
        match request:
            case smbus2.I2C_FUNCS:
                argument.value = int(I2C_FUNCTIONS)
            case smbus2.I2C_SLAVE | smbus2.I2C_SLAVE_FORCE:
                self._files[file] = int(argument)
            case smbus2.I2C_SMBUS:
                self._smbus(self._files[file], argument)
            case smbus2.I2C_RDWR:
                self._combined(argument)
            case _ if request == I2C_TIMEOUT:
                self.timeout = int(argument) / 100
            case _:
                raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        return 0

    def _smbus(self, address: int, call: Any) -> None:
        """The three kinds of SMBus calls that these chips are talked to with."""
        union = call.data.contents
        reading = call.read_write == smbus2.I2C_SMBUS_READ
        match call.size:
            case smbus2.I2C_SMBUS_QUICK:
                self._write(address, b"")
            case smbus2.I2C_SMBUS_BYTE if reading:
                union.byte = self._read(address, 1)[0]
            case smbus2.I2C_SMBUS_BYTE:
                self._write(address, bytes([call.command]))
            case smbus2.I2C_SMBUS_I2C_BLOCK_DATA if not reading:
                block = bytes(union.block[1 : union.block[0] + 1])
                self._write(address, bytes([call.command]) + block)
            case _:
                raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))

    def _combined(self, call: Any) -> None:
        count = call.nmsgs
        if not 0 < count <= MOST_MESSAGES:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        for message in call.msgs[:count]:
            if message.flags & smbus2.I2C_M_RD:
                for place, byte in enumerate(self._read(message.addr, message.len)):
                    message.buf[place] = byte
            else:
                self._write(message.addr, bytes(message.buf[: message.len]))

    def _write(self, address: int, content: bytes) -> None:
        devices, let_through = self._begin(address, len(content))
        for byte in content[:let_through]:
            for device in devices:
                device.write(byte)
            self.bytes += 1
        self.longest = max(self.longest, len(content))
        self.carried.append(Carried(address, content[:let_through], tuple(devices)))
        if let_through is not None:
            self._refuse()

    def _read(self, address: int, length: int) -> bytes:
        devices, let_through = self._begin(address, length)
        if let_through is not None:
            self._refuse()
        answers = [answer for device in devices if (answer := device.read()) is not None]
        if not answers:
            self._refuse()
        self.bytes += length
        lowest = 0xFF
        for answer in answers:  # a wire that anybody pulls down is down
            lowest &= answer
        return bytes([lowest] * length)

    def _begin(self, address: int, length: int) -> tuple[list[Device], int | None]:
        self.before_message()
        self.messages += 1
        if self.faults.stuck:
            self.faults.happened += 1
            self.pass_time(self.timeout)
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
        self.bytes += 1  # the address
        devices = [device for at, device in self._reachable() if at == address]
        if not devices:
            self._refuse()
        let_through = self.faults.bytes_let_through(length)
        if let_through != 0:
            for device in devices:
                device.start()
        return devices, let_through

    def _reachable(self) -> Iterator[tuple[int, Device]]:
        """Every chip that hears what is sent now, on whatever side of an open channel."""
        for address, device in self.trunk:
            if device not in self.unplugged:
                yield address, device
                if isinstance(device, Tca9548a):
                    for behind in device.connected():
                        if behind[1] not in self.unplugged:
                            yield behind

    def _refuse(self) -> None:
        number = NACK[self.messages % len(NACK)]
        raise OSError(number, os.strerror(number))
