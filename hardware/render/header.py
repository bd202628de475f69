"""Draw the Pi's header and the Pico from above, with coloured wires and the outlines of plugs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from xml.sax.saxutils import escape

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
from hardware.render.diagrams import colours_of

WIRING = HARDWARE / "wiring"
FIVE_VOLTS = (2, 4)
PLUGS = {(17, 24): "plug 2 x 4", (29, 40): "plug 2 x 6"}  # from pin to pin
LIGHT_PLUG = {(7, 16): "plug 2 x 5"}
RGB = {
    **{"RD": "#d8232a", "BK": "#222222", "BU": "#2f6fd0", "YE": "#f2c500", "OG": "#f08a24"},
    **{"GN": "#2e9e4f", "WH": "#ffffff", "BN": "#8a5a2b", "VT": "#8e4fc1", "GY": "#9a9a9a"},
    **{"PK": "#f09ac0", "TQ": "#2fb8b0"},
}
ROW, PITCH, RADIUS = 24, 34, 7  # pixels between rows, between columns, and the radius of a pin
MIDDLE, TOP, WIRE = 330, 74, 96  # x between the columns, y of the first row, length of a wire
WIDTH = 2 * MIDDLE


@dataclass(frozen=True)
class Board:
    """A board with two columns of pins.

    With `zigzag`, odd pins are on the left and even pins on the right; otherwise the numbers go
    down the left column and up the right one.
    """

    rows: int
    zigzag: bool
    above: tuple[str, str]
    below: str
    plugs: Mapping[tuple[int, int], str]
    dangerous: tuple[int, ...]

    def place(self, pin: int) -> tuple[int, int, int]:
        """Return the x and y of a pin, and -1 or 1 for the left or right column."""
        if self.zigzag:
            row, side = (pin - 1) // 2, 1 if pin % 2 == 0 else -1
        else:
            side = -1 if pin <= self.rows else 1
            row = pin - 1 if side < 0 else 2 * self.rows - pin
        return MIDDLE + side * PITCH // 2, TOP + row * ROW, side


PI = Board(
    20,
    zigzag=True,
    above=("pin 1 has a square pad: it is the one next to the card", "inner row | edge of the Pi"),
    below="away from the card",
    plugs=PLUGS,
    dangerous=FIVE_VOLTS,
)
LIT_PI = replace(PI, plugs={**LIGHT_PLUG, **PLUGS})
PICO = Board(
    20,
    zigzag=False,
    above=("the Pico from above, its USB socket on top", "pin 1 | pin 40"),
    below="",
    plugs={},
    dangerous=(39, 40),
)


def _runs(build: str) -> list[tuple[str, list[Wire]]]:
    config = config_of(build)
    runs = [("display", display_wires(config)), ("", key_wires(config))]
    runs.append(("", light_wires(config)))
    if config.uses_switch:
        runs += [("strip", strip_wires()), ("switch", bus_wires(config))]
    return runs


def drawings() -> dict[str, str]:
    """Return the content of each file, by name."""
    wires = pod_wires()
    return {
        **{f"header-{build}.svg": _svg(PI, _runs(build)) for build in ("hub", "hub-i2c", "wired")},
        "header-hub-lights.svg": _svg(LIT_PI, _runs("hub-lights")),
        "pico.svg": _svg(PICO, [("display", wires[:4]), ("", wires[4:])]),
    }


def _svg(board: Board, runs: list[tuple[str, list[Wire]]]) -> str:
    height = TOP + board.rows * ROW + 24
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="14">',
        f'<rect width="{WIDTH}" height="{height}" fill="#f7f5ee"/>',
        *_captions(board, height),
        *_plugs(board),
        *(line for name, wires in runs for line in _wires(board, name, wires)),
        *_pins(board, {wire.pin for _, wires in runs for wire in wires}),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _text(x: float, y: float, words: str, more: str = 'text-anchor="middle"') -> str:
    return f'<text x="{x:g}" y="{y:g}" {more}>{escape(words)}</text>'


def _captions(board: Board, height: int) -> Iterator[str]:
    for line, words in enumerate(board.above):
        yield _text(MIDDLE, 22 + 20 * line, words)
    yield _text(MIDDLE, height - 10, board.below)


def _plugs(board: Board) -> Iterator[str]:
    """Draw the plugs around their pins, with their names on the left, away from the wires."""
    for (first, last), name in board.plugs.items():
        left, top, _ = board.place(first)
        right, bottom, _ = board.place(last)
        x, y = left - 13, top - 11
        size = f'width="{right - left + 26}" height="{bottom - top + 22}"'
        yield f'<rect x="{x}" y="{y}" {size} rx="4" fill="#dcd7c8" stroke="#777"/>'
        middle = (top + bottom) / 2
        turned = f'transform="rotate(-90 20 {middle:g})" text-anchor="middle" fill="#555"'
        yield _text(20, middle + 5, name, turned)
        yield f'<path d="M 34 {y} h -6 V {bottom + 11} h 6" fill="none" stroke="#777"/>'


def _wires(board: Board, name: str, wires: list[Wire]) -> Iterator[str]:
    for wire, colour in zip(wires, colours_of([it.target for it in wires]), strict=True):
        x, y, side = board.place(wire.pin)
        end = x + side * WIRE
        for width, stroke in ((7, "#555"), (5, RGB[colour])):
            yield (
                f'<path d="M {x} {y} H {end}" stroke="{stroke}" stroke-width="{width}" '
                'stroke-linecap="round"/>'
            )
        anchor = f'text-anchor="{"start" if side > 0 else "end"}"'
        yield _text(end + side * 10, y + 5, f"{name}: {wire.target}".removeprefix(": "), anchor)


def _pins(board: Board, used: set[int]) -> Iterator[str]:
    for pin in range(1, 2 * board.rows + 1):
        x, y, side = board.place(pin)
        fill = "#e8c34a" if pin in used else "#fffdf5"
        if pin == 1:
            edge = 2 * RADIUS
            yield (
                f'<rect x="{x - RADIUS}" y="{y - RADIUS}" width="{edge}" height="{edge}" '
                f'fill="{fill}" stroke="#333"/>'
            )
        else:
            yield f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{fill}" stroke="#333"/>'
        yield _text(x, y + 3, str(pin), 'text-anchor="middle" font-size="8"')
        if pin in board.dangerous:
            anchor = f'text-anchor="{"start" if side > 0 else "end"}" fill="#d8232a"'
            yield _text(x + side * 16, y + 5, "5 V: never", anchor)


def write() -> None:
    for name, svg in drawings().items():
        (WIRING / name).write_text(svg, "utf-8")


def stale() -> list[Path]:
    made = {WIRING / name: svg for name, svg in drawings().items()}
    return [at for at, svg in made.items() if not at.exists() or at.read_text("utf-8") != svg]
