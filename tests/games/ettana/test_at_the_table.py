"""Ettana played by keys: at the shared table, at private stations, and with robots."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.ettana.scenes import PROOF, begun, lying, play_of, rich, wealthy
from tests.games.ettana.tables import give
from tests.games.every_game import guests
from tests.table.autopilot import finish
from tests.table.evening import Evening, in_game
from tests.table.set_up import SKIP
from triqueta.games import installed_games
from triqueta.games.ettana.rules import Action, Game
from triqueta.games.ettana.session import TRIED, EttanaSession
from triqueta.records.record import verify
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE
from triqueta.table.session import ROBOT, UNDO
from triqueta.table.state import Preferences

CARDS = "soft2 petal4"


def at_the_table(game: Game, *seats: int) -> Evening:
    return in_game(play_of(game), seats)


def entries(evening: Evening) -> list[str]:
    session = evening.table.session
    assert isinstance(session, EttanaSession)
    return session.entries


def labels(evening: Evening, station: str = TABLE) -> list[str]:
    return evening.says(station).split("\n")[-1].split(" | ")


class TestOpening:
    def test_a_needle_is_put_where_the_player_points(self) -> None:
        evening = at_the_table(begun(opening="*6"))
        assert "Needle on B2?" in evening.says()
        evening.press("petal3")
        assert labels(evening)[0] == "-"
        evening.press("soft1")
        assert evening.told() == "Only on a free 6"
        evening.press("soft2 soft1")
        assert entries(evening)[-1].startswith("@")

    def test_it_is_taken_back_until_the_next_roll(self) -> None:
        evening = at_the_table(begun(opening="*6")).press("soft1")
        assert labels(evening)[:2] == ["Roll", "Undo"]
        evening.press("soft2")
        assert entries(evening)[-1] == UNDO
        assert "Needle on B2?" in evening.says()


class TestTurn:
    def test_it_waits_for_roll_and_collect_whatever_the_hand_holds(self) -> None:
        """Clause E9."""
        for actions in ((), (Action.FIX,), (Action.AGAIN, Action.TAX)):
            evening = at_the_table(give(begun(), 0, actions=actions))
            assert labels(evening) == ["Roll", "Cards", "Menu"]
            evening.press("soft1")
            assert labels(evening) == ["Collect", "Cards", "Menu"]
            assert entries(evening)[0] == "roll"
            evening.press("soft1")
            assert labels(evening) == ["Move", "Actions", "Menu"]

    def test_steps_are_taken_and_taken_back_one_by_one(self) -> None:
        evening = at_the_table(rich()).press("soft1 petal3")
        assert "Steps left: 2" in evening.says()
        evening.press("petal1")
        assert "Steps left: 3" in evening.says()
        evening.press("petal3 petal3 petal3")
        assert evening.told() == "You can't step there", "the board ends here"
        evening.press("petal2 soft3")
        assert entries(evening)[-1] == "step:B3-B4-C4"
        assert labels(evening)[0] == "Swap"

    def test_stepping_over_a_needle_shows_its_price(self) -> None:
        evening = at_the_table(rich()).press("soft1 petal1 petal5 petal3")
        assert "1 token to Maximilian" in evening.says()
        poor = at_the_table(give(rich(), 0, tokens=0)).press("soft1 petal1 petal5 petal3 soft3")
        assert poor.told() == "You have too few tokens"

    def test_next_goal_aims_at_each_space_in_reach_for_least(self) -> None:
        evening = at_the_table(rich()).press("soft1")
        goals = set()
        for _ in range(16):
            evening.press("soft2")
            goals.add(evening.says().split("\n")[1])
        moves = game_at(evening).legal_moves
        reached = {
            move.split(":")[1].split("-")[-1] for move in moves if move[:4] in ("step", "jump")
        }
        assert {goal.split()[2].rstrip(":") for goal in goals} == reached

    def test_a_swap_is_seen_before_it_is_made(self) -> None:
        evening = at_the_table(rich()).press("soft2 petal3 soft3 petal3 petal3 petal2")
        shown = [line for line in evening.says().split("\n") if line.startswith("threads of row")]
        assert "Costs 3, leaves 9" in evening.says()
        assert game_at(evening).position.threads["b2"] == "Y"
        evening.press("soft3")
        assert entries(evening)[-1] == "buy:b2-c4"
        after = [line for line in evening.says().split("\n") if line.startswith("threads of row")]
        assert shown == after

    def test_the_free_swap_is_only_at_the_needle(self) -> None:
        evening = at_the_table(rich("*R3 collect step:B3-B4-C4")).press("soft1 petal1")
        assert evening.told() == "Only at your needle"

    def test_the_end_is_taken_back_until_the_next_player_rolls(self) -> None:
        evening = at_the_table(rich("*R3 collect step:B3-B4-C4 free:c4-d4"), 0, 1)
        evening.press("soft1", "seat1")
        assert labels(evening, "seat1")[0] == "Undo"
        assert labels(evening, "seat2")[0] == "Roll"
        evening.press("soft1", "seat1")
        assert entries(evening)[-1] == UNDO


def game_at(evening: Evening) -> Game:
    session = evening.table.session
    assert isinstance(session, EttanaSession)
    return session._game


class TestSharedStation:
    def test_every_card_can_be_named_whatever_is_held(self) -> None:
        shown = set()
        for actions in ((Action.TAX,), (Action.ROB,), (Action.MOVE,)):
            shown.add(at_the_table(rich(actions=actions)).press(CARDS).says())
        assert len(shown) == 1

    def test_a_card_that_is_not_held_is_refused_openly(self) -> None:
        evening = at_the_table(rich(actions=(Action.TAX,)))
        evening.press(f"{CARDS} petal4 soft3 petal2")
        assert evening.told() == "You have no such card"
        assert entries(evening)[-1] == f"{TRIED} rob"
        evening.press(f"{CARDS} petal4 soft3 petal2")
        assert entries(evening).count(f"{TRIED} rob") == 1

    def test_a_held_card_is_played_and_announced_to_all(self) -> None:
        evening = at_the_table(rich(actions=(Action.ROB,)), 1)
        evening.press(f"{CARDS} petal4 soft3 petal2")
        assert entries(evening)[-1] == "rob:2"
        assert "plays Rob against Maximilian" in evening.told("seat2")

    def test_the_hand_is_shown_while_look_is_held(self) -> None:
        evening = at_the_table(rich(actions=(Action.TAX,))).press(CARDS)
        assert "Tax" not in evening.says()
        evening.down("soft2")
        assert "Tax" in evening.says()
        evening.time += 1
        assert "Tax" not in evening.up("soft2").says()

    def test_a_failed_claim_reveals_nothing_else(self) -> None:
        evening = at_the_table(lying()).press("soft2 petal5 petal2 soft3")
        assert evening.told() == "It is not on the board"
        assert entries(evening)[-1] == f"{TRIED} pattern 2"
        evening.press("soft2 petal5 soft3")
        assert entries(evening)[-1].startswith("claim:")

    def test_a_false_attempt_is_refused_as_an_entry(self) -> None:
        session = play_of(lying())
        with pytest.raises(ValueError, match="is on the board"):
            session.apply(f"{TRIED} pattern 1")
        with pytest.raises(ValueError, match="the player holds"):
            session.apply(f"{TRIED} {game_of(session).position.own.actions[0]}")
        assert session.entries == []


def game_of(session: EttanaSession) -> Game:
    return session._game


class TestOwnStation:
    def test_players_see_only_their_own_cards(self) -> None:
        evening = at_the_table(wealthy(), 0, 1).press(CARDS, "seat1")
        assert evening.says("seat1").split("\n")[1:5] == [
            "1: Move",
            "2: Swap",
            "3: Steal",
            "4: Rob",
        ]
        assert evening.says("seat2").startswith("WWWWWWWl\nMove")
        assert evening.says() == at_the_table(wealthy(), 0, 1).says()

    def test_where_a_player_points_is_not_shown_to_the_others(self) -> None:
        evening = at_the_table(rich(), 0)
        before = evening.says()
        evening.press("soft1 petal3", "seat1")
        assert evening.says() == before

    def test_a_claim_is_offered_if_the_pattern_is_on_the_board(self) -> None:
        evening = at_the_table(lying(), 0).press("soft2 petal5", "seat1")
        assert "It's on the board!" in evening.says("seat1")
        assert labels(evening, "seat1")[2] == "Claim"
        assert labels(evening.press("petal2", "seat1"), "seat1")[2] == "-"

    def test_a_player_who_gets_a_card_sees_which(self) -> None:
        evening = at_the_table(rich(), 0, 1).press("soft2 petal1 soft3", "seat1")
        assert evening.told("seat1").startswith("You get: ")
        assert evening.told("seat2").endswith("buys an action card")

    def test_a_player_who_exchanges_a_pattern_hears_of_the_new_one(self) -> None:
        evening = at_the_table(rich(), 0, 1).press("soft2 soft3 soft3", "seat1")
        assert entries(evening)[-1].startswith("exchange:")
        assert evening.told("seat1") == "You get a new pattern"
        assert evening.told("seat2").endswith("exchanges a pattern card")

    def test_the_others_see_whether_a_card_was_drawn(self) -> None:
        for some in (True, False):
            game = rich("*K3")
            game.position.action_deck = (Action.TAX,) if some else ()
            evening = at_the_table(game, 0, 1).press("soft1", "seat1")
            said = evening.told("seat2")
            assert said.endswith("draws an action card" if some else "There are no more cards")

    def test_a_player_sees_which_card_was_stolen(self) -> None:
        evening = at_the_table(wealthy(), 0, 1)
        evening.press(f"{CARDS} petal3 soft3 petal2", "seat1")
        evening.press("soft1", "seat1")
        assert evening.told("seat1") == "You get: Tax"
        assert evening.told("seat2") == "You lose: Tax"
        assert evening.told() == "WWWWWWWl takes a card from Maximilian"

    def test_when_it_goes_the_table_asks_whether_to_wait(self) -> None:
        evening = at_the_table(rich(), 0).press("soft1", "seat1").leave(0)
        assert "wait" in evening.says().lower()

    def test_when_it_comes_nothing_of_the_turn_stays_at_the_table(self) -> None:
        evening = at_the_table(rich()).press(CARDS)
        evening.join(0)
        assert evening.table.stations[TABLE].pages == []

    @pytest.mark.parametrize("station", ["seat1", TABLE])
    def test_a_waiting_players_display_that_restarts_leaves_a_half_made_swap(
        self, station: str
    ) -> None:
        evening = at_the_table(rich(), *((0, 1) if station == "seat1" else (1,)))
        evening.press("soft2 petal3 soft3 petal2", station)
        swap = evening.says(station)
        assert "Swap" in swap.split("\n")[-1]
        for change in (evening.join, evening.leave, evening.join):
            change(1)
            assert evening.says(station) == swap

    def test_a_display_without_keys_that_comes_ends_a_look_at_the_table(self) -> None:
        """The page stays open because its keys are the table's, but the hand is hidden."""
        evening = at_the_table(rich(actions=(Action.TAX,))).press(CARDS).down("soft2")
        assert "Tax" in evening.says()
        evening.join(0, keyless=True)
        assert "Tax" in evening.says("seat1")
        assert "Tax" not in evening.says()

    def test_a_display_without_keys_shows_the_hand(self) -> None:
        evening = Evening(interrupted=play_of(wealthy()), keyless=(0,)).press("petal1")
        assert evening.says("seat1").startswith("WWWWWWWl's cards")
        assert labels(evening.press(CARDS))[1] == "-", "there is no need to look at the table"


class TestRobots:
    def test_every_robot_move_is_announced(self) -> None:
        session = play_of(begun())
        session.apply(f"{ROBOT} 0 easy")
        evening = Evening(interrupted=session).press("petal1")
        told = []
        for _ in range(40):
            evening.wait(3)
            if evening.table.cards.screen is not None:
                told.append(evening.says().split("\n")[1])
            if evening.table.robots.seat is None:
                break
        assert told == ["violet 6: WWWWWWWl +1", "WWWWWWWl moves to D3"]

    @pytest.mark.parametrize("level", ["easy", "good"])
    def test_a_person_plays_with_one_to_the_end(self, level: str) -> None:
        with guests():
            preferences = Preferences(
                Language.ENGLISH, last_players=("Ana", "Moss"), last_robots={1: level}
            )
            evening = Evening(preferences)
            if "Ettana" not in evening.says():
                evening.press("petal4")  # the next page of games
            lines = evening.says().split("\n")
            evening.press(f"petal{next(line[0] for line in lines if 'Ettana' in line)}")
            evening.press(SKIP)
            finish(evening, Random(3))
            session = evening.table.session
            assert session is not None
            assert session.over
            assert verify(installed_games().read(session.document())) == session.proof


def test_the_end_shows_annas_and_what_was_claimed() -> None:
    with guests():
        evening = in_game(
            installed_games().deal("ettana", "ettana", ("Ana", "Ben", "Chloé"), 0, PROOF)
        )
        finish(evening, Random(5))
        session = evening.table.session
        assert isinstance(session, EttanaSession)
        outcome = session.view(None).outcome
        assert outcome is not None
        assert evening.says().startswith(f"{session.names[outcome.winner]} wins!")
        evening.press("petal1")
        assert f"annas: {outcome.annas[outcome.winner]}" in evening.says()
