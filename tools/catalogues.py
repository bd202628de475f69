"""The translations: what has to be translated, and the catalogues that hold it.

`.venv/bin/python -m tools.catalogues` brings the catalogues up to date: new phrases are
added to each `.po` without a translation, phrases no longer said are dropped, and the `.mo`
files that the program reads are made anew. A test fails until every phrase has a translation.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import escape, read_po

import triqueta
from triqueta.screens.phrases import LOCALE, Language

TRANSLATED = [language for language in Language if language is not Language.ENGLISH]
PACKAGE = Path(triqueta.__file__).parent
HOUSE = Path(LOCALE)
GAMES = sorted(PACKAGE.glob("games/*/locale"))
LOCALES = (HOUSE, *GAMES)
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)  # the same phrases make the same file


def phrases_said(locale: Path = HOUSE) -> list[str]:
    """What the catalogues of the house, or of a game, have to hold."""
    house = _phrases_in(PACKAGE / "screens", PACKAGE / "table", PACKAGE / "stations")
    if locale == HOUSE:
        return house
    return [phrase for phrase in _phrases_in(locale.parent) if phrase not in house]


def _phrases_in(*folders: Path) -> list[str]:
    """All texts that stand in calls of `say`, in the order of the files."""
    found: dict[str, None] = {}
    for folder in folders:
        for _, _, message, _, _ in extract_from_dir(folder, keywords={"say": None}):
            found[str(message)] = None
    return list(found)


def catalogue_file(locale: Path, language: Language, suffix: str) -> Path:
    return locale / language / "LC_MESSAGES" / f"triqueta{suffix}"


def read_catalogue(locale: Path, language: Language) -> Catalog:
    with catalogue_file(locale, language, ".po").open("rb") as file:
        return read_po(file, locale=language.value)


def translations_known(language: Language) -> dict[str, str]:
    """Also those of other catalogues: a phrase that moves takes its translation along."""
    return {
        str(entry.id): str(entry.string)
        for locale in LOCALES
        if catalogue_file(locale, language, ".po").exists()
        for entry in read_catalogue(locale, language)
        if entry.string
    }


def update(locale: Path, language: Language, known: dict[str, str]) -> None:
    lines = ['msgid ""', 'msgstr ""', f'"Language: {language}\\n"']
    lines += ['"Content-Type: text/plain; charset=utf-8\\n"', ""]
    for phrase in phrases_said(locale):
        lines += [f"msgid {escape(phrase)}", f"msgstr {escape(known.get(phrase, ''))}", ""]
    file = catalogue_file(locale, language, ".po")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines), "utf-8")
    catalogue = read_catalogue(locale, language)
    catalogue.creation_date = catalogue.revision_date = LONG_AGO
    with catalogue_file(locale, language, ".mo").open("wb") as compiled:
        write_mo(compiled, catalogue)


if __name__ == "__main__":
    for language in TRANSLATED:
        known = translations_known(language)
        for locale in LOCALES:
            update(locale, language, known)
