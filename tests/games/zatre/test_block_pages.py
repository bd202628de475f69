"""The score blocks at the table: page by page, the viewer's own first, and at the end."""

from __future__ import annotations

import pytest

from tests.games.zatre.scenes import PROOF, entered, frame_of, mid_game
from tests.games.zatre.tables import random_game
from tests.games.zatre.test_at_the_table import labels
from tests.table.evening import in_game
from triqueta.games.zatre.rules import Game
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.screens.frame import words
from triqueta.screens.phrases import Language


def finished(seed: int) -> ZatreSession:
    game = random_game(3, seed)
    entries = [entry for move in game.moves for entry in (DRAW, move)]
    return entered(ZatreSession(Game(game.setup), PROOF), entries)


def test_a_long_block_continues_before_the_next_players_block() -> None:
    evening = in_game(mid_game(turns=200)).press("petal1")
    name = evening.says().split("\n")[0]
    shown = []
    while evening.says().startswith(name):
        shown += [line for line in evening.says().split("\n") if line.startswith("row ")]
        evening.press("soft3")
    assert len(shown) == len(set(shown)) > 5


@pytest.mark.parametrize("seed", [0, 8])
def test_no_page_of_the_blocks_is_empty(seed: int) -> None:
    """One block fills a page exactly, and another is one line longer."""
    session = finished(seed)
    evening, names = in_game(session).press("petal1"), set()
    for _ in range(6):
        lines = evening.says().split("\n")
        names.add(lines[0])
        assert any(line.startswith(("row ", "left in hand")) for line in lines)
        evening.press("soft3")
    assert names == set(session.names)


def test_a_petal_shows_a_block_from_its_first_row() -> None:
    evening = in_game(finished(8)).press("petal1")
    while "row 11" not in evening.says():
        evening.press("soft3")
    assert "\nrow 1: " in evening.press("petal1").says()


def test_tiles_in_hand_are_in_the_block_only_at_the_end() -> None:
    session = finished(0)
    assert session.view(None).table.players[0].hand == (6, 5)
    place = session.view(None).table.outcome.ranking.index(0) + 1  # type: ignore[union-attr]
    lines = in_game(session).press(f"petal{place}").says().split("\n")
    assert lines[0] == "Ana"
    assert "left in hand: −11" in lines
    assert "117 p." in lines
    assert "left in hand" not in in_game(mid_game(DRAW)).press("soft3 petal2 petal1").says()


def test_at_a_private_station_the_players_block_comes_first() -> None:
    session = mid_game(DRAW)
    evening = in_game(session, (0, 1, 2))
    for seat, name in enumerate(session.names):
        own = f"seat{seat + 1}"
        evening.press("soft3 petal2 petal1", own)
        assert evening.says(own).startswith(f"{name}\n")
    acting = session.names[session.current_player or 0]
    assert evening.press("soft3 petal2 petal1").says().startswith(f"{acting}\n")


def test_the_spoken_text_of_a_page_says_what_it_shows() -> None:
    for name, row, is_there in (
        ("block-long", "row 1: ", False),
        ("block-held", "row 12: ", True),
    ):
        told = words(frame_of(name, Language.ENGLISH))
        assert row in told
        assert ("left in hand: −11" in told) == is_there


def test_one_seat_alone_begins_no_new_game() -> None:
    evening = in_game(finished(0), (1,))
    assert labels(evening) == ["Again", "Info", "Menu"]
    assert labels(evening, "seat2") == ["Again?", "Info", "Menu"]
    assert evening.press("soft1", "seat2").told("seat2") == "Now press “Again” at the table"
