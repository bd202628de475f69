"""Pictures of the statistics, to show to friends."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from triqueta.cli.failures import one_line
from triqueta.journal.statistics import PlayerStatistics

MOST_PLAYERS = 10  # more would be no picture to look at
_INK = "#2f3b35"
_COLOURS = ("#4f7942", "#b5651d", "#3b6ea5", "#a23b4e", "#8a6fb0", "#c9a227", "#5f9ea0", "#7a5c3e")


def draw(players: Sequence[PlayerStatistics], file: Path) -> None:
    shown = players[:MOST_PLAYERS]
    figure = Figure(figsize=(11, 7.5), dpi=120, facecolor="#faf7ef", layout="constrained")
    figure.suptitle("Triqueta", fontsize=20, color=_INK, fontweight="bold")
    axes = figure.subplots(2, 2)
    _wins(axes[0][0], shown)
    _scores(axes[0][1], shown)
    _triquetas(axes[1][0], shown)
    _kept(axes[1][1], shown)
    for one in axes.flat:
        _tidy(one)
    with warnings.catch_warnings():  # about letters that the font does not have
        warnings.simplefilter("ignore")
        figure.savefig(file, format="png")


def _tidy(axes: Axes) -> None:
    axes.set_facecolor("#fffdf7")
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors=_INK)
    axes.title.set_color(_INK)


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


def _labels(players: Sequence[PlayerStatistics]) -> list[str]:
    """As in the table, whatever is in a name; and a dollar sign in it is no formula."""
    return [one_line(player.name).replace("$", r"\$") for player in players]


def _wins(axes: Axes, players: Sequence[PlayerStatistics]) -> None:
    axes.set_title("Wins, of games played")
    places = range(len(players))
    axes.barh(places, [player.games for player in players], color="#e3ddcb")
    colours = [_colour(number) for number in places]
    axes.barh(places, [player.wins for player in players], color=colours)
    for place, player in enumerate(players):
        axes.annotate(
            f" {player.wins} of {player.games}", (player.games, place), va="center", color=_INK
        )
    axes.set_yticks(places, _labels(players))
    axes.invert_yaxis()
    axes.margins(x=0.15)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _scores(axes: Axes, players: Sequence[PlayerStatistics]) -> None:
    axes.set_title("Points, game by game (line: average)")
    for number, player in enumerate(players):
        shifts = _spread(len(player.scores))
        places = [number + shift for shift in shifts]
        axes.scatter(places, player.scores, color=_colour(number), alpha=0.7, s=28)
        axes.hlines(player.average, number - 0.3, number + 0.3, color=_INK, linewidth=2)
    axes.set_xticks(range(len(players)), _labels(players), rotation=30, ha="right")


def _spread(count: int) -> list[float]:
    """Side by side, oldest at the left, so that equal scores do not hide each other."""
    return [0.5 * (number + 0.5) / count - 0.25 for number in range(count)]


def _triquetas(axes: Axes, players: Sequence[PlayerStatistics]) -> None:
    axes.set_title("Per game: triquetas made, and animals over three")
    made = [player.counts["triquetas"] / player.games for player in players]
    lost = [player.counts["penalties"] / player.games for player in players]
    _bars(axes, players, ("triquetas", "#4f7942", made), ("over three", "#a23b4e", lost))


def _kept(axes: Axes, players: Sequence[PlayerStatistics]) -> None:
    axes.set_title("Points that kept tiles brought, per game")
    light = [player.counts["kept_points"] / player.games for player in players]
    shadow = [player.counts["shadow_points"] / player.games for player in players]
    _bars(axes, players, ("kept tiles", "#c9a227", light), ("shadow", "#5b5470", shadow))
    axes.axhline(0, color=_INK, linewidth=1)


def _bars(
    axes: Axes, players: Sequence[PlayerStatistics], *pair: tuple[str, str, list[float]]
) -> None:
    """Two bars for each player, side by side."""
    places = range(len(players))
    for shift, (label, colour, values) in zip((-0.2, 0.2), pair, strict=True):
        axes.bar([place + shift for place in places], values, 0.38, color=colour, label=label)
    axes.set_xticks(places, _labels(players), rotation=30, ha="right")
    axes.margins(y=0.2)
    axes.legend(frameon=False)
