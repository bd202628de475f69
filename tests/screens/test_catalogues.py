"""Tests that every phrase has a translation with its placeholders, in an up-to-date catalogue."""

from __future__ import annotations

import gettext
import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests.languages import new_language
from tools.catalogues import (
    CORE,
    GAMES,
    LOCALES,
    TRANSLATED,
    Forms,
    catalogue_file,
    phrases_said,
    translations_in,
    write_catalogue,
)
from triqueta.games.triqueta.words import say as tell
from triqueta.games.triqueta.words import say_n as tell_n
from triqueta.screens.art import can_show
from triqueta.screens.phrases import (
    Language,
    Phrase,
    PluralPhrase,
    catalogue,
    said,
    said_unbroken,
    say,
    say_n,
    speaker,
    unbroken,
)

each_catalogue = pytest.mark.parametrize(
    ("locale", "language"),
    [(locale, language) for language in TRANSLATED for locale in LOCALES],
    ids=lambda part: part.parent.name if isinstance(part, Path) else part,
)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def lost_places(phrase: Forms, translation: Forms) -> list[str]:
    """Return the forms of a translation that lack a placeholder or have an extra one.

    The first form may leave out the number, as an English singular does: "the only card".
    """
    first, *others = translation
    wrong = [form for form in others if places(form) != places(phrase[-1])]
    if places(first) not in [places(form) for form in phrase]:
        wrong.insert(0, first)
    return wrong


@each_catalogue
def test_every_phrase_is_translated_and_no_other(locale: Path, language: Language) -> None:
    translations = translations_in(locale, language)
    assert list(translations) == phrases_said(locale)
    assert [phrase for phrase, forms in translations.items() if not all(forms)] == []


@each_catalogue
def test_a_phrase_has_as_many_forms_as_its_language(locale: Path, language: Language) -> None:
    plurals = Catalog(language.value).num_plurals
    for phrase, translation in translations_in(locale, language).items():
        assert len(translation) == (plurals if len(phrase) > 1 else 1), phrase


@each_catalogue
def test_translations_keep_the_places_and_can_be_drawn(locale: Path, language: Language) -> None:
    for phrase, translation in translations_in(locale, language).items():
        assert lost_places(phrase, translation) == [], phrase
        assert [form for form in translation if not can_show(form)] == []


def test_a_lost_place_is_found_in_each_form() -> None:
    phrase = ("{n} tile of {name}", "{n} tiles of {name}")
    assert lost_places(phrase, ("{n} tuile de {name}", "{n} tuiles de {name}")) == []
    assert lost_places(phrase, ("tuile de {name}", "{n} tuiles")) == [
        "tuile de {name}",
        "{n} tuiles",
    ]
    assert lost_places(("the only card", "1 of {n} cards"), ("la seule", "1 sur {n}")) == []


@each_catalogue
def test_the_compiled_catalogue_is_up_to_date(locale: Path, language: Language) -> None:
    compiled = catalogue(str(locale), language)
    for phrase, translation in translations_in(locale, language).items():
        if len(phrase) == 1:
            assert (compiled.gettext(phrase[0]),) == translation
        else:
            found = {compiled.ngettext(phrase[0], phrase[1], n) for n in range(100)}
            assert found == set(translation)


@each_catalogue
def test_a_catalogue_says_how_its_language_counts(locale: Path, language: Language) -> None:
    written = catalogue_file(locale, language, ".po").read_text("utf-8")
    assert f'"Plural-Forms: {Catalog(language.value).plural_forms}\\n"' in written


def test_all_english_texts_can_be_drawn() -> None:
    said = [form for locale in LOCALES for phrase in phrases_said(locale) for form in phrase]
    assert [text for text in said if not can_show(text)] == []


@pytest.mark.parametrize("locale", LOCALES, ids=lambda locale: locale.parent.name)
def test_english_plurals_have_the_places_of_their_singulars(locale: Path) -> None:
    for phrase in phrases_said(locale):
        assert places(phrase[-1]) - {"n"} == places(phrase[0]) - {"n"}, phrase
        assert len(phrase) == 1 or "n" in places(phrase[-1]), phrase


def test_a_phrase_within_a_phrase_is_translated_too() -> None:
    phrase = tell("shadow {animal}", animal=tell("wolf"))
    assert said(phrase, Language.FRENCH) == "loup de l\u2019ombre"
    assert said(phrase, Language.ENGLISH) == "shadow wolf"
    assert isinstance(phrase, Phrase)


def test_a_game_also_uses_the_cores_catalogue() -> None:
    assert GAMES
    assert ("Menu",) in phrases_said(CORE)
    assert said(tell("Back"), Language.GERMAN) == said(say("Back"), Language.GERMAN) == "Zurück"


@pytest.mark.parametrize(
    ("language", "none", "one", "two"),
    [
        (Language.ENGLISH, "0 points", "1 point", "2 points"),
        (Language.FRENCH, "0 point", "1 point", "2 points"),
        (Language.GERMAN, "0 Punkte", "1 Punkt", "2 Punkte"),
    ],
)
def test_each_language_counts_in_its_own_way(
    language: Language, none: str, one: str, two: str
) -> None:
    counted = [said(tell_n("{n} point", "{n} points", n), language) for n in (0, 1, 2)]
    assert counted == [none, one, two]


def test_a_negative_number_has_the_form_of_its_amount() -> None:
    counted = [said(tell_n("{n} point", "{n} points", n), Language.FRENCH) for n in (-1, -2)]
    assert counted == ["−1 point", "−2 points"]


def test_a_plural_has_other_placeholders_and_the_cores_catalogue() -> None:
    phrase = tell_n("{n} of {tiles} is a wolf", "{n} of {tiles} are wolves", 1, tiles=tell("owl"))
    assert said(phrase, Language.GERMAN) == "1 von Eule ist ein Wolf"
    players = tell_n("{n} player", "{n} players", 1)
    assert said(players, Language.FRENCH) == "1 joueur"
    assert said(say_n("{n} player", "{n} players", 4), Language.FRENCH) == "4 joueurs"
    assert isinstance(players, PluralPhrase)


def test_a_game_without_catalogues_uses_english_and_the_cores_catalogue(
    tmp_path: Path,
) -> None:
    say_there = speaker(tmp_path)
    assert said(say_there("High card"), Language.GERMAN) == "High card"
    assert said(say_there("Back"), Language.GERMAN) == "Zurück"


def test_a_new_language_gets_catalogues_without_translations(tmp_path: Path) -> None:
    polish = new_language("pl", "Polski")
    for locale in (CORE, *GAMES):
        folder = tmp_path / locale.parent.name / "locale"
        write_catalogue(folder, polish, phrases_said(locale), {})
        empty = translations_in(folder, polish)
        assert list(empty) == phrases_said(locale)
        assert not any(form for forms in empty.values() for form in forms)
        assert {len(forms) for forms in empty.values()} <= {1, 3}  # Polish has three forms
        compiled = gettext.translation("triqueta", folder, ["pl"])
        assert compiled.gettext("Menu") == "Menu"


@pytest.mark.parametrize("language", Language)
def test_the_setting_for_the_shuffle_is_called_like_its_key(language: Language) -> None:
    key = said(say("Check the shuffle"), language)
    for setting in (say("Check the shuffle: yes"), say("Check the shuffle: no")):
        assert said(setting, language).startswith(key)


@pytest.mark.parametrize(
    ("language", "verb"), [("en", "Take"), ("fr", "Prendre"), ("de", "nehmen")]
)
def test_the_key_that_takes_a_row_has_a_verb(language: str, verb: str) -> None:
    assert verb in said(tell("Take row"), Language(language))


class TestUnbroken:
    def test_spaces_beside_french_punctuation_do_not_break(self) -> None:
        assert unbroken("Piocher : maintiens « Voir » !", Language.FRENCH) == (
            "Piocher\xa0: maintiens «\xa0Voir\xa0»\xa0!"
        )

    def test_other_spaces_stay(self) -> None:
        text = "Quelle rangée :1 ou 2"
        assert unbroken(text, Language.FRENCH) == text

    def test_only_french_texts_are_changed(self) -> None:
        text = tell("{name}: {animal}", name="Ana", animal="?")
        assert said_unbroken(text, Language.GERMAN) == said(text, Language.GERMAN)

    def test_the_catalogues_themselves_have_plain_spaces(self) -> None:
        texts = [
            text
            for language in TRANSLATED
            for locale in LOCALES
            for translation in translations_in(locale, language).values()
            for text in translation
        ]
        assert not [text for text in texts if "\xa0" in text or "\u202f" in text]
