"""The translations: what has to be translated, and the catalogues that hold it.

`.venv/bin/python -m tests.screens.catalogues` brings the catalogues up to date: new phrases are
added to each `.po` without a translation, phrases no longer said are dropped, and the `.mo`
files that the program reads are made anew. A test fails until every phrase has a translation.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import escape, read_po

import triqueta
from triqueta.screens.phrases import LOCALE, Language

TRANSLATED = [language for language in Language if language is not Language.ENGLISH]


def phrases_said() -> list[str]:
    """All texts that stand in calls of `say`, in the order of the files."""
    found: dict[str, None] = {}
    for folder in ("screens", "table"):
        path = Path(triqueta.__file__).parent / folder
        for _, _, message, _, _ in extract_from_dir(path, keywords={"say": None}):
            found[str(message)] = None
    return list(found)


def catalogue_file(language: Language, suffix: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"triqueta{suffix}"


def read_catalogue(language: Language) -> Catalog:
    with catalogue_file(language, ".po").open("rb") as file:
        return read_po(file, locale=language.value)


def update(language: Language) -> None:
    known = read_catalogue(language)
    lines = ['msgid ""', 'msgstr ""', f'"Language: {language}\\n"']
    lines += ['"Content-Type: text/plain; charset=utf-8\\n"', ""]
    for phrase in phrases_said():
        entry = known.get(phrase)
        translation = str(entry.string) if entry else ""
        lines += [f"msgid {escape(phrase)}", f"msgstr {escape(translation)}", ""]
    catalogue_file(language, ".po").write_text("\n".join(lines), "utf-8")
    with catalogue_file(language, ".mo").open("wb") as file:
        write_mo(file, read_catalogue(language))


if __name__ == "__main__":
    for language in TRANSLATED:
        update(language)
