"""The spectator view of Ettana: everything public, the last moves in words, and the end."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.any_rules import views
from tests.games.ettana.knowledge import Witness, exchange_unknown
from tests.games.ettana.tables import OPENING, random_game, table
from tests.games.ettana.test_session import begun, new
from tests.profiles import first
from triqueta.games.ettana.rules import Game, table_view
from triqueta.games.ettana.screens.page_board import drawn_board, in_colour
from triqueta.games.ettana.session import ROLL, EttanaSession
from triqueta.games.ettana.spectator_view import describe_move, spectator_view_of
from triqueta.screens.phrases import Language, Text, said
from triqueta.table.session import UNDO
from triqueta.table.spectator_view import LOG_LINES, SpectatorView


def shown(game: Game) -> SpectatorView:
    return spectator_view_of(table_view(game), ())


def english(*texts: object) -> list[str]:
    return [said(text, Language.ENGLISH) for text in texts]  # type: ignore[arg-type]


class TestSecrecy:
    @pytest.mark.parametrize(("players", "seed"), first([(2, 1), (3, 3), (4, 2)]))
    def test_neither_it_nor_the_board_depends_on_hidden_cards(
        self, players: int, seed: int
    ) -> None:
        game = random_game(players, seed)
        assert any(move.startswith(("steal:", "exchange:")) for move in game.moves)

        def seen(game: Game) -> object:
            return shown(game), drawn_board(table_view(game))

        for length in (20, len(game.moves) // 2, len(game.moves)):
            witness = Witness(game.setup, game.moves[:length])
            other, moves = exchange_unknown(witness, None, Random(seed))
            assert other.layout != game.setup.layout
            before = views(Game(game.setup), game.moves[:length], seen)
            assert list(views(Game(other), moves, seen)) == list(before)


class TestPlayers:
    def test_have_tokens_annas_and_numbers_of_cards(self) -> None:
        game = table(f"{OPENING} *K2 collect three buy:pattern jump:B1", actions="three rob tax")
        ana, ben = shown(game).players
        assert english(ana.points, *ana.notes) == [
            "0 annas",
            "tokens: 2",
            "actions: 1",
            "patterns: 2",
        ]
        assert english(*ben.notes)[0] == "tokens: 2"
        assert (ana.to_act, ben.to_act) == (True, False)

    def test_open_cards_lie_before_them_and_are_drawn(self) -> None:
        game = random_game(3, seed=3)
        view, found = table_view(game), shown(game).players
        assert any(player.claimed for player in view.players)
        assert any(player.anna_cards for player in view.players)
        for player, opened in zip(view.players, found, strict=True):
            assert sum(piece.copies for piece in opened.pieces) == (
                len(player.claimed) + player.anna_cards
            )
            for piece in opened.pieces:
                assert in_colour(piece.art) is not None

    def test_a_pattern_is_said_by_its_rows(self) -> None:
        game = random_game(3, seed=3)
        claimed = game.position.hands[game.position.seat].claimed
        pattern = game.setup.deck[claimed[0]]
        piece = shown(game).players[game.position.seat].pieces[0]
        (words,) = english(piece.name)
        assert words == f"{pattern.annas}: {' / '.join(pattern.rows)}"


class TestBesideTheBoard:
    def test_dice_lie_there_once_they_are_rolled(self) -> None:
        assert english(*(row.label for row in shown(table()).rows))[0] == "Reserve"
        dice = shown(table(f"{OPENING} *K2")).rows[0]
        assert english(dice.label, *(piece.name for piece in dice.pieces)) == [
            "Dice",
            "black",
            "2",
        ]

    def test_reserve_bank_and_decks(self) -> None:
        game = table(f"{OPENING} *K2 collect three thread:a1=R", actions="three rob replace")
        reserve, decks, discard = shown(game).rows[1:]
        assert "".join(piece.art for piece in reserve.pieces) == "GGYBV56"
        assert english(decks.note, discard.note, shown(game).note) == [
            "33 actions, 34 patterns",
            "2 actions",
            "Tokens in the bank: 41",
        ]

    def test_every_piece_has_a_drawing_of_its_own(self) -> None:
        drawings = {name: in_colour(name) for name in ("G", "R", "Y", "B", "V", "K", *"123456")}
        assert None not in drawings.values()
        assert len({image.tobytes() for image in drawings.values() if image}) == len(drawings)

    @pytest.mark.parametrize(
        "name", ["", "7", "W", "pattern", "pattern-", "pattern-ab", "pattern-AAAAAA", "../G", "é"]
    )
    def test_other_names_have_no_drawing(self, name: str) -> None:
        assert in_colour(name) is None


def played_on(session: EttanaSession, rng: Random, entries: int) -> list[Text]:
    """Apply random entries and return the public descriptions of the moves."""
    told = []
    for _ in range(entries):
        before = session.view(None)
        session.apply(session.chance() or rng.choice(session.moves(session.current_player or 0)))
        now = session.view(None)
        text = describe_move(before, now) if len(now.history) > len(before.history) else None
        told += [] if text is None else [text]
    return told


class TestLog:
    def test_has_the_last_deeds_the_newest_last(self) -> None:
        session = begun()
        told = played_on(session, Random(2), 120)
        assert len(told) > LOG_LINES
        assert session.spectator_view().log == tuple(told[-LOG_LINES:])
        for text in told:
            for language in Language:
                assert "{" not in said(text, language)

    def test_an_undone_move_disappears_from_the_log(self) -> None:
        session, rng = begun(), Random(1)
        while not (session.description and session.may_undo(None)):
            before = session.spectator_view()
            played_on(session, rng, 1)
        assert session.spectator_view().log != before.log
        session.apply(UNDO)
        assert session.spectator_view() == before

    def test_it_is_the_same_again_after_a_power_cut(self) -> None:
        session = begun()
        played_on(session, Random(3), 80)
        again = new()
        for entry in session.entries:
            again.apply(entry)
        assert again.spectator_view() == session.spectator_view()


class TestTitle:
    @pytest.mark.parametrize(
        ("moves", "title"),
        [
            ("", "Ana rolls"),
            ("*6", "Ana places a needle"),
            (OPENING, "Ana rolls"),
            (f"{OPENING} *G2", "Ana collects"),
            (f"{OPENING} *G2 collect", "Ana's turn"),
            (f"{OPENING} *G2 collect exchange:1", "Ben rolls"),
        ],
    )
    def test_says_what_is_waited_for(self, moves: str, title: str) -> None:
        assert english(shown(table(moves)).title) == [title]

    def test_whatever_happens_shows_at_once(self) -> None:
        session = begun()
        current_player = session.names[session.current_player or 0]
        titles = english(session.spectator_view().title)
        session.apply(ROLL)
        session.apply(session.chance() or "")
        titles += english(session.spectator_view().title)
        assert titles == [f"{current_player} rolls", f"{current_player} collects"]


class TestTheEnd:
    def test_patterns_and_victory_points_add_up_to_the_annas(self) -> None:
        for players, seed in ((2, 1), (4, 2)):
            game = random_game(players, seed)
            score = shown(game).score
            assert score is not None
            assert game.outcome is not None
            patterns, points, annas = ([int(str(n)) for n in line[1:]] for line in score.lines)
            assert tuple(annas) == game.outcome.annas
            assert [a + b for a, b in zip(patterns, points, strict=True)] == annas
            winner = game.outcome.winner
            verdict = f"{score.head[winner + 1]} wins with {annas[winner]} annas."
            assert english(score.verdict, shown(game).title) == [verdict, "The game is over."]
            assert (shown(game).note, shown(game).rows) == ("", ())

    def test_there_is_no_score_before(self) -> None:
        assert shown(table()).score is None
