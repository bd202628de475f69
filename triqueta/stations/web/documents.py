"""Views as JSON: named tuples and dataclasses of texts, numbers and other views.

The fields keep their names, so that a page and the program speak of the same things.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from triqueta.screens.phrases import Language, Phrase, PluralPhrase, said_unbroken

_JSON_NAMES = {"copies": "count", "for_": "for", "return_": "return"}  # taken names in Python
_NOTHING: Mapping[str, str] = MappingProxyType({})
_CACHED_PARTS = 1024  # more than the pages of five seats and the spectator view have


def as_json(value: Any, language: Language) -> str:
    """Return a view as JSON, with its texts in a language."""
    kind: Any = type(value)
    if kind is int:
        return repr(value)
    if value is None or isinstance(value, str | bool):
        return _quoted(value)
    if kind is Phrase or kind is PluralPhrase:
        return _said(value, language)
    if kind is tuple:
        return f"[{', '.join([as_json(part, language) for part in value])}]"
    if hasattr(value, "_fields"):
        return _cached(kind, value, language)
    return fields_as_json(value, language)


_quoted: Callable[[Any], str] = lru_cache(maxsize=_CACHED_PARTS)(json.dumps)


@lru_cache(maxsize=_CACHED_PARTS)
def _said(text: Any, language: Language) -> str:
    return json.dumps(said_unbroken(text, language))


@lru_cache(maxsize=_CACHED_PARTS)
def _cached(kind: object, part: Any, language: Language) -> str:
    """Return a part of a view as JSON. An event changes few parts.

    `kind` is the part's class: named tuples of different classes can be equal.
    """
    return fields_as_json(part, language)


def fields_as_json(view: Any, language: Language, instead: Mapping[str, str] = _NOTHING) -> str:
    """Return the fields of a named tuple or a dataclass as JSON.

    `instead` has the JSON of additional fields, and of those that are written differently.
    """
    kind: Any = type(view)
    parts = [
        f'"{json_name}": {as_json(getattr(view, name), language)}'
        for name, json_name in _field_names(kind)
        if json_name not in instead
    ]
    parts += [f'"{name}": {text}' for name, text in instead.items()]
    return f"{{{', '.join(parts)}}}"


@cache
def _field_names(kind: Any) -> tuple[tuple[str, str], ...]:
    """Return the fields of a dataclass or a named tuple, each with its name in JSON."""
    found: Iterable[str] = getattr(kind, "_fields", ())
    if is_dataclass(kind):
        found = (field.name for field in fields(kind))
    return tuple((name, _JSON_NAMES.get(name, name)) for name in found)
