"""Collect the problems of a configuration, find their lines, and check the wiring."""

from __future__ import annotations

import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias

from triqueta.config.header import (
    DISPLAY_ADDRESSES,
    EEPROM_PINS,
    HEADER,
    I2C_PINS,
    SPI_DEVICES,
    spi_pins,
)
from triqueta.config.settings import SEAT, Interface, TableConfig
from triqueta.screens.station import Key

TomlPath: TypeAlias = tuple[str | int, ...]
"""Table keys and array indexes that lead to a value, like ("seat", 1, "keys", "petal1")."""

MOST_PARSED = 3_000_000
"""The maximum number of characters that tomllib parses to find line numbers.

That many take a few seconds on a PC. One mistake in a file with all settings and comments takes
30,000.
"""
_CLOSINGS = ("", "]", "]]", "]}", "]}]")


class _TooMuchWorkError(Exception):
    """Raised when MOST_PARSED is used up. Files written by people never get that far."""


class _Cut(NamedTuple):
    """The first `end` characters of a text, which are valid TOML once `closing` is appended."""

    line: int  # the first line that the previous cut does not include
    end: int
    closing: str


def _has(document: Any, path: TomlPath) -> bool:
    for part in path:
        known = range(len(document)) if isinstance(document, list) else document
        if not isinstance(known, dict | range) or part not in known:
            return False
        document = document[part]
    return True


class Lines:
    """A line finder for keys, tables and array elements of a TOML text.

    The line of a value is where it first appears. The first lookup starts the work: tomllib then
    parses prefixes of the text.
    """

    def __init__(self, text: str, document: dict[str, Any]) -> None:
        self._text = text
        self._document = document
        self._left = MOST_PARSED
        self._beginning = lru_cache(maxsize=32)(self._parsed)  # nearby paths share most prefixes

    def __contains__(self, path: TomlPath) -> bool:
        return _has(self._document, path)

    def line(self, path: TomlPath) -> int | None:
        """Return the line of a path, or of the innermost enclosing table that is in the text.

        Return None if the text has neither, or if the search takes too long.
        """
        while path not in self:
            path = path[:-1]
        if not path:
            return None
        try:
            at = bisect_left(self._cuts, True, key=lambda cut: _has(self._beginning(cut), path))
        except (_TooMuchWorkError, RecursionError):  # less stack is left than for the first parse
            return None
        return self._cuts[at].line

    def location(self, path: TomlPath) -> str:
        if path not in self:
            return f"{named(path)} (by default)"
        line = self.line(path)
        return named(path) if line is None else f"{named(path)} (line {line})"

    @cached_property
    def _cuts(self) -> list[_Cut]:
        """A cut after each line where the text up to there can be completed to valid TOML.

        That is impossible inside a multi-line string, and inside brackets nested deeper than
        _CLOSINGS covers. Such lines all count as the first of them.
        """
        cuts = []
        start = end = 0  # of the current, incomplete statement
        first = 1
        for number, line in enumerate(self._text.split("\n"), start=1):
            end += len(line) + 1
            statement = self._text[start:end]
            closing = next((it for it in _CLOSINGS if self._is_toml(statement + it)), None)
            if closing is None:
                continue
            cuts.append(_Cut(first, end, closing))
            first = number + 1
            if not closing:
                start = end
        return cuts

    def _is_toml(self, text: str) -> bool:
        try:
            self._loads(text)
        except ValueError:
            return False
        return True

    def _parsed(self, cut: _Cut) -> dict[str, Any]:
        return self._loads(self._text[: cut.end] + cut.closing)

    def _loads(self, text: str) -> dict[str, Any]:
        self._left -= len(text)
        if self._left < 0:
            raise _TooMuchWorkError
        return tomllib.loads(text)


@dataclass(frozen=True)
class Problem:
    line: int | None  # None if the problem concerns the whole file
    reason: str


class ConfigError(Exception):
    """An unusable configuration. The text of the exception has one line per problem."""

    def __init__(self, file: str, problems: Iterable[Problem]) -> None:
        super().__init__(file)
        self._file = file
        self._problems = problems

    def __str__(self) -> str:
        return "\n".join(self.lines)

    @cached_property
    def problems(self) -> list[Problem]:
        """The problems, sorted by line. Computed on first use: finding the lines takes time."""
        return sorted(self._problems, key=lambda problem: problem.line or 0)

    @property
    def lines(self) -> list[str]:
        return [_line(self._file, problem) for problem in self.problems]


def _line(file: str, problem: Problem) -> str:
    location = file if problem.line is None else f"{file}:{problem.line}"
    return f"{location}: {problem.reason}"


@dataclass(frozen=True)
class _Finding:
    """A value that is wrong, or that conflicts with the value at `other`."""

    path: TomlPath
    reason: str
    other: TomlPath
    rest: str

    def located(self, lines: Lines) -> Problem:
        line = lines.line(self.path) or lines.line(self.other)
        reason = (
            f"{self.reason} {lines.location(self.other)}{self.rest}" if self.other else self.reason
        )
        return Problem(line, f"{named(self.path)}: {reason}")


class Problems:
    """A collection of problems. Iterating over it finds the line of each."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._found: list[_Finding] = []

    def add(self, path: TomlPath, reason: str, other: TomlPath = (), rest: str = "") -> None:
        """Add a problem with the value at `path`.

        If the value conflicts with the one at `other`, the message names the location of `other`
        between `reason` and `rest`. The problem gets the line of `other` if the value at `path`
        is a default.
        """
        self._found.append(_Finding(path, reason, other, rest))

    def __bool__(self) -> bool:
        return bool(self._found)

    def __iter__(self) -> Iterator[Problem]:
        return (each.located(self._lines) for each in self._found)

    def concern(self, *paths: TomlPath) -> bool:
        """Return whether one of these values has a problem, so checks based on it are useless."""
        return any(each.path in paths for each in self._found)

    def given(self, path: TomlPath) -> bool:
        """Return whether the file sets this value, instead of relying on the default."""
        return path in self._lines


def named(path: TomlPath) -> str:
    """Return a path in TOML's notation, with array elements counted from 1 ("seat#2.keys")."""
    text = ""
    for part in path:
        text += f"#{part + 1}" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


def check_wiring(config: TableConfig, problems: Problems) -> None:
    """Add a problem for each conflict between settings that are valid individually.

    Displays on I2C must differ in their address or in their channel of the switch. A display
    directly on the bus also receives everything sent on an open channel. So it must not share its
    address with any display behind the switch: set its jumper to 0x3D, or give it its own channel.
    """
    _check_spi_device(config, problems)
    _check_pins(config, problems)
    _check_seats(config, problems)
    _check_addresses(config, problems)
    _check_idle_times(config, problems)


def _given(problems: Problems, *paths: TomlPath) -> TomlPath:
    """Return the first of the paths that the file sets, or the first path if it sets none."""
    return next(filter(problems.given, paths), paths[0])


def _check_spi_device(config: TableConfig, problems: Problems) -> None:
    port, device = ("display", "spi_port"), ("display", "spi_device")
    devices = SPI_DEVICES[config.display.spi_port]
    if config.display.spi_device >= devices and not problems.concern(port, device):
        reason = f"SPI port {config.display.spi_port} only has devices 0 to {devices - 1}"
        problems.add(device, reason)


def _check_idle_times(config: TableConfig, problems: Problems) -> None:
    dim, off = ("table", "dim_after"), ("table", "off_after")
    times = config.table
    if times.off_after <= times.dim_after and not problems.concern(dim, off):
        reason = f"displays switch off after {times.off_after:g} seconds and dim after"
        right = "off_after must be longer than dim_after"
        problems.add(_given(problems, off, dim), f"{reason} {times.dim_after:g}; {right}")


@dataclass(frozen=True)
class _Use:
    """A use of a pin, by a bus or by its own setting."""

    pin: int
    path: TomlPath
    bus: str | None = None


def _check_pins(config: TableConfig, problems: Problems) -> None:
    uses = [use for use in _uses(config, problems) if not problems.concern(use.path)]
    taken = {use.pin for use in uses}
    free = [pin for pin in sorted(HEADER) if pin not in taken and pin not in EEPROM_PINS]
    right = f"free GPIOs: {', '.join(map(str, free))}" if free else "no GPIO is free"
    first: dict[int, _Use] = {}
    for use in uses:
        other = first.setdefault(use.pin, use)
        if other is not use:
            if problems.given(other.path) and not problems.given(use.path) and not other.bus:
                use, other = other, use  # noqa: PLW2901 - report the value in the file, not a default
            taker = f"belongs to {other.bus}, see" if other.bus else "is already used by"
            problems.add(use.path, f"GPIO {use.pin} {taker}", other.path, f"; {right}")


def _uses(config: TableConfig, problems: Problems) -> Iterator[_Use]:
    """Yield the uses of all pins, buses first, so that a conflict is reported at the other use."""
    display = config.display
    if config.uses_i2c:
        for pin in I2C_PINS.get(display.i2c_bus, ()):
            yield _Use(pin, ("display", "i2c_bus"), f"I2C bus {display.i2c_bus}")
    if display.interface is Interface.SPI:
        path = _given(problems, ("display", "spi_port"), ("display", "interface"))
        for pin in spi_pins(display.spi_port, display.spi_device):
            yield _Use(pin, path, f"SPI port {display.spi_port}")
        yield _Use(display.dc_pin, ("display", "dc_pin"))
        if display.reset_pin is not None:
            yield _Use(display.reset_pin, ("display", "reset_pin"))
    for key, pin in config.keys.by_key.items():
        yield _Use(pin, ("keys", key.value))
    for table in ("sound", "lights"):
        pins = vars(getattr(config, table)).items()
        yield from (_Use(pin, (table, name)) for name, pin in pins if pin is not None)
    for position, seat in enumerate(config.seats):
        for key, pin in seat.keys.by_key.items():
            yield _Use(pin, (SEAT, position, "keys", key.value))


def _check_seats(config: TableConfig, problems: Problems) -> None:
    numbers: dict[int, TomlPath] = {}
    channels: dict[int, TomlPath] = {}
    if config.display.interface is Interface.I2C and config.display.channel is not None:
        channels[config.display.channel] = ("display", "channel")
    for position, seat in enumerate(config.seats):
        path = (SEAT, position)
        _check_only(numbers, seat.number, (*path, "number"), "seat", problems)
        if seat.channel is not None and not _follows_wrong_number(path, problems):
            _check_only(channels, seat.channel, (*path, "channel"), "channel", problems)
        missing = [key.value for key in Key if key not in seat.keys.by_key]
        wrong = problems.concern(*((*path, "keys", name) for name in missing))
        if missing and seat.keys.by_key and not wrong:
            reason = f"set all eight keys or none; missing: {', '.join(missing)}"
            problems.add((*path, "keys"), reason)


def _follows_wrong_number(seat: TomlPath, problems: Problems) -> bool:
    """Return whether the seat's channel is derived from a seat number that has a problem."""
    return problems.concern((*seat, "number")) and not problems.given((*seat, "channel"))


def _check_only(
    known: dict[int, TomlPath], number: int, path: TomlPath, what: str, problems: Problems
) -> None:
    other = known.setdefault(number, path)
    if other is not path and not problems.concern(path, other):
        problems.add(path, f"{what} {number} is already used by", other, "; use each only once")


@dataclass(frozen=True)
class _Display:
    address: int
    channel: int | None
    path: TomlPath


def _check_addresses(config: TableConfig, problems: Problems) -> None:
    """Add a problem for each display directly on the bus that shares its address with another.

    It would also receive the data for displays behind the switch.
    """
    displays = [
        _Display(seat.address, seat.channel, (SEAT, position, "address"))
        for position, seat in enumerate(config.seats)
    ]
    if config.display.interface is Interface.I2C:
        table = config.display
        displays.insert(0, _Display(table.address, table.channel, ("display", "address")))
    displays = [display for display in displays if not _in_question(display, problems)]
    on_the_bus = [display for display in displays if display.channel is None]
    full = len({display.address for display in on_the_bus}) > 1
    for display in on_the_bus:
        displays.remove(display)  # so that each pair is reported once
        other = next((other for other in displays if other.address == display.address), None)
        if other is not None:
            _add_clash(display, other, full, problems)


def _in_question(display: _Display, problems: Problems) -> bool:
    return problems.concern(display.path, (*display.path[:-1], "channel"))


def _add_clash(display: _Display, other: _Display, full: bool, problems: Problems) -> None:
    spare = sum(DISPLAY_ADDRESSES) - display.address
    right = "give this display its own channel"
    if not full:  # the other address is free on the bus
        right = f"change one of them to {spare:#x}, or {right}"
    rest = ""
    if other.channel is not None:
        rest += ", and a display directly on the bus responds on every channel"
    reason = f"{display.address:#x} is also used by"
    problems.add(display.path, reason, other.path, f"{rest}; {right}")
