"""The petals' labels, for pages and screen readers. The screens have no room for them."""

from __future__ import annotations

import json
from random import Random

from tests.games.triqueta.rules.tables import table as made_table
from tests.profiles import first
from tests.table.autopilot import finish, step
from tests.table.evening import Evening, in_game, new_play
from tests.table.set_up import TWO_DEALT
from triqueta.games.triqueta.rules import Edition
from triqueta.screens.phrases import Language, said
from triqueta.screens.station import TABLE, Key
from triqueta.stations.web.messages import frame_message
from triqueta.table.table import Table

PETAL_KEYS = [key for key in Key if key.is_petal]
LONGEST = 30  # letters, in the language with the longest names of animals


def check_petals(table: Table) -> None:
    """Check that exactly the petals that do something have a label, at every station."""
    for name, frame in table.frames().items():
        station, labels = table.stations[name], frame.screen.petals
        station_view = table.view_for(station)
        for key, label in zip(PETAL_KEYS, labels, strict=True):
            acts = not station.keyless and station_view.action(key) is not None
            assert acts is (label is not None), (name, key, station_view)
            if label is not None:
                texts = [said(label, language) for language in Language]
                assert all(0 < len(text) <= LONGEST for text in texts), texts


def petals(evening: Evening, station: str = TABLE) -> list[str]:
    """Return the petal labels that a station's page is sent."""
    sent: list[str] = json.loads(frame_message(evening.frame(station)))["petals"]
    return sent


def test_petals_say_what_they_do_from_power_on_to_the_score() -> None:
    for seed in first(range(3)):
        evening, rng = Evening(), Random(seed)
        evening.after = lambda _: check_petals(evening.table)  # noqa: B023
        evening.press("soft3 petal2 soft1 petal3 soft3 soft1 soft1 petal4 soft1 soft1")
        finish(evening, rng)
        evening.press("petal1 petal2 soft1 soft3 soft1 petal5")


def test_an_answer_is_its_petals_label() -> None:
    assert petals(Evening()) == ["", "2 players", "3 players", "4 players", "5 players"]
    assert petals(Evening().press("petal2 petal5"))[:2] == ["ABCDE", "FGHIJ"]


def test_a_draw_says_how_many_tiles_its_petal_has() -> None:
    evening = in_game(new_play(moves="d2 r1 d2 r1 d2 r1 d3 r1"))
    left = [f"Draw ({tiles} left)" for tiles in (3, 2, 3, 3)]
    assert petals(evening) == [left[0], "", *left[1:]]


def test_a_shadow_tile_on_top_is_said() -> None:
    evening = in_game(new_play(edition=Edition.SHADOW))
    rng = Random(1)
    while "Draw a shadow tile" not in petals(evening):
        step(evening, rng)
    assert evening.session.view(None).table.round > 1


def test_a_dark_page_says_nothing() -> None:
    evening = in_game(new_play())
    assert any(petals(evening))
    evening.wait(1000)
    assert petals(evening) == [""] * 5


def test_what_all_keys_do_is_said_at_each() -> None:
    evening = Evening().press(TWO_DEALT)
    assert petals(evening) == ["Skip"] * 5


def test_rows_say_what_they_would_make_of_a_drawn_tile_and_of_the_points() -> None:
    setup = made_table(2, first=["RRR"]).setup
    evening = in_game(new_play(setup, moves="d1 r2"), (1,)).press("petal1", "seat2")
    assert petals(evening, "seat2") == [
        "Row 1: 1 rabbit → +1",
        "Row 2: 2 rabbits → +2",
        "",
        "",
        "",
    ]
    assert petals(evening) == [""] * 5


def test_at_the_table_rows_say_nothing_of_a_drawn_tile() -> None:
    setup = made_table(2, Edition.SHADOW, first=["RRR"]).setup
    evening = in_game(new_play(setup)).press("petal1 petal1 soft2")
    assert petals(evening) == ["Row 1", "Row 2", "", "", "Into the box"]


def test_rows_to_be_taken_say_what_they_bring() -> None:
    setup = made_table(2, first=["RRR"]).setup
    evening = in_game(new_play(setup, moves="d1 r2 d1 r2 d1 r2")).press("soft1")
    assert petals(evening) == ["Row 1: 0 p.", "Row 2: +5 p.", "", "", ""]
