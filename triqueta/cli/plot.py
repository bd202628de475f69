"""Pictures of the statistics and of the race in one game, drawn with matplotlib."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from triqueta.games.api import Bars
from triqueta.journal.statistics import PlayerStatistics, name_of
from triqueta.screens.phrases import Language, said
from triqueta.table.coach import Decision, Outlook, costliest
from triqueta.table.past_games import MOST_PLAYERS

_INK = "#2f3b35"
_COLOURS = ("#4f7942", "#b5651d", "#3b6ea5", "#a23b4e", "#8a6fb0", "#c9a227", "#5f9ea0", "#7a5c3e")


def draw(
    title: str, players: Sequence[PlayerStatistics], pictures: Sequence[Bars], file: Path
) -> None:
    shown = players[:MOST_PLAYERS]
    rows = 1 + (len(pictures) + 1) // 2
    figure = sheet(title, rows)
    axes = figure.subplots(rows, 2, squeeze=False).flat
    _wins(axes[0], shown)
    _scores(axes[1], shown)
    for place, picture in enumerate(pictures, start=2):
        _bars(axes[place], picture, shown)
    for unused in axes[2 + len(pictures) :]:
        unused.set_visible(False)
    for one in axes:
        tidy(one)
    save(figure, file)


def sheet(title: str, rows: int) -> Figure:
    figure = Figure(figsize=(11, 3.75 * rows), dpi=120, facecolor="#faf7ef", layout="constrained")
    figure.suptitle(title, fontsize=20, color=_INK, fontweight="bold")
    return figure


def save(figure: Figure, file: Path) -> None:
    with warnings.catch_warnings():  # about letters that the font does not have
        warnings.simplefilter("ignore")
        figure.savefig(file, format="png")


def tidy(axes: Axes) -> None:
    axes.set_facecolor("#fffdf7")
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors=_INK)
    axes.title.set_color(_INK)


def colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


def _labels(players: Sequence[PlayerStatistics]) -> list[str]:
    return [label(name_of(player)) for player in players]


def label(name: str) -> str:
    """As in the table; but a dollar sign in it is no formula."""
    return name.replace("$", r"\$")


def _wins(axes: Axes, players: Sequence[PlayerStatistics]) -> None:
    axes.set_title("Wins, of games played")
    places = range(len(players))
    axes.barh(places, [player.games for player in players], color="#e3ddcb")
    colours = [colour(number) for number in places]
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
        axes.scatter(places, player.scores, color=colour(number), alpha=0.7, s=28)
        axes.hlines(player.average, number - 0.3, number + 0.3, color=_INK, linewidth=2)
    axes.set_xticks(range(len(players)), _labels(players), rotation=30, ha="right")


def _spread(count: int) -> list[float]:
    """Side by side, oldest at the left, so that equal scores do not hide each other."""
    return [0.5 * (number + 0.5) / count - 0.25 for number in range(count)]


def _bars(axes: Axes, picture: Bars, players: Sequence[PlayerStatistics]) -> None:
    """Bars for each player, side by side."""
    axes.set_title(said(picture.title, Language.ENGLISH))
    places, width = range(len(players)), 0.8 / len(picture.bars)
    for number, (label, colour, count) in enumerate(picture.bars):
        shift = width * (number - (len(picture.bars) - 1) / 2)
        values = [player.counts[count] / player.games for player in players]
        axes.bar(
            [place + shift for place in places],
            values,
            0.95 * width,
            color=colour,
            label=said(label, Language.ENGLISH),
        )
    axes.set_xticks(places, _labels(players), rotation=30, ha="right")
    axes.margins(y=0.2)
    axes.legend(frameon=False)
    if picture.below_zero:
        axes.axhline(0, color=_INK, linewidth=1)


def draw_race(
    title: str,
    names: Sequence[str],
    race: Sequence[Outlook],
    decisions: Sequence[Decision],
    file: Path,
) -> None:
    """Points to be expected and, if they are known, chances to win; dots are dear decisions."""
    with_chances = all(outlook.chances is not None for outlook in race)
    figure = sheet(title, rows=2 if with_chances else 1)
    plots = figure.subplots(2 if with_chances else 1, 1, squeeze=False)[:, 0]
    plots[0].set_title("Points to be expected at the end (dots: the costliest decisions)")
    _lines(plots[0], names, decisions, [one.points for one in race], float)
    if with_chances:
        plots[1].set_title("Chance to win, in per cent")
        _lines(plots[1], names, decisions, [one.chances or () for one in race], _per_cent)
    for axes in plots:
        axes.set_xlabel("moves")
        axes.margins(x=0.01)
        tidy(axes)
    plots[0].legend(frameon=False, ncols=len(names))
    save(figure, file)


def _per_cent(chance: float) -> float:
    return 100 * chance


def _lines(
    axes: Axes,
    names: Sequence[str],
    decisions: Sequence[Decision],
    race: Sequence[Sequence[float]],
    shown: Callable[[float], float],
) -> None:
    for seat, name in enumerate(names):
        values = [shown(values[seat]) for values in race]
        axes.plot(range(len(values)), values, color=colour(seat), linewidth=2, label=label(name))
        dear = [one.number for one in costliest(decisions, seat)]
        axes.scatter(dear, [values[number] for number in dear], color=colour(seat), s=40)
