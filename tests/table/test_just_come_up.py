"""A secret that has just appeared at a private station: no key decides about it unseen."""

from __future__ import annotations

import pytest

from tests.games.every_game import TESTED, guests
from tests.games.triqueta.rules.tables import table as made_table
from tests.table.evening import Evening, in_game, new_play
from triqueta.games.triqueta.rules import Edition, Phase
from triqueta.screens.station import OFF_AFTER, SHORTEST_GLANCE, TABLE, Key
from triqueta.table.events import KeyDown


def game(seats: tuple[int, ...] = (0,), moves: str = "") -> Evening:
    return in_game(new_play(made_table(3, first=["ROD"]).setup, moves=moves), seats)


def tap(evening: Evening, key: str, station: str = "seat1") -> Evening:
    """Tap a key without leaving time to see the screen."""
    return evening.down(key, station).up(key, station)


class TestTriqueta:
    def test_a_double_tap_draws_and_does_not_place(self) -> None:
        evening = tap(tap(game(), "petal1"), "petal1")
        assert evening.session._game.moves == ["d1"]
        assert "rabbit" in evening.says("seat1")
        assert evening.told("seat1") == ""

    @pytest.mark.parametrize("key", ["petal1", "soft1"])
    def test_after_a_moment_the_same_key_decides(self, key: str) -> None:
        evening = tap(game(), "petal1")
        came_up = evening.time - 0.1
        evening.handle(KeyDown("seat1", Key(key), came_up + SHORTEST_GLANCE - 0.01))
        assert evening.session._game.moves == ["d1"]
        evening.handle(KeyDown("seat1", Key(key), came_up + SHORTEST_GLANCE))
        assert len(evening.session._game.moves) == 2

    def test_what_decides_nothing_works_at_once(self) -> None:
        assert "Info" in tap(tap(game(), "petal1"), "soft2").says("seat1")

    def test_it_has_come_up_again_when_a_page_over_it_is_closed(self) -> None:
        """Back and Keep are on the same key."""
        evening = tap(game(), "petal1").wait(1).press("soft3", "seat1").wait(1)
        tap(tap(evening, "soft1"), "soft1")
        assert evening.session._game.moves == ["d1"]
        assert "Keep" in evening.says("seat1")

    def test_it_has_come_up_when_the_displays_are_lit_again(self) -> None:
        evening = tap(game(), "petal1").wait(OFF_AFTER)
        tap(tap(evening, "petal1"), "petal1")
        assert evening.session._game.moves == ["d1"]

    def test_a_station_that_has_just_come_has_just_shown_it(self) -> None:
        evening = tap(game(moves="d1").wait(9).join(0), "petal1")
        assert evening.session._game.moves == ["d1"]

    def test_the_keys_of_the_table_wait_for_a_display_without_keys(self) -> None:
        evening = game(()).join(0, keyless=True)
        tap(tap(evening, "petal1", TABLE), "petal1", TABLE)
        assert evening.session._game.moves == ["d1"]
        assert evening.press("petal1").session._game.moves == ["d1", "r1"]

    def test_at_the_table_look_is_enough(self) -> None:
        evening = game(()).press("petal1 soft2")
        tap(evening, "petal1", TABLE)
        assert evening.session._game.moves == ["d1", "r1"]

    def test_both_of_two_tiles_are_seen(self) -> None:
        evening = in_game(new_play(edition=Edition.SHADOW, players=2), (0,))
        tap(tap(tap(evening, "petal1"), "petal2"), "petal1")
        assert "First tile" in evening.says("seat1")
        assert evening.session._game.moves == ["d1", "d2"]
        evening.wait(1)
        tap(tap(evening, "petal1"), "soft1")
        assert evening.session._game.moves == ["d1", "d2", "r1"]

    def test_each_kept_tile_of_the_reveal_is_seen(self) -> None:
        round_taken = "t1 t2 t3"
        kept = "d1 k t2 t3 d2 k t1"
        session = new_play(moves=f"{kept} p2 {round_taken} p3 {round_taken} p4 {round_taken}")
        assert session.view(None).table.phase is Phase.REVEAL
        evening = in_game(session, (0,)).wait(1)
        before = len(session.entries)
        tap(tap(evening, "petal1"), "petal1")
        assert len(session.entries) == before + 1


def test_a_hand_that_appears_after_a_roll_in_high_card_is_seen_first() -> None:
    with guests():
        session = TESTED["highcard"].play(2, seed=1)
        evening = in_game(session, (0,))
        tap(tap(evening, "soft1"), "petal1")
        assert len(session.entries) == 1
        assert "card" in evening.says("seat1")
        evening.press("petal1", "seat1")
        assert len(session.entries) == 2
