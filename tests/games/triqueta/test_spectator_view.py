"""The spectator view of Triqueta: rows, players, the last moves in words, and the end."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from tests.games.triqueta.rules.knowledge import exchange_unknown
from tests.games.triqueta.rules.tables import table
from tests.table.autopilot import step, take_back
from tests.table.evening import do, in_game, new_play, random_play
from tests.table.test_secrecy import PROOF, every_edition, witness_of
from triqueta.games.triqueta.rules import Edition, Game, Layer
from triqueta.games.triqueta.rules.tiles import layer_of
from triqueta.games.triqueta.session import FACE, LOOK, NEXT, TriquetaSession
from triqueta.games.triqueta.views import PublicView
from triqueta.screens.phrases import Language, Text, said
from triqueta.stations.web.messages import OpenGame, open_message
from triqueta.table.session import UNDO
from triqueta.table.spectator_view import LOG_LINES, SpectatorView

ENGLISH = Language.ENGLISH
every_number = pytest.mark.parametrize("players", [2, 3, 4, 5])


def begun(
    *first: str, moves: str = "", edition: Edition = Edition.BASE, players: int = 3
) -> TriquetaSession:
    """Return a session after these moves, with these petals in the first pile.

    Players look at the tiles that they draw.
    """
    session = TriquetaSession(Game(table(players, edition, first=first).setup), PROOF)
    return do(session, moves)


def in_words(text: Text | None, language: Language = ENGLISH) -> str:
    return "" if text is None else said(text, language)


def log(session: TriquetaSession, language: Language = ENGLISH) -> list[str]:
    return [said(line, language) for line in session.spectator_view().log]


def over(edition: Edition, players: int) -> TriquetaSession:
    """Return a finished game before the reveal, in which the last player has tiles to reveal."""
    games = (random_play(edition, players, seed, lambda session: session.over) for seed in count())
    return next(session for session in games if session.view(None).revealed[-1].added)


def _back(view: PublicView) -> tuple[int, Layer] | None:
    """Return whose tile is turned up next, and its back, which all players see."""
    tile = view.current_tile
    return None if tile is None else (tile.seat, layer_of(tile.tile))


class TestRows:
    def test_tiles_lie_in_the_order_of_the_score_sheet_and_a_taken_row_says_by_whom(self) -> None:
        session = begun("DBD", moves="d1 r1 d1 r1 d1 r1 t1")
        rows = session.spectator_view().rows
        assert [in_words(row.label) for row in rows] == ["Row 1", "Row 2", "Row 3"]
        assert [in_words(row.note) for row in rows] == ["taken by Ana", "empty", "empty"]
        assert [row.taker for row in rows] == [0, None, None]
        assert [piece.art for piece in rows[0].pieces] == ["deer", "deer", "boar"]
        session.apply(UNDO)
        first = session.spectator_view().rows[0]
        assert [piece.art for piece in first.pieces] == ["deer", "deer", "boar"]
        assert [in_words(piece.name, Language.GERMAN) for piece in first.pieces] == [
            "Hirsch",
            "Hirsch",
            "Wildschwein",
        ]
        assert first.note is None

    def test_a_new_pile_has_free_rows(self) -> None:
        rows = begun(moves="t1 t2 t3 p2").spectator_view().rows
        assert [in_words(row.note) for row in rows] == ["empty"] * 3


class TestPlayers:
    def test_public_tiles_are_counted(self) -> None:
        session = begun("DBD", "RRR", moves="d1 r1 d1 k d1 r1 t1 t2")
        ana, ben, chloe = session.spectator_view().players
        assert [(piece.art, piece.copies) for piece in ana.pieces] == [("deer", 2)]
        assert in_words(ana.points) == "3 p."  # including the Rock
        assert list(map(in_words, ana.notes)) == [
            "has the Rock",
            "kept: 0 of 2",
            "out of this round",
        ]
        assert list(map(in_words, ben.notes)) == ["kept: 1 of 2", "out of this round"]
        assert [player.to_act for player in (ana, ben, chloe)] == [False, False, True]
        do(session, "t3 p3")
        assert list(map(in_words, session.spectator_view().players[2].notes)) == [
            "has the Rock",
            "1 Tree",
            "kept: 0 of 2",
        ]

    def test_shadow_tiles_are_counted_unseen(self) -> None:
        session = TriquetaSession(
            Game(table(3, Edition.SHADOW, second=("RODw", "RODw")).setup),
            PROOF,
        )
        do(session, "t1 t2 t3 p2 d1 k d1 r1 d1 r1 d1")
        chloe = session.spectator_view().players[2]
        assert in_words(chloe.notes[-1]) == "shadow tiles: 1"
        wolves = [player.sets[-1] for player in session.spectator_view().players]
        assert {(place.art, place.copies) for place in wolves} == {("wolf", 0)}
        assert [piece.art for piece in chloe.backs] == ["back", "back-shadow"]
        assert log(session)[-1] == "Chloé keeps the shadow tile"


class TestWhatIsGoingOn:
    def test_titles_and_notes(self) -> None:
        session = begun("DBD")

        def told() -> str:
            opened = session.spectator_view()
            return f"{in_words(opened.title)} | {in_words(opened.note)}"

        assert told() == "Ana's turn | Round 1 of 4 · 15 tiles left in the pile"
        session.apply("d1")
        assert told() == "Ana looks | Round 1 of 4 · 14 tiles left in the pile"
        session.apply(LOOK)
        assert told() == "Ana decides | Round 1 of 4 · 14 tiles left in the pile"
        do(
            session,
            "r1 d1 r1 d1 r1 d2 r1 d2 r1 d2 r1 d3 r1 d3 r1 d3 r1 d4 r1 d4 r1 d4 r1 d5 r1 d5 r1",
        )
        assert told() == "Chloé's turn | Round 1 of 4 · 1 tile left in the pile"
        do(session, "d5 r1")
        assert told() == "Ana's turn | Round 1 of 4 · the pile is empty"
        do(session, "t1 t2")
        session.apply("t3")
        assert told() == ("Round 1 is over | Chloé took the last row, and with it the Rock.")
        assert not any(player.to_act for player in session.spectator_view().players)
        session.apply(NEXT)
        assert told() == "Chloé opens a pile | Round 1 is over"


class TestLog:
    def test_the_last_moves_in_words(self) -> None:
        session = begun("DBO", "UDR", moves="d1 r1 d1 r1 d1 r2 d2 k d2 r1 d2")
        assert log(session) == [
            "Ana places a deer in row 1",
            "Ben places a boar in row 1",
            "Chloé places an owl in row 2",
            "Ana keeps a tile",
            "Ben places a deer in row 1",
            "Chloé draws from petal 2",
        ]
        do(session, "r3 t1 t2 t3 p4")
        assert log(session)[-6:] == [
            "Ben places a deer in row 1",
            "Chloé places a rabbit in row 3",
            "Ana takes row 1: 2 deer, 1 boar",
            "Ben takes row 2: 1 owl",
            "Chloé takes row 3: 1 rabbit",
            "Chloé opens pile 4 and gets its Tree",
        ]
        assert len(log(session)) == LOG_LINES
        do(session, "t1")
        assert log(session)[-1] == "Chloé takes the empty row 1"

    def test_in_french_and_german(self) -> None:
        session = begun("OBU", moves="d1 r1 d1 r1 d1 r2 t1")
        assert log(session, Language.FRENCH) == [
            "Ana pose une chouette dans la rangée 1",
            "Ben pose un sanglier dans la rangée 1",
            "Chloé pose un ours dans la rangée 2",
            "Ana prend la rangée 1 : 1 chouette, 1 sanglier",
        ]
        assert log(session, Language.GERMAN) == [
            "Ana legt eine Eule in Reihe 1",
            "Ben legt ein Wildschwein in Reihe 1",
            "Chloé legt einen Bären in Reihe 2",
            "Ana nimmt Reihe 1: 1 Eule, 1 Wildschwein",
        ]

    def test_two_drawn_tiles_are_described_one_by_one(self) -> None:
        session = begun("DBO", moves="d1 d1", edition=Edition.SHADOW, players=2)
        assert log(session) == ["Ana draws from petal 1"]
        do(session, "r2 x")
        assert log(session) == ["Ana places a deer in row 2", "Ana puts a tile into the box"]

    def test_an_undone_move_disappears_from_the_log(self) -> None:
        session = begun("DBO", moves="d1 r1 t1")
        assert log(session) == ["Ana places a deer in row 1", "Ben takes row 1: 1 deer"]
        session.apply(UNDO)
        assert log(session) == ["Ana places a deer in row 1"]
        do(session, "d1")
        assert log(session) == ["Ana places a deer in row 1", "Ben draws from petal 1"]

    @every_edition
    @every_number
    def test_a_game_resumed_after_an_undo_has_the_same_log(
        self, edition: Edition, players: int
    ) -> None:
        """The last lines describe the moves that were not undone, whatever was undone before."""
        evening, rng = in_game(new_play(edition=edition, players=players)), Random(players)
        while not evening.session.over:
            step(evening, rng)
            if rng.random() < 0.2:
                take_back(evening, rng)
        session = evening.session
        assert UNDO in session.entries
        stands = TriquetaSession(Game(session._game.setup), PROOF, session._game.moves)
        stands._round_ended = session._round_ended
        assert stands.spectator_view() == session.spectator_view()


class TestTheEnd:
    @every_edition
    @every_number
    def test_unrevealed_tiles_make_no_difference(self, edition: Edition, players: int) -> None:
        """By the rules, the reveal happens at once. The table shows it tile by tile.

        Only the order tells something about the tiles that follow, so games whose tiles were
        turned up in the same order so far must look the same.
        """
        session = over(edition, players)
        witness = witness_of(session._game.setup, session._game.moves)
        rng, differ = Random(1), 0
        while session.view(None).current_tile is not None:
            shown = session.view(None)
            assert session.spectator_view().score is None
            for _ in range(40):
                other = exchange_unknown(session._game.setup, set(witness._placed), rng)
                again = TriquetaSession(Game(other), PROOF, session.entries)
                seen = again.view(None)
                if seen.shown == shown.shown and _back(seen) == _back(shown):
                    assert again.spectator_view() == session.spectator_view()
                    differ += again._game.face_up != session._game.face_up
            session.apply(NEXT if shown.shows_face else FACE)
        assert differ
        assert session.spectator_view().score is not None

    def test_a_reveal_names_the_player_and_the_tiles(self) -> None:
        session = over(Edition.SHADOW, 3)
        order = session.view(None).reveal
        for number, tile in enumerate(order):
            session.apply(FACE)
            opened, name = session.spectator_view(), session.names[tile.seat]
            assert in_words(opened.title) == f"{name} reveals"
            assert in_words(opened.log[-1]).startswith(f"{name} reveals: ")
            assert in_words(opened.players[tile.seat].points) == f"{tile.total} p.".replace(
                "-", "−"
            )
            assert opened.rows == ()
            left = {later.seat for later in order[number + 1 :]}
            kept = ["kept: " in " ".join(map(in_words, player.notes)) for player in opened.players]
            assert kept == [seat in left for seat in range(3)]
            session.apply(NEXT)
        tiles = session.view(None).revealed
        lines = log(session)
        for seat, name in enumerate(session.names):
            wolves = tiles[seat].shadow.count("w")
            (line,) = [line for line in lines if line.startswith(f"{name} reveals: ")]
            assert f"{wolves} wol" in line or not wolves

    @every_edition
    @every_number
    def test_the_score_table_has_all_lines_of_the_sheets(
        self, edition: Edition, players: int
    ) -> None:
        session = over(edition, players)
        while session.spectator_view().score is None:
            session.apply(NEXT)
        opened, outcome = session.spectator_view(), session.view(None).table.outcome
        assert opened.score is not None
        assert outcome is not None
        assert list(map(in_words, opened.score.head)) == ["tiles → points", *session.names]
        lines = {in_words(line[0]): list(map(in_words, line[1:])) for line in opened.score.lines}
        animals = 7 if edition is Edition.SHADOW else 6
        assert list(lines)[animals:] == ["Rock", "Trees", "Animal tiles", "Points"]
        assert lines["Points"] == [str(score) for score in outcome.scores]
        assert lines["Animal tiles"] == [str(tiles) for tiles in outcome.tiles]
        for seat, sheet in enumerate(outcome.sheets):
            rabbits = sheet.animals[0]
            told = (
                f"{rabbits.tiles} → {rabbits.points}".replace("-", "−") if rabbits.tiles else "0"
            )
            assert lines["rabbit"][seat] == told
            assert in_words(opened.players[seat].points) == f"{sheet.total} p."
        winner = session.names[outcome.winners[0]]
        assert winner in in_words(opened.score.verdict)


@every_edition
@every_number
@pytest.mark.parametrize("language", Language)
def test_every_word_of_a_game_can_be_said(
    edition: Edition, players: int, language: Language
) -> None:
    """All placeholders of the translations are filled in, and each moment has a title."""
    evening, rng = in_game(new_play(edition=edition, players=players)), Random(1)
    seen: list[SpectatorView] = []
    while evening.table.spectator_view().score is None:
        step(evening, rng)
        seen.append(evening.table.spectator_view())
    for opened in seen:
        told = open_message(opened, language, OpenGame("triqueta"))
        assert "{name" not in told
        assert in_words(opened.title, language)
