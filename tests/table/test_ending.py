"""The reveal, the score screen and the proof."""

from __future__ import annotations

import pytest
import zxingcpp

from tests.games.triqueta.rules.tables import table as made_table
from tests.table.evening import Evening, in_game, new_play, played_again, random_play
from triqueta.games.triqueta.rules import Edition, score_sheet, verify
from triqueta.games.triqueta.rules.score import outcome_of
from triqueta.games.triqueta.scenes.ending import FACE_AFTER, FACE_FOR
from triqueta.games.triqueta.screens.ending import Side, TurnUpScreen, winner_screen
from triqueta.games.triqueta.session import FACE, NEXT
from triqueta.games.triqueta.text import Codec
from triqueta.records.errors import RulesError
from triqueta.screens.canvas import Canvas
from triqueta.screens.frame import picture
from triqueta.screens.phrases import Language, Text, said
from triqueta.screens.station import TABLE
from triqueta.stations.script import magnified
from triqueta.table.saving import StorageStatus

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
        assert evening.says().startswith("Ana: kept tile 1 of 1\ntile 1 of 1\nTilt it towards you")
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

    @pytest.mark.parametrize(("petal", "shown"), [(1, "Ana reveals\n4 p."), (2, "Ana wins!")])
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
        assert evening.says().startswith(shown)

    @pytest.mark.parametrize("where", ["at the table", "seat1"])
    def test_the_other_keys_say_what_the_petals_do(self, where: str) -> None:
        evening = reveal(["RRR"], "d1 r1 d1 r1 d1 k t2 t1", seats=(0,) * (where == "seat1"))
        station = "seat1" if where == "seat1" else TABLE
        if where == "at the table":
            evening.press("soft2")
        evening.press("petal4", station)
        assert evening.told(station) == "Press 1 to add the tile, or 2 to return it"

    def test_only_a_private_station_shows_the_tile_without_look(self) -> None:
        evening = reveal(["RRR"], "d1 r1 d1 r1 d1 k t2 t1", seats=(0,))
        assert "rabbit: 2 → 3" in evening.says("seat1")


def four_tiles() -> Evening:
    """Return an evening in which Ana turns up a rabbit and returns one, and Ben two owls."""
    evening = reveal(["RRR", "OOO"], "d1 k d2 k d1 k d2 k t2 t1")
    return evening.press("soft2 petal1 soft2 petal2 soft2 petal1 soft2 petal1")


class TestTurnedUp:
    def test_tiles_are_turned_up_one_by_one(self) -> None:
        evening = four_tiles().wait(FACE_AFTER)
        assert evening.says().startswith("Ana reveals\nrabbit\n1 rabbit\n+1: 2 → 3 p.\n1 of 3")
        assert "returned face down: 1" in evening.says()
        evening.press("petal5").wait(FACE_AFTER)
        assert evening.says().startswith("Ben reveals\nowl\n1 owl\n+1: ")
        evening.press("soft1").wait(FACE_AFTER)
        assert evening.says().startswith("Ben reveals\nowl\n2 owls\n+1: ")
        evening.press("soft2")
        assert "won" in evening.says()

    def test_a_key_turns_up_a_tile_that_lies_face_down_and_does_nothing_else(self) -> None:
        evening = four_tiles()
        entries = list(evening.session.entries)
        screen = evening.down("petal5").frame().screen
        assert isinstance(screen, TurnUpScreen)
        assert screen.side is Side.FACE
        assert evening.session.entries == [*entries, FACE]
        assert evening.up("petal5").press("petal5").session.entries == [*entries, FACE, NEXT]

    def test_no_press_is_needed(self) -> None:
        evening = four_tiles()
        shown = []
        while "won" not in evening.says():
            shown.append(evening.says().splitlines()[2])
            due = evening.table.next_change()
            assert due is not None
            evening.wait(due - evening.time)
        faces = [line for line in dict.fromkeys(shown) if " of " not in line]
        assert faces == ["1 rabbit", "1 owl", "2 owls"]
        assert evening.time < 3 * (FACE_AFTER + FACE_FOR + 0.1) + 10
        assert evening.session.entries[-6:] == [FACE, NEXT] * 3

    def test_a_tile_lies_face_down_before_it_is_turned_up(self) -> None:
        evening = four_tiles()
        screens = []
        for _ in range(3):
            screen = evening.frame().screen
            assert isinstance(screen, TurnUpScreen)
            screens.append(screen.side)
            due = evening.table.next_change()
            assert due is not None
            evening.wait(due - evening.time)
        assert screens == [Side.BACK, Side.EDGE, Side.FACE]

    def test_no_station_or_spectator_learns_of_a_tile_before_its_face_is_drawn(self) -> None:
        evening = four_tiles().join(1)
        for tile in evening.session.view(None).reveal:
            for side in Side:
                screen = evening.frame().screen
                assert isinstance(screen, TurnUpScreen)
                assert screen.side is side
                opened = evening.table.spectator_view()
                is_face = side is Side.FACE
                for station in (TABLE, "seat2"):
                    assert (tile.animal.name.lower() in evening.says(station)) is is_face
                points = said(opened.players[tile.seat].points, Language.ENGLISH)
                assert (points == f"{tile.total} p.") is is_face
                due = evening.table.next_change()
                assert due is not None
                evening.wait(due - evening.time)

    def test_after_a_power_cut_the_same_tile_is_turned_up(self) -> None:
        evening = four_tiles().press("soft3 soft3")
        again = in_game(played_again(evening.session))
        assert again.says() == evening.says()
        evening.skip_reveal()
        again.skip_reveal()
        assert again.says() == evening.says()

    @pytest.mark.parametrize("notes", range(8))
    def test_a_journal_that_counted_players_ends_with_the_result(self, notes: int) -> None:
        """Earlier versions noted players instead of tiles, so the number does not fit."""
        session = four_tiles().session
        for _ in range(notes):
            session.apply(NEXT)
        evening = in_game(played_again(session))
        assert evening.table.result_is_open is (notes >= 3)
        assert "won" in evening.skip_reveal().says()
        assert evening.table.result_is_open

    def test_no_tile_shows_its_face_before_the_end(self) -> None:
        session = new_play()
        with pytest.raises(RulesError, match="no kept tile"):
            session.apply(FACE)
        assert not session.view(None).shows_face

    def test_a_page_about_saving_holds_the_tile(self) -> None:
        evening = four_tiles()
        evening.table.report_storage(StorageStatus.FULL)
        evening.wait(10 * FACE_FOR)
        assert evening.session.view(None).shown == ()
        evening.press("soft2").wait(FACE_AFTER).wait(FACE_FOR)
        assert evening.session.view(None).turned_up == 1

    def test_players_without_tiles_are_passed_over(self) -> None:
        evening = reveal([], "t1 t2")
        assert evening.says().startswith("Ana and Ben win!")

    def test_shadow_tiles_are_turned_up(self) -> None:
        setup = made_table(3, Edition.SHADOW, second=["RODw"]).setup
        rest = " t1 t2 t3 p3 t1 t2 t3 p4 t1 t2 t3"
        session = new_play(setup, moves="t1 t2 t3 p2 d1 r1 d1 r1 d1 r1 d1" + rest)
        evening = in_game(session).wait(FACE_AFTER)
        assert evening.says().startswith("Chloé reveals\nshadow wolf\n1 wolf")

    def test_info_at_the_end_of_the_last_round_shows_no_kept_tile(self) -> None:
        """Without light tiles to decide about, the rules turn up the shadow tiles at once."""
        setup = made_table(3, Edition.SHADOW, second=["RODw"]).setup
        session = new_play(setup, moves="t1 t2 t3 p2 d1 r1 d1 r1 d1 r1 d1 t1 t2 t3 p3 t1 t2 t3 p4")
        evening = in_game(session).press("soft1 petal1 soft1 petal2 soft1 petal3")
        assert evening.says().startswith("Round 4 is over")
        assert evening.session.over
        evening.press("soft2 petal2 petal2 petal1")
        for _ in range(3):
            assert "wolf: 0 → 0 p." in evening.says()
            evening.press("soft3")
        assert "shadow: 1" in evening.press("petal3").says()


class WrittenCanvas(Canvas):
    """A canvas that notes the texts that are drawn on it."""

    def __init__(self, language: Language) -> None:
        super().__init__(language)
        self.written: list[str] = []

    def text(
        self, x: int, y: int, text: Text, *, width: int | None = None, lit: bool = True
    ) -> int:
        self.written.append(self.said(text))
        return super().text(x, y, text, width=width, lit=lit)

    def large_text(
        self, x: int, y: int, text: Text, *, width: int | None = None, lit: bool = True
    ) -> int:
        self.written.append(self.said(text))
        return super().large_text(x, y, text, width=width, lit=lit)


class TestScore:
    def test_ranking_and_sheets(self) -> None:
        evening = reveal(["RRR"], "d1 r1 d1 r1 d1 r1 t2 t1")
        outcome = evening.session._game.outcome
        assert outcome is not None
        lines = evening.says().splitlines()
        assert lines[0] == "Ana wins!"
        assert lines[1] == f"Ana: {outcome.scores[0]} p., 3 tiles"
        assert lines[3] == "Ana won"
        assert lines[-1] == "Again | Score | Menu"
        for key in ("petal1", "soft2"):
            evening.press(key)
            assert evening.says().startswith("Ana\nrabbit: 3 → 5 p.")
            assert "animal tiles: 3" in evening.says()
            evening.press("soft1")

    def test_a_shared_win_names_both(self) -> None:
        moves = "d1 r1 d1 r2 d1 r1 d2 r2 d2 r1 d2 r2 d3 k t2 t1"
        evening = reveal(["RRR", "RRR", "ROO"], moves).press("soft2 petal2")
        assert evening.says().startswith("Ana and Ben win!")
        assert "Ana won\nBen won" in evening.says()

    def test_a_tie_is_explained(self) -> None:
        sheets = [
            score_sheet(Edition.BASE, "RRRO", rock=False, trees=0),
            score_sheet(Edition.BASE, "RRR", rock=True, trees=0),
            score_sheet(Edition.BASE, "U", rock=False, trees=0),
        ]
        screen = winner_screen(("Ana", "Ben", "Chloé"), outcome_of(sheets))
        told = [said(line, Language.ENGLISH) for line in screen.words()]
        assert told[0] == "Ana wins!"
        assert told[-1] == "Tie: Ana has more tiles, 4 : 3"

    def test_players_below_the_winner_share_a_place(self) -> None:
        tiles = ("RRRO", "RO", "R", "OR", "B")  # Chloé and Eva are equal too
        sheets = [score_sheet(Edition.BASE, owned, rock=False, trees=0) for owned in tiles]
        screen = winner_screen(("Ana", "Ben", "Chloé", "Dan", "Eva"), outcome_of(sheets))
        told = [said(line, Language.ENGLISH) for line in screen.words()]
        assert told[-2:] == ["Ben and Dan share a place", "Chloé and Eva share a place"]
        canvas = WrittenCanvas(Language.ENGLISH)
        screen.draw(canvas)
        assert [text for text in canvas.written if "=" in text] == ["= 2", "= 1"]

    def test_as_many_points_with_fewer_tiles_are_no_shared_place(self) -> None:
        sheets = [
            score_sheet(Edition.BASE, "RRRO", rock=False, trees=0),
            score_sheet(Edition.BASE, "RO", rock=False, trees=0),
            score_sheet(Edition.BASE, "R", rock=True, trees=0),
        ]
        assert winner_screen(("Ana", "Ben", "Chloé"), outcome_of(sheets)).equal == ()

    @pytest.mark.parametrize(
        ("language", "wins", "tie"),
        [
            (Language.ENGLISH, "wins!", "Tie"),
            (Language.FRENCH, "gagne !", "Égalité"),
            (Language.GERMAN, "gewinnt!", "Gleichstand"),
        ],
    )
    @pytest.mark.parametrize("name", ["Mia", "Chloé", "Maximilian", "WWWWWWWl"])
    @pytest.mark.parametrize("is_tie", [False, True])
    def test_the_picture_says_who_wins_and_that_it_was_a_tie(
        self, language: Language, wins: str, tie: str, name: str, is_tie: bool
    ) -> None:
        many = "RRRROOOODDDD"
        sheets = [
            score_sheet(Edition.BASE, many + "MU", rock=False, trees=0 if is_tie else 1),
            score_sheet(Edition.BASE, many + "M", rock=True, trees=0),
            score_sheet(Edition.BASE, many + "M", rock=False, trees=1),
        ]
        canvas = WrittenCanvas(language)
        winner_screen((name, "Ben", "Tom"), outcome_of(sheets)).draw(canvas)
        assert canvas.overflow == []
        text = " ".join(canvas.written)
        assert name in text
        assert wins in text
        assert (tie in text) is is_tie

    def test_pressing_on_through_the_tiles_starts_no_new_game(self) -> None:
        evening = four_tiles()
        for _ in range(7):  # two for each tile, and one more
            evening.down("soft1").up("soft1")
        assert "won" in evening.says()
        assert evening.wait(1).press("soft1").table.session is None

    def test_seats_look_at_the_sheets_on_their_own(self) -> None:
        evening = reveal([], "t1 t2", seats=(1,))
        assert evening.says("seat2").endswith("Again? | Score | Menu")
        evening.press("soft2", "seat2")
        assert evening.says("seat2").startswith("Ben\n")
        assert "Ana: " in evening.says()
        evening.press("soft1 petal1", "seat2")
        outcome = evening.session._game.outcome
        assert outcome is not None
        first = evening.session.names[outcome.ranking[0]]
        assert evening.says("seat2").startswith(f"{first}\n")

    def test_a_seat_without_a_player_sees_the_winners_score_first(self) -> None:
        evening = reveal(["RRR"], "d1 r1 d1 r1 d1 r1 t2 t1", seats=(4,)).press("soft2", "seat5")
        assert evening.says("seat5").startswith("Ana\nrabbit: 3 → 5 p.")


def code(evening: Evening) -> str:
    (found,) = zxingcpp.read_barcodes(magnified(picture(evening.frame()), 4).convert("L"))
    return str(found.text)


class TestProof:
    def test_the_codes_hold_everything_that_verify_needs(self) -> None:
        for edition, players, seed in ((Edition.BASE, 2, 1), (Edition.SHADOW, 5, 2)):
            session = random_play(edition, players, seed, lambda _: False)
            evening = in_game(session).skip_reveal().press("soft3 petal1")
            texts: list[str] = []
            while (text := code(evening)) not in texts:
                texts.append(text)
                evening.press("soft3")
            record = Codec().read("\n".join(reversed(texts)))
            assert record.game == session._game
            assert verify(record) == session.proof
