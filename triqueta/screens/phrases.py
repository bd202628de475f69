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
    """A language of the device: its code, and what its speakers call it."""

    own_name: str

    ENGLISH = "en", "English"
    FRENCH = "fr", "Français"
    GERMAN = "de", "Deutsch"

    def __new__(cls, code: str, own_name: str = "") -> Language:
        language = str.__new__(cls, code)
        language._value_ = code
        language.own_name = own_name
        return language

    __hash__ = str.__hash__  # Enum's own is written in Python, and every text is looked up by it


class Phrase(NamedTuple):
    """An English text, what fills the places in it, and where its translations are.

    A tuple, since every key makes and compares dozens of them.
    """

    english: str
    values: tuple[tuple[str, Text], ...] = ()
    locale: str = LOCALE


class PluralPhrase(NamedTuple):
    """A phrase whose form depends on `n`, which also fills the place `{n}` in it.

    A type of its own, so that phrases without a plural have no field more to be hashed.
    """

    singular: str
    plural: str
    n: int
    values: tuple[tuple[str, Text], ...] = ()
    locale: str = LOCALE


Text: TypeAlias = str | int | Phrase | PluralPhrase
"""A phrase to be translated, or a name or number that reads the same everywhere."""


def say(english: str, **values: Text) -> Phrase:
    """A phrase; the catalogues are made of all texts that stand in calls of this function."""
    return Phrase(english, tuple(values.items())) if values else _plain(english, LOCALE)


def say_n(singular: str, plural: str, n: int, **values: Text) -> PluralPhrase:
    """Return a phrase in the form that its language has for `n`.

    `say_n("{n} tile", "{n} tiles", 3)` reads "3 tiles".
    """
    return PluralPhrase(singular, plural, n, tuple(values.items()))


@cache
def _plain(english: str, locale: str) -> Phrase:
    """Most phrases have no places to fill: each of those is made once."""
    return Phrase(english, (), locale)


class Say(Protocol):
    def __call__(self, english: str, **values: Text) -> Phrase: ...


class SayN(Protocol):
    def __call__(self, singular: str, plural: str, n: int, **values: Text) -> PluralPhrase: ...


def speaker(folder: Path) -> Say:
    """A `say` for the words of a game: its catalogues lie in `folder`, the house's behind them."""
    locale = str(folder)

    def say(english: str, **values: Text) -> Phrase:
        if not values:
            return _plain(english, locale)
        return Phrase(english, tuple(values.items()), locale)

    return say


def plural_speaker(folder: Path) -> SayN:
    """Return a `say_n` for the words of a game, as `speaker` returns its `say`."""
    locale = str(folder)

    def say_n(singular: str, plural: str, n: int, **values: Text) -> PluralPhrase:
        return PluralPhrase(singular, plural, n, tuple(values.items()), locale)

    return say_n


def said(text: Text, language: Language) -> str:
    """Return a text in a language, its places filled."""
    # Both kinds of phrases are tuples. Asking for that takes no longer than asking for one kind.
    return _said_lately(text, language) if isinstance(text, tuple) else _with_minus(text)


def _with_minus(text: str | int) -> str:
    """Return a number with a minus sign instead of a hyphen; a name stays as it is."""
    return text if isinstance(text, str) else str(text).replace("-", "−")


@cache
def _translated(english: str, locale: str, language: Language) -> str:
    """Looked up once: all English texts stand in the program, so that there are not many."""
    return catalogue(locale, language).gettext(english)


@lru_cache(maxsize=_SAID_LATELY)
def _said_lately(phrase: Phrase | PluralPhrase, language: Language) -> str:
    """Most of what a key's screens and pages say is the same as before."""
    values = {name: said(value, language) for name, value in phrase.values}
    if isinstance(phrase, Phrase):
        return _translated(phrase.english, phrase.locale, language).format(**values)
    forms = catalogue(phrase.locale, language)
    form = forms.ngettext(phrase.singular, phrase.plural, abs(phrase.n))  # -1 point, -2 points
    return form.format(n=_with_minus(phrase.n), **values)


@cache
def catalogue(locale: str, language: Language) -> gettext.NullTranslations:
    """Return the translations of a language; where there are none, phrases stay in English.

    A language may be newer than a game that was installed by itself.
    """
    if language is Language.ENGLISH:
        return gettext.NullTranslations()
    found = gettext.translation("triqueta", locale, [language.value], fallback=True)
    if locale != LOCALE:
        found.add_fallback(catalogue(LOCALE, language))
    return found
