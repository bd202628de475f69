"""Secret cards: what the table shows, offers and announces must not depend on a hand."""

from __future__ import annotations

import pytest

from tests.games.ettana.scenes import COLLECTED, MOVED, begun, lying, play_of
from tests.games.ettana.tables import give, random_game
from tests.games.ettana.test_every_move_by_keys import Explorer
from tests.table.evening import Evening, in_game
from triqueta.games.ettana.rules import Action, Game
from triqueta.games.ettana.session import ROLL, EttanaSession
from triqueta.records.errors import IllegalMoveError
from triqueta.screens.frame import words
from triqueta.screens.station import TABLE

STARTED_BY_THREE = "*6 @B2 *1 @A1 *2 @B1 *R3 collect"
TO_ROLL, TO_COLLECT = "", "*R3"


def of_three(**things: object) -> Game:
    """Return a game of three: the first player is to act, the second has one action card."""
    game = give(begun(STARTED_BY_THREE, opening="", players=3), 0, **things)
    return give(game, 1, actions=(Action.TAX,))


class Looker(Explorer):
    """An explorer that notes what the station says and which keys it offers on every page."""

    def pages(self) -> dict[object, tuple[str, object]]:
        self.shown: dict[object, tuple[str, object]] = {}
        self.explore()
        return self.shown

    def _now(self) -> tuple[object, ...]:
        now = super()._now()
        if now not in self.shown:
            self._station.notice = None
            frame = self._table.frame(self._station.name)
            self.shown[now] = words(frame), frame.screen.petals
        return now


def pages_at_the_table(game: Game) -> dict[object, tuple[str, object]]:
    table = in_game(play_of(game)).table
    return Looker(table, table.stations[TABLE]).pages()


@pytest.mark.parametrize("moves", [TO_ROLL, TO_COLLECT, COLLECTED, MOVED])
def test_no_page_of_the_shared_station_reveals_a_hand(moves: str) -> None:
    """The keys are the same as well: every card can be named, and every pattern claimed."""
    hands: list[dict[str, object]] = [
        {"actions": (Action.TAX, Action.TAX), "patterns": lying().position.own.patterns},
        {"actions": (Action.FIX, Action.SWAP), "patterns": lying().position.own.patterns[::-1]},
        {"actions": (Action.AGAIN, Action.MOVE), "patterns": (35, 36)},
    ]
    shown = [pages_at_the_table(give(begun(moves), 0, tokens=2, **hand)) for hand in hands]
    assert len(shown[0]) > 2
    assert shown[0] == shown[1] == shown[2]


def test_look_shows_whether_a_pattern_is_on_the_board() -> None:
    evening = in_game(play_of(lying())).press("soft2 petal5")
    assert "Claim it if it is on the board" in evening.says()
    assert "It's on the board!" in evening.down("soft2").says()
    assert "It's on the board!" not in evening.up("soft2").says()


def test_a_player_with_a_private_display_needs_no_look_at_the_table() -> None:
    evening = Evening(interrupted=play_of(lying()), keyless=[0]).press("petal1 soft2 petal5")
    assert evening.says().endswith("Back | - | Claim")
    assert "It's on the board!" not in evening.down("soft2").says()


class TestTried:
    """A player names a card openly without holding it."""

    TAX = "soft2 petal4 soft3 soft3 petal1 soft3"

    def with_a_swap(self) -> EttanaSession:
        return play_of(give(begun(COLLECTED), 0, actions=(Action.SWAP,)))

    def test_it_is_refused_and_nothing_happens(self) -> None:
        evening = in_game(self.with_a_swap()).press(self.TAX)
        assert evening.told() == "You have no such card"
        assert not evening.table.stations[TABLE].pages
        assert evening.table.session is not None
        assert evening.table.session.entries == ["tried tax"]
        assert evening.table.session.view(0) == self.with_a_swap().view(0)

    def test_once_is_enough(self) -> None:
        evening = in_game(self.with_a_swap()).press(self.TAX).press(self.TAX)
        assert evening.table.session is not None
        assert evening.table.session.entries == ["tried tax"]

    def test_a_pattern_that_is_not_there(self) -> None:
        evening = in_game(play_of(lying())).press("soft2 petal5 petal2 soft3")
        assert evening.told() == "It is not on the board"
        assert evening.table.session is not None
        assert evening.table.session.entries == ["tried pattern 2"]

    @pytest.mark.parametrize("entry", ["tried swap", "tried pattern 1"])
    def test_it_has_to_be_true(self, entry: str) -> None:
        session = play_of(give(lying(), 0, actions=(Action.SWAP,)))
        with pytest.raises(IllegalMoveError):
            session.apply(entry)
        assert session.entries == []

    @pytest.mark.parametrize(
        "entry", ["tried foo", "tried pattern x", "tried pattern 0", "tried pattern 99", "tried "]
    )
    def test_an_unknown_card_is_refused(self, entry: str) -> None:
        session = play_of(lying())
        with pytest.raises(IllegalMoveError, match="is no"):
            session.apply(entry)
        assert session.entries == []

    def test_no_card_can_be_tried_once_it_is_over(self) -> None:
        with pytest.raises(IllegalMoveError, match="over"):
            play_of(random_game(2, 1)).apply("tried fix")


def test_while_the_dice_roll_no_card_is_played() -> None:
    session = play_of(give(begun(), 0, actions=(Action.FIX,)))
    session.apply(ROLL)
    with pytest.raises(IllegalMoveError, match="rolling"):
        session.apply("fix:R")


class TestNews:
    """Only the players who got or lost a card learn which one, each at their private station."""

    def test_a_card_stolen(self) -> None:
        game = of_three(actions=(Action.STEAL,))
        evening = in_game(play_of(game), [0, 1, 2])
        evening.press("soft2 petal4 petal1 soft3 petal2", "seat1").press("soft1", "seat1")
        assert evening.told("seat1") == "You get: Tax"
        assert evening.told("seat2") == "You lose: Tax"
        for other in ("seat3", TABLE):
            assert evening.told(other) == f"{game.setup.players[0]} takes a card from Maximilian"

    def test_a_played_card_is_not_reported_as_lost(self) -> None:
        evening = in_game(play_of(of_three(actions=(Action.THREE,))), [0, 1])
        evening.press("soft2 petal4 petal1 soft3", "seat1")
        assert evening.told("seat1") == evening.told("seat2") != ""
        assert "lose" not in evening.told("seat1")

    def test_a_card_bought(self) -> None:
        evening = in_game(play_of(of_three(tokens=2)), [0, 1])
        evening.press("soft2 petal1 soft3", "seat1")
        assert evening.told("seat1").startswith("You get: ")
        for other in ("seat2", TABLE):
            assert "buys an action card" in evening.told(other)

    def test_what_is_dealt_is_looked_at(self) -> None:
        evening = in_game(play_of(begun(opening="*6 @B2 *1")), [0, 1]).press("soft1", "seat2")
        assert "patterns 1" in evening.says("seat1")
        assert evening.told("seat1") == evening.told("seat2") == ""

    def test_a_card_bought_at_the_shared_station_is_looked_at(self) -> None:
        evening = in_game(play_of(of_three(tokens=2))).press("soft2 petal1 soft3")
        assert "buys an action card" in evening.told()


class TestStations:
    """Where a turn is played, and what the waiting players see."""

    def test_a_player_who_joins_at_a_display_plays_only_there(self) -> None:
        evening = in_game(play_of(lying())).press("soft2 petal5").join(0)
        assert not evening.table.stations[TABLE].pages
        assert evening.says().endswith("- | Info | Menu")

    def test_when_the_display_of_who_is_to_act_goes_away_the_table_asks(self) -> None:
        evening = in_game(play_of(lying()), [0]).leave(0)
        assert "display asleep" in evening.says()

    def test_a_player_sees_the_own_cards_in_the_turns_of_others(self) -> None:
        evening = in_game(play_of(lying()), [0, 1]).press("soft3 petal2 petal2", "seat2")
        assert evening.says("seat2").startswith("Maximilian's cards")

    def test_patterns_are_turned_one_by_one_and_around(self) -> None:
        evening = in_game(play_of(lying()), [0]).press("soft3 petal2 petal2", "seat1")
        corners = [evening.press("soft3", "seat1").says("seat1").splitlines()[1] for _ in "abc"]
        assert corners == ["1/2", "2/2", "1/2"]

    def test_an_extra_tap_claims_nothing(self) -> None:
        evening = in_game(play_of(lying()), [0]).press("soft2 petal5", "seat1")
        evening.down("soft3", "seat1").up("soft3", "seat1")
        assert evening.table.session is not None
        assert evening.table.session.entries == []
        evening.wait(1).press("soft3", "seat1")
        assert evening.table.session.entries[0].startswith("claim:")

    def test_a_cursor_is_shown_at_the_players_station(self) -> None:
        evening = in_game(play_of(begun(opening="*6")), [0, 1])
        boards = [evening.frame(name).board for name in ("seat1", "seat2", TABLE)]
        assert [board.cursors for board in boards if board] == [("B2",), (), ()]

    def test_help_says_for_whom_the_others_wait(self) -> None:
        evening = in_game(play_of(begun()), [0])
        for name, text in ((TABLE, "Waiting for"), ("seat1", "Roll. To fix the colour")):
            assert text in evening.press("soft3 petal3", name).says(name)

    def test_a_needle_is_taken_back_until_the_next_roll(self) -> None:
        evening = in_game(play_of(begun(opening="*6 @B2")))
        assert evening.says().endswith("Roll | Undo | Menu")
        assert "rolled 6" in evening.press("soft2").says()
