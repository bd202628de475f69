"""Translatable texts for the players.

A phrase is an English text with placeholders for names and numbers. Scenes and screens only use
phrases; they are translated when a picture is drawn.
"""

from __future__ import annotations

import gettext
import re
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

LOCALE = str(Path(__file__).parent / "locale")
_PUNCTUATION_SPACE = re.compile(r" (?=[:;!?%»](?!\w))|(?<=«) ")
_CACHED_TEXTS = 512  # cached texts: more than a table shows at once


class Language(StrEnum):
    """A language of the device: its code, and its name in the language itself."""

    own_name: str

    ENGLISH = "en", "English"
    FRENCH = "fr", "Français"
    GERMAN = "de", "Deutsch"

    def __new__(cls, code: str, own_name: str = "") -> Language:
        language = str.__new__(cls, code)
        language._value_ = code
        language.own_name = own_name
        return language

    __hash__ = str.__hash__  # Enum's __hash__ is slow Python code, and every translation uses it


class Phrase(NamedTuple):
    """A translatable text: in English, the values of its placeholders, and its catalogues.

    This is a tuple for speed: each key press creates and compares dozens of phrases.
    """

    english: str
    values: tuple[tuple[str, Text], ...] = ()
    locale: str = LOCALE


class PluralPhrase(NamedTuple):
    """A phrase whose form depends on `n`, which also fills its placeholder `{n}`.

    This is a separate type, so that phrases without a plural have fewer fields to hash.
    """

    singular: str
    plural: str
    n: int
    values: tuple[tuple[str, Text], ...] = ()
    locale: str = LOCALE


Text: TypeAlias = str | int | Phrase | PluralPhrase
"""A translatable phrase, or a name or number that is the same in every language."""


def say(english: str, **values: Text) -> Phrase:
    """Return a phrase. The catalogues are extracted from the calls of this function."""
    return Phrase(english, tuple(values.items())) if values else _plain(english, LOCALE)


def say_n(singular: str, plural: str, n: int, **values: Text) -> PluralPhrase:
    """Return a phrase in the form that its language has for `n`.

    `say_n("{n} tile", "{n} tiles", 3)` reads "3 tiles".
    """
    return PluralPhrase(singular, plural, n, tuple(values.items()))


@cache
def _plain(english: str, locale: str) -> Phrase:
    """Return a phrase without placeholders, as most are. Each is created only once."""
    return Phrase(english, (), locale)


class Say(Protocol):
    def __call__(self, english: str, **values: Text) -> Phrase: ...


class SayN(Protocol):
    def __call__(self, singular: str, plural: str, n: int, **values: Text) -> PluralPhrase: ...


def speaker(folder: Path) -> Say:
    """Return a `say` for a game, whose catalogues are in `folder`.

    Texts that are missing there are looked up in the catalogues of the core.
    """
    locale = str(folder)

    def say(english: str, **values: Text) -> Phrase:
        if not values:
            return _plain(english, locale)
        return Phrase(english, tuple(values.items()), locale)

    return say


def plural_speaker(folder: Path) -> SayN:
    """Return a `say_n` for a game, as `speaker` returns its `say`."""
    locale = str(folder)

    def say_n(singular: str, plural: str, n: int, **values: Text) -> PluralPhrase:
        return PluralPhrase(singular, plural, n, tuple(values.items()), locale)

    return say_n


def said(text: Text, language: Language) -> str:
    """Return a text in a language, with its placeholders filled in."""
    # Both types of phrases are tuples. One check for tuples is faster than a check for each type.
    return _cached(text, language) if isinstance(text, tuple) else _with_minus(text)


def said_unbroken(text: Text, language: Language) -> str:
    """Return a translated text for a page, where no line may begin with " :" or " »".

    The catalogues have plain spaces, because the font of the small screens has no other ones.
    """
    return unbroken(said(text, language), language)


def unbroken(text: str, language: Language) -> str:
    """Return `text` so that no French line breaks at a space beside a punctuation mark."""
    if language is not Language.FRENCH:
        return text
    return _PUNCTUATION_SPACE.sub("\N{NO-BREAK SPACE}", text)


def _with_minus(text: str | int) -> str:
    """Return a number with a minus sign instead of a hyphen; a name stays as it is."""
    return text if isinstance(text, str) else str(text).replace("-", "−")


@cache
def _translated(english: str, locale: str, language: Language) -> str:
    """Look up a translation. The cache needs no limit: all English texts are in the program."""
    return catalogue(locale, language).gettext(english)


@lru_cache(maxsize=_CACHED_TEXTS)
def _cached(phrase: Phrase | PluralPhrase, language: Language) -> str:
    """Translate a phrase. Cached, because most texts stay the same from key to key."""
    values = {name: said(value, language) for name, value in phrase.values}
    if isinstance(phrase, Phrase):
        return _translated(phrase.english, phrase.locale, language).format(**values)
    forms = catalogue(phrase.locale, language)
    form = forms.ngettext(phrase.singular, phrase.plural, abs(phrase.n))  # -1 point, -2 points
    return form.format(n=_with_minus(phrase.n), **values)


@cache
def catalogue(locale: str, language: Language) -> gettext.NullTranslations:
    """Return the translations of a language. Phrases without a translation stay in English.

    The catalogue may be missing: a game that was installed separately can be older than the
    language.
    """
    if language is Language.ENGLISH:
        return gettext.NullTranslations()
    found = gettext.translation("triqueta", locale, [language.value], fallback=True)
    if locale != LOCALE:
        found.add_fallback(catalogue(LOCALE, language))
    return found
