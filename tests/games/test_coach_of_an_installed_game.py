"""A coach of an installed game: the core shows its hints and its review like Triqueta's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from highcard import View

from tests.games.every_game import TESTED
from tests.games.sessions import change_model
from tests.table.evening import Evening, in_game
from triqueta.games import installed_games
from triqueta.games.api import Advice, Coach, Outlook
from triqueta.screens.phrases import Text
from triqueta.table.session import COACH

pytestmark = pytest.mark.usefixtures("high_card")


class HighCardCoach:
    """A coach who prefers large cards for large dice."""

    about: Text = "Points that the card makes, beside those of your others."
    decisions_at_once: int = 4

    def advise(self, view: View, moves: Sequence[str]) -> tuple[Advice, ...]:
        die = float(view.die)
        advice = [
            Advice((move,), f"Card {move[1:]}", int(move[1:]) * (die - 3.5), "that many points")
            for move in moves
        ]
        return tuple(sorted(advice, key=lambda one: -one.points))

    def moment(self, view: View) -> Text:
        return f"Die {view.die}"

    def outlook(self, views: Sequence[View]) -> Outlook:
        return Outlook(tuple(0.0 for _ in views))


@pytest.fixture
def coach(monkeypatch: pytest.MonkeyPatch) -> Coach[Any]:
    change_model(monkeypatch, "highcard", coach=HighCardCoach)
    return HighCardCoach()


def test_a_game_with_dice_is_reviewed(coach: Coach[Any]) -> None:
    session = TESTED["highcard"].play(3, seed=4)
    games = installed_games()
    record = games.random_game("highcard", "highcard", session.names, session.proof, Random(4))
    steps = list(games.review(record, coach).steps())
    assert [step.move for step in steps] == record.moves
    decided = [step.decision for step in steps if step.decision]
    assert len(decided) == 2 * 3  # neither the die nor the last card is a decision
    assert all(one.move == record.moves[one.number - 1] for one in decided)
    assert any(one.loss > 0 for one in decided)


def test_hints_and_the_review_are_there_at_once(coach: Coach[Any]) -> None:
    session = TESTED["highcard"].play(2, seed=4)
    session.apply(COACH)
    evening = in_game(session, (0,))
    evening.press("soft1", "seat1")
    assert "Hint" in evening.says("seat1")
    evening.press("soft2", "seat1")
    assert evening.says("seat1").startswith("Hint for Ana\n1/3\nCard ")
    assert "Card " not in evening.says()
    finish(evening)
    assert len(evening.table.spectator_view().reviews) == 2


def finish(evening: Evening) -> None:
    while evening.table.session and not evening.table.session.over:
        seat = evening.table.session.current_player
        station = "seat1" if seat == 0 else "table"
        while evening.table.stations[station].pages:
            evening.press("soft1", station)
        rolls = evening.table.session.chance() is not None
        evening.press("soft1" if rolls else "petal1", station)
    for _ in range(10):
        evening.wait(0.1)


def test_a_game_without_one_offers_none() -> None:
    session = TESTED["highcard"].play(2, seed=4)
    session.apply(COACH)  # as in the journal of a version that had a coach
    evening = in_game(session, (0,)).press("soft1", "seat1")
    assert "Hint" not in evening.says("seat1")
    finish(evening)
    assert evening.table.spectator_view().reviews == ()


@pytest.mark.parametrize(
    ("game", "coached"), [("", True), ("triqueta", True), ("highcard", False)]
)
def test_once_a_game_is_chosen_that_has_none_no_sign_says_so(game: str, coached: bool) -> None:
    evening = Evening()
    evening.table.new_game = replace(evening.table.new_game, coach=True, game=game)
    assert evening.frame().coached is coached
