"""The coach of Triqueta: its advice is complete, sorted and true."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from random import Random

import pytest

from tests.games.triqueta.robots.games import PROOF, TABLES, dealt, entries_of, robot_of
from tests.profiles import first
from tests.screens.scenes import WIDE
from triqueta.games.triqueta.robots import coach
from triqueta.games.triqueta.robots.coach import TriquetaCoach
from triqueta.games.triqueta.robots.evaluation import points_of
from triqueta.games.triqueta.robots.model import learnt
from triqueta.games.triqueta.rules import Edition, Game, Phase, score_sheet
from triqueta.games.triqueta.rules.moves import DRAW, TAKE
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.screens.frame import Frame, clipped
from triqueta.screens.lists import CostlyDecisionScreen, HintScreen
from triqueta.screens.phrases import Language, Text, said
from triqueta.screens.screen import Screen
from triqueta.table.coach import Advice, in_tenths, more_or_less

COACH = TriquetaCoach()
Moment = tuple[TriquetaSession, int, tuple[Advice, ...]]


def moments(edition: Edition, players: int, level: str = "easy") -> Iterator[Moment]:
    """Yield all decisions of a game with the coach's advice."""
    found: list[Moment] = []
    rng, setup = Random(players), dealt(edition, players, seed=players)

    def choose(session: TriquetaSession, seat: int) -> str:
        view, moves = session.view(seat), session.moves(seat)
        now = TriquetaSession(Game(setup), PROOF, session.entries)
        found.append((now, seat, COACH.advise(view, moves)))
        return robot_of(level).choose(view, moves, rng)

    entries_of(setup, choose)
    return iter(found)


def english(advice: Advice) -> tuple[str, str]:
    return said(advice.label, Language.ENGLISH), said(advice.reason, Language.ENGLISH)


@pytest.mark.parametrize(("edition", "players"), first(TABLES))
def test_every_move_is_listed_once_and_the_best_first(edition: Edition, players: int) -> None:
    for session, seat, advice in moments(edition, players):
        said_moves = [move for one in advice for move in one.moves]
        assert sorted(said_moves) == sorted(session.moves(seat))
        assert [one.points for one in advice] == sorted((o.points for o in advice), reverse=True)
        labels = [english(one)[0] for one in advice]
        assert len(set(labels)) == len(labels), "two moves have the same label"


@pytest.mark.parametrize(("edition", "players"), first(TABLES))
def test_petals_with_the_same_back_are_one_option(edition: Edition, players: int) -> None:
    backs = {"Draw", "Draw light", "Draw shadow"}
    seen = set()
    for session, seat, advice in moments(edition, players):
        petals = session.view(seat).public.table.petals
        for one in advice:
            tops = {petals[DRAW.index(move)].top for move in one.moves if move in DRAW}
            assert len(tops) <= 1
            seen |= {english(one)[0]} & backs
    assert seen == ({"Draw"} if edition is Edition.BASE else backs - {"Draw"})


@pytest.mark.parametrize(("edition", "players"), first(TABLES))
def test_the_best_is_what_hard_would_do_without_noise(edition: Edition, players: int) -> None:
    for session, seat, advice in moments(edition, players):
        points = points_of(session.view(seat).seat, session.moves(seat), learnt(edition, players))
        chosen = points[advice[0].moves[0]]
        assert max(points.values()) - chosen < 0.2  # a tie is broken by the number of tiles


@pytest.mark.parametrize(("edition", "players"), first(TABLES))
def test_the_points_for_taking_a_row_are_right(edition: Edition, players: int) -> None:
    """Compare the predicted points with the seat's score before and after the move."""
    checked = 0
    for session, seat, advice in moments(edition, players):
        view = session.view(seat)
        if view.seat.kept_light or view.public.table.phase is not Phase.TURN:
            continue
        for one in advice:
            if one.moves[0] in TAKE:
                checked += _check_row(session, seat, one)
    assert checked


def _check_row(session: TriquetaSession, seat: int, advice: Advice) -> bool:
    game = session._game
    before, row = owned(session, seat), game.rows[TAKE.index(advice.moves[0])]
    game.play(advice.moves[0])
    change = owned(session, seat) - before
    tiles = game.face_up[seat] + game.kept_shadow[seat]
    game.take_back()
    reason = english(advice)[1]
    points = re.match(r"(\d+) points? for you", reason)
    three = re.match(r"3 (\w+) for you", reason)
    if points:
        assert int(points[1]) == change
    elif three:
        letters = {"rabbits": "R", "owls": "O", "deer": "D", "boars": "B", "rams": "M"}
        letter = letters.get(three[1], three[1][0].replace("b", "U").upper())
        assert tiles.upper().count(letter) == 3
        assert letter in row
    elif reason.startswith("nothing"):
        assert change == 0
    else:
        costs = re.match(r"costs you (\d+)", reason)
        assert costs is not None, reason
        assert int(costs[1]) == -change
    return True


def owned(session: TriquetaSession, seat: int) -> int:
    """Return the points of all tiles that a seat knows it has."""
    game = session._game
    rock = seat == game.rock
    tiles = game.face_up[seat] + game.kept_shadow[seat]
    return score_sheet(game.setup.edition, tiles, rock=rock, trees=game.trees[seat]).total


@pytest.mark.parametrize(("edition", "players"), first(TABLES))
def test_only_players_who_can_still_take_the_row_are_named(edition: Edition, players: int) -> None:
    named = 0
    for session, seat, advice in moments(edition, players):
        in_round = {
            player.name
            for number, player in enumerate(session.view(seat).seat.table.players)
            if player.in_round and number != seat
        }
        for one in advice:
            found = re.search(r"worth \d+ to (.+)$", english(one)[1])
            assert found is None or found[1] in in_round
            named += found is not None
    assert named


@pytest.mark.parametrize(("edition", "players"), first(TABLES))
def test_the_number_of_keeps_left_is_given(edition: Edition, players: int) -> None:
    told = set()
    for session, seat, advice in moments(edition, players):
        for one in advice:
            found = re.search(r"you can keep 1 more$|the last you can keep$", english(one)[1])
            if found is not None:
                left = 1 - len(session.view(seat).seat.kept_light)
                assert found[0] == ("you can keep 1 more" if left else "the last you can keep")
                told.add(left)
    assert told == {0, 1}


def test_in_the_reveal_the_points_are_those_that_a_tile_brings() -> None:
    checked = 0
    for session, seat, advice in moments(Edition.BASE, 3):
        if session.view(seat).public.table.phase is Phase.REVEAL:
            checked += 1
            by_label = {english(one)[0]: one.points for one in advice}
            totals = [int(english(one)[1].split()[0]) for one in advice]
            assert by_label["Return it"] == 0
            assert abs(by_label["Add it"]) == totals[0] - totals[1]
    assert checked


@pytest.mark.parametrize(("edition", "players"), first(TABLES))
def test_chances_to_win_add_up_and_grow_with_points(
    edition: Edition, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "CHANCES_HOLD", {(edition, players)})
    for session, _, _ in moments(edition, players, "hard"):
        outlook = COACH.outlook([session.view(seat) for seat in range(players)])
        assert outlook.chances is not None
        assert sum(outlook.chances) == pytest.approx(1)
        pairs = zip(outlook.points, outlook.chances, strict=True)
        chances = [chance for _, chance in sorted(pairs)]
        assert chances == sorted(chances)


@pytest.mark.parametrize(("edition", "players"), first(TABLES))
def test_unverified_chances_are_not_shown(edition: Edition, players: int) -> None:
    session, _, _ = next(iter(moments(edition, players, "hard")))
    chances = COACH.outlook([session.view(seat) for seat in range(players)]).chances
    off = {(Edition.BASE, 5), (Edition.SHADOW, 2), (Edition.SHADOW, 3)}
    assert (chances is None) == ((edition, players) in off)


def test_the_calibration_names_its_revision() -> None:
    text = files("triqueta.games.triqueta.robots").joinpath("calibrated.json").read_text("utf-8")
    models = json.loads(text)["models"]
    assert set(models) == {f"{edition}-{players}" for edition, players in TABLES}
    for model in models.values():
        assert len(model["revision"]) == 40
        assert isinstance(model["seed"], int)
    assert len(text) < 20_000


def test_points_are_written_as_a_language_writes_them() -> None:
    numbers = (3.14, -0.04, -12.96, 0.0)
    english = [said(more_or_less(number), Language.ENGLISH) for number in numbers]
    assert english == ["+3.1", "+0.0", "−13.0", "+0.0"]
    assert said(more_or_less(-2.4), Language.GERMAN) == "−2,4"
    assert said(in_tenths(10.66), Language.FRENCH) == "10,7"


@pytest.mark.parametrize(("edition", "players"), first(TABLES))
def test_all_texts_fit_on_a_screen(edition: Edition, players: int) -> None:
    """Use the widest names, in each language."""
    setup = replace(dealt(edition, players, seed=players), players=WIDE[:players])
    rng = Random(1)

    def choose(session: TriquetaSession, seat: int) -> str:
        view, moves = session.view(seat), session.moves(seat)
        for screen in screens(COACH.moment(view), COACH.advise(view, moves)):
            for language in Language:
                assert clipped(Frame(screen, language)) == []
        return robot_of("easy").choose(view, moves, rng)

    entries_of(setup, choose)


def screens(moment: Text, advice: tuple[Advice, ...]) -> Iterator[Screen]:
    options = tuple((one.label, more_or_less(one.points)) for one in advice)
    for number, one in enumerate(advice):
        yield HintScreen(title="", corner="", options=options[number:], reason=one.reason)
        yield CostlyDecisionScreen(
            title="",
            corner="",
            moment=moment,
            lost=more_or_less(-12.3),
            chosen=options[0],
            better=options[number],
            reason=one.reason,
        )
