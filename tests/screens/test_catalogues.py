"""Every phrase has a translation that keeps its places, and the program reads the newest."""

from __future__ import annotations

import string

import pytest

from tests.screens.catalogues import TRANSLATED, phrases_said, read_catalogue
from triqueta.screens.art import can_show
from triqueta.screens.phrases import Language, Phrase, _catalogue, said, say


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_phrase_is_translated_and_no_other(language: Language) -> None:
    translations = {str(entry.id): str(entry.string) for entry in read_catalogue(language)}
    translations.pop("", None)
    assert list(translations) == phrases_said()
    assert [phrase for phrase, text in translations.items() if not text] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_the_places_and_can_be_drawn(language: Language) -> None:
    for entry in read_catalogue(language):
        if entry.id:
            assert places(str(entry.string)) == places(str(entry.id)), entry.id
            assert can_show(str(entry.string)), entry.string


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_up_to_date(language: Language) -> None:
    compiled = _catalogue(language)
    for entry in read_catalogue(language):
        if entry.id:
            assert compiled.gettext(str(entry.id)) == entry.string


def test_all_english_texts_can_be_drawn() -> None:
    assert [phrase for phrase in phrases_said() if not can_show(phrase)] == []


def test_a_phrase_within_a_phrase_is_translated_too() -> None:
    phrase = say("shadow: {animal}", animal=say("wolf"))
    assert phrase.said_in(Language.FRENCH) == "ombre : loup"
    assert said(phrase, Language.ENGLISH) == "shadow: wolf"
    assert isinstance(phrase, Phrase)
