"""Make the wiring diagrams: WireViz sources from the builds' settings, and SVG drawings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hardware.render import HARDWARE
from hardware.render.builds import (
    Wire,
    bus_wires,
    config_of,
    display_wires,
    key_wires,
    light_wires,
    pod_wires,
    strip_wires,
)
from hardware.render.sums import BUZZER_RESISTOR, LIGHT_RESISTOR

WIRING = HARDWARE / "wiring"
COLOURS = {
    **{"VCC": "RD", "VIN": "RD", "GND": "BK"},
    **{"SDA": "BU", "SCL": "YE", "DIN": "BU", "CLK": "YE", "CS": "OG", "DC": "GN", "RES": "WH"},
}
KEY_COLOURS = ("BN", "OG", "GN", "VT", "GY", "WH", "PK", "TQ")

Harness = dict[str, Any]


def harness(build: str) -> Harness:
    """Return a build's wiring as input for WireViz."""
    drawing = _Drawing()
    config = config_of(build)
    lights = light_wires(config)
    runs = [("display", display_wires(config)), ("keys", key_wires(config)), ("lights", lights)]
    if config.seats:
        runs.insert(1, ("switch", [*strip_wires(), *bus_wires(config)]))
    drawing.board("Pi", "Raspberry Pi, 40-pin header", [wire for _, run in runs for wire in run])
    drawing.run("Pi", "display", "OLED 2.42 inch, on SPI", runs[0][1])
    if config.seats:
        channels = [seat.channel for seat in config.seats if seat.channel is not None]
        drawing.switch(config.switch.address, bus_wires(config), channels)
    drawing.run("Pi", "keys", "eight keys, 1 kOhm in each line", key_wires(config))
    if lights:
        kind = f"LEDs, {LIGHT_RESISTOR} Ohm each; piezo buzzer, {BUZZER_RESISTOR:,} Ohm"
        drawing.run("Pi", "lights", kind, lights)
    if build == "pods":
        drawing.pod(pod_wires())
    return drawing.harness


def colours_of(labels: list[str]) -> list[str]:
    """Return the colours of wires with these labels: fixed ones for power and buses.

    Keys get the remaining colours in order.
    """
    keys = iter(KEY_COLOURS)
    return [COLOURS.get(label) or ("BK" if "ground" in label else next(keys)) for label in labels]


class _Drawing:
    def __init__(self) -> None:
        self.harness: Harness = {"connectors": {}, "cables": {}, "connections": []}

    def board(self, name: str, kind: str, wires: list[Wire], more: tuple[str, ...] = ()) -> None:
        labels = {wire.pin: wire.name for wire in wires}
        pins = [*sorted(labels), *more]
        texts = [labels[pin] if isinstance(pin, int) else pin for pin in pins]
        self.harness["connectors"][name] = {
            "type": kind,
            "pins": pins,
            "pinlabels": texts,
            "show_pincount": False,
        }

    def end(self, name: str, kind: str, labels: list[str]) -> None:
        self.harness["connectors"][name] = {
            "type": kind,
            "pinlabels": labels,
            "show_pincount": False,
        }

    def cable(self, name: str, colours: list[str], kind: str, ends: list[Any]) -> None:
        self.harness["cables"][name] = {
            "type": kind,
            "colors": colours,
            "wirecount": len(colours),
            "show_wirecount": False,
        }
        self.harness["connections"].append(ends)

    def run(self, board: str, name: str, kind: str, wires: list[Wire]) -> None:
        """Add a new part, and wires to it from pins of a board."""
        labels = [wire.target for wire in wires]
        self.end(name, kind, labels)
        colours = colours_of(labels)
        count = list(range(1, len(wires) + 1))
        pins = [wire.pin for wire in wires]
        ends = [{board: pins}, {f"to {name}": count}, {name: count}]
        self.cable(f"to {name}", colours, "wires", ends)

    def switch(self, address: int, bus: list[Wire], channels: list[int]) -> None:
        """Add the switch and its seats: power comes from the strip, the bus from the Pi."""
        self.run("Pi", "strip", "strip of board", strip_wires())
        self.run("Pi", "switch", f"TCA9548A, {address:#x}", bus)
        labels = self.harness["connectors"]["switch"]["pinlabels"]
        labels += ["VIN", "GND"]
        labels += [f"{line}{channel}" for channel in channels for line in ("SD", "SC")]
        places = [labels.index("VIN") + 1, labels.index("GND") + 1]
        ends = [{"strip": [1, 2]}, {"strip to switch": [1, 2]}, {"switch": places}]
        self.cable("strip to switch", ["RD", "BK"], "wires", ends)
        for channel in channels:
            self._seat(channel, labels.index(f"SD{channel}") + 1)

    def _seat(self, channel: int, first: int) -> None:
        name, cable = f"seat {channel}", f"cable {channel}"
        self.end(name, "OLED 1.3 inch, 0x3c", ["VCC", "GND", "SDA", "SCL"])
        ends = [{"strip": [1, 2]}, {cable: [1, 2]}, {name: [1, 2]}]
        self.cable(cable, ["RD", "BK", "BU", "YE"], "1 m, 100 Ohm in SDA and SCL", ends)
        lines = [{"switch": [first, first + 1]}, {cable: [3, 4]}, {name: [3, 4]}]
        self.harness["connections"].append(lines)

    def pod(self, wires: list[Wire]) -> None:
        """Add a pod, as an example of all pods."""
        usb = ["USB-A"]
        self.harness["connectors"]["Pi"]["pins"].append("USB")
        self.harness["connectors"]["Pi"]["pinlabels"] += usb
        self.board("Pico", "Raspberry Pi Pico, one of up to five", wires, ("USB",))
        self.cable(
            "USB cable",
            ["BK"],
            "USB-A to micro-B, 1 m",
            [{"Pi": ["USB"]}, {"USB cable": [1]}, {"Pico": ["USB"]}],
        )
        self.run("Pico", "pod display", "OLED 1.3 inch", wires[:4])
        self.run("Pico", "pod keys", "eight keys", wires[4:])


BUILDS = ("hub", "hub-lights", "wired", "pods")
HEAD = "# Made from hardware/builds/{}.toml by `python -m hardware.render`: don't edit.\n"


def source(build: str) -> str:
    import yaml  # from the extra "hardware", with WireViz

    text: str = yaml.safe_dump(harness(build), sort_keys=False, width=99, allow_unicode=True)
    return HEAD.format(build) + text


def drawn(build: str) -> str:
    from wireviz import wireviz  # from the extra "hardware"

    drawing = wireviz.parse(harness(build), return_types="harness")
    svg: str = drawing.svg
    # A browser may use a wider font than the one that set the size of the boxes: leave some room.
    return svg.replace('font-size="14.00"', 'font-size="12.50"')


def write() -> None:
    for build in BUILDS:
        (WIRING / f"{build}.yml").write_text(source(build), "utf-8")
        (WIRING / f"{build}.svg").write_text(drawn(build), "utf-8")


def texts(svg: str) -> list[str]:
    """Return the texts of a drawing. Their positions depend on the machine's fonts."""
    return sorted(re.findall(r"<text[^>]*>([^<]*)</text>", svg))


def stale() -> list[Path]:
    files = []
    for build in BUILDS:
        source_file, drawing = WIRING / f"{build}.yml", WIRING / f"{build}.svg"
        if not source_file.exists() or source_file.read_text("utf-8") != source(build):
            files.append(source_file)
        if not drawing.exists() or texts(drawing.read_text("utf-8")) != texts(drawn(build)):
            files.append(drawing)
    return files
