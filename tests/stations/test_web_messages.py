"""Tests of the message with a frame: its picture, its words, and what its keys do."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.table.evening import in_game, new_play
from triqueta.screens.frame import Frame, Light
from triqueta.screens.phrases import Language
from triqueta.stations.web.messages import frame_message

SCREENS = ("", "petal1", "soft3")
"""Keys that lead to screens with labels on their petals, on their soft keys, or on both."""


def sent(frame: Frame) -> dict[str, Any]:
    return dict(json.loads(frame_message(frame)))


@pytest.mark.parametrize("keys", SCREENS)
def test_a_dark_page_is_sent_no_word_of_its_screen(keys: str) -> None:
    """It is not even sent what its keys do, since a key only wakes it."""
    frame = in_game(new_play()).press(keys).frame()
    lit = sent(frame)
    assert "".join([*lit["petals"], *lit["soft"]])
    dark = sent(replace(frame, light=Light.OFF))
    assert dark["words"] == ""
    assert dark["petals"] == [""] * 5
    assert dark["soft"] == [""] * 3


def test_every_dark_page_is_sent_the_same() -> None:
    frames = [in_game(new_play()).press(keys).frame() for keys in SCREENS]
    lit = {frame_message(frame) for frame in frames}
    assert len(lit) == len(SCREENS)
    assert len({frame_message(replace(frame, light=Light.OFF)) for frame in frames}) == 1


def test_french_punctuation_does_not_begin_a_line() -> None:
    frame = in_game(new_play()).press("soft1").frame()
    petals = sent(replace(frame, language=Language.FRENCH))["petals"]
    assert petals[0] == "Rangée 1\xa0: 0 p."
