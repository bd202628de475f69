"""Choosing from any number of languages: on a new device, at the table and at a seat."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.languages import MORE_LANGUAGES, THREE_LANGUAGES
from tests.table.evening import Evening, new_play
from triqueta.screens.frame import Frame, clipped
from triqueta.screens.phrases import Language, say
from triqueta.screens.screen import Question
from triqueta.table.questions import in_each_language
from triqueta.table.state import Preferences

FOUR, FIVE = MORE_LANGUAGES[:4], MORE_LANGUAGES[:5]
SPANISH, DANISH = MORE_LANGUAGES[3], MORE_LANGUAGES[-1]
SETTINGS = "soft3 petal4"


def names(languages: Sequence[Language]) -> list[str]:
    return [f"{number}: {one.own_name}" for number, one in enumerate(languages, start=1)]


def answers(evening: Evening) -> list[str]:
    _, *lines = evening.says().splitlines()
    return [line for line in lines if line[0].isdecimal()]


@pytest.mark.parametrize("languages", [FOUR, FIVE], ids=len)
def test_a_new_device_asks_for_one_of_four_or_five(languages: Sequence[Language]) -> None:
    evening = Evening(Preferences(), languages=languages)
    assert answers(evening) == names(languages)
    assert "Next" not in evening.says()
    evening.press("petal4")
    assert evening.table.preferences.language is SPANISH
    assert evening.says().startswith("How many players?")  # Spanish has no catalogue


def test_a_new_device_turns_to_the_languages_that_have_no_petal() -> None:
    evening = Evening(Preferences(), languages=MORE_LANGUAGES)
    assert answers(evening) == names(FIVE)
    evening.press("soft3")
    assert answers(evening) == names(MORE_LANGUAGES[5:])
    evening.press("soft3")
    assert answers(evening) == names(FIVE)
    evening.press("soft3 petal2")
    assert evening.table.preferences.language is DANISH


def test_the_first_question_is_asked_in_the_languages_it_has_room_for() -> None:
    evening = Evening(Preferences(), languages=(Language.GERMAN, *MORE_LANGUAGES))
    assert evening.says().startswith("Sprache · Language · Langue\n")
    long = in_each_language(say("Settings"), MORE_LANGUAGES)
    assert long == "Settings · Réglages"
    assert clipped(Frame(Question(title=long, answers=()), Language.ENGLISH)) == []


@pytest.mark.parametrize("languages", [THREE_LANGUAGES, FOUR, MORE_LANGUAGES], ids=len)
def test_languages_have_a_page_of_their_own(languages: Sequence[Language]) -> None:
    evening = Evening(languages=languages).press(SETTINGS)
    settings = ["1: Language", "2: Phones", "3: Dimmer", "5: Check the shuffle: no"]
    assert answers(evening) == settings
    evening.press("petal1")
    assert answers(evening) == names(languages[:5])
    evening.press("petal3")
    assert evening.table.language is Language.GERMAN
    assert answers(evening)[0] == "1: Sprache"  # back in the settings
    evening.press("petal1 soft1")
    assert answers(evening)[0] == "1: Sprache"


def test_the_page_of_languages_turns() -> None:
    evening = Evening(languages=MORE_LANGUAGES).press(f"{SETTINGS} petal1 soft3")
    assert answers(evening) == names(MORE_LANGUAGES[5:])
    evening.press("petal3")
    assert evening.table.language is Language.ENGLISH  # that petal has no language there
    evening.press("petal2")
    assert evening.table.language is DANISH


def test_a_seat_chooses_its_own_among_many() -> None:
    evening = Evening(seats=(1,), languages=FOUR)
    evening.table.go_on(new_play())
    evening.press(f"{SETTINGS} petal1 petal4", "seat2")
    assert evening.table.language_of(1) is SPANISH
    assert evening.table.language is Language.ENGLISH
