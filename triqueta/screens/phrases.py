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
from typing import Protocol, TypeAlias

LOCALE = str(Path(__file__).parent / "locale")


class Language(StrEnum):
    ENGLISH = "en"
    FRENCH = "fr"
    GERMAN = "de"

    @property
    def own_name(self) -> str:
        return {"en": "English", "fr": "Français", "de": "Deutsch"}[self.value]


@dataclass(frozen=True, slots=True)
class Phrase:
    """An English text, what fills the places in it, and where its translations are."""

    english: str
    values: tuple[tuple[str, Text], ...] = ()
    locale: str = LOCALE

    def said_in(self, language: Language) -> str:
        if not self.values:
            return _said_plainly(self.english, self.locale, language)
        text = _translated(self.english, self.locale, language)
        return text.format(**{name: said(value, language) for name, value in self.values})


Text: TypeAlias = str | int | Phrase
"""A phrase to be translated, or a name or number that reads the same everywhere."""


def say(english: str, **values: Text) -> Phrase:
    """A phrase; the catalogues are made of all texts that stand in calls of this function."""
    return Phrase(english, tuple(values.items())) if values else _plain(english, LOCALE)


@cache
def _plain(english: str, locale: str) -> Phrase:
    """Most phrases have no places to fill: each of those is made once."""
    return Phrase(english, (), locale)


class Say(Protocol):
    def __call__(self, english: str, **values: Text) -> Phrase: ...


def speaker(folder: Path) -> Say:
    """A `say` for the words of a game: its catalogues lie in `folder`, the house's behind them."""
    locale = str(folder)

    def say(english: str, **values: Text) -> Phrase:
        if not values:
            return _plain(english, locale)
        return Phrase(english, tuple(values.items()), locale)

    return say


def said(text: Text, language: Language) -> str:
    return text.said_in(language) if isinstance(text, Phrase) else str(text)


@cache
def _translated(english: str, locale: str, language: Language) -> str:
    """Looked up once: all English texts stand in the program, so that there are not many."""
    return catalogue(locale, language).gettext(english)


@cache
def _said_plainly(english: str, locale: str, language: Language) -> str:
    return _translated(english, locale, language).format()


@cache
def catalogue(locale: str, language: Language) -> gettext.NullTranslations:
    if language is Language.ENGLISH:
        return gettext.NullTranslations()
    found = gettext.translation("triqueta", locale, [language.value])
    if locale != LOCALE:
        found.add_fallback(catalogue(LOCALE, language))
    return found
