"""Read and write game records as strict JSON documents.

A document that can't be accepted raises `RecordError`. The message says what is wrong, and where.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn, TypeVar

from triqueta.records.errors import RecordError, RulesError

_JSON_TYPES = {dict: "an object", list: "a list", str: "a string", int: "an integer"}
_DEEPEST = 100
_MOST_DIGITS = 1000
_TOO_DEEP = "not a record: nested too deeply"
_T = TypeVar("_T")


def written(document: Mapping[str, object]) -> str:
    """Return a record's document as JSON text, with one key per line.

    Use `encoded` for the bytes of a file.
    """
    lines = [
        f"  {json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in document.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def encoded(document: Mapping[str, object]) -> bytes:
    """Return a record's document as the UTF-8 bytes of a file."""
    # JSON can contain a lone surrogate, but UTF-8 can't. Write it as a JSON escape.
    return written(document).encode("utf-8", "backslashreplace")


def parse(text: str | bytes) -> dict[str, object]:
    """Return the JSON object in a text, or raise RecordError.

    The parser is strict: it rejects duplicate keys, NaN, infinity, huge numbers and deep nesting.
    """
    try:
        document = json.loads(
            text,
            object_pairs_hook=_without_duplicates,
            parse_float=_finite_float,
            parse_int=_integer,
            parse_constant=_refuse_constant,
        )
    except RecordError:
        raise
    except RecursionError:
        raise RecordError(_TOO_DEEP) from None
    except UnicodeDecodeError:
        raise RecordError("not JSON: not valid UTF-8") from None
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from None
    _check_depth(document)
    return checked(document, dict, "the record")


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError(f'duplicate key "{key[:20]}"')
        found[key] = value
    return found


def _check_depth(document: object) -> None:
    """Raise RecordError for nesting that can be read, but not safely written again."""
    level = [document]
    for _ in range(_DEEPEST):
        inner = [part for part in level if isinstance(part, dict | list)]
        level = [child for part in inner for child in _children(part)]
        if not level:
            return
    raise RecordError(_TOO_DEEP)


def _children(part: dict[str, object] | list[object]) -> Iterable[object]:
    return part.values() if isinstance(part, dict) else part


def _integer(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise RecordError(f"the number {text[:20]}... is too long")
    return int(text)


def _finite_float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise RecordError(f"the number {text[:20]} is too large")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise RecordError(f"not JSON: {name}")


def read(document: dict[str, object], key: str, type_: type[_T]) -> _T:
    """Return the value of a key, or raise RecordError if it is missing or of another type."""
    if key not in document:
        raise RecordError(f"{key}: missing")
    return checked(document[key], type_, key)


def play_moves(document: dict[str, object], play: Callable[[str], object]) -> None:
    """Call `play` with each move of a record, or raise RecordError for the first it refuses."""
    for number, move in enumerate(read(document, "moves", list), start=1):
        text = checked(move, str, f"move {number}")
        try:
            play(text)
        except RulesError as error:
            raise RecordError(f"move {number} ({_cut(text, 80)}): {error}") from None


def checked(value: object, type_: type[_T], field: str) -> _T:
    """Return the value, or raise RecordError with the name `field` if it is of another type.

    A Boolean is not an integer here.
    """
    if not isinstance(value, type_) or isinstance(value, bool):
        raise RecordError(f"{field}: {short(value)} instead of {_JSON_TYPES[type_]}")
    return value


def all_of(value: object, type_: type[_T], field: str) -> list[_T]:
    """Return the value as a list whose elements are all of one type, or raise RecordError.

    `field` is the name of the value in the message.
    """
    return [checked(entry, type_, f"{field}: an entry") for entry in checked(value, list, field)]


def short(value: object) -> str:
    """Return the value as JSON, cut to 40 characters for an error message."""
    return _cut(json.dumps(value, ensure_ascii=False), 40)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[:longest] + "..."
