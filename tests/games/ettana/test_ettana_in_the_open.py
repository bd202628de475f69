"""The open table of Ettana: all that lies open, the last deeds in words, and the end."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.games.any_rules import views
from tests.games.ettana.knowledge import Witness, exchange_unknown
from tests.games.ettana.tables import OPENING, play, random_game, table
from tests.games.ettana.test_running_game import begun
from triqueta.games.ettana.in_the_open import open_table_of
from triqueta.games.ettana.kind import KIND
from triqueta.games.ettana.rules import Game, table_view
from triqueta.games.ettana.running_game import ROLL
from triqueta.games.ettana.screens.drawn_board import drawn_board
from triqueta.games.ettana.told_deeds import deed_told
from triqueta.screens.phrases import Language, said
from triqueta.table.open_table import LOG_LINES, OpenTable


def shown(game: Game) -> OpenTable:
    return open_table_of(table_view(game))


def english(*texts: object) -> list[str]:
    return [said(text, Language.ENGLISH) for text in texts]  # type: ignore[arg-type]


def told_of(game: Game, number: int = -1) -> str | None:
    view = table_view(game)
    text = deed_told(view, view.history[number])
    return None if text is None else said(text, Language.ENGLISH)


class TestSecrecy:
    @pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 3), (4, 2)])
    def test_neither_it_nor_the_board_depends_on_cards_nobody_has_shown(
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
        game = table(f"{OPENING} *K2 collect three jump:B1", actions="three rob tax anna")
        ana, ben = shown(game).players
        assert english(ana.points, *ana.notes) == [
            "0 annas",
            "tokens: 5",
            "actions: 1",
            "patterns: 1",
        ]
        assert english(*ben.notes)[0] == "tokens: 2"
        assert (ana.to_act, ben.to_act) == (True, False)

    def test_open_cards_lie_before_them_and_are_drawn(self) -> None:
        game = random_game(3, seed=3)
        view, found = table_view(game), shown(game).players
        assert any(player.claimed for player in view.players)
        assert any(player.anna_cards for player in view.players)
        for player, opened in zip(view.players, found, strict=True):
            assert sum(piece.count for piece in opened.pieces) == (
                len(player.claimed) + player.anna_cards
            )
            for piece in opened.pieces:
                assert KIND.art(piece.art) is not None

    def test_a_pattern_is_said_by_its_rows(self) -> None:
        game = random_game(3, seed=3)
        claimed = game.position.hands[game.position.seat].claimed
        pattern = game.setup.deck[claimed[0]]
        piece = shown(game).players[game.position.seat].pieces[0]
        (words,) = english(piece.name)
        assert words.endswith(": " + " / ".join(pattern.rows))
        assert f"for {pattern.annas} anna" in words


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
        drawings = {name: KIND.art(name) for name in ("G", "R", "Y", "B", "V", "K", *"123456")}
        assert None not in drawings.values()
        assert len({image.tobytes() for image in drawings.values() if image}) == len(drawings)

    @pytest.mark.parametrize(
        "name", ["", "7", "W", "pattern", "pattern-", "pattern-ab", "pattern-AAAAAA", "../G", "é"]
    )
    def test_what_is_no_piece_has_none(self, name: str) -> None:
        assert KIND.art(name) is None


class TestDeeds:
    @pytest.mark.parametrize(
        ("moves", "told"),
        [
            ("*6", "Ana rolls 6"),
            ("*6 @B2", "Ana puts the needle on B2"),
            (f"{OPENING} *G2", "Ana rolls green 2"),
            (f"{OPENING} *K2 collect jump:B1", "Ana jumps to B1"),
            (f"{OPENING} *G2 collect step:C2-C1", "Ana moves to C1"),
            (f"{OPENING} *G2 collect step:C2-C1 free:c1-d2", "Ana swaps c1 and d2"),
            (f"{OPENING} *G2 collect buy:action", "Ana buys an action card"),
            (f"{OPENING} *G2 collect", None),
            (f"{OPENING} *G2 collect step:C2-C1 end", None),
            (f"{OPENING} *G2 collect exchange:1", "Ana exchanges a pattern card"),
        ],
    )
    def test_are_told_in_words(self, moves: str, told: str | None) -> None:
        assert told_of(table(moves)) == told

    @pytest.mark.parametrize(
        ("card", "move", "told"),
        [
            ("move", "card:D4", "Ana moves to D4"),
            ("swap", "swap:a1-e5", "Ana swaps a1 and e5"),
            ("steal", "steal:2", "Ana steals an action card from Ben"),
            ("rob", "rob:2", "Ana robs Ben of tokens"),
            ("replace", "thread:a1=R", "Ana lays red on a1"),
            ("replace", "number:D1=5", "Ana lays a 5 on D1"),
            ("pattern", "pattern", "Ana plays a card for a pattern card"),
            ("three", "three", "Ana takes three tokens"),
            ("gamble", "gamble:4", "Ana gambles on 4"),
            ("tax", "tax", "Ana makes the others pay a token each"),
        ],
    )
    def test_action_cards(self, card: str, move: str, told: str) -> None:
        assert told_of(table(f"{OPENING} *G2 collect {move}", actions=f"{card} fix")) == told

    def test_cards_about_the_dice(self) -> None:
        fixed = table(f"{OPENING} fix:R", actions="fix rob")
        assert told_of(fixed) == "Ana fixes the colour: red"
        assert told_of(play(fixed, "*3")) == "Ana rolls 3"
        assert told_of(table(f"{OPENING} *G2 again", actions="again rob")) == "Ana rolls once more"

    def test_which_card_was_stolen_is_not_told(self) -> None:
        game = table(f"{OPENING} *G2 collect steal:2 *rob", actions="steal rob")
        assert told_of(game) is None

    def test_all_deeds_of_whole_games_are_told_in_every_language(self) -> None:
        kinds = set()
        for seed in (1, 3):
            game = random_game(3, seed)
            view = table_view(game)
            for deed in view.history:
                text = deed_told(view, deed)
                kind = re.sub(r"\W.*", "", deed[1])
                if kind in ("collect", "end") or deed[1] == "*stolen":
                    assert text is None
                    continue
                kinds.add(kind)
                assert text is not None
                for language in Language:
                    assert "{" not in said(text, language)
        assert len(kinds) > 15

    def test_a_claim_says_what_it_is_worth(self) -> None:
        game = random_game(3, seed=3)
        claims = [move for move in game.moves if move.startswith("claim:")]
        at = game.moves.index(claims[0])
        annas = game.setup.deck[int(claims[0].removeprefix("claim:"))].annas
        name = game.setup.players[game.history[at].public[0]]
        worth = "1 anna" if annas == 1 else f"{annas} annas"
        assert told_of(game, at) == f"{name} claims a pattern for {worth}"

    def test_the_log_has_the_last_ones_the_newest_last(self) -> None:
        game = table(f"{OPENING} *G2 collect step:C2-C1 free:c1-d2 end")
        assert english(*shown(game).log)[-3:] == [
            "Ana rolls green 2",
            "Ana moves to C1",
            "Ana swaps c1 and d2",
        ]
        assert len(shown(random_game(2, 1)).log) == LOG_LINES


class TestTitle:
    @pytest.mark.parametrize(
        ("moves", "title"),
        [
            ("", "Ana rolls"),
            ("*6", "Ana puts the needle"),
            (OPENING, "Ana rolls"),
            (f"{OPENING} *G2", "Ana collects"),
            (f"{OPENING} *G2 collect", "Ana's turn"),
            (f"{OPENING} *G2 collect exchange:1", "Ben rolls"),
        ],
    )
    def test_says_what_is_waited_for(self, moves: str, title: str) -> None:
        assert english(shown(table(moves)).title) == [title]

    def test_whatever_happens_shows_at_once(self) -> None:
        play = begun()
        actor = play.names[play.actor or 0]
        titles = english(play.open_table().title)
        play.enter(ROLL)
        play.enter(play.chance() or "")
        titles += english(play.open_table().title)
        assert titles == [f"{actor} rolls", f"{actor} collects"]


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

    def test_there_is_no_score_before(self) -> None:
        assert shown(table()).score is None
