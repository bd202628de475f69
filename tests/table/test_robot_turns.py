"""A robot's turn: announced, readable, saved and undoable like a person's, without waiting."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from tests.games.triqueta.rules.tables import table as made_table
from tests.table.autopilot import finish, step
from tests.table.evening import Evening, in_game, new_play
from tests.table.set_up import SKIP, with_robots
from tests.table.test_resume import prompts, restarted, taken_back
from triqueta.games.triqueta.rules import Edition
from triqueta.games.triqueta.session import LOOK, NEXT, TriquetaSession
from triqueta.screens.lists import RankingScreen
from triqueta.screens.station import ROBOT_PAUSE, SHORTEST_GLANCE
from triqueta.table.events import Decided, Event
from triqueta.table.robot_turns import LONGEST_HOLD
from triqueta.table.session import ROBOT, UNDO

LEVELS = ("easy", "medium", "hard", "expert")


def seat_robots(session: TriquetaSession, levels: dict[int, str]) -> TriquetaSession:
    for seat, level in levels.items():
        session.apply(f"{ROBOT} {seat} {level}")
    return session


def alone(
    edition: Edition = Edition.BASE, players: int = 3, level: str = "hard"
) -> TriquetaSession:
    """Return a game of one person and robots."""
    session = new_play(edition=edition, players=players)
    return seat_robots(session, dict.fromkeys(range(1, players), level))


class Slow(Evening):
    """An evening in which the test decides when robots move, and how."""

    def handle(self, event: Event) -> None:
        self.take(event)

    def decide(self, move: str) -> None:
        request = self.table.robots.request()
        assert request is not None
        self.handle(Decided(request.id, move, self.time))


def slow(session: TriquetaSession, seats: Iterable[int] = ()) -> Slow:
    return Slow(interrupted=session, seats=seats).press("petal1")


class TestTurn:
    def test_a_robots_move_is_announced_and_play_continues_by_itself(self) -> None:
        evening = slow(alone()).press("petal1 petal1")
        assert evening.says().startswith("Ben plays")
        evening.decide("d2")
        evening.wait(ROBOT_PAUSE)
        assert evening.session.entries[-2:] == ["d2", LOOK]
        assert evening.says().startswith("Ben decides")
        evening.decide("r2")
        assert "Ben places" in evening.says()
        assert "row 2" in evening.says()
        assert evening.table.next_change() == evening.time + ROBOT_PAUSE
        evening.wait(ROBOT_PAUSE)
        assert evening.says().startswith("Chloé plays")

    def test_every_key_continues_at_once_and_does_nothing_else(self) -> None:
        for key in ("petal1", "petal5", "soft1", "soft2", "soft3"):
            evening = slow(alone()).press("petal1 petal1")
            evening.wait(ROBOT_PAUSE).decide("t1")
            assert "Ben takes" in evening.says()
            before = list(evening.session.entries)
            evening.press(key)
            assert evening.says().startswith("Chloé plays")
            assert evening.session.entries == before

    def test_what_the_last_of_them_did_can_be_read_before_a_person_acts(self) -> None:
        evening = slow(alone(players=2), seats=(0,)).press("petal1", "seat1")
        evening.press("petal1", "seat1").wait(ROBOT_PAUSE).decide("t2")
        assert "Ben takes" in evening.says("seat1")
        before = list(evening.session.entries)
        evening.press("petal3", "seat1")
        assert evening.session.entries == before
        assert evening.says("seat1").startswith("Ana's turn")
        assert evening.press("petal3", "seat1").session.entries != before

    @pytest.mark.parametrize("by_itself", [True, False])
    def test_a_key_pressed_as_an_announcement_ends_belongs_to_it(self, by_itself: bool) -> None:
        """A key meant for the announcement must not draw a tile, even if it is late."""
        evening = slow(alone(players=2)).press("petal1 petal1")
        evening.wait(ROBOT_PAUSE).decide("t2")
        if by_itself:
            evening.wait(ROBOT_PAUSE)
        else:
            evening.press("petal3")
        assert evening.says().startswith("Ana's turn")
        before = list(evening.session.entries)
        evening.down("petal3").up("petal3")
        assert evening.session.entries == before
        evening.wait(SHORTEST_GLANCE).down("petal3")
        assert evening.session.entries != before

    def test_it_draws_two_tiles_and_never_waits_for_look(self) -> None:
        setup = made_table(2, Edition.SHADOW, first=["RRR", "OOO"]).setup
        session = seat_robots(new_play(setup, moves="t1"), {1: "easy"})
        evening = slow(session).wait(ROBOT_PAUSE)
        for move in ("d1", "d2"):
            evening.decide(move)
        assert evening.session.entries[-1] == LOOK
        evening.decide("r2")
        assert "Ben places a rabbit in row 2" in evening.says()
        evening.press("petal1").decide("k")
        assert "Ben keeps a tile" in evening.says()

    def test_no_player_can_look_at_what_it_keeps(self) -> None:
        evening = slow(seat_robots(new_play(), {0: "easy"})).press("soft1")
        assert evening.says().startswith("Who are you?\n2: Ben\n3: Chloé")
        evening.press("petal1")
        assert evening.says().startswith("Who are you?")

    def test_people_confirm_the_end_of_a_round(self) -> None:
        evening = slow(seat_robots(new_play(players=2, moves="t1"), {1: "easy"}))
        evening.wait(ROBOT_PAUSE).decide("t2")
        evening.wait(ROBOT_PAUSE)
        assert evening.says().startswith("Round 1 is over")
        evening.wait(100)
        assert NEXT not in evening.session.entries
        evening.press("soft3").wait(ROBOT_PAUSE).decide("p2")
        assert "Ben opens pile 2" in evening.says()

    def test_a_display_at_a_robots_seat_only_watches(self) -> None:
        evening = slow(alone(), seats=(1,))
        assert "A robot is playing this seat." in evening.says("seat2")
        evening.press("petal1", "seat2").press("soft1", "seat2")
        assert evening.session.entries[-1].startswith(ROBOT)
        evening.leave(1)
        assert "offline" not in evening.told()
        assert evening.table.away == set()


class TestTakingBack:
    def test_a_person_has_a_moment_for_it(self) -> None:
        evening = slow(alone()).press("petal1 petal1")
        assert "Undo" in evening.says()
        evening.decide("d2")
        evening.wait(ROBOT_PAUSE - 0.3)
        evening.press("soft1")
        assert evening.session.entries[-1] == UNDO
        assert "ram" in evening.says()
        evening.wait(60)
        assert evening.session.entries[-1] == UNDO

    def test_a_petal_continues_at_once(self) -> None:
        evening = slow(alone()).press("petal1 petal1")
        evening.decide("d2")
        evening.press("petal4")
        assert evening.session.entries[-2:] == ["d2", LOOK]

    def test_a_robot_waits_while_the_menu_is_open(self) -> None:
        for seats, station in (((), "table"), ((0,), "seat1")):
            evening = slow(alone(), seats)
            evening.press("petal1", station)
            evening.press("petal1", station)
            evening.decide("d2")
            evening.press("soft3", station).wait(20)
            assert evening.press("petal1", station).session.entries[-1] == UNDO

    def test_a_robot_waits_while_a_player_reads_a_page_at_the_table(self) -> None:
        evening = slow(alone()).press("petal1 petal1")
        evening.decide("d2")
        evening.press("soft2").wait(4 * LONGEST_HOLD)
        assert evening.session.entries[-1] == "r1"
        evening.press("soft1").wait(ROBOT_PAUSE)
        assert evening.session.entries[-2:] == ["d2", LOOK]

    def test_a_page_left_open_does_not_delay_a_robot_for_long(self) -> None:
        evening = slow(alone(), (0,)).press("petal1 petal1", "seat1")
        evening.decide("d2")
        evening.press("soft3", "seat1")
        while evening.session.entries[-1] != LOOK:
            due = evening.table.next_change()
            assert due is not None
            evening.wait(due - evening.time)
        assert LONGEST_HOLD - 1 < evening.time < LONGEST_HOLD + 2

    def test_pages_at_the_table_do_not_delay_a_robot_while_people_play_elsewhere(self) -> None:
        evening = slow(alone(), seats=(0,)).press("petal1 petal1", "seat1")
        evening.wait(ROBOT_PAUSE).decide("d2")
        evening.decide("k")
        assert "Ben keeps a tile" in evening.says()
        evening.wait(ROBOT_PAUSE)
        evening.press("soft2").decide("d3")
        evening.wait(ROBOT_PAUSE)
        assert evening.session.entries[-2:] == ["d3", LOOK]

    def test_by_the_same_rule_as_a_persons_move(self) -> None:
        evening = slow(alone()).press("petal1 petal1").wait(ROBOT_PAUSE)
        evening.decide("t1")
        evening.press("petal1")
        evening.press("soft1")
        assert evening.session.entries[-2:] == ["t1", UNDO]
        assert evening.says().startswith("Ben plays")


class TestThinking:
    def test_a_thought_has_the_seats_view_and_moves_and_nothing_else(self) -> None:
        evening = slow(alone()).press("petal1 petal1")
        request, session = evening.table.robots.request(), evening.session
        assert request is not None
        assert request.view == session.view(1)
        assert (request.moves, request.level, request.game_id) == (
            session.moves(1),
            "hard",
            "triqueta",
        )
        assert session.proof.secret.hex() not in repr(request)
        assert session.proof.secret not in pickle.dumps(request)

    def test_its_random_numbers_come_from_what_no_player_knows(self) -> None:
        """The games have the same commitment and entries, but different secrets."""
        plays = [alone(), alone()]
        plays[1].proof = replace(plays[0].proof, secret=bytes(32))
        seeds = []
        for session in plays:
            request = slow(session).press("petal1 petal1").table.robots.request()
            assert request is not None
            assert session.proof.commitment not in request.seed
            seeds.append(request.seed)
        assert seeds[0] != seeds[1]

    def test_the_same_game_gives_the_same_random_numbers(self) -> None:
        evening = slow(alone()).press("petal1 petal1")
        again = restarted(evening)
        assert again.table.session is not evening.table.session
        assert again.session.entries == evening.session.entries
        slow_again = slow(again.session)
        assert slow_again.table.robots.request() == evening.table.robots.request()

    def test_an_answer_that_comes_too_late_is_dropped(self) -> None:
        evening = slow(alone()).press("petal1 petal1")
        request = evening.table.robots.request()
        assert request is not None
        evening.press("soft1").press("petal2")
        evening.handle(Decided(request.id, "t1", evening.time))
        evening.wait(ROBOT_PAUSE)
        assert evening.session.entries[-1] == "r2"
        evening.table.start_over()
        evening.handle(Decided(request.id, "t1", evening.time))

    def test_no_move_that_may_not_be_made_is_entered(self) -> None:
        evening = slow(alone()).press("petal1 petal1")
        evening.decide("t9")
        evening.wait(ROBOT_PAUSE)
        assert evening.session.entries[-1] == "r1"
        assert evening.table.robots.request() is not None

    def test_keys_are_taken_meanwhile(self) -> None:
        evening = slow(alone()).press("petal1 petal1").wait(60)
        assert evening.says().startswith("Ben plays")
        assert evening.press("soft2").says() != ""
        assert evening.table.stations["table"].pages

    def test_after_a_restart_there_is_a_moment_in_the_middle_of_a_turn_too(self) -> None:
        evening = slow(alone()).press("petal1 petal1").wait(ROBOT_PAUSE)
        evening.decide("d2")
        again = slow(restarted(evening).session)
        again.decide("r2")
        assert again.session.entries[-2:] == ["d2", LOOK]
        again.wait(ROBOT_PAUSE)
        assert again.session.entries[-1] == "r2"

    def test_no_robot_thinks_before_an_interrupted_game_resumes(self) -> None:
        session = seat_robots(new_play(), {0: "easy", 1: "easy"})
        evening = Slow(interrupted=session).wait(60)
        assert evening.table.robots.request() is None
        assert evening.press("petal1").table.robots.request() is not None


class TestWholeEvenings:
    @pytest.mark.parametrize("players", range(2, 6))
    @pytest.mark.parametrize("edition", Edition)
    @pytest.mark.parametrize("level", LEVELS)
    def test_one_person_and_robots(self, level: str, edition: Edition, players: int) -> None:
        """Play from the set-up to the score, by keys alone."""
        keys = with_robots(players - 1, list(Edition).index(edition) + 1, LEVELS.index(level) + 1)
        evening = Evening().press(f"{keys} {SKIP}")
        finish(evening, Random(players))
        assert evening.session.over
        assert set(evening.session.robots.values()) == {level}
        assert evening.session.document()["edition"] == edition

    @pytest.mark.parametrize(
        ("edition", "players", "seats"),
        [(Edition.BASE, 3, ()), (Edition.SHADOW, 2, (0,)), (Edition.SHADOW, 4, (0, 2))],
    )
    def test_the_plug_may_be_pulled_after_every_key_and_tick(
        self, edition: Edition, players: int, seats: tuple[int, ...]
    ) -> None:
        """Also while a robot thinks, and while its announcement is shown."""
        rng = Random(players)
        evening = in_game(alone(edition, players, "easy"), seats)
        told = 0
        while not isinstance(evening.frame().screen, RankingScreen):
            step(evening, rng)
            again = restarted(evening)
            told += evening.table.cards.screen is not None
            assert again.table.robots.request() == evening.table.robots.request()
            if not any(station.pages for station in evening.table.stations.values()):
                assert prompts(again) == prompts(evening)
            assert taken_back(again) == taken_back(evening)
            assert again.session._game.moves == evening.session._game.moves
        assert told
