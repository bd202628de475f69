"""The parts of Zatre that need no screen: rules, session, robots, coach and statistics."""

from __future__ import annotations

from operator import itemgetter

from triqueta.games.zatre.coach import ZatreCoach
from triqueta.games.zatre.robots import LEVELS
from triqueta.games.zatre.rules import Game
from triqueta.games.zatre.session import ZatreSession
from triqueta.games.zatre.text import Codec, account_of, score_lines
from triqueta.games.zatre.views import ZatreView
from triqueta.games.zatre.words import say
from triqueta.table.robots import without_clock
from triqueta.table.spec import Bars, GameModel, GameStatistics

STATISTICS = GameStatistics(
    columns={
        "12s": itemgetter("twelves"),
        "crosses": itemgetter("crosses"),
        "bonuses": itemgetter("bonuses"),
        "minus": itemgetter("minus"),
    },
    legend=(
        "12s: lines of 12; bonuses: rows of the block with all three sums",
        "minus: points lost for tiles still held",
    ),
    pictures=(
        Bars(
            say("Per game: lines of 12, crosses and bonuses"),
            (
                (say("lines of 12"), "#4f7942", "twelves"),
                (say("crosses"), "#c9a227", "crosses"),
                (say("bonuses"), "#5b5470", "bonuses"),
            ),
        ),
    ),
)

MODEL = GameModel[Game, ZatreView, ZatreView](
    game=Game,
    session=ZatreSession,
    robots=without_clock(LEVELS),
    coach=ZatreCoach,
    account=account_of,
    score_lines=score_lines,
    statistics=STATISTICS,
    codec=Codec(),
)
