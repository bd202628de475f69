"""A picture of the race: what everybody could expect, move by move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from matplotlib.axes import Axes

from triqueta.cli.plot import colour, label, save, sheet, tidy
from triqueta.table.coach import Decision, Outlook, costliest


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
