"""Game records as documents: strict JSON, read with a clear word for what is wrong with it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn, TypeVar

from triqueta.records.errors import RecordError, RulesError

_JSON_TYPES = {dict: "an object", list: "a list", str: "text", int: "a whole number"}
_DEEPEST = 100
_MOST_DIGITS = 1000
_TOO_DEEP = "not a record: nested too deeply"
_T = TypeVar("_T")


def written(document: Mapping[str, object]) -> str:
    """A record as text, one key to a line. A file of it is UTF-8 (see `encoded`)."""
    lines = [
        f"  {json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in document.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def encoded(document: Mapping[str, object]) -> bytes:
    """A record as the bytes of a file."""
    # A lone surrogate, which JSON can hold but UTF-8 can't, is written as JSON's own escape.
    return written(document).encode("utf-8", "backslashreplace")


def parse(text: str | bytes) -> dict[str, object]:
    try:
        document = json.loads(
            text,
            object_pairs_hook=_object_without_doubles,
            parse_float=_finite_float,
            parse_int=_whole_number,
            parse_constant=_refuse_constant,
        )
    except RecordError:
        raise
    except RecursionError:
        raise RecordError(_TOO_DEEP) from None
    except UnicodeDecodeError:
        raise RecordError("not JSON: no text in UTF-8") from None
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from None
    _check_depth(document)
    return checked(document, dict, "the record")


def _object_without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError(f'the key "{key[:20]}" stands there twice')
        found[key] = value
    return found


def _check_depth(document: object) -> None:
    """What is nested deeper than this could be read, but not safely written again."""
    level = [document]
    for _ in range(_DEEPEST):
        inner = [part for part in level if isinstance(part, dict | list)]
        level = [child for part in inner for child in _children(part)]
        if not level:
            return
    raise RecordError(_TOO_DEEP)


def _children(part: dict[str, object] | list[object]) -> Iterable[object]:
    return part.values() if isinstance(part, dict) else part


def _whole_number(text: str) -> int:
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
    if key not in document:
        raise RecordError(f"{key}: missing")
    return checked(document[key], type_, key)


def play_moves(document: dict[str, object], play: Callable[[str], object]) -> None:
    """Play the moves of a record one by one; RecordError names the one that can't be played."""
    for number, move in enumerate(read(document, "moves", list), start=1):
        text = checked(move, str, f"move {number}")
        try:
            play(text)
        except RulesError as error:
            raise RecordError(f"move {number} ({_cut(text, 80)}): {error}") from None


def checked(value: object, type_: type[_T], field: str) -> _T:
    if not isinstance(value, type_) or isinstance(value, bool):
        raise RecordError(f"{field}: {short(value)} instead of {_JSON_TYPES[type_]}")
    return value


def all_of(value: object, type_: type[_T], field: str) -> list[_T]:
    """A list of nothing but values of one type."""
    return [checked(entry, type_, f"{field}: an entry") for entry in checked(value, list, field)]


def short(value: object) -> str:
    return _cut(json.dumps(value, ensure_ascii=False), 40)


def _cut(text: str, longest: int) -> str:
    """A record may have anything in it, but nobody reads pages of it."""
    return text if len(text) <= longest else text[:longest] + "..."
