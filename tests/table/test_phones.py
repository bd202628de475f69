"""Phones: the codes that turn them into stations, their settings, and who is away."""

from __future__ import annotations

from dataclasses import replace

import pytest
import zxingcpp

from tests.table.evening import Evening, in_game, new_play
from tests.table.services import services
from triqueta.screens.frame import Light, clipped, picture
from triqueta.screens.phrases import Language
from triqueta.screens.station import DIM_AFTER
from triqueta.stations.script import magnified
from triqueta.table.state import NO_NETWORK, Preferences, TableState
from triqueta.table.table import Table


def link(seat: int) -> str:
    """Return a link of the greatest possible length."""
    return f"HTTP://192.168.100.{100 + seat}:65535/S/{'ABCDEFGHIJKL' * 2}"


def join_link() -> str:
    return f"HTTP://192.168.100.100:65535/J/{'ABCDEFGHIJKL' * 2}"


def evening(language: Language = Language.ENGLISH) -> Evening:
    made = Evening()
    around = replace(services(), seat_link=link, join_link=join_link)
    made.table = Table(around, TableState(Preferences(language=language)))
    return made


def code(shown: Evening) -> str:
    (found,) = zxingcpp.read_barcodes(magnified(picture(shown.frame()), 4).convert("L"))
    return str(found.text)


def codes(shown: Evening, number: int) -> list[str]:
    """Return the codes that are shown, pressing Next after each."""
    found = []
    for _ in range(number):
        found.append(code(shown))
        shown.press("soft3")
    return found


def test_one_code_for_the_table_then_one_for_each_free_seat() -> None:
    shown = evening().join(1).press("soft2")
    assert shown.says().startswith("Join the table\n")
    assert codes(shown, 5) == [join_link(), *(link(seat) for seat in (0, 2, 3, 4))]
    assert code(shown) == join_link()
    assert shown.press("soft1").says().startswith("How many players?")


def test_the_settings_lead_to_both() -> None:
    shown = evening().press("soft3 petal4 petal2")
    assert "1: Join the table\n2: A code for each seat" in shown.says()
    assert code(shown.press("petal1")) == join_link()
    assert code(shown.press("soft1 petal2")) == link(0)


def test_the_settings_switch_the_one_code_off_and_on() -> None:
    shown = evening().press("soft3 petal4 petal2 petal3")
    assert not shown.table.preferences.joining
    assert "Join the table" not in shown.says()
    assert "3: One code for all: no" in shown.says()
    assert codes(shown.press("soft1 soft1 soft1 soft2"), 5) == [link(seat) for seat in range(5)]
    shown.press("soft1 soft3 petal4 petal2 petal3")
    assert shown.table.preferences.joining


def test_the_codes_are_of_the_seats_in_the_game_that_is_set_up() -> None:
    shown = evening().press("petal2 soft3 petal4 petal2 petal2")
    assert codes(shown, 3) == [link(0), link(1), join_link()]


def test_a_code_that_was_scanned_gives_way_to_the_next() -> None:
    shown = evening().press("soft2 soft3 soft3")
    assert code(shown) == link(1)
    assert code(shown.join(1)) == link(2)
    assert code(shown.join(3).join(4).join(2)) == join_link()
    assert "Every seat has a display of its own." in shown.join(0).says()


@pytest.mark.parametrize("language", Language)
def test_the_page_with_the_tables_code_fits(language: Language) -> None:
    assert clipped(evening(language).press("soft2").frame()) == []


def test_in_a_game_only_its_seats_under_their_names() -> None:
    shown = evening()
    shown.table.go_on(new_play(players=2))
    shown.press("soft3 petal4 petal2")
    assert "Join the table" not in shown.says()
    assert shown.press("petal1").told() == "Phones can join before a game starts"
    shown.press("petal2")
    assert shown.says().startswith("Ana")
    assert code(shown) == link(0)
    shown.press("soft3")
    assert shown.says().startswith("Ben")
    shown.press("soft1 soft1")
    assert shown.says().startswith("Settings")


def test_with_every_seat_taken_there_is_nothing_to_scan() -> None:
    shown = evening()
    for seat in range(5):
        shown.join(seat)
    shown.press("soft2")
    assert "Every seat has a display of its own." in shown.says()


def test_without_links_the_settings_say_how_there_would_be_some() -> None:
    assert "Phones" not in Evening().says()
    shown = Evening().press("soft3 petal4")
    assert "2: Phones" in shown.says()
    shown.press("petal2")
    assert "start the table with: triqueta play --lan" in shown.says()
    shown.press("soft1")
    assert shown.says().startswith("Settings")
    seat = in_game(new_play(), (0,)).press("soft3 petal4", "seat1")
    assert "Phones" not in seat.says("seat1")


def test_a_network_that_goes_away_is_said_where_the_code_was() -> None:
    shown = evening().press("soft2")
    no_link = replace(
        shown.table.services,
        seat_link=lambda _: None,
        join_link=lambda: None,
        why_no_link=lambda: NO_NETWORK,
    )
    shown.table.services = no_link
    assert "isn't on a network yet" in shown.says()


def test_the_address_is_beside_the_code() -> None:
    shown = evening().press("soft2 soft3")
    assert shown.says().startswith("Seat 1\nscan me\n192.168.100.100:65535\n")
    assert shown.says().endswith("Back | - | Next")
    assert clipped(shown.frame()) == []


class TestSettingsOnAPhone:
    def test_they_change_its_language_and_no_other(self) -> None:
        shown = in_game(new_play(), (0, 1)).press("soft3 petal4 petal1 petal2", "seat2")
        assert shown.says("seat2").startswith("Réglages")
        shown.press("soft1 soft1", "seat2")
        assert shown.says("seat2").startswith("Ana joue")
        assert shown.says("seat1") == shown.says()
        assert shown.says().startswith("Ana's turn")
        assert shown.table.preferences.language is Language.ENGLISH

    def test_the_tables_language_is_of_those_that_have_chosen_none(self) -> None:
        shown = in_game(new_play(), (0, 1, 2)).press("soft3 petal4 petal1 petal1", "seat1")
        shown.press("soft3 petal4 petal1 petal2", "seat2").press("soft1 soft1", "seat2")
        shown.press("soft3 petal4 petal1 petal3")
        languages = [shown.frame(f"seat{seat}").language for seat in (1, 2, 3)]
        assert languages == [Language.ENGLISH, Language.FRENCH, Language.GERMAN]
        assert shown.table.preferences.language is Language.GERMAN

    def test_a_phone_that_was_asleep_has_its_own_again(self) -> None:
        shown = in_game(new_play(), (1,)).press("soft3 petal4 petal1 petal2 petal3", "seat2")
        shown.leave(1).join(1)
        assert shown.frame("seat2").language is Language.FRENCH
        assert shown.frame("seat2").light is Light.SOFT

    def test_brightness_is_its_own_too(self) -> None:
        shown = in_game(new_play(), (0, 1)).press("soft3 petal4 petal3", "seat2")
        lights = [shown.frame(station).light for station in ("table", "seat1", "seat2")]
        assert lights == [Light.FULL, Light.FULL, Light.SOFT]
        assert "Brighter" in shown.says("seat2")
        shown.press("soft3 petal4 petal3").press("petal3", "seat2")
        lights = [shown.frame(station).light for station in ("table", "seat1", "seat2")]
        assert lights == [Light.SOFT, Light.SOFT, Light.FULL]
        shown.wait(DIM_AFTER)
        lights = [shown.frame(station).light for station in ("table", "seat1", "seat2")]
        assert lights == [Light.DIM] * 3

    def test_what_is_remembered_is_the_tables(self) -> None:
        shown = in_game(new_play(), (1,))
        before = shown.table.state.preferences
        shown.press("soft3 petal4 petal1 petal2 petal3", "seat2")
        assert shown.table.state.preferences == before


def test_the_table_says_who_is_away() -> None:
    shown = evening()
    shown.table.go_on(new_play())
    shown.join(1).leave(1)
    assert shown.told() == "Ben's display is offline"
    shown.press("soft2 petal3")
    assert "Ben: offline" in shown.says()
    shown.join(1)
    assert "Ben: offline" not in shown.says()
