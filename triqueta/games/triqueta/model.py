"""Triqueta's `GameModel`: rules, session, robots, coach and statistics, without any screens."""

from __future__ import annotations

from functools import partial

from triqueta.games.triqueta.robots.coach import TriquetaCoach
from triqueta.games.triqueta.robots.levels import LEVELS, YARDSTICKS, robot
from triqueta.games.triqueta.rules import Game
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.games.triqueta.text import Codec, account_of, score_lines
from triqueta.games.triqueta.views import OwnView, PublicView, seat_as_json
from triqueta.games.triqueta.words import say
from triqueta.table.spec import Bars, Counts, GameModel, GameStatistics


def _triquetas(counts: Counts) -> object:
    return counts["triquetas"]


def _penalties(counts: Counts) -> object:
    return f"{counts['penalties']} ({counts['penalty_points']})"


def _kept(counts: Counts) -> object:
    return f"{counts['kept']} ({counts['kept_points']:+})"


def _shadow(counts: Counts) -> object:
    return f"{counts['shadow']} ({counts['shadow_points']:+})"


STATISTICS = GameStatistics(
    columns={
        "triquetas": _triquetas,
        "penalties": _penalties,
        "kept": _kept,
        "shadow": _shadow,
    },
    legend=(
        "penalties: animals with more than three tiles (points lost)",
        "kept, shadow: kept light tiles, kept shadow tiles (points gained)",
    ),
    pictures=(
        Bars(
            say("Per game: triquetas made, and animals over three"),
            (
                (say("triquetas"), "#4f7942", "triquetas"),
                (say("over three"), "#a23b4e", "penalties"),
            ),
        ),
        Bars(
            say("Points from kept tiles, per game"),
            (
                (say("kept tiles"), "#c9a227", "kept_points"),
                (say("shadow tiles"), "#5b5470", "shadow_points"),
            ),
        ),
    ),
)

MODEL = GameModel[Game, PublicView, OwnView](
    game=Game,
    session=TriquetaSession,
    robots={level: partial(robot, level) for level in (*LEVELS, *YARDSTICKS)},
    coach=TriquetaCoach,
    account=account_of,
    score_lines=score_lines,
    statistics=STATISTICS,
    codec=Codec(),
    to_json=seat_as_json,
)
