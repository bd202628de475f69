"""What is said to the players: phrases that know how to be said in each language.

A phrase is its English text with places for names and numbers. The flow and the screens speak
in phrases only; which language it is gets decided when a picture is drawn.
"""

from __future__ import annotations

import gettext
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TypeAlias

LOCALE = Path(__file__).parent / "locale"


class Language(StrEnum):
    ENGLISH = "en"
    FRENCH = "fr"
    GERMAN = "de"

    @property
    def own_name(self) -> str:
        return {"en": "English", "fr": "Français", "de": "Deutsch"}[self.value]


@dataclass(frozen=True, slots=True)
class Phrase:
    """An English text, and what fills the places in it."""

    english: str
    values: tuple[tuple[str, Text], ...] = ()

    def said_in(self, language: Language) -> str:
        text = _catalogue(language).gettext(self.english)
        return text.format(**{name: said(value, language) for name, value in self.values})


Text: TypeAlias = str | int | Phrase
"""A phrase to be translated, or a name or number that reads the same everywhere."""


def say(english: str, **values: Text) -> Phrase:
    """A phrase; the catalogues are made of all texts that stand in calls of this function."""
    return Phrase(english, tuple(values.items()))


def said(text: Text, language: Language) -> str:
    return text.said_in(language) if isinstance(text, Phrase) else str(text)


@cache
def _catalogue(language: Language) -> gettext.NullTranslations:
    if language is Language.ENGLISH:
        return gettext.NullTranslations()
    return gettext.translation("triqueta", LOCALE, [language.value])
