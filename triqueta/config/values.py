"""Value types of settings: each reads, describes and writes its values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import Protocol

from triqueta.config.header import EEPROM_PINS, HEADER, gpio_of_header_pin

LONGEST_SHOWN = 40


class WrongValueError(ValueError):
    """A value that its type does not accept. The text is a hint for the user, or empty."""


class ValueType(Protocol):
    """The type of a setting's values: `wanted` describes them in error messages and comments."""

    @property
    def wanted(self) -> str: ...

    def read(self, raw: object) -> object: ...

    def written(self, value: object) -> str: ...


def quoted(text: str) -> str:
    """Return the text as a quoted TOML string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(map(_escaped, escaped)) + '"'


def _escaped(char: str) -> str:
    return char if char.isprintable() else f"\\U{ord(char):08x}"


def shown(raw: object) -> str:
    """Return a value from the file as text, shortened to fit on the line of an error message."""
    match raw:
        case dict():
            return "a table"
        case list():
            text = f"[{', '.join(map(shown, raw[:LONGEST_SHOWN]))}]"
        case str():
            text = quoted(raw)
        case bool():
            text = str(raw).lower()
        case _:
            text = str(raw)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def _integer(raw: object) -> int:
    """Return an integer unchanged. Raise WrongValueError for anything else, including booleans."""
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise WrongValueError
    return raw


@dataclass(frozen=True)
class Flag:
    wanted: str = "true or false"

    def read(self, raw: object) -> bool:
        if not isinstance(raw, bool):
            raise WrongValueError
        return raw

    def written(self, value: object) -> str:
        return "true" if value else "false"


@dataclass(frozen=True)
class Integer:
    least: int
    most: int

    @property
    def wanted(self) -> str:
        return f"an integer between {self.least} and {self.most}"

    def read(self, raw: object) -> int:
        if not self.least <= (number := _integer(raw)) <= self.most:
            raise WrongValueError
        return number

    def written(self, value: object) -> str:
        return str(value)


@dataclass(frozen=True)
class Seconds:
    least: float
    most: float

    @property
    def wanted(self) -> str:
        return f"a number between {self.least:g} and {self.most:g}"

    def read(self, raw: object) -> float:
        if isinstance(raw, bool) or not isinstance(raw, int | float):
            raise WrongValueError
        if not (math.isfinite(raw) and self.least <= raw <= self.most):
            raise WrongValueError
        return float(raw)

    def written(self, value: object) -> str:
        return repr(value).removesuffix(".0")


@dataclass(frozen=True)
class Word:
    """One of the words of an enumeration."""

    words: type[StrEnum]

    @property
    def wanted(self) -> str:
        return _listed([quoted(word) for word in self.words])

    def read(self, raw: object) -> StrEnum:
        if not isinstance(raw, str) or raw not in list(self.words):
            raise WrongValueError
        return self.words(raw)

    def written(self, value: object) -> str:
        return quoted(str(value))


@dataclass(frozen=True)
class OneOf:
    """One of a few integers."""

    numbers: tuple[int, ...]

    @property
    def wanted(self) -> str:
        return _listed([str(number) for number in self.numbers])

    def read(self, raw: object) -> int:
        if (number := _integer(raw)) not in self.numbers:
            raise WrongValueError
        return number

    def written(self, value: object) -> str:
        return str(value)


@dataclass(frozen=True)
class Address:
    """A 7-bit I2C address. Many boards have twice that number printed on them."""

    least: int
    most: int

    @property
    def wanted(self) -> str:
        joint = "or" if self.most == self.least + 1 else "to"
        return f"{self.least:#x} {joint} {self.most:#x}"

    def read(self, raw: object) -> int:
        number = _integer(raw)
        if self.least <= number <= self.most:
            return number
        if number % 2 == 0 and self.least <= number // 2 <= self.most:
            raise WrongValueError(f"for a board labelled {number:#x}, write {number // 2:#x}")
        raise WrongValueError

    def written(self, value: object) -> str:
        return f"{value:#x}"


@dataclass(frozen=True)
class Pin:
    """A GPIO number. If it is a pin number of the header instead, the hint gives its GPIO."""

    wanted: str = "a GPIO number between 2 and 27"

    def read(self, raw: object) -> int:
        number = _integer(raw)
        if number in EEPROM_PINS:
            raise WrongValueError("GPIO 0 and 1 are reserved for the EEPROM of a HAT")
        if number in HEADER:
            return number
        gpio = gpio_of_header_pin(number)
        if gpio is not None and gpio not in EEPROM_PINS:
            raise WrongValueError(f"pin {number} of the header is GPIO {gpio}")
        raise WrongValueError

    def written(self, value: object) -> str:
        return str(value)


@dataclass(frozen=True)
class FilePaths:
    """Absolute paths of files, which don't depend on the program's current directory."""

    wanted: str = 'a list of absolute paths like "/etc/triqueta/...", without duplicates'

    def is_one(self, path: str) -> bool:
        return PurePath(path).is_absolute()

    def read(self, raw: object) -> tuple[str, ...]:
        if not isinstance(raw, list):
            raise WrongValueError
        for path in raw:
            if not isinstance(path, str) or not self.is_one(path) or "\0" in path:
                raise WrongValueError(f"{shown(path)} is not such a path")
        if len(set(raw)) < len(raw):
            raise WrongValueError("the list has a duplicate")
        return tuple(raw)

    def written(self, value: object) -> str:
        paths = value if isinstance(value, tuple) else ()
        return f"[{', '.join(map(quoted, paths))}]"


@dataclass(frozen=True)
class DevicePaths(FilePaths):
    """Paths of serial devices."""

    wanted: str = 'a list of paths like "/dev/serial/by-id/...", without duplicates'

    def is_one(self, path: str) -> bool:
        return path.startswith("/dev/")


@dataclass(frozen=True)
class OrWord:
    """A value of another type, or a word that means None."""

    value_type: ValueType
    word: str

    @property
    def wanted(self) -> str:
        if isinstance(self.value_type, Word):
            return _listed([*map(quoted, self.value_type.words), quoted(self.word)])
        return f"{self.value_type.wanted}, or {quoted(self.word)}"

    def read(self, raw: object) -> object:
        return None if raw == self.word else self.value_type.read(raw)

    def written(self, value: object) -> str:
        return quoted(self.word) if value is None else self.value_type.written(value)


def _listed(words: Sequence[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
