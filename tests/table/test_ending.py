"""The reveal, the score screen and the proof."""

from __future__ import annotations

import pytest
import zxingcpp

from tests.games.triqueta.rules.tables import table as made_table
from tests.table.evening import Evening, in_game, new_play, random_play
from triqueta.games.triqueta.rules import Edition, verify
from triqueta.games.triqueta.text import Codec
from triqueta.screens.frame import picture
from triqueta.screens.station import TABLE
from triqueta.stations.script import magnified

ROUNDS = " p2 t1 t2 p3 t1 t2 p4 t1 t2"


def reveal(
    first: list[str], moves: str, rounds: str = ROUNDS, seats: tuple[int, ...] = ()
) -> Evening:
    setup = made_table(2, first=first).setup
    return in_game(new_play(setup, moves=moves + rounds), seats)


class TestReveal:
    def test_each_decides_in_secret_with_the_better_choice_marked(self) -> None:
        # Ana has two rabbits and keeps a third: five points instead of two.
        evening = reveal(["RRR"], "d1 r1 d1 r1 d1 k t2 t1")
        assert evening.says().startswith("Ana: kept tile 1 of 1\nTake the device.")
        assert "rabbit" not in evening.says()
        evening.down("soft2")
        with_two_trees = 2
        assert "rabbit" in evening.says()
        assert f"1: add: {5 + with_two_trees} p. ✓" in evening.says()
        assert f"2: return: {2 + with_two_trees} p." in evening.says()
        evening.wait(1).up("soft2")
        assert evening.says().startswith("Ana: kept tile 1 of 1\n1: Add it\n2: Return it")
        evening.press("petal1")
        assert evening.session.over

    def test_no_decision_without_a_look(self) -> None:
        evening = reveal(["RRR"], "d1 r1 d1 r1 d1 k t2 t1").press("petal1")
        assert evening.told().startswith("Look at your tile first")
        assert not evening.session.over

    def test_the_key_that_took_the_last_row_decides_nothing(self) -> None:
        evening = reveal(["RRR"], "d1 k t1 t2", " p2 t1 t2 p3 t1 t2 p4 t1")
        evening.press("soft1 petal2 petal2 petal1")
        assert evening.says().startswith("Round 4 is over")
        assert evening.session._game.decisions == ""

    def test_returning_is_marked_where_it_is_better(self) -> None:
        # Ana has three rabbits and keeps a fourth, which would cost her the triqueta.
        evening = reveal(["RRR", "ROO"], "d1 r1 d1 r1 d1 r1 d3 r2 d2 k t2 t1").down("soft2")
        assert "1: add: 1 p.\n2: return: 7 p. ✓" in evening.says()

    def test_two_tiles_that_need_each_other_are_seen_as_a_pair(self) -> None:
        # Ana has one rabbit and keeps two: adding both makes three, adding one is worth one.
        evening = reveal(["RRR"], "d1 k d2 r2 d1 k d2 r2 d1 r1 t2 t1")
        evening.down("soft2")
        assert "1: add: 7 p. ✓" in evening.says()
        evening.wait(1).up("soft2").press("petal1").down("soft2")
        assert "1: add: 7 p. ✓\n2: return: 4 p." in evening.says()

    def test_at_a_private_station_no_other_player_sees_it(self) -> None:
        evening = reveal(["RRR"], "d1 r1 d1 r1 d1 k t2 t1", seats=(0,))
        assert "rabbit" in evening.says("seat1")
        assert evening.says().startswith("Ana decides")
        evening.press("petal1")
        assert evening.told().startswith("Waiting for Ana")
        evening.press("petal2", "seat1")
        assert evening.session.over

    @pytest.mark.parametrize(("petal", "shown"), [(1, "rabbit"), (2, "nothing")])
    @pytest.mark.parametrize("where", ["at the table", "seat1", "keyless"])
    def test_the_first_petal_adds_and_the_second_returns(
        self, where: str, petal: int, shown: str
    ) -> None:
        evening = reveal(["RRR"], "d1 r1 d1 r1 d1 k t2 t1")
        if where == "at the table":
            evening.press("soft2")  # Look
        else:
            evening.join(0, keyless=where == "keyless")
        evening.press(f"petal{petal}", "seat1" if where == "seat1" else TABLE)
        assert evening.says().startswith(f"Ana reveals\n{shown}")

    def test_players_reveal_their_tiles_one_after_the_other(self) -> None:
        evening = reveal(["RRR", "OOO"], "d1 k d2 k d1 k d2 k t2 t1")
        evening.press("soft2 petal1 soft2 petal2 soft2 petal1 soft2 petal1")
        assert evening.says().startswith("Ana reveals\nrabbit\nreturned face down: 1")
        evening.press("soft3")
        assert evening.says().startswith("Ben reveals\nowl, owl")
        evening.press("soft3")
        assert "won" in evening.says()

    def test_nothing_to_turn_up(self) -> None:
        evening = reveal([], "t1 t2")
        assert evening.says().startswith("Ana reveals\nnothing")

    def test_shadow_tiles_are_turned_up(self) -> None:
        setup = made_table(3, Edition.SHADOW, second=["RODw"]).setup
        rest = " t1 t2 t3 p3 t1 t2 t3 p4 t1 t2 t3"
        session = new_play(setup, moves="t1 t2 t3 p2 d1 r1 d1 r1 d1 r1 d1" + rest)
        evening = in_game(session).press("soft3 soft3")
        assert evening.says().startswith("Chloé reveals\nshadow wolf")


class TestScore:
    def test_ranking_and_sheets(self) -> None:
        evening = reveal(["RRR"], "d1 r1 d1 r1 d1 r1 t2 t1").press("soft3 soft3")
        outcome = evening.session._game.outcome
        assert outcome is not None
        lines = evening.says().splitlines()
        assert lines[0] == "Ana wins!"
        assert lines[1] == f"Ana: {outcome.scores[0]} p., 3 tiles"
        assert lines[3] == "Ana won"
        evening.press("petal1")
        assert evening.says().startswith("Ana\nrabbit: 3 → 5 p.")
        assert "animal tiles: 3" in evening.says()

    def test_a_tie_is_explained_in_words(self) -> None:
        moves = "d1 r1 d1 r2 d1 r1 d2 r2 d2 r1 d2 r2 d3 k t2 t1"
        evening = reveal(["RRR", "RRR", "ROO"], moves).press("soft2 petal2 soft3 soft3")
        assert evening.says().startswith("A shared win!")
        assert "Ana won\nBen won" in evening.says()

    def test_seats_look_at_the_sheets_on_their_own(self) -> None:
        evening = reveal([], "t1 t2", seats=(1,)).press("soft3 soft3")
        evening.press("petal1", "seat2")
        outcome = evening.session._game.outcome
        assert outcome is not None
        first = evening.session.names[outcome.ranking[0]]
        assert evening.says("seat2").startswith(f"{first}\n")
        assert "Ana: " in evening.says()


def code(evening: Evening) -> str:
    (found,) = zxingcpp.read_barcodes(magnified(picture(evening.frame()), 4).convert("L"))
    return str(found.text)


class TestProof:
    def test_the_codes_hold_everything_that_verify_needs(self) -> None:
        for edition, players, seed in ((Edition.BASE, 2, 1), (Edition.SHADOW, 5, 2)):
            session = random_play(edition, players, seed, lambda _: False)
            evening = in_game(session).press("soft3 " * players + "soft3")
            texts: list[str] = []
            while (text := code(evening)) not in texts:
                texts.append(text)
                evening.press("soft3")
            record = Codec().read("\n".join(reversed(texts)))
            assert record.game == session._game
            assert verify(record) == session.proof
