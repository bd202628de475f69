"""Views as JSON: named tuples and dataclasses of texts, numbers and other views.

The fields keep their names, so that a page and the program speak of the same things.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from triqueta.screens.phrases import Language, Phrase, PluralPhrase, said_unbroken

_JSON_NAMES = {"copies": "count", "for_": "for", "return_": "return"}  # taken names in Python


def document(value: object, language: Language) -> object:
    """Return a view as an object for `json.dumps`, with its texts in a language."""
    if isinstance(value, Phrase | PluralPhrase):
        return said_unbroken(value, language)
    if value is None or isinstance(value, str | int | float):
        return value
    if (isinstance(value, tuple) and hasattr(value, "_fields")) or is_dataclass(value):
        return as_fields(value, language)
    if isinstance(value, Iterable):
        return [document(part, language) for part in value]
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def as_fields(view: Any, language: Language) -> dict[str, object]:
    """Return the fields of a dataclass or a named tuple by their names in JSON."""
    kind: Any = type(view)
    names = _field_names(kind)
    return {json_name: document(getattr(view, name), language) for name, json_name in names}


@cache
def _field_names(kind: Any) -> tuple[tuple[str, str], ...]:
    """Return the fields of a dataclass or a named tuple, each with its name in JSON."""
    found: Iterable[str] = getattr(kind, "_fields", ())
    if is_dataclass(kind):
        found = (field.name for field in fields(kind))
    return tuple((name, _JSON_NAMES.get(name, name)) for name in found)
