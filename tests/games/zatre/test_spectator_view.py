"""The spectator view of Zatre: points and hands, the last turns in words, and the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.zatre.scenes import entered
from tests.games.zatre.tables import random_game, setup
from tests.games.zatre.test_rules import game_with_tiles_left
from triqueta.games.zatre.rules import Block, FinalBlock, Game, Outcome, table_view
from triqueta.games.zatre.screens.art import in_colour
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.games.zatre.spectator_view import describe_turn, spectator_view_of
from triqueta.records.shuffle import Proof
from triqueta.screens.phrases import Language, said
from triqueta.table.session import UNDO
from triqueta.table.spectator_view import LOG_LINES, OpenPlayer

PROOF = Proof.of(bytes(32), "")
OPENING_TURN = "H8=6 I8=5 J8=1"


def begun(*entries: str) -> ZatreSession:
    """Return a session in which Ana holds 6, 5 and 1, and Ben will draw two 6s."""
    return entered(ZatreSession(Game(setup(bag="5166")), PROOF), entries)


def finished(players: int, seed: int) -> ZatreSession:
    game = random_game(players, seed)
    session = ZatreSession(Game(game.setup), PROOF)
    for move in game.moves:
        entered(session, (DRAW, move))
    return session


def hand(player: OpenPlayer) -> str:
    return "".join(piece.art for piece in player.pieces)


def points(player: OpenPlayer) -> str:
    return said(player.points, Language.ENGLISH)


class TestPlayers:
    def test_have_their_points_and_their_hands(self) -> None:
        ana, ben = begun(DRAW, OPENING_TURN, DRAW).spectator_view().players
        assert (points(ana), hand(ana), ana.to_act) == ("8 p.", "", False)
        assert (points(ben), hand(ben), ben.to_act) == ("0 p.", "66", True)

    def test_a_placed_tile_leaves_the_hand_and_scores_at_the_end_of_the_turn(
        self,
    ) -> None:
        _, ben = begun(DRAW, OPENING_TURN, DRAW, "put H9=6").spectator_view().players
        assert (points(ben), hand(ben)) == ("0 p.", "6")

    def test_whatever_happens_shows_at_once(self) -> None:
        session, shown = begun(), []
        for entry in (DRAW, "put H8=6", "lift H8", "put H8=5"):
            session.apply(entry)
            shown.append(hand(session.spectator_view().players[0]))
        assert shown == ["651", "51", "651", "61"]

    def test_tiles_that_were_not_drawn_are_hidden(self) -> None:
        ana, _ = begun().spectator_view().players
        assert hand(ana) == "6"

    def test_tiles_are_drawn(self) -> None:
        ana, _ = begun(DRAW).spectator_view().players
        drawings = [in_colour(piece.art) for piece in ana.pieces]
        assert None not in drawings
        assert len({each.tobytes() for each in drawings if each is not None}) == len("651")
        assert in_colour("7") is None


class TestLog:
    def test_lists_the_last_turns_newest_last(self) -> None:
        table = begun(DRAW, OPENING_TURN, DRAW, "H9=6 I9=6").spectator_view()
        assert [said(line, Language.ENGLISH) for line in table.log] == [
            "Ana: 6 on H8, 5 on I8, 1 on J8. 12: +8, x1",
            "Ben: 6 on H9, 6 on I9. 12 12 11: +20, x1",
        ]

    def test_an_undone_turn_disappears_from_the_log(self) -> None:
        assert begun(DRAW, OPENING_TURN, UNDO).spectator_view().log == ()

    def test_is_not_endless(self) -> None:
        session = finished(3, 1)
        log, turns = session.spectator_view().log, session.view(None).table.turns
        assert len(log) == LOG_LINES < turns
        assert log[-1] == describe_turn(session.view(None).table, turns - 1)

    def test_points_are_by_how_much_the_players_own_block_has_grown(self) -> None:
        finished_game = random_game(3, 1)
        game = Game(finished_game.setup)
        for number, move in enumerate(finished_game.moves):
            seat = game.to_act or 0
            before = game.blocks[seat].total
            game.play(move)
            told = said(describe_turn(table_view(game), number), Language.ENGLISH)
            if game.history[-1].scored.lines:
                grown = game.blocks[seat].total - before
                assert told.split(": ")[-1].split(",")[0] == f"{grown:+}"

    def test_a_turn_without_a_placed_tile_is_described(self) -> None:
        session = ZatreSession(Game(game_with_tiles_left().setup), PROOF)
        for move in game_with_tiles_left().moves:
            entered(session, (DRAW, move))
        last = said(session.spectator_view().log[-1], Language.ENGLISH)
        assert last == "Player 3 can place nothing"


class TestTitle:
    @pytest.mark.parametrize(
        ("entries", "title", "bag"),
        [
            ((), "Ana starts", 120),
            ((DRAW,), "Ana places", 118),
            ((DRAW, "put H8=6"), "Ana places", 118),
            ((DRAW, OPENING_TURN), "Ben draws", 118),
            ((DRAW, OPENING_TURN, DRAW), "Ben places", 116),
        ],
    )
    def test_says_whose_turn_it_is_and_what_is_in_the_bag(
        self, entries: tuple[str, ...], title: str, bag: int
    ) -> None:
        shown = begun(*entries).spectator_view()
        assert said(shown.title, Language.ENGLISH) == title
        assert said(shown.note, Language.ENGLISH) == f"bag: {bag}"

    def test_at_the_end(self) -> None:
        assert said(finished(2, 1).spectator_view().title, Language.ENGLISH) == "The game is over."


class TestTheEnd:
    def test_the_columns_of_the_block_add_up_to_the_points(self) -> None:
        for players, seed in ((2, 1), (5, 2)):
            session = finished(players, seed)
            score, outcome = session.spectator_view().score, session.view(None).table.outcome
            assert score is not None
            assert outcome is not None
            *parts, total = ([int(str(cell)) for cell in line[1:]] for line in score.lines)
            assert tuple(total) == outcome.scores
            assert [sum(column) for column in zip(*parts, strict=True)] == total
            assert score.head[1:] == session.names

    def test_says_who_has_won(self) -> None:
        session = finished(2, 1)
        outcome, score = session.view(None).table.outcome, session.spectator_view().score
        assert outcome is not None
        assert score is not None
        name, most = session.names[outcome.winners[0]], max(outcome.scores)
        assert said(score.verdict, Language.ENGLISH) == f"{name} wins with {most} points."

    def test_all_who_have_won_are_named(self) -> None:
        view = finished(3, 1).view(None)
        block = FinalBlock(Block(tens=(9,)), ())
        tied = Outcome((block, FinalBlock(Block(), ()), block))
        score = spectator_view_of(replace(view, table=replace(view.table, outcome=tied)), ()).score
        assert score is not None
        told = said(score.verdict, Language.ENGLISH)
        assert told == "Ana and Chloé win together with 9 points each."

    def test_there_is_none_before(self) -> None:
        assert begun(DRAW).spectator_view().score is None
