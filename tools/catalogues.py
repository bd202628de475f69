"""The translations: what has to be translated, and the catalogues that hold it.

`.venv/bin/python -m tools.catalogues` brings the catalogues up to date: new phrases are added to
each `.po` without a translation, phrases no longer said are dropped, and the `.mo` files that the
program reads are compiled. A language without catalogues gets them, with nothing translated. A
test fails until every phrase has a translation.
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
HOUSE = Path(LOCALE)
GAMES = sorted(PACKAGE.glob("games/*/locale"))
LOCALES = (HOUSE, *GAMES)
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)  # the same phrases make the same file

Forms: TypeAlias = tuple[str, ...]
"""The text of a phrase, or its forms: in English singular and plural, elsewhere one or more."""

_KEYWORDS = {"say": None, "say_n": (1, 2)}


def phrases_said(locale: Path = HOUSE) -> list[Forms]:
    """Return what the catalogues of the house, or of a game, have to hold."""
    house = _phrases_in(PACKAGE / "screens", PACKAGE / "table", PACKAGE / "stations")
    if locale == HOUSE:
        return list(house)
    return [phrase for phrase in _phrases_in(locale.parent) if phrase not in house]


@cache
def _phrases_in(*folders: Path) -> tuple[Forms, ...]:
    """Return all texts that stand in calls of `say` and `say_n`, in the order of the files."""
    found: dict[Forms, None] = {}
    for folder in folders:
        for _, _, message, _, _ in extract_from_dir(folder, keywords=_KEYWORDS):
            found[forms(message)] = None
    return tuple(found)


def forms(text: str | Iterable[str] | None) -> Forms:
    """Return the forms of a message or of its translation, as Babel has them."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def catalogue_file(locale: Path, language: Language, suffix: str) -> Path:
    return locale / language / "LC_MESSAGES" / f"triqueta{suffix}"


def read_catalogue(locale: Path, language: Language) -> Catalog:
    with catalogue_file(locale, language, ".po").open("rb") as file:
        return read_po(file, locale=language.value)


def translations_in(locale: Path, language: Language) -> dict[Forms, Forms]:
    """Return the translations of a catalogue; of a phrase without one, empty texts."""
    entries = read_catalogue(locale, language)
    return {forms(entry.id): forms(entry.string) for entry in entries if entry.id}


def translations_known(language: Language) -> dict[Forms, Forms]:
    """Also those of other catalogues: a phrase that moves takes its translation along."""
    return {
        phrase: translation
        for locale in LOCALES
        if catalogue_file(locale, language, ".po").exists()
        for phrase, translation in translations_in(locale, language).items()
        if any(translation)
    }


def write_catalogue(
    locale: Path, language: Language, phrases: Iterable[Forms], known: Mapping[Forms, Forms]
) -> None:
    """Write the `.po` and `.mo` of `phrases`, with those translations that are known."""
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
    """Return what `gettext` needs to know. Babel's own header also names people and dates."""
    fields = ("Language", "Content-Type", "Plural-Forms")
    lines = [f'"{name}: {value}\\n"' for name, value in catalogue.mime_headers if name in fields]
    return "\n".join(['msgid ""', 'msgstr ""', *lines, "", ""])


if __name__ == "__main__":
    for language in TRANSLATED:
        known = translations_known(language)
        for locale in LOCALES:
            write_catalogue(locale, language, phrases_said(locale), known)
