"""The test picture: a person compares it with words, and so tells one display from another.

Its frame is drawn at the very edges, which an SH1106 has elsewhere than an SSD1306. It comes in
two steps: a whole picture that says WRONG DRIVER, then the piece that says what is right. An
SSD1306 that is driven as an SH1106 takes whole pictures well enough, but puts pieces elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from PIL import Image, ImageDraw

from triqueta.config.header import HEADER, spi_lines
from triqueta.config.settings import Driver, Interface, TableConfig
from triqueta.doctor.bus import place_of
from triqueta.doctor.findings import Finding, Mark, good, wrong
from triqueta.screens.canvas import SIZE, Canvas
from triqueta.screens.frame import Light
from triqueta.screens.phrases import Language
from triqueta.stations.oled.bus import open_display
from triqueta.stations.oled.display import Display
from triqueta.stations.oled.wires import DisplaySettings, I2cBus, displays_of


def trial_picture(station: str, display: DisplaySettings) -> Image.Image:
    """A frame around all pixels, an arrow up, and in words whose picture it is."""
    return _framed(station, display.driver.upper(), place_of(display))


def broken_picture() -> Image.Image:
    """What is sent before, and stays if the driver is the wrong one."""
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
    """Every display of a configuration, those on I2C by one bus."""
    bus = I2cBus(config.display.i2c_bus, config.switch.address if config.uses_switch else None)
    return {at: (it, open_display(it, bus)) for at, it in displays_of(config).items()}


def explanation(displays: Mapping[str, DisplaySettings]) -> Iterator[str]:
    """What is to be seen, and what it means if it is something else."""
    yield "Each display now shows a frame along all four edges, an arrow that points up,"
    yield "and in words its station, its driver and its place."
    yield "  all of it, sharp and whole: the display is set right"
    drivers = {display.driver for display in displays.values()}
    if drivers - {Driver.SH1106}:
        yield "  snow all over, or a line of dots in it: it is an SH1106:"
        yield '    set driver = "sh1106"'
    if Driver.SH1106 in drivers:
        yield "  WRONG DRIVER, or a frame that is broken at its left side: it is an SSD1306:"
        yield '    set driver = "ssd1306"'
    for display in displays.values():
        if display.interface is Interface.SPI:
            yield "  nothing at all, on SPI, where no display can say that it is there: its wires:"
            yield f"    {_spi_wires(display)}"
    yield "  upside down, the arrow points down: set rotation = 180 (or 0, if it is 180)"
    yield "  the name of another station: their plugs, channels or addresses are swapped"
    yield "The settings belong in [display] for the table, in its [[seat]] for a seat."


def _spi_wires(display: DisplaySettings) -> str:
    lines = spi_lines(display.spi_port, display.spi_device)
    lines |= {"DC": display.dc_pin, "RES": display.reset_pin}
    return ", ".join(f"{name} to pin {HEADER[pin]}" for name, pin in lines.items() if pin)


def show_test_pictures(
    config: TableConfig, say: Callable[[str], None], wait: Callable[[], None]
) -> Iterator[Finding]:
    """Show them all, wait until somebody has looked, and leave every display dark."""
    displays = open_displays(config)
    try:
        found = [_shown(at, settings, display) for at, (settings, display) in displays.items()]
        yield from found
        if not any(finding.mark is Mark.GOOD for finding in found):
            return
        for line in explanation({at: settings for at, (settings, _) in displays.items()}):
            say(line)
        wait()
    finally:
        for _, display in displays.values():
            with suppress(Exception):  # it was told above that this one cannot be reached
                display.close()


def _shown(station: str, settings: DisplaySettings, display: Display) -> Finding:
    try:
        display.show(broken_picture(), Light.FULL)
        display.show(trial_picture(station, settings), Light.FULL)
    except Exception as error:  # each of the libraries below has errors of its own
        return unreachable(station, settings, error)
    return good(f"the display of {station} has been sent its test picture")


def unreachable(station: str, settings: DisplaySettings, error: Exception) -> Finding:
    text = f"the display of {station} ({place_of(settings)}) cannot be reached: {error}"
    return wrong(text, "see what answers and what is missing: triqueta doctor")
