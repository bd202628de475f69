"""Collect the texts to translate, and update the translation catalogues.

`.venv/bin/python -m tools.catalogues` adds new phrases to each `.po` file without a translation,
removes phrases that the program no longer uses, and compiles the `.mo` files that the program
reads. It creates empty catalogues for a new language. A test fails until every phrase has a
translation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import triqueta
from triqueta.screens.phrases import LOCALE, Language

TRANSLATED = [language for language in Language if language is not Language.ENGLISH]
PACKAGE = Path(triqueta.__file__).parent
CORE = Path(LOCALE)
GAMES = sorted(PACKAGE.glob("games/*/locale"))
LOCALES = (CORE, *GAMES)
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)  # fixed, so that equal phrases make equal files

Forms: TypeAlias = tuple[str, ...]
"""The text of a phrase, or its plural forms: two in English, one or more in other languages."""

_KEYWORDS = {"say": None, "say_n": (1, 2)}


def phrases_said(locale: Path = CORE) -> list[Forms]:
    """Return the phrases that belong in the core's catalogues, or in those of a game."""
    core = _phrases_in(PACKAGE / "screens", PACKAGE / "table", PACKAGE / "stations")
    if locale == CORE:
        return list(core)
    return [phrase for phrase in _phrases_in(locale.parent) if phrase not in core]


@cache
def _phrases_in(*folders: Path) -> tuple[Forms, ...]:
    """Return all texts in calls of `say` and `say_n`, in file order, without duplicates."""
    found: dict[Forms, None] = {}
    for folder in folders:
        for _, _, message, _, _ in extract_from_dir(folder, keywords=_KEYWORDS):
            found[forms(message)] = None
    return tuple(found)


def forms(text: str | Iterable[str] | None) -> Forms:
    """Return Babel's message or translation as a tuple of its forms."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def catalogue_file(locale: Path, language: Language, suffix: str) -> Path:
    return locale / language / "LC_MESSAGES" / f"triqueta{suffix}"


def read_catalogue(locale: Path, language: Language) -> Catalog:
    with catalogue_file(locale, language, ".po").open("rb") as file:
        return read_po(file, locale=language.value)


def translations_in(locale: Path, language: Language) -> dict[Forms, Forms]:
    """Return the translations in a catalogue. A missing translation is an empty text."""
    entries = read_catalogue(locale, language)
    return {forms(entry.id): forms(entry.string) for entry in entries if entry.id}


def translations_known(locale: Path, language: Language) -> dict[Forms, Forms]:
    """Return the translations for the catalogue in `locale`: its own, then those of the others.

    A phrase that moves to another catalogue keeps its translation. Two games may translate the
    same English word differently.
    """
    return {
        phrase: translation
        for source in (*(other for other in LOCALES if other != locale), locale)
        if catalogue_file(source, language, ".po").exists()
        for phrase, translation in translations_in(source, language).items()
        if any(translation)
    }


def write_catalogue(
    locale: Path, language: Language, phrases: Iterable[Forms], known: Mapping[Forms, Forms]
) -> None:
    """Write the `.po` and `.mo` files for `phrases`, with the translations in `known`."""
    catalogue = Catalog(
        language.value, fuzzy=False, creation_date=LONG_AGO, revision_date=LONG_AGO
    )
    for phrase in phrases:
        translation = known.get(phrase, ("",))
        if len(phrase) == 1:
            catalogue.add(phrase[0], translation[0])
        else:
            catalogue.add(phrase, translation)
    source = catalogue_file(locale, language, ".po")
    source.parent.mkdir(parents=True, exist_ok=True)
    with source.open("wb") as file:
        file.write(_header(catalogue).encode())
        write_po(file, catalogue, width=0, omit_header=True)
    with catalogue_file(locale, language, ".mo").open("wb") as file:
        write_mo(file, catalogue)


def _header(catalogue: Catalog) -> str:
    """Return a header with the fields that `gettext` needs. Babel's also has names and dates."""
    fields = ("Language", "Content-Type", "Plural-Forms")
    lines = [f'"{name}: {value}\\n"' for name, value in catalogue.mime_headers if name in fields]
    return "\n".join(['msgid ""', 'msgstr ""', *lines, "", ""])


if __name__ == "__main__":
    for language in TRANSLATED:
        known = {locale: translations_known(locale, language) for locale in LOCALES}
        for locale in LOCALES:
            write_catalogue(locale, language, phrases_said(locale), known[locale])
