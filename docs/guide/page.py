"""Lay out the guide: an A4 page for each game, from its texts and its pictures of screens."""

from __future__ import annotations

import tomllib
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from font_source_sans_pro import font_files_ttf
from fpdf import FPDF
from fpdf.fonts import TTFFont

from docs.guide import ettana_page, triqueta_page, zatre_page
from docs.guide.screens import pictures, pictures_of_ettana, pictures_of_zatre
from docs.guide.sheet import Sheet
from triqueta.screens.phrases import Language, unbroken

HERE = Path(__file__).parent
MADE = datetime(2026, 1, 1, tzinfo=UTC)  # fixed, so that equal sources make equal files


def texts_of(language: Language) -> dict[str, Any]:
    """Return the texts of Triqueta's page, and in `zatre` and `ettana` those of their pages."""
    text = (HERE / f"{language}.toml").read_text("utf-8")
    return tomllib.loads(unbroken(text, language))


def path_of(language: Language) -> Path:
    return HERE / f"guide-{language}.pdf"


def make(language: Language) -> bytes:
    with closing(Guide(language)) as guide:
        return bytes(guide.made().output())


class Guide:
    def __init__(self, language: Language) -> None:
        self._language = language
        self._texts = texts_of(language)
        self._pdf = FPDF(format="A4")
        self._pdf.set_creation_date(MADE)
        self._pdf.set_title(f"Triqueta: {self._texts['title']}")
        self._pdf.set_lang(str(language))
        self._pdf.set_auto_page_break(False)
        self._pdf.c_margin = 0
        self._pdf.add_font("guide", "", font_files_ttf["SourceSansPro"])
        self._pdf.add_font("guide", "B", font_files_ttf["SourceSansProBold"])

    def close(self) -> None:
        """Close the font files, which the library leaves open."""
        for font in self._pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()

    def made(self) -> FPDF:
        footer = {"footer": self._texts["footer"]}
        of_zatre, of_ettana = pictures_of_zatre(self._language), pictures_of_ettana(self._language)
        triqueta_page.draw(Sheet(self._pdf, self._texts, pictures(self._language)))
        zatre_page.draw(Sheet(self._pdf, {**self._texts["zatre"], **footer}, of_zatre))
        ettana_page.draw(Sheet(self._pdf, {**self._texts["ettana"], **footer}, of_ettana))
        return self._pdf
