"""Check the displays: whether their buses are on, which chips answer, and a test picture.

You compare the test picture with its description in the terminal. It names the display, and its
frame follows the very edges, which are elsewhere on an SH1106 than on an SSD1306. It is sent in
two steps: a complete picture that says WRONG DRIVER, then only the part that replaces these words.
An SSD1306 that is driven as an SH1106 shows complete pictures well enough, but misplaces parts.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from triqueta.config.header import CHANNELS, DISPLAY_ADDRESSES, HEADER, SWITCH_ADDRESSES, spi_lines
from triqueta.config.settings import Driver, Interface, TableConfig
from triqueta.doctor.findings import Finding, Mark, ok, warn, wrong
from triqueta.doctor.machine import read_text
from triqueta.screens.canvas import SIZE, Canvas
from triqueta.screens.frame import Light
from triqueta.screens.phrases import Language
from triqueta.stations.oled.bus import open_display
from triqueta.stations.oled.display import Display
from triqueta.stations.oled.wires import DisplaySettings, I2cBus, displays_of

if TYPE_CHECKING:
    from smbus2 import SMBus

SPEED = 400_000
BOOT_FILE = "/boot/firmware/config.txt"
_WIRES = "SDA to pin 3, SCL to pin 5, VCC to pin 1 (3.3 V), GND to pin 6"
# The low bits of the status byte on common modules: a hint, not a proof.
_LOOKS_LIKE_SH1106 = (0x08,)
_LOOKS_LIKE_SSD1306 = (0x03, 0x06)


class StuckError(Exception):
    """The I2C bus can't be used: one of its wires is held low."""


@dataclass(frozen=True)
class Answers:
    """The status byte of each address that answers, on the bus itself and on each channel."""

    trunk: dict[int, int] = field(default_factory=dict)
    channels: dict[int, dict[int, int]] = field(default_factory=dict)

    def of(self, display: DisplaySettings) -> dict[int, int]:
        """Return the status bytes by address on the bus or channel of a display."""
        if display.channel is None:
            return self.trunk
        return self.channels.get(display.channel, {})


def check_ports(config: TableConfig, root: Path) -> Iterator[Finding]:
    """Check that the device files of the buses exist, and check the speed of I2C."""
    if config.uses_i2c:
        yield from _check_i2c(config, root)
    if config.display.interface is Interface.SPI:
        yield _check_spi(config, root)


def i2c_file(config: TableConfig, root: Path) -> Path:
    return root / f"dev/i2c-{config.display.i2c_bus}"


def _check_i2c(config: TableConfig, root: Path) -> Iterator[Finding]:
    number = config.display.i2c_bus
    if not i2c_file(config, root).exists():
        if number == 1 and _is_asked_for(root, "i2c_arm=on"):
            yield _waits("I2C")
            return
        remedy = "sudo raspi-config nonint do_i2c 0, then sudo reboot"
        if number != 1:
            remedy = f"set i2c_bus = 1 in [display], or enable the overlay of bus {number}"
        yield wrong(f"I2C is off: there is no /dev/i2c-{number}", remedy)
        return
    try:
        content = (root / f"sys/bus/i2c/devices/i2c-{number}/of_node/clock-frequency").read_bytes()
    except OSError:
        yield warn(f"I2C bus {number} is on, at an unknown speed", "measure it with --bench")
        return
    yield _check_speed(number, int.from_bytes(content[:4], "big"))


def _check_speed(number: int, speed: int) -> Finding:
    if speed == SPEED:
        return ok(f"I2C bus {number} is on, at 400 kHz")
    parameter = f"dtparam=i2c_arm_baudrate={SPEED}"
    pace = "pictures are slow" if speed < SPEED else "faster than the displays allow"
    text = f"I2C bus {number} runs at {speed / 1000:g} kHz instead of 400 kHz: {pace}"
    return wrong(text, f"add {parameter} to {BOOT_FILE}, then sudo reboot")


def _check_spi(config: TableConfig, root: Path) -> Finding:
    port, device = config.display.spi_port, config.display.spi_device
    name = f"/dev/spidev{port}.{device}"
    if (root / name[1:]).exists():
        look = "to see whether a display works: triqueta doctor --display"
        return ok(f"SPI is on: {name}; {look}")
    if port == 0 and _is_asked_for(root, "spi=on"):
        return _waits("SPI")
    remedy = "sudo raspi-config nonint do_spi 0, then sudo reboot"
    if port:
        remedy = f"add dtoverlay=spi1-{device + 1}cs to {BOOT_FILE}, then sudo reboot"
    return wrong(f"SPI is off: there is no {name}", remedy)


def _is_asked_for(root: Path, parameter: str) -> bool:
    """Return whether config.txt sets this parameter, so that the next start applies it."""
    lines = [line.strip() for line in read_text(root / BOOT_FILE[1:]).splitlines()]
    given = [line.removeprefix("dtparam=") for line in lines if line.startswith("dtparam=")]
    return any(parameter in line.split(",") for line in given)


def _waits(bus: str) -> Finding:
    return wrong(f"{bus} is switched on, but needs a restart to take effect", "sudo reboot")


def scan(number: int, switch: int | None) -> Answers:
    """Probe the addresses of displays and switches; raise OSError if the bus can't be opened."""
    from smbus2 import SMBus  # only installed on a Pi

    with SMBus(number) as smbus:
        if switch is not None and _asked(smbus, switch) is not None:
            return _scan_behind(smbus, switch)
        return Answers(_asked_all(smbus, (*DISPLAY_ADDRESSES, *SWITCH_ADDRESSES)))


def _scan_behind(smbus: SMBus, switch: int) -> Answers:
    smbus.write_byte(switch, 0)
    trunk = _asked_all(smbus, (*DISPLAY_ADDRESSES, *SWITCH_ADDRESSES))
    channels: dict[int, dict[int, int]] = {}
    for channel in CHANNELS:
        smbus.write_byte(switch, 1 << channel)
        # Chips on the bus itself answer whichever channel is open.
        found = _asked_all(smbus, DISPLAY_ADDRESSES)
        channels[channel] = {at: status for at, status in found.items() if at not in trunk}
    smbus.write_byte(switch, 0)
    return Answers(trunk, channels)


def _asked_all(smbus: SMBus, addresses: Iterable[int]) -> dict[int, int]:
    answers = {address: _asked(smbus, address) for address in addresses}
    return {address: status for address, status in answers.items() if status is not None}


def _asked(smbus: SMBus, address: int) -> int | None:
    """Return a byte read from a chip, or None if it does not answer; this changes nothing."""
    try:
        return int(smbus.read_byte(address))
    except OSError as error:
        if error.errno == errno.ETIMEDOUT:
            raise StuckError from error
        return None


def check_devices(config: TableConfig, displays: dict[str, DisplaySettings]) -> Iterator[Finding]:
    """Check that the chips that answer are those that the configuration names."""
    wanted = {at: it for at, it in displays.items() if it.interface == Interface.I2C}
    switch = config.switch.address if config.uses_switch else None
    try:
        answers = scan(config.display.i2c_bus, switch)
    except StuckError:
        remedy = f"switch off and look for swapped or touching wires: {_WIRES}"
        yield wrong("the I2C bus is stuck: something holds one of its wires low", remedy)
        return
    except ModuleNotFoundError:  # the check of the packages has reported it
        return
    except OSError as error:
        reason = error.strerror or str(error)
        remedy = "see above, or run this as root: sudo triqueta doctor"
        yield wrong(f"the I2C bus cannot be used: {reason}", remedy)
        return
    yield from _check_switch(switch, answers)
    if switch is None or switch in answers.trunk:
        for station, display in wanted.items():
            yield from _check_display(station, display, answers)
    yield from _check_rest(wanted, switch, answers)


def _check_switch(switch: int | None, answers: Answers) -> Iterator[Finding]:
    if switch is None:
        return
    if switch in answers.trunk:
        yield ok(f"the switch answers at {switch:#x}")
        return
    others = [address for address in answers.trunk if address in SWITCH_ADDRESSES]
    remedy = f"check its wires ({_WIRES}), and that its RST is not connected to ground"
    if others:
        remedy = f"set address = {others[0]:#x} in [switch]: something answers there"
    yield wrong(f"the switch does not answer at {switch:#x}: no display behind it works", remedy)


def _check_display(station: str, display: DisplaySettings, answers: Answers) -> Iterator[Finding]:
    found = answers.of(display)
    where = place_of(display)
    if display.address not in found:
        yield wrong(
            f"the display of {station} does not answer at {where}",
            _remedy_for_missing(display, answers),
        )
        return
    yield ok(f"the display of {station} answers at {where}")
    other = _other_driver(display.driver, found[display.address])
    if other:
        text = f"the display of {station} looks like an {other.upper()}, not an "
        remedy = f'check with triqueta doctor --display, then set driver = "{other}" for it'
        yield warn(f"{text}{display.driver.upper()}", remedy)


def place_of(display: DisplaySettings) -> str:
    if display.interface == Interface.SPI:
        return f"/dev/spidev{display.spi_port}.{display.spi_device}"
    behind = "" if display.channel is None else f" on channel {display.channel}"
    return f"{display.address:#x}{behind}"


def _remedy_for_missing(display: DisplaySettings, answers: Answers) -> str:
    other = next((at for at in DISPLAY_ADDRESSES if at in answers.of(display)), None)
    if other is not None:
        return f"a display answers at {other:#x}: set address = {other:#x}, or move its jumper"
    if display.channel is None:
        return f"check its wires: {_WIRES}"
    plug = f"SD{display.channel} and SC{display.channel}"
    return f"check its wires to {plug} of the switch, and to VCC and GND"


def _other_driver(driver: Driver, status: int) -> Driver | None:
    chip_id = status & 0x0F
    if driver is Driver.SH1106:
        return Driver.SSD1306 if chip_id in _LOOKS_LIKE_SSD1306 else None
    return Driver.SH1106 if chip_id in _LOOKS_LIKE_SH1106 else None


def _check_rest(
    wanted: dict[str, DisplaySettings], switch: int | None, answers: Answers
) -> Iterator[Finding]:
    """Report the chips that answer but are not configured: mostly a seat in the wrong socket."""
    known = {(display.channel, display.address) for display in wanted.values()}
    found = [(None, address) for address in answers.trunk if address in DISPLAY_ADDRESSES]
    behind = [(channel, at) for channel, all_ in answers.channels.items() for at in all_]
    for channel, address in [*found, *behind]:
        if (channel, address) not in known:
            where = f"{address:#x}" + ("" if channel is None else f" on channel {channel}")
            remedy = "add a [[seat]] for it to table.toml, or plug it into the socket of its seat"
            yield warn(f"a display answers at {where}, but no station uses it", remedy)
    for address in answers.trunk:
        if address in SWITCH_ADDRESSES and switch is None:
            remedy = "if it is the switch, add a [[seat]] for each display behind it to table.toml"
            yield warn(f"something answers at {address:#x}, but nothing uses it", remedy)


def trial_picture(station: str, display: DisplaySettings) -> Image.Image:
    """Return the test picture: a frame, an arrow up, the station, the driver and the address."""
    return _framed(station, display.driver.upper(), place_of(display))


def broken_picture() -> Image.Image:
    """Return the picture that is sent first; it stays visible if the driver is wrong."""
    return _framed("", "WRONG DRIVER", "")


def _framed(*lines: str) -> Image.Image:
    canvas = Canvas(Language.ENGLISH)
    width, height = SIZE
    for number, line in enumerate(lines):
        canvas.text_centred(0, width, 14 + 14 * number, line)
    draw = ImageDraw.Draw(canvas.image)
    draw.rectangle((0, 0, width - 1, height - 1), outline=1)
    draw.polygon(((12, 8), (6, 20), (18, 20)), fill=1)
    return canvas.image


def open_displays(config: TableConfig) -> dict[str, tuple[DisplaySettings, Display]]:
    """Open every display of a configuration, by station; those on I2C share one bus."""
    bus = I2cBus(config.display.i2c_bus, config.switch.address if config.uses_switch else None)
    return {at: (it, open_display(it, bus)) for at, it in displays_of(config).items()}


def explanation(displays: Mapping[str, DisplaySettings]) -> Iterator[str]:
    """Yield lines that describe the test picture, and what it means if you see another one."""
    yield "Each display now shows a frame along all four edges, an arrow that points up,"
    yield "and the names of its station and driver, with its address. If you see:"
    yield "  all of it, sharp and complete: the display is set up correctly"
    drivers = {display.driver for display in displays.values()}
    if drivers - {Driver.SH1106}:
        yield "  snow everywhere, or a line of dots: it is an SH1106:"
        yield '    set driver = "sh1106"'
    if Driver.SH1106 in drivers:
        yield "  WRONG DRIVER, or a frame that is broken on the left: it is an SSD1306:"
        yield '    set driver = "ssd1306"'
    for display in displays.values():
        if display.interface is Interface.SPI:
            yield "  nothing, on an SPI display (which can't be detected): check its wires:"
            yield f"    {_spi_wires(display)}"
    yield "  the arrow points down: set rotation = 180 (or 0, if it is 180)"
    yield "  the name of another station: their plugs, channels or addresses are swapped"
    yield "Change the settings in [display] for the table, in its [[seat]] for a seat."


def _spi_wires(display: DisplaySettings) -> str:
    lines = spi_lines(display.spi_port, display.spi_device)
    lines |= {"DC": display.dc_pin, "RES": display.reset_pin}
    return ", ".join(f"{name} to pin {HEADER[pin]}" for name, pin in lines.items() if pin)


def show_test_pictures(
    config: TableConfig, say: Callable[[str], None], wait: Callable[[], None]
) -> Iterator[Finding]:
    """Show the test picture on every display, `wait`, and leave the displays dark.

    `say` is called with each line of the explanation.
    """
    displays = open_displays(config)
    try:
        found = [_shown(at, settings, display) for at, (settings, display) in displays.items()]
        yield from found
        if not any(finding.mark is Mark.OK for finding in found):
            return
        for line in explanation({at: settings for at, (settings, _) in displays.items()}):
            say(line)
        wait()
    finally:
        for _, display in displays.values():
            with suppress(Exception):  # a display that can't be reached was reported above
                display.close()


def _shown(station: str, settings: DisplaySettings, display: Display) -> Finding:
    try:
        display.show(broken_picture(), Light.FULL)
        display.show(trial_picture(station, settings), Light.FULL)
    except Exception as error:  # the libraries raise many different errors
        return unreachable(station, settings, error)
    return ok(f"the test picture was sent to the display of {station}")


def unreachable(station: str, settings: DisplaySettings, error: Exception) -> Finding:
    text = f"the display of {station} ({place_of(settings)}) cannot be reached: {error}"
    return wrong(text, "to see what answers and what is missing: triqueta doctor")
