"""One person with robots at the table station: there are no other players to hide from."""

from __future__ import annotations

import pytest

from tests.games.every_game import TESTED
from tests.games.triqueta.rules.tables import table as made_table
from tests.table.evening import Evening, in_game, new_play
from tests.table.test_resume import prompts, restarted
from tests.table.test_robot_turns import seat_robots
from triqueta.games.triqueta.rules import Edition, Phase
from triqueta.games.triqueta.session import SHOW, TriquetaSession
from triqueta.screens.frame import Light
from triqueta.screens.station import SHORTEST_GLANCE, TABLE
from triqueta.table.session import COACH, ROBOT


def with_robots(session: TriquetaSession) -> TriquetaSession:
    return seat_robots(session, dict.fromkeys(range(1, len(session.names)), "easy"))


def game(moves: str = "", seats: tuple[int, ...] = ()) -> Evening:
    setup = made_table(3, first=["ROD"]).setup
    return in_game(with_robots(new_play(setup, moves=moves)), seats)


def test_a_drawn_tile_and_its_choices_appear_at_once() -> None:
    evening = game().press("petal1")
    assert "rabbit" in evening.says()
    assert "Look" not in evening.says()
    assert evening.session.entries[-2:] == ["d1", SHOW]
    assert evening.frame().private
    assert evening.frame().light is Light.FULL
    assert evening.press("petal1").session._game.moves[:2] == ["d1", "r1"]


def test_a_double_tap_does_not_decide_about_a_tile_that_has_just_appeared() -> None:
    evening = game()
    for _ in range(2):
        evening.down("petal1").up("petal1")
    assert evening.session._game.moves == ["d1"]
    evening.wait(SHORTEST_GLANCE).down("petal1")
    assert evening.session._game.moves[:2] == ["d1", "r1"]


def test_the_first_of_two_tiles_is_decided_at_once_and_after_a_restart() -> None:
    session = with_robots(new_play(edition=Edition.SHADOW, players=2))
    evening = in_game(session).press("petal1 petal2")
    assert "First tile" in evening.says()
    assert "Look" not in evening.says()
    assert prompts(restarted(evening)) == prompts(evening)
    assert evening.press("petal1").session._game.moves == ["d1", "d2", "r1"]


def test_kept_tiles_and_hints_need_no_look() -> None:
    session = with_robots(new_play(made_table(3, first=["ROD"]).setup))
    session.apply(COACH)
    evening = in_game(session).press("soft2")
    assert evening.says().startswith("Hint for Ana")
    assert "Look" not in evening.says()
    evening = game().press("soft2 petal4")
    assert evening.says().startswith("Ana: kept tiles")


def test_the_reveal_shows_the_kept_tile_with_the_choice() -> None:
    taken = "t1 t2 t3"
    moves = f"d1 k t2 t3 d2 k t1 p2 {taken} p3 {taken} p4 {taken}"
    session = with_robots(new_play(made_table(3, first=["ROD", "OOO"]).setup, moves=moves))
    assert session.view(None).table.phase is Phase.REVEAL
    evening = in_game(session)
    assert "rabbit" in evening.says()
    assert "Look" not in evening.says()


def test_secrets_move_to_a_phone_and_back() -> None:
    evening = game().press("petal1").join(0)
    assert "rabbit" in evening.says("seat1")
    assert "rabbit" not in evening.says()
    assert not evening.frame().private
    evening.leave(0)
    assert "rabbit" in evening.says()


@pytest.mark.parametrize("keyless", [False, True])
def test_an_open_page_with_a_secret_closes_when_a_display_connects(keyless: bool) -> None:
    evening = game(moves="d1 k t2 t3").press("soft2 petal4")
    assert "rabbit" in evening.says()
    evening.join(0, keyless=keyless)
    assert "rabbit" not in evening.says()


def test_with_two_people_the_table_stays_public() -> None:
    session = seat_robots(new_play(made_table(3, first=["ROD"]).setup), {2: "easy"})
    evening = in_game(session).press("petal1")
    assert evening.says().startswith("Ana, take the device")
    assert not evening.frame().private


def test_the_hand_in_ettana_needs_no_look() -> None:
    session = TESTED["ettana"].play(2, seed=3)
    session.apply(f"{ROBOT} 1 easy")
    evening = in_game(session)
    evening.press("soft2 petal2")
    assert "cards" in evening.says()
    assert "Look" not in evening.says()


class TestLight:
    def test_a_secret_on_the_shared_screen_is_dimmed(self) -> None:
        evening = in_game(new_play(), (1,)).press("petal1").down("soft2")
        assert evening.frame().light is Light.LOWEST
        assert evening.frame("seat2").light is Light.FULL
        assert evening.table.light is Light.FULL
        assert evening.up("soft2").frame().light is Light.FULL

    def test_kept_tiles_too(self) -> None:
        evening = in_game(new_play()).press("soft2 petal4 petal1").down("soft2")
        assert evening.says().startswith("Ana: kept tiles")
        assert evening.frame(TABLE).light is Light.LOWEST
