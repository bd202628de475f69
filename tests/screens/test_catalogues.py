"""Every phrase has a translation that keeps its places, and the program reads the newest."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from tools.catalogues import GAMES, HOUSE, LOCALES, TRANSLATED, phrases_said, read_catalogue
from triqueta.games.triqueta.words import say as tell
from triqueta.screens.art import can_show
from triqueta.screens.phrases import Language, Phrase, catalogue, said, say


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("locale", LOCALES, ids=lambda locale: locale.parent.name)
def test_every_phrase_is_translated_and_no_other(locale: Path, language: Language) -> None:
    translations = {str(entry.id): str(entry.string) for entry in read_catalogue(locale, language)}
    translations.pop("", None)
    assert list(translations) == phrases_said(locale)
    assert [phrase for phrase, text in translations.items() if not text] == []


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("locale", LOCALES, ids=lambda locale: locale.parent.name)
def test_translations_keep_the_places_and_can_be_drawn(locale: Path, language: Language) -> None:
    for entry in read_catalogue(locale, language):
        if entry.id:
            assert places(str(entry.string)) == places(str(entry.id)), entry.id
            assert can_show(str(entry.string)), entry.string


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("locale", LOCALES, ids=lambda locale: locale.parent.name)
def test_the_compiled_catalogue_is_up_to_date(locale: Path, language: Language) -> None:
    compiled = catalogue(str(locale), language)
    for entry in read_catalogue(locale, language):
        if entry.id:
            assert compiled.gettext(str(entry.id)) == entry.string


def test_all_english_texts_can_be_drawn() -> None:
    said = [phrase for locale in LOCALES for phrase in phrases_said(locale)]
    assert [phrase for phrase in said if not can_show(phrase)] == []


def test_a_phrase_within_a_phrase_is_translated_too() -> None:
    phrase = tell("shadow: {animal}", animal=tell("wolf"))
    assert said(phrase, Language.FRENCH) == "ombre : loup"
    assert said(phrase, Language.ENGLISH) == "shadow: wolf"
    assert isinstance(phrase, Phrase)


def test_a_game_speaks_with_the_words_of_the_house_too() -> None:
    assert GAMES
    assert "Menu" in phrases_said(HOUSE)
    assert said(tell("Back"), Language.GERMAN) == said(say("Back"), Language.GERMAN) == "Zurück"
