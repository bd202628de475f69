"""Robots and the coach of Zatre at the table: seating, announcements, hints and reviews."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from tests.games.sessions import resumed
from tests.games.zatre.scenes import mid_game
from tests.games.zatre.thinking_scenes import looked_back
from tests.table.autopilot import finish
from tests.table.evening import Evening, in_game
from tests.table.set_up import SKIP, with_robots
from tests.table.test_robot_turns import Slow
from triqueta.games import installed_games
from triqueta.games.zatre.coach import ZatreCoach
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.records.record import verify
from triqueta.screens.phrases import Language
from triqueta.screens.station import ROBOT_PAUSE, SHORTEST_GLANCE, TABLE
from triqueta.table.coach_pages import ReviewPage
from triqueta.table.events import FieldTapped
from triqueta.table.session import COACH, ROBOT, UNDO
from triqueta.table.state import Preferences

ENGLISH = Preferences(Language.ENGLISH)


def play_at(evening: Evening) -> ZatreSession:
    session = evening.table.session
    assert isinstance(session, ZatreSession)
    return session


def labels(evening: Evening, station: str = TABLE) -> list[str]:
    return evening.says(station).split("\n")[-1].split(" | ")


class TestSetUp:
    def test_only_its_own_levels_are_offered(self) -> None:
        evening = Evening().press("petal2 petal1 soft3 petal3")
        assert evening.says().splitlines()[:3] == ["Which level for Moss?", "1: easy", "2: good"]
        evening.press("petal2 petal1")
        assert play_at(evening).robots == {1: "good"}
        assert play_at(evening).document()["robots"] == [None, "good"]

    def test_the_same_again_is_zatre(self) -> None:
        last = Preferences(Language.ENGLISH, last_players=("Ana", "Moss"), last_robots={1: "good"})
        evening = Evening(last)
        evening.press("petal4 petal1")
        assert play_at(evening).robots == {1: "good"}


def of_one_robot() -> Slow:
    """Return an evening in which a person has ended a turn and a robot is to move."""
    session = mid_game()
    session.apply(f"{ROBOT} {((session.current_player or 0) + 1) % 3} good")
    evening = Slow(interrupted=session).press("petal1")
    evening.press("soft1 soft2 soft1 soft2 soft1 soft2")
    assert evening.table.robots.seat is not None
    return evening


class TestTurn:
    def test_it_draws_and_places_and_all_can_read_what(self) -> None:
        evening = of_one_robot()
        entries = len(play_at(evening).entries)
        evening.wait(ROBOT_PAUSE)
        assert play_at(evening).entries[entries:] == [DRAW]
        request = evening.table.robots.request()
        assert request is not None
        move = request.moves[0]
        evening.decide(move)
        assert play_at(evening).entries[entries:] == [DRAW, move]
        title, told, *_ = evening.says().split("\n")
        assert title == "Robot: good"
        field, tile = move.split()[0].split("=")
        assert f": {tile} on {field}" in told
        evening.press("soft3")
        assert "draws" in evening.says()
        assert "the last turn: " in evening.says()

    def test_a_late_tap_for_the_announcement_is_ignored(self) -> None:
        evening = of_one_robot().wait(ROBOT_PAUSE)
        request = evening.table.robots.request()
        assert request is not None
        evening.decide(request.moves[0])
        while evening.table.cards.screen is not None:
            evening.wait(0.05)
        evening.handle(FieldTapped(TABLE, "H8", evening.time))
        assert evening.told() == ""
        evening.wait(SHORTEST_GLANCE).tap("H8")
        assert evening.told() == "Draw first, with the left key"

    def test_a_tap_ends_the_announcement_and_does_nothing_else(self) -> None:
        evening = of_one_robot().wait(ROBOT_PAUSE)
        request = evening.table.robots.request()
        assert request is not None
        evening.decide(request.moves[0])
        assert evening.says().startswith("Robot: good")
        entries = list(play_at(evening).entries)
        evening.tap("H8")
        assert "draws" in evening.says()
        assert evening.told() == ""
        assert play_at(evening).entries == entries

    def test_what_it_thinks_about_can_be_sent_to_another_process(self) -> None:
        evening = of_one_robot().wait(ROBOT_PAUSE)
        request = evening.table.robots.request()
        assert pickle.loads(pickle.dumps(request)) == request  # noqa: S301

    def test_a_person_may_take_back_what_it_is_about_to_answer(self) -> None:
        evening = of_one_robot()
        assert labels(evening)[0] == "Undo"
        evening.press("soft1")
        assert play_at(evening).entries[-1] == UNDO
        assert evening.table.robots.seat is None
        assert "this turn: " in evening.says()

    def test_its_own_turn_may_be_taken_back_and_it_thinks_again(self) -> None:
        evening = of_one_robot().wait(ROBOT_PAUSE)
        request = evening.table.robots.request()
        assert request is not None
        evening.decide(request.moves[0])
        evening.wait(2 * ROBOT_PAUSE).press("soft2")
        assert play_at(evening).entries[-1] == UNDO
        again = evening.table.robots.request()
        assert again is not None
        assert again.moves == request.moves
        assert again.id != request.id
        evening.decide(again.moves[-1])
        evening.wait(ROBOT_PAUSE)
        assert play_at(evening).entries[-1] == again.moves[-1]

    def test_no_player_can_place_for_it(self) -> None:
        evening = of_one_robot().wait(ROBOT_PAUSE)
        before = list(play_at(evening).entries)
        for key in ("petal1", "petal3", "soft1", "soft2"):
            evening.press(key)
        assert play_at(evening).entries == before

    def test_a_game_with_a_robot_resumes_after_a_power_cut(self) -> None:
        evening = of_one_robot().wait(ROBOT_PAUSE)
        request = evening.table.robots.request()
        session = play_at(evening)
        document = session.document(with_moves=False)
        again = resumed(document, session.proof)
        for entry in session.entries:
            again.apply(entry)
        other = Slow(interrupted=again).press("petal1").wait(ROBOT_PAUSE).table.robots.request()
        assert request is not None
        assert other == request, "the same view, moves and random numbers"

    @pytest.mark.parametrize("players", [2, 5])
    def test_a_person_and_robots_play_to_the_end(self, players: int) -> None:
        evening = Evening().press(f"{with_robots(players - 1, game=3, level=2)} {SKIP}")
        finish(evening, Random(players))
        assert play_at(evening).over
        record = installed_games().read(play_at(evening).document())
        assert verify(record) == play_at(evening).proof
        assert record.extra["robots"] == [None, *["good"] * (players - 1)]


def coached(*entries: str) -> ZatreSession:
    session = mid_game(*entries)
    session.apply(COACH)
    return session


class TestHint:
    def test_while_placing_hint_replaces_menu_which_moves_to_the_hint(self) -> None:
        session = coached(DRAW)
        seat = session.current_player or 0
        own = f"seat{seat + 1}"
        evening = in_game(session, (seat,))
        assert labels(evening, own)[2] == "Hint"
        evening.press("soft3", own)
        name = session.names[seat]
        assert evening.says(own).startswith(f"Hint for {name}\n1/{len(session.moves(seat))}\n")
        assert labels(evening, own) == ["Back", "-", "Menu"]
        assert "Hint for" not in evening.says()
        assert "Info" in evening.press("soft3", own).says(own)

    def test_at_the_table_only_while_look_is_held(self) -> None:
        evening = in_game(coached(DRAW)).press("soft3")
        assert "hold “Look”" in evening.says()
        assert evening.down("soft2").says().startswith("Hint for")
        assert "Hint for" not in evening.up("soft2").says()

    def test_it_changes_nothing(self) -> None:
        session = coached(DRAW)
        evening = in_game(session)
        before = list(session.entries)
        evening.press("soft3").down("soft2").up("soft2").press("soft1")
        assert session.entries == before

    def test_only_as_many_of_the_best_turns_are_shown_as_a_player_reads(self) -> None:
        session = coached(DRAW)
        seat = session.current_player or 0
        own = f"seat{seat + 1}"
        evening = in_game(session, (seat,)).press("soft3", own)
        advice = ZatreCoach().advise(session.view(seat), session.moves(seat))
        told = [line for line in evening.says(own).split("\n") if ": +" in line or ": -" in line]
        assert len(advice) > 20
        assert told[0].startswith(str(advice[0].label))
        assert len(told) < 12

    def test_before_the_draw_and_for_others_there_is_none(self) -> None:
        assert "Hint" not in labels(in_game(coached()))
        session = coached(DRAW)
        other = ((session.current_player or 0) + 1) % 3
        evening = in_game(session, (other,))
        assert "Hint" not in labels(evening, f"seat{other + 1}")

    def test_without_a_coach_there_is_none(self) -> None:
        assert labels(in_game(mid_game(DRAW)))[2] == "Menu"


class TestReview:
    def test_from_the_menu_and_from_a_block(self) -> None:
        evening = looked_back(mid_game(turns=200))
        evening.press("soft3 petal1")
        assert isinstance(evening.table.stations[TABLE].pages[-1], ReviewPage)
        assert "better: " in evening.says()
        evening.press("soft1 soft1 petal1 soft2")
        assert isinstance(evening.table.stations[TABLE].pages[-1], ReviewPage)

    def test_the_review_is_public_on_the_page(self) -> None:
        evening = looked_back(mid_game(turns=200))
        reviews = evening.table.spectator_view().reviews
        assert [review.name for review in reviews] == list(play_at(evening).names)
        assert all(len(review.lines) == 3 for review in reviews)
