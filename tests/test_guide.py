"""The player's guide: a page per game and language, which quotes the screens."""

from __future__ import annotations

import re
import tomllib
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import DictionaryObject

from docs.guide import page
from docs.guide.page import make, path_of, texts_of
from docs.guide.screens import (
    MOMENTS,
    MOMENTS_OF_ETTANA,
    MOMENTS_OF_ZATRE,
    pictures,
    pictures_of_ettana,
    pictures_of_zatre,
)
from docs.guide.sheet import DoesNotFitError
from tests.profiles import first
from tools.catalogues import LOCALES, phrases_said, translations_in
from triqueta.screens.phrases import Language

A4 = (210, 297)
MM = 72 / 25.4


def kept(language: Language) -> list[PageObject]:
    return list(PdfReader(path_of(language)).pages)


def _drawn(page: PageObject) -> bytes:
    contents = page.get_contents()
    assert contents is not None
    return contents.get_data()


@pytest.mark.parametrize("language", first(list(Language)))
def test_it_is_up_to_date(language: Language) -> None:
    """The bytes may differ: how a font is packed depends on the library's version."""
    remade = list(PdfReader(BytesIO(make(language))).pages)
    for found, made in zip(kept(language), remade, strict=True):
        assert _drawn(found) == _drawn(made), "make the guide again"
        assert [image.data for image in found.images] == [image.data for image in made.images]
        assert found.extract_text() == made.extract_text()


def _fonts(page: PageObject) -> DictionaryObject:
    resources = page["/Resources"]
    assert isinstance(resources, DictionaryObject)
    fonts = resources["/Font"]
    assert isinstance(fonts, DictionaryObject)
    return fonts


@pytest.mark.parametrize("language", Language)
def test_each_game_has_one_page_of_a4_with_its_fonts(language: Language) -> None:
    assert path_of(language).stat().st_size < 300_000
    pages = kept(language)
    assert len(pages) == 3
    for page_of_game in pages:
        box = page_of_game.mediabox
        assert (round(box.width / MM), round(box.height / MM)) == A4
        fonts = [font.get_object() for font in _fonts(page_of_game).values()]
        described = [font["/DescendantFonts"][0].get_object()["/FontDescriptor"] for font in fonts]
        assert len(described) == 2
        assert all("/FontFile2" in font.get_object() for font in described)


@pytest.mark.parametrize("language", Language)
def test_every_word_of_its_text_is_on_its_page(language: Language) -> None:
    def squeezed(text: str) -> str:
        return re.sub(r"[\s*-]", "", text)

    of_triqueta, *of_guests = (squeezed(found.extract_text()) for found in kept(language))
    texts = texts_of(language)
    for guest, found in zip(("zatre", "ettana"), of_guests, strict=True):
        for text in all_texts(texts.pop(guest)):
            assert squeezed(text) in found
    for text in all_texts(texts):
        assert squeezed(text) in of_triqueta


@pytest.mark.parametrize("language", Language)
def test_what_it_quotes_is_on_the_screens(language: Language) -> None:
    said = phrases(language)
    quoted = re.findall(r"\*\*(.+?)\*\*", " ".join(all_texts(texts_of(language))))
    assert len(quoted) > 15
    for words in quoted:
        plain = words.replace("\N{NO-BREAK SPACE}", " ")
        assert any(re.fullmatch(phrase, plain) for phrase in said), f"no screen says {words}"


def phrases(language: Language) -> list[str]:
    """Return regular expressions for what the screens say, with numbers for placeholders."""
    if language is Language.ENGLISH:
        said = [forms for locale in LOCALES for forms in phrases_said(locale)]
    else:
        said = [
            forms for locale in LOCALES for forms in translations_in(locale, language).values()
        ]
    plain = [text.replace("\N{NO-BREAK SPACE}", " ") for forms in said for text in forms]
    return [re.sub(r"\\\{\w+\\\}", r"\\d+", re.escape(phrase)) for phrase in plain]


def test_an_installed_table_has_it_in_every_language() -> None:
    project = tomllib.loads(
        Path(__file__).parents[1].joinpath("pyproject.toml").read_text("utf-8")
    )
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    for language in Language:
        name = path_of(language).name
        assert included[f"docs/guide/{name}"] == f"triqueta/guide/{name}"


def test_all_languages_say_the_same_things() -> None:
    shapes = [shape(texts_of(language)) for language in Language]
    assert all(one == other for one, other in pairwise(shapes))


def shape(part: object) -> object:
    if isinstance(part, dict):
        return {key: shape(value) for key, value in part.items()}
    return len(part) if isinstance(part, list) else "text"


def all_texts(part: Any) -> list[str]:
    if isinstance(part, str):
        return [part]
    parts = part.values() if isinstance(part, dict) else part
    return [text for inner in parts for text in all_texts(inner)]


def test_its_pictures_differ_from_each_other_and_between_languages() -> None:
    for found, moments in (
        (pictures, MOMENTS),
        (pictures_of_zatre, MOMENTS_OF_ZATRE),
        (pictures_of_ettana, MOMENTS_OF_ETTANA),
    ):
        shown = {image.tobytes() for language in Language for image in found(language).values()}
        assert len(shown) == len(moments) * len(Language)


@pytest.mark.full
def test_the_same_sources_make_the_same_file() -> None:
    assert make(Language.FRENCH) == make(Language.FRENCH)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"wolves": {"title": "", "text": "much " * 400}}, r"\d+ mm too long for one page"),
        (
            {"wolves": {"title": "Much too long for a heading", "text": ""}},
            "heading .* is too long",
        ),
        ({"points_text": "much " * 60}, "points has more than three lines"),
        ({"zatre": {"signs": {"title": "", "text": "much " * 400}}}, "too long for one page"),
        ({"zatre": {"points_text": "much " * 80}}, "points has more than three lines"),
        ({"ettana": {"cards": {"title": "", "text": "much " * 400}}}, "too long for one page"),
        ({"ettana": {"prices": ["card", "much too long a price", "swap"]}}, "price .* too long"),
    ],
)
def test_what_does_not_fit_is_refused(
    change: dict[str, Any], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = texts_of(Language.ENGLISH)
    guests = {name: texts[name] | change.get(name, {}) for name in ("zatre", "ettana")}
    texts |= change | guests
    monkeypatch.setattr(page, "texts_of", lambda _: texts)
    with pytest.raises(DoesNotFitError, match=complaint):
        make(Language.ENGLISH)
