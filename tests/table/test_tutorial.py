"""The tutorial: always the same deal, with a few hints at the right moments."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.games.every_game import HIGH_CARD, only_games
from tests.games.sessions import change_spec
from tests.games.triqueta.tutorial_deals import smallest_secret
from tests.table.autopilot import finish, step
from tests.table.evening import Evening
from tests.table.set_up import SKIP, TWO, TWO_DEALT, TWO_PLAYING
from tests.table.test_questions import memory_of_last_time
from tests.table.test_resume import asks_for_a_row, prompts, restarted
from triqueta.games import installed_games
from triqueta.games.triqueta.rules import Phase, Setup
from triqueta.games.triqueta.spec import SECRETS
from triqueta.journal.writer import new_game_from_text, new_game_to_text
from triqueta.records.record import verify
from triqueta.screens.lists import RankingScreen
from triqueta.screens.station import TABLE
from triqueta.table.session import NO_HINTS, AnySession, Hint, Session
from triqueta.table.spec import Tutorial
from triqueta.table.state import NewGame, Preferences

# Two players without names. The first is the youngest.
QUESTIONS = f"soft1 {TWO} petal1"
OK, NO_MORE, NEXT_KEY = "soft2", "soft3", "soft3"


def begun(seats: tuple[int, ...] = (), keyless: tuple[int, ...] = ()) -> Evening:
    return Evening(seats=seats, keyless=keyless).press(f"{QUESTIONS} soft2").wait(3)


def hint_at(evening: Evening, station: str = TABLE) -> str:
    """Return which hint a station shows, and for whom; "" if it shows none.

    A warning has no number.
    """
    lines = evening.says(station).split("\n")
    if not lines[0].startswith("Hint"):
        return ""
    return f"{lines[0]} {lines[1]}" if "/" in lines[1] else lines[0]


def is_warned(evening: Evening, station: str = TABLE) -> bool:
    return "This row is empty" in evening.says(station)


class TestSetUp:
    def test_it_is_offered_with_the_first_question_of_a_game(self) -> None:
        for evening in (Evening(), Evening(memory_of_last_time())):
            first = evening.says()
            assert "Tutorial | " in first
            assert evening.press("soft1").says().startswith("Tutorial: how many?")
            assert evening.press("soft1").says() == first
        others = Evening(memory_of_last_time()).press("petal3")
        assert others.says().endswith("Back | - | Menu")

    @pytest.mark.parametrize("offered", [True, False])
    @pytest.mark.parametrize(
        ("preferences", "keys"),
        [
            (Preferences(), f"petal1 {TWO_DEALT}"),
            (memory_of_last_time(), "petal1 petal2"),
        ],
    )
    def test_it_costs_other_players_no_press(
        self,
        preferences: Preferences,
        keys: str,
        *,
        offered: bool,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """From power-on to the first tile, the keys are the same as without a tutorial."""
        if not offered:
            change_spec(monkeypatch, "triqueta", tutorial=None)
        evening = Evening(preferences).press(keys).wait(3).press("petal4")
        assert evening.session.entries == ["d4"]
        assert evening.says().startswith(
            f"{evening.session.names[evening.session._game.order[0]]}, take"
        )

    def test_neither_edition_nor_cuts_are_asked_for(self) -> None:
        evening = Evening()
        asked = [evening.press(key).says().split("\n")[0] for key in QUESTIONS.split()]
        assert asked == [
            "Tutorial: how many?",
            "Who is player 1?",
            "Who is the youngest?",
            "Tutorial",
        ]
        assert "It doesn't count in the statistics." in evening.says()
        evening.press("soft2").wait(3)
        assert evening.session.proof.cuts == ""

    def test_every_question_has_a_way_back_and_comes_again(self) -> None:
        evening = Evening()
        asked = [evening.says()]
        for key in ["soft1", "petal2", "petal1", "petal1", "petal1"]:
            evening.press(key)
            assert restarted(evening).says() == evening.says()
            asked.append(evening.says())
        for before in asked[-2::-1]:
            assert evening.press("soft1").says() == before

    def test_a_draft_comes_back_from_the_journal(self) -> None:
        new_game = Evening().press(QUESTIONS).table.new_game
        assert new_game.tutorial
        assert new_game_from_text(new_game_to_text(new_game)) == new_game
        usual = new_game_to_text(NewGame(players=2))
        assert "tutorial" not in usual  # so older versions can read it
        assert new_game_from_text(usual) == NewGame(players=2)

    def test_a_tutorial_that_is_gone_leaves_the_players(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        evening = Evening().press(QUESTIONS)
        change_spec(monkeypatch, "triqueta", tutorial=None)
        again = restarted(evening)
        assert again.says().startswith("Which game?")
        assert again.table.new_game.names == evening.table.new_game.names


class TestDeal:
    def test_it_is_always_the_same(self) -> None:
        deals = [
            Evening(secret=bytes([n] * 32))
            .press(f"{QUESTIONS} soft2 {SKIP}")
            .session._game.setup.piles
            for n in (1, 2)
        ]
        assert deals[0] == deals[1]

    def test_it_is_the_first_in_which_something_happens_soon(self) -> None:
        assert {players: smallest_secret(players) for players in range(2, 6)} == SECRETS

    def test_its_record_is_proved_like_any_other(self) -> None:
        evening = begun()
        finish(evening, Random(2))
        record = installed_games().read(evening.session.document())
        assert record.result is not None
        assert verify(installed_games().load(record.encode())) == evening.session.proof
        assert set(record.document()) == {"format", *Setup.DEALT, "moves", "result", "proof"}


class TestHints:
    def test_a_whole_game_at_the_table(self) -> None:
        """Each hint appears once. The third appears when two deer lie in a row."""
        evening = begun()
        assert hint_at(evening) == "Hint for Player 1 1/5"
        assert evening.told() == ""  # no notice covers the hint
        assert evening.press(OK).says().startswith("Player 1's turn")
        evening.press("petal3")
        assert hint_at(evening) == ""  # the player has to look first
        evening.press("soft2")
        assert hint_at(evening) == "Hint for Player 1 2/5"
        assert evening.press(OK).says().startswith("Player 1: row or keep?")
        evening.press("petal1 petal4 soft2 petal1")
        assert evening.session._game.rows[0] == "DD"
        assert hint_at(evening) == "Hint for Player 1 3/5"
        evening.press(OK)
        assert evening.says().startswith("Player 1's turn")
        evening.press("petal5 soft2 petal1")
        assert evening.session._game.rows[0] == "DDD"
        assert evening.says().startswith("Player 2's turn")
        evening.press("soft1 petal1 petal4 soft2")
        assert evening.session._game.drawn == ["D"]  # the fourth deer
        evening.press("soft1")  # keep it
        rng = Random(1)
        while not hint_at(evening):
            step(evening, rng)
        assert hint_at(evening).endswith("4/5")
        assert evening.session.view(None).round_ended
        evening.press(OK)
        assert evening.says().startswith("Round 1 is over")
        evening.press(NEXT_KEY)
        while not hint_at(evening) or is_warned(evening):
            step(evening, rng)
        assert evening.session._game.phase is Phase.REVEAL
        assert not evening.session.view(None).round_ended  # the end of the round was acknowledged
        assert hint_at(evening).endswith("5/5")
        evening.press(OK)
        while not isinstance(evening.frame().screen, RankingScreen):
            assert hint_at(evening) == ""
            step(evening, rng)

    def test_a_warning_before_an_empty_row_is_taken(self) -> None:
        evening = begun().press(f"{OK} soft1 petal2")
        assert is_warned(evening)
        assert hint_at(evening) == "Hint for Player 1"  # no number: it comes out of order
        assert evening.says().endswith("Back | OK | No hints")
        assert evening.press("petal1").told() == "“Back” leaves the row. “OK” takes it."
        evening.press("soft1")
        assert evening.says().startswith("Player 1's turn")
        assert evening.session._game.moves == []
        evening.press("soft1 petal2")  # it is not repeated
        assert evening.session._game.moves == ["t2"]

    def test_a_player_who_was_warned_can_take_the_row(self) -> None:
        evening = begun(seats=(0,)).press(f"{OK} soft1 petal2", "seat1")
        assert is_warned(evening, "seat1")
        assert not is_warned(evening)
        evening.press(OK, "seat1")
        assert evening.session._game.moves == ["t2"]
        again = restarted(evening)
        assert again.session._game.moves == ["t2"]

    def test_no_more_hints_go_back_to_the_rows(self) -> None:
        evening = begun().press(f"{OK} soft1 petal2 {NO_MORE}")
        assert evening.session.entries[-1] == NO_HINTS
        evening.press("petal2")
        assert evening.session._game.moves == ["t2"]

    def test_one_press_ends_them_for_all(self) -> None:
        evening = begun(seats=(0, 1))
        assert hint_at(evening, "seat1")
        evening.press(NO_MORE, "seat1")
        rng = Random(1)
        while not evening.session.over:
            assert not any(hint_at(evening, name) for name in evening.table.stations)
            step(evening, rng)
        assert evening.session.entries.count(NO_HINTS) == 1

    def test_hints_appear_at_private_displays(self) -> None:
        evening = begun(seats=(1,))
        assert hint_at(evening) == "Hint for Player 1 1/5"
        assert hint_at(evening, "seat2") == ""
        evening.press(f"{OK} petal3 soft2 {OK} petal1")
        assert hint_at(evening) == ""
        assert hint_at(evening, "seat2") == "Hint for Player 2 1/5"  # has not read it yet
        evening.press(f"{OK} petal4", "seat2")
        assert hint_at(evening, "seat2") == "Hint for Player 2 2/5"

    def test_a_display_without_keys_shows_its_tile_and_the_table_the_hint(self) -> None:
        evening = begun(keyless=(0,)).press(f"{OK} petal3")
        assert hint_at(evening) == "Hint for Player 1 2/5"
        assert "deer" in evening.says("seat1")

    def test_one_press_too_many_does_not_decide_about_the_tile_behind_it(self) -> None:
        evening = begun(seats=(0,)).press(f"{OK} petal3", "seat1")
        assert "deer" not in evening.says("seat1")
        evening.press(OK, "seat1")
        assert "deer" in evening.says("seat1")
        evening.down("petal1", "seat1").up("petal1", "seat1")
        assert evening.session._game.phase is Phase.CHOICE
        evening.press("petal1", "seat1")
        assert evening.session._game.rows[0] == "D"

    def test_the_other_keys_say_how_to_continue(self) -> None:
        evening = begun().press("petal1")
        assert evening.told() == "Press “OK” to continue"
        assert evening.session._game.moves == []

    def test_a_display_that_falls_asleep_is_waited_for_first(self) -> None:
        evening = begun(seats=(0,)).press(f"{OK} petal3", "seat1").leave(0)
        assert evening.says().startswith("Player 1: display asleep")
        assert evening.press("petal2").says().startswith("Hint for Player 1")

    def test_switched_off_while_a_hint_is_read(self) -> None:
        evening = begun(seats=(1,))
        rng, hints = Random(4), set()
        for _ in range(40):
            again = restarted(evening)
            assert asks_for_a_row(evening) or prompts(again) == prompts(evening)
            hints |= {hint_at(again, name) for name in again.table.stations}
            step(evening, rng)
        assert {hint[-3:] for hint in hints} >= {"1/5", "2/5", "3/5"}

    def test_a_hint_that_was_read_is_not_repeated(self) -> None:
        evening = begun().press(OK)
        assert hint_at(restarted(evening)) == ""
        evening.press("petal1 soft1")  # draw, undo
        assert evening.says().startswith("Player 1's turn")

    def test_no_other_game_has_any(self) -> None:
        evening = Evening().press(TWO_PLAYING)
        rng = Random(1)
        while not evening.session.over:
            assert hint_at(evening) == ""
            step(evening, rng)


class TestOtherGames:
    @pytest.fixture(autouse=True)
    def _high_card_only(self) -> Iterator[None]:
        with only_games(HIGH_CARD):
            yield

    def test_where_no_game_has_a_tutorial_none_is_offered(self) -> None:
        assert Evening().says().endswith("- | - | Menu")
        assert Evening(memory_of_last_time()).says().endswith("- | - | Menu")

    def test_any_game_may_have_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Even a game without questions before the deal."""

        def hints(session: AnySession) -> tuple[Hint, ...]:
            seat = session.current_player
            return () if seat is None else (Hint("roll", seat, "Roll the die."),)

        edition = installed_games()["highcard"].editions[0]
        tutorial = Tutorial(edition, lambda players: bytes([players] * 32))
        change_spec(monkeypatch, "highcard", tutorial=tutorial)
        monkeypatch.setattr(Session, "hints", hints)
        evening = Evening().press(f"soft1 {TWO}")
        assert evening.says().startswith("Tutorial\n")
        assert evening.press("soft1").says().startswith("Who is player 2?")
        evening.press(f"soft2 soft2 {SKIP}")
        assert "Roll the die." in evening.says()
        assert "Roll |" in evening.press(OK).says()
