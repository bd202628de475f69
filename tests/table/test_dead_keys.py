"""Tests of the notices for keys that do nothing: each says why, or which keys are in use."""

from __future__ import annotations

import pytest

from tests.table.evening import Evening, in_game, new_play, with_buzzer
from triqueta.screens.phrases import Language, said, say
from triqueta.screens.screen import GreetingScreen
from triqueta.screens.station import Key
from triqueta.table.scene import PetalKey, SoftKey, StationView
from triqueta.table.session import ROBOT

KEYS = tuple(SoftKey(say(label), print) for label in ("Back", "Info", "Menu"))


def reason(view: StationView, key: Key) -> str:
    return said(view.reason_against(key), Language.ENGLISH)


class TestUsualReason:
    @pytest.mark.parametrize("key", [Key.PETAL2, Key.SOFT2])
    def test_it_recommends_the_petals_if_there_are_any(self, key: Key) -> None:
        petals = {number: PetalKey("", print) for number in (1, 4)}
        view = StationView(GreetingScreen(), petals=petals, soft=(KEYS[0], None, KEYS[2]))
        told = reason(view, key)
        assert "1, 4" in told
        assert "Back" not in told
        assert "Menu" not in told

    @pytest.mark.parametrize(
        ("soft", "named"),
        [
            (KEYS, "“Back”, “Info” or “Menu”"),
            ((KEYS[0], None, KEYS[2]), "“Back” or “Menu”"),
            ((None, KEYS[1], None), "“Info”"),
        ],
    )
    def test_it_names_all_soft_keys_without_petals(
        self, soft: tuple[SoftKey | None, SoftKey | None, SoftKey | None], named: str
    ) -> None:
        told = reason(StationView(GreetingScreen(), soft=soft), Key.PETAL3)
        assert told == f"The petals aren't in use here: press {named}"

    def test_it_names_all_soft_keys_at_a_soft_key(self) -> None:
        view = StationView(GreetingScreen(), soft=(KEYS[0], None, KEYS[2]))
        assert reason(view, Key.SOFT2) == "This key isn't in use here: press “Back” or “Menu”"


class TestSetUp:
    def test_the_number_of_players(self) -> None:
        told = Evening().press("soft2").told()
        assert told == "This key isn't in use here: press a petal (2\N{EN DASH}5)"

    @pytest.mark.parametrize("keys", ["petal1", "soft1 petal1"])  # also in the tutorial
    def test_a_person_alone_can_play_with_a_robot(self, keys: str) -> None:
        assert Evening().press(keys).told() == "Alone? Press 2 and let a robot play with you"

    def test_a_petal_without_a_name(self) -> None:
        told = Evening().press("petal2 petal3").told()
        assert told == "No known name here: press 5 to enter one"


class TestSettings:
    def test_without_a_buzzer(self) -> None:
        evening = Evening().press("soft3 petal4 petal4")
        assert evening.told() == "This device has no buzzer set up"
        assert with_buzzer(Evening()).press("soft3 petal4 petal4").told() == ""

    @pytest.mark.parametrize("key", ["petal2", "petal4", "petal5"])
    def test_what_is_set_only_at_the_table(self, key: str) -> None:
        evening = in_game(new_play(), (0,)).press(f"soft3 petal4 {key}", "seat1")
        assert evening.told("seat1") == "Only at the table"


@pytest.mark.parametrize("key", ["petal1", "soft2"])
def test_a_seat_that_does_not_play_waits_for_the_next_game(key: str) -> None:
    session = new_play()
    session.apply(f"{ROBOT} 2 expert")
    evening = in_game(session, (2, 4))
    for station in ("seat3", "seat5"):
        told = evening.press(key, station).told(station)
        assert told == "This seat is waiting for the next game"
