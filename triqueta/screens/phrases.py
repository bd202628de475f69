"""What is said to the players: phrases that know how to be said in each language.

A phrase is its English text with places for names and numbers. The flow and the screens speak
in phrases only; which language it is gets decided when a picture is drawn.
"""

from __future__ import annotations

import gettext
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

LOCALE = str(Path(__file__).parent / "locale")
_SAID_LATELY = 512  # more than a table shows at once


class Language(StrEnum):
    ENGLISH = "en"
    FRENCH = "fr"
    GERMAN = "de"

    __hash__ = str.__hash__  # Enum's own is written in Python, and every text is looked up by it

    @property
    def own_name(self) -> str:
        return {"en": "English", "fr": "Français", "de": "Deutsch"}[self.value]


class Phrase(NamedTuple):
    """An English text, what fills the places in it, and where its translations are.

    A tuple, since every key makes and compares dozens of them.
    """

    english: str
    values: tuple[tuple[str, Text], ...] = ()
    locale: str = LOCALE


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
    return _said_lately(text, language) if isinstance(text, Phrase) else str(text)


@cache
def _translated(english: str, locale: str, language: Language) -> str:
    """Looked up once: all English texts stand in the program, so that there are not many."""
    return catalogue(locale, language).gettext(english)


@lru_cache(maxsize=_SAID_LATELY)
def _said_lately(phrase: Phrase, language: Language) -> str:
    """Most of what a key's screens and pages say is the same as before."""
    text = _translated(phrase.english, phrase.locale, language)
    return text.format(**{name: said(value, language) for name, value in phrase.values})


@cache
def catalogue(locale: str, language: Language) -> gettext.NullTranslations:
    if language is Language.ENGLISH:
        return gettext.NullTranslations()
    found = gettext.translation("triqueta", locale, [language.value])
    if locale != LOCALE:
        found.add_fallback(catalogue(LOCALE, language))
    return found
