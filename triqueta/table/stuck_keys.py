"""What is said about keys that can't be used."""

from __future__ import annotations

from triqueta.screens.phrases import Text, say
from triqueta.table.events import Key


def stuck(key: Key) -> Text:
    """What is said when a key was down before anybody could have pressed it."""
    if key.is_petal:
        return say("Petal key {number} is stuck", number=key.number)
    return say("Soft key {number} is stuck", number=key.number)
