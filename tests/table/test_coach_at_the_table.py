"""A coach at the table: switched on by a player, visible to all, with private hints."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.table.autopilot import finish, let_go, step, text
from tests.table.evening import Evening, in_game, new_play, random_play
from tests.table.set_up import SKIP, TWO, TWO_DEALT
from triqueta.games.triqueta.robots.coach import TriquetaCoach
from triqueta.games.triqueta.rules import Edition, Game, Phase
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.screens.lists import RankingScreen
from triqueta.screens.phrases import Language, said
from triqueta.screens.station import TABLE
from triqueta.table.coach_pages import ReviewPage
from triqueta.table.events import Tick
from triqueta.table.session import COACH
from triqueta.table.state import Preferences


def coached(
    seats: tuple[int, ...] = (), edition: Edition = Edition.BASE, keyless: tuple[int, ...] = ()
) -> Evening:
    session = new_play(edition=edition, players=2)
    session.apply(COACH)
    evening = in_game(session, seats)
    for seat in keyless:
        evening.join(seat, keyless=True)
    return evening


def at_phase(phase: Phase) -> TriquetaSession:
    session = random_play(Edition.BASE, 3, 3, lambda p: p._game.phase is phase and not p._unseen)
    session.apply(COACH)
    return session


def soft_labels(evening: Evening, station: str = TABLE) -> list[str]:
    station_view = evening.table.view_for(evening.table.stations[station])
    return ["-" if key is None else text(key.label) for key in station_view.soft]


def over(players: int = 3) -> Evening:
    """Return an evening at the score of a game that had a coach."""
    session = random_play(Edition.BASE, players, 3, lambda p: p.over)
    session.apply(COACH)
    evening = in_game(session)
    finish(evening, Random(1))
    for _ in range(60):
        evening.wait(0.05)
    return evening


class TestSetUp:
    def test_off_by_default(self) -> None:
        evening = Evening().press(TWO_DEALT).wait(20)
        assert not evening.session.has_coach
        assert COACH not in evening.session.entries
        assert "coach" not in evening.says().lower()

    def test_switched_on_with_the_last_question(self) -> None:
        evening = Evening(seats=[0, 1]).press(f"{TWO} petal1 soft2 petal1")
        for station in (TABLE, "seat1", "seat2"):
            assert "The coach is on" in evening.says(station)
        evening.press(SKIP)
        for station in (TABLE, "seat1", "seat2"):
            assert evening.told(station) == "The coach is on"
        assert evening.session.entries == [COACH]

    def test_and_off_again(self) -> None:
        evening = Evening().press(f"{TWO} petal1")
        assert soft_labels(evening)[1] == "Coach?"
        assert soft_labels(evening.press("soft2"))[1] == "✓ Coach"
        assert soft_labels(evening.press("soft2"))[1] == "Coach?"
        evening.press(f"petal1 {SKIP}")
        assert not evening.session.has_coach

    def test_it_is_offered_with_the_choice_of_the_game_too(self) -> None:
        evening = Evening().press(TWO)
        assert soft_labels(evening)[1] == "Coach?"
        assert soft_labels(evening.press("soft2"))[1] == "✓ Coach"

    def test_the_same_again_remembers(self) -> None:
        evening = Evening().press(f"{TWO} petal1 soft2 petal1 {SKIP}")
        preferences = evening.table.preferences
        again = Evening(
            Preferences(Language.ENGLISH, last_players=("Ana", "Ben"), last_coach=True)
        )
        assert preferences.last_coach
        assert soft_labels(again)[1] == "✓ Coach"
        assert soft_labels(again.press("soft2"))[1] == "Coach?"
        assert again.press(f"soft2 petal1 petal1 {SKIP}").session.has_coach

    def test_a_tutorial_has_hints_of_its_own(self) -> None:
        evening = Evening().press(f"soft1 {TWO}")
        assert "Coach?" not in soft_labels(evening)

    def test_it_stays_on_after_a_restart_and_is_always_visible(self) -> None:
        evening = coached(seats=(0,))
        rng = Random(1)
        while not isinstance(evening.frame().screen, RankingScreen):
            assert evening.frame().coached
            assert evening.frame("seat1").coached
            step(evening, rng)
        again = TriquetaSession(
            Game(evening.session._game.setup), evening.session.proof, evening.session.entries
        )
        assert again.has_coach


class TestHint:
    def test_at_the_table_only_while_look_is_held(self) -> None:
        evening = coached().press("soft2")
        assert "hold “Look”" in evening.says()
        assert "Draw" not in evening.says()
        evening.down("soft2")
        assert evening.says().startswith("Hint for Ana")
        assert "Draw: +" in evening.says()
        evening.up("soft2")
        assert "Draw" not in evening.says()

    def test_at_a_private_station_at_once_and_nowhere_else(self) -> None:
        evening = coached(seats=(0, 1))
        evening.press("soft2", "seat1")
        assert evening.says("seat1").startswith("Hint for Ana")
        for other in (TABLE, "seat2"):
            assert "Hint for" not in evening.says(other)

    def test_a_waiting_player_gets_no_hint(self) -> None:
        evening = coached(seats=(0, 1))
        assert "Hint" not in soft_labels(evening, "seat2")
        assert soft_labels(evening, "seat2")[1] == "Info"

    def test_a_seat_with_a_display_looks_there(self) -> None:
        evening = coached(seats=(0,))
        evening.press("soft2")
        assert evening.told() == "Look at your own display"
        assert "Hint for" not in evening.says()

    def test_one_that_comes_meanwhile_takes_it_away_from_the_table(self) -> None:
        evening = coached().press("soft2").join(0)
        assert "Look at your own display" in evening.says()
        assert "Hint for" not in evening.down("soft2").says()

    def test_a_display_without_keys_shows_it_by_the_tables_key(self) -> None:
        evening = coached(keyless=(0,))
        evening.press("soft2")
        assert "Hint for Ana" in evening.says("seat1")
        assert "Hint for" not in evening.says()
        evening.press("soft2")
        assert "Hint for" not in evening.says("seat1")

    def test_a_petal_explains_another_option(self) -> None:
        evening = coached(seats=(0,)).press("soft2", "seat1")
        first = evening.says("seat1")
        evening.press("petal2", "seat1")
        assert "2/3" in evening.says("seat1")
        assert evening.press("petal5", "seat1").told("seat1") == "Petal 2: the next best"
        assert evening.says("seat1") != first

    @pytest.mark.parametrize("keys", ["petal1", "soft1 petal1"])
    def test_the_hint_disappears_when_the_game_continues(self, keys: str) -> None:
        evening = coached(seats=(0,))
        evening.press("soft2", "seat1").press(keys)  # a tile is drawn or a row taken at the table
        assert "Hint for" not in evening.says("seat1")

    def test_it_changes_nothing(self) -> None:
        """A hint adds no entry and does not change what can be undone."""
        evening = coached().press("soft1 petal1")  # Ana has taken a row
        before = list(evening.session.entries)
        assert evening.session.may_undo(None)
        assert "Hint for Ben" in evening.press("soft2").down("soft2").says()
        evening.wait(1).up("soft2").press("soft1")
        assert evening.session.entries == before
        assert evening.session.may_undo(None)

    def test_with_a_single_option_there_is_only_a_notice_at_a_private_station(self) -> None:
        evening = coached(seats=(0,), edition=Edition.SHADOW)
        evening.press("petal1", "seat1").press("soft2", "seat1")
        assert evening.told("seat1") == "All choices are equally good"
        assert evening.press("soft2").told() == "Look at your own display"

    def test_with_a_single_option_the_shared_screen_says_so_only_while_look_is_held(self) -> None:
        evening = coached(edition=Edition.SHADOW).press("petal1 soft2")
        one, several = evening.frame(), coached(edition=Edition.SHADOW).press("soft2").frame()
        assert one == several  # neither the screen nor the petals say how many options there are
        evening.press("petal2").down("soft2")
        assert "All choices are equally good" in evening.says()
        assert "All choices" not in evening.up("soft2").says()

    def test_for_a_drawn_tile(self) -> None:
        evening = coached().press("petal1").press("soft2")
        assert soft_labels(evening) == ["Keep ({left})", "Look", "Hint"]
        evening.press("soft3")
        assert soft_labels(evening) == ["Back", "Look", "Menu"]
        evening.down("soft2")
        assert "Into row 1: " in evening.says()
        assert "Keep: " in evening.says()

    def test_in_the_reveal(self) -> None:
        evening = in_game(at_phase(Phase.REVEAL))
        evening.press("soft1").down("soft2")
        assert "Add it: " in evening.says()
        assert "points without it" in evening.says() or "points with it" in evening.says()

    def test_help_says_what_points_are(self) -> None:
        evening = coached().press("petal1").press("soft2 soft3 soft3 petal3")
        assert "more than the others" in evening.says()

    def test_without_a_coach_there_is_none(self) -> None:
        evening = in_game(new_play(players=2))
        assert soft_labels(evening) == ["Take row", "Info", "Menu"]


class TestReview:
    def test_from_the_menu_and_from_a_players_sheet(self) -> None:
        evening = over().press("soft3 petal1")
        assert isinstance(evening.table.stations[TABLE].pages[-1], ReviewPage)
        evening = over().press("petal1 soft2")
        assert isinstance(evening.table.stations[TABLE].pages[-1], ReviewPage)

    def test_three_decisions_of_each_player(self) -> None:
        evening = over().press("soft3 petal1")
        seen = []
        for _ in range(9):
            seen.append(evening.says())
            assert "better: " in seen[-1]
            evening.press("soft3")
        assert len(set(seen)) == 9
        assert evening.says() == seen[0]
        assert evening.press("petal2").says() == seen[3]

    def test_why(self) -> None:
        """The page shows the hint from that moment: the best move and the chosen one."""
        evening = over().press("soft3 petal1")
        best = evening.says().split("better: ")[1].split(":")[0]
        evening.press("soft2")
        assert evening.says().splitlines()[2].startswith(best)
        assert "Press a petal to see why" in evening.press("soft3").told()
        assert "2/" in evening.press("petal2").says()
        assert "better: " in evening.press("soft1").says()

    def test_it_is_worked_out_bit_by_bit(self) -> None:
        session = random_play(Edition.BASE, 3, 3, lambda p: p.over)
        session.apply(COACH)
        evening = in_game(session)
        finish(evening, Random(1))
        evening.press("soft3 petal1")
        assert "is reviewing" in evening.says()
        table, work = evening.table, evening.table.review
        at_once = TriquetaCoach().decisions_at_once
        assert work is not None
        while not work.is_done:
            before, due = len(work._decisions), table.next_change()
            assert due is not None
            assert due - table.now < 0.1
            table.handle(Tick(due))
            assert len(work._decisions) - before <= at_once
            assert (
                bool(table.spectator_view().reviews) is work.is_done
            )  # reviews don't change while they are read
        assert len(work._decisions) > 10 * at_once
        assert "better: " in evening.says()

    def test_the_review_is_public_only_at_the_end(self) -> None:
        session = random_play(Edition.BASE, 3, 3, lambda p: p.over)
        session.apply(COACH)
        evening = in_game(session)
        for _ in range(60):
            evening.wait(0.05)
        assert evening.table.spectator_view().reviews == ()
        finish(evening, Random(1))
        for _ in range(60):
            evening.wait(0.05)
        names = [review.name for review in evening.table.spectator_view().reviews]
        assert names == list(evening.session.names)

    def test_lost_points_are_a_positive_number(self) -> None:
        lines = over().table.spectator_view().reviews[0].lines
        told = [said(line, Language.ENGLISH) for line in lines]
        assert len(told) == 3
        for line in told:
            assert re.search(r"\([+-]\d+\.\d, .+\)\. Lost: \d+\.\d$", line), line

    def test_an_inactive_key_says_what_the_page_shows(self) -> None:
        evening = over().press("soft3 petal1 petal5")
        assert evening.told().startswith("Everyone's three costliest decisions")

    def test_without_a_coach_there_is_none(self) -> None:
        evening = in_game(random_play(Edition.BASE, 3, 3, lambda p: p.over))
        finish(evening, Random(1))
        let_go(evening)
        assert evening.wait(5).table.review is None
        assert "1: Check the shuffle" in evening.press("soft3").says()

    def test_the_next_game_has_none_yet(self) -> None:
        evening = over().press("soft1")
        assert evening.table.review is None
