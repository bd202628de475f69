"""The review of a finished game: who decided what, and who won."""

from __future__ import annotations

import pytest

from tests.table.evening import random_play
from triqueta.games import installed_games
from triqueta.games.triqueta.robots.coach import TriquetaCoach
from triqueta.games.triqueta.rules import Edition, Game
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.table.coach import Review


def finished(edition: Edition, players: int, seed: int) -> TriquetaSession:
    return random_play(edition, players, seed, lambda session: session.over)


def review_of(session: TriquetaSession) -> Review:
    games = installed_games()
    return games.review(games.read(session.document()), TriquetaCoach())


@pytest.mark.parametrize("edition", Edition)
def test_a_decision_belongs_to_the_player_who_made_it(edition: Edition) -> None:
    session = finished(edition, 3, 4)
    game, seats = Game(session._game.setup), set()
    for step in review_of(session).steps():
        if step.decision is not None:
            assert step.decision.seat == game.to_act
            assert step.decision.number == len(game.moves) + 1
            seats.add(step.decision.seat)
        game.play(step.move)
    assert game.moves == session._game.moves
    assert seats == {0, 1, 2}


def test_a_win_that_is_shared_counts_half_for_each() -> None:
    session = finished(Edition.BASE, 2, 295)
    result = installed_games().read(session.document()).result
    assert result is not None
    assert result.winners == (0, 1)
    review = review_of(session)
    list(review.steps())
    assert review.outlook().chances == (0.5, 0.5)
