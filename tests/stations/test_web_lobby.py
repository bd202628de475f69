"""Tests of the lobby that pages show before a game."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from tests.table.evening import Evening, in_game, new_play
from tests.table.set_up import TWO
from tests.table.test_joining import THREE, sit
from triqueta.screens.phrases import Language
from triqueta.stations.web.documents import as_json
from triqueta.stations.web.lobby import code_address, code_image, lobby_of

LINK = f"HTTP://192.168.100.100:65535/J/{'ABCDEFGHIJKL' * 2}"


def with_link(evening: Evening, link: str | None = LINK) -> Evening:
    evening.table.services = replace(evening.table.services, join_link=lambda: link)
    return evening


def lobby(evening: Evening, language: Language = Language.ENGLISH) -> dict[str, Any]:
    """Return the lobby as pages get it."""
    found = json.loads(as_json(lobby_of(evening.table), language))
    assert isinstance(found, dict)
    return found


def test_everything_by_the_contract() -> None:
    found = lobby(with_link(sit(Evening(), *THREE).press("petal3")))
    assert re.fullmatch(r"/join\.svg\?v=[0-9a-f]{16}", found.pop("code"))
    taken = {"here": True, "robot": False, "free": False}
    assert found.pop("seats") == [
        {"seat": seat, "name": name, **taken} for seat, name in enumerate(THREE)
    ]
    assert found == {
        "title": "Triqueta",
        "text": "Scan with your phone and sit down.",
        "aim": "Three alike are worth the most, a fourth spoils them.",
        "game": "",
        "who": "Mia, Ben and Tom sit here. Start at the table when all are there.",
        "present": "3 players sit at the table",
    }


def test_only_before_a_game() -> None:
    assert lobby_of(in_game(new_play()).table) is None
    assert lobby_of(Evening(interrupted=new_play()).table) is None


def test_the_number_of_seats_is_that_of_the_players_once_it_is_known() -> None:
    evening = Evening()
    assert len(lobby(evening)["seats"]) == 5
    evening.press("petal2 petal1 soft3")
    seats = lobby(evening)["seats"]
    assert [(seat["name"], seat["robot"]) for seat in seats] == [
        ("Player 1", False),
        ("Moss", True),
    ]
    assert [seat["free"] for seat in seats] == [True, False]


@pytest.mark.parametrize(
    ("keys", "title", "game"),
    [
        ("petal1", "Triqueta", "60 tiles, six animals"),
        ("petal2", "Triqueta", "Triqueta with wolves · plus 15 shadow tiles"),
        ("petal4", "Ettana", ""),
    ],
)
def test_the_game_as_soon_as_it_is_chosen(keys: str, title: str, game: str) -> None:
    found = lobby(Evening().press(f"{TWO} {keys}"))
    assert found["title"] == title
    if game:
        assert found["game"] == game
    assert found["aim"]


def test_who_sits_there() -> None:
    assert lobby(Evening())["who"] == "Start at the table when all are there."
    assert lobby(sit(Evening(), "Mia"))["who"].startswith("Mia sits here. ")
    assert lobby(sit(Evening(), "Mia"))["present"] == "1 player sits at the table"
    unnamed = sit(Evening(), "Mia").join(1)
    assert lobby(unnamed)["who"].startswith("Mia sits here. ")
    assert lobby(unnamed)["present"] == "2 players sit at the table"


def test_a_player_on_the_way_has_the_seat_already() -> None:
    found = lobby_of(Evening().table, {1: "Mia"})
    assert found is not None
    assert found.seats[1] == (1, "Mia", False, False, False)
    assert found.seats[0].free


class TestTheCode:
    def test_its_address_changes_with_it_and_does_not_tell_it(self) -> None:
        table = with_link(Evening()).table
        first = code_address(table)
        table.services = replace(table.services, join_link=lambda: LINK.replace("A", "B"))
        assert first is not None
        assert code_address(table) not in (None, first)
        assert "ABC" not in first

    def test_the_image_is_a_qr_code(self) -> None:
        image = code_image(with_link(Evening()).table)
        assert image is not None
        assert image.startswith(b'<?xml version="1.0"')
        assert b"<svg" in image

    @pytest.mark.parametrize("why", ["no link", "setting", "game"])
    def test_there_is_none_while_phones_cannot_join(self, why: str) -> None:
        evening = with_link(in_game(new_play()) if why == "game" else Evening())
        if why == "no link":
            with_link(evening, None)
        elif why == "setting":
            evening.press("soft3 petal4 petal2")
            evening.table.preferences = replace(evening.table.preferences, joining=False)
        assert code_address(evening.table) is None
        assert code_image(evening.table) is None
        if why != "game":
            assert lobby(evening)["code"] is None
            assert lobby(evening)["text"] == "A game is being set up at the table."
