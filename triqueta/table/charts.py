"""Draw charts of statistics, and of a game's progress, as SVG for web pages and files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from math import ceil, floor, inf
from typing import NamedTuple, TypeAlias
from unicodedata import combining, east_asian_width

from triqueta.records.text import one_line
from triqueta.screens.phrases import Language, Text, said, say
from triqueta.table.coach import in_tenths

MOST_PLAYERS = 10  # the names and numbers of more players don't fit next to each other

STATISTICS = say("Statistics")
WINS_OF_GAMES, GAMES_PLAYED, WINS = say("Played and won"), say("games"), say("wins")
POINTS, AVERAGE, BEST = say("Points in a game"), say("average"), say("best game")


@dataclass(frozen=True, slots=True)
class Series:
    """Bars of one colour, one for each player."""

    label: Text
    colour: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A bar chart of one or more series, grouped by player."""

    title: Text
    names: tuple[Text, ...]
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class DotPlot:
    """A plot with a dot for each value of each player, and a line at the player's average.

    The values of a player are in chronological order.
    """

    title: Text
    names: tuple[Text, ...]
    values: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a line chart: a value before the first move and after each move.

    `marks` are the numbers of the moves that get a dot.
    """

    name: str
    values: tuple[float, ...]
    marks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LineChart:
    """A chart of lines over the moves of a game.

    The vertical axis includes the values in `axis`, even if no line reaches them.
    """

    title: Text
    lines: tuple[Line, ...]
    axis: tuple[float, ...] = ()


Plot: TypeAlias = Chart | DotPlot | LineChart

_INK, _PAPER, _GRID = "#2b2622", "#fffaf0", "#e3ddcb"
_COLOURS = ("#4f7942", "#b5651d", "#3b6ea5", "#a23b4e", "#8a6fb0", "#c9a227", "#5f9ea0", "#7a5c3e")
_LEFT, _RIGHT = 20, 20  # pixels beside a chart
_TITLE_SIZE, _TEXT_SIZE, _NUMBER_SIZE = 17, 13, 11
_BOLD = 1.08  # times as wide
_TITLE_STEP, _LEGEND_STEP, _NAME_STEP = 20, 18, 15  # from line to line
_WIDEST_NAME = 240  # pixels, in a legend
_WIDEST_BAR = 48.0
_WIDEST_DOTS = 240.0  # pixels for all dots of a player
_ROOM_FOR_AVERAGE = 16  # pixels to the right of the last player


_Point: TypeAlias = tuple[float, float]
_Scale: TypeAlias = Callable[[float], float]
"""A function from a value to a position in pixels."""


# Pages and sheets.


class _Panel(NamedTuple):
    """The area of one chart, in pixels."""

    width: int
    height: int

    @property
    def right(self) -> int:
        return self.width - _RIGHT

    @property
    def bottom(self) -> int:
        """The lowest line of the chart, with room for two lines of names below it."""
        return self.height - 50


_PAGE_HEIGHT, _NARROWEST_PAGE = 260, 400
_PER_PLAYER, _ALL_PLAYERS, _PER_BAR = 80, 600, 30  # pixels on a page
_SHEET_WIDTH, _SHEET_TITLE = 1280, 56
_HALF, _WHOLE, _HIGH = _Panel(640, 340), _Panel(_SHEET_WIDTH, 340), _Panel(_SHEET_WIDTH, 400)
_MOST_IN_HALF = 5  # players, so that each has as much space as in a whole panel


def draw_page(charts: Sequence[Chart], language: Language) -> str:
    """Return an SVG with bar charts, one below the other, for a web page.

    It uses attributes instead of styles, because the pages don't allow inline styles.
    """
    panel = _Panel(_page_width(charts), _PAGE_HEIGHT)
    width, height = panel.width, panel.height * len(charts)
    panels = [(0, panel.height * number, panel) for number in range(len(charts))]
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'lang="{language}" role="img" font-family="sans-serif" font-size="13" fill="{_INK}">'
    )
    parts = [
        opening,
        f"<title>{escape(said(STATISTICS, language))}</title>",
        f'<rect width="{width}" height="{height}" fill="{_PAPER}"/>',
        *_placed(charts, panels, language),
    ]
    return "\n".join([*parts, "</svg>\n"])


def _page_width(charts: Sequence[Chart]) -> int:
    """Return the width that the names and the numbers need, as little as possible for phones."""
    players = max(len(chart.names) for chart in charts)
    bars = max(len(chart.names) * len(chart.series) for chart in charts)
    needed = max(min(_PER_PLAYER * players, _ALL_PLAYERS), _PER_BAR * bars)
    return max(_NARROWEST_PAGE, _LEFT + needed + _RIGHT)


def draw_sheet(title: str, plots: Sequence[Plot]) -> str:
    """Return an SVG in English, with a title and the plots in one or two columns."""
    panels = list(_grid(plots))
    height = panels[-1][1] + panels[-1][2].height + 12
    title = escape(one_line(title))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_SHEET_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_SHEET_WIDTH} {height}" lang="en" role="img" font-family="sans-serif" '
        f'font-size="13" fill="{_INK}">',
        f"<title>{title}</title>",
        f'<rect width="{_SHEET_WIDTH}" height="{height}" fill="{_PAPER}"/>',
        f'<text x="{_LEFT}" y="42" font-size="26" font-weight="bold">{title}</text>',
        *_placed(plots, panels, Language.ENGLISH),
    ]
    return "\n".join([*parts, "</svg>\n"])


_Cell: TypeAlias = tuple[int, int, _Panel]
"""The left and the top edge of a panel, and the panel."""


def _grid(plots: Sequence[Plot]) -> Iterator[_Cell]:
    """Yield a cell for each plot. Two narrow plots are placed next to each other."""
    x, y = 0, _SHEET_TITLE
    for number, plot in enumerate(plots):
        has_neighbour = x > 0 or any(map(_is_narrow, plots[number + 1 : number + 2]))
        panel = _panel_of(plot, has_neighbour=has_neighbour)
        yield x, y, panel
        x = (x + panel.width) % _SHEET_WIDTH
        y += panel.height if x == 0 else 0


def _panel_of(plot: Plot, *, has_neighbour: bool) -> _Panel:
    if isinstance(plot, LineChart):
        return _HIGH
    return _HALF if has_neighbour and _is_narrow(plot) else _WHOLE


def _is_narrow(plot: Plot) -> bool:
    return not isinstance(plot, LineChart) and len(plot.names) <= _MOST_IN_HALF


def _placed(plots: Sequence[Plot], cells: Sequence[_Cell], language: Language) -> Iterator[str]:
    for plot, (x, y, panel) in zip(plots, cells, strict=True):
        title = said(plot.title, language)
        lines = _broken(title, (panel.right - _LEFT) / _BOLD, _TITLE_SIZE, most=2)
        yield f'<g transform="translate({x} {y})">'
        yield f"<title>{escape(title)}</title>"
        for number, line in enumerate(lines):
            yield (
                f'<text x="{_LEFT}" y="{26 + _TITLE_STEP * number}" font-size="{_TITLE_SIZE}" '
                f'font-weight="bold">{escape(line)}</text>'
            )
        top = 36 + _TITLE_STEP * max(0, len(lines) - 1)
        match plot:
            case Chart():
                yield from _bars(plot, panel, top, language)
            case DotPlot():
                yield from _dots(plot, panel, top, language)
            case LineChart():
                yield from _lines(plot, panel, top)
        yield "</g>"


# Bars.


@dataclass(frozen=True, slots=True)
class _BarScale:
    """The scale of a bar chart in pixels: the position of zero, the height of 1, a bar's width."""

    zero: float
    pixels: float
    width: float

    @classmethod
    def of(cls, chart: Chart, panel: _Panel, top: float) -> _BarScale:
        values = [value for series in chart.series for value in series.values]
        most, least = max(0.0, *values), min(0.0, *values)
        if most == least:
            most = 1.0  # otherwise the zero line would be at the top
        pixels = (panel.bottom - top) / (most - least)
        room = (panel.right - _LEFT) / len(chart.names)
        width = min(_WIDEST_BAR, 0.88 * room / len(chart.series))
        return cls(top + most * pixels, pixels, width)


def _bars(chart: Chart, panel: _Panel, top: float, language: Language) -> Iterator[str]:
    entries = [(each.colour, said(each.label, language)) for each in chart.series]
    legend, rows = _legend(entries, panel, top)
    yield from legend
    scale = _BarScale.of(chart, panel, top + 22 + _LEGEND_STEP * rows)
    room = (panel.right - _LEFT) / len(chart.names)
    for number, name in enumerate(chart.names):
        middle = _LEFT + room * (number + 0.5)
        left = middle - scale.width * len(chart.series) / 2
        for index, series in enumerate(chart.series):
            value = series.values[number]
            label = _number(value, language, scale.width)
            yield from _bar(series.colour, value, label, left + scale.width * index, scale)
        yield from _name(name, middle, room, panel, language)
    yield f'<path d="M{_LEFT} {scale.zero:.1f}H{panel.right}" stroke="{_INK}"/>'


def _bar(colour: str, value: float, label: str, x: float, scale: _BarScale) -> Iterator[str]:
    """Draw a bar with its label above it, or below it if the value is negative."""
    height, width = abs(value) * scale.pixels, scale.width
    top = scale.zero - height if value > 0 else scale.zero
    yield (
        f'<rect x="{x:.1f}" y="{top:.1f}" width="{0.92 * width:.1f}" height="{height:.1f}" '
        f'fill="{colour}"/>'
    )
    end = top - 4 if value >= 0 else top + height + 12
    yield (
        f'<text x="{x + 0.46 * width:.1f}" y="{end:.1f}" font-size="{_NUMBER_SIZE}" '
        f'text-anchor="middle">{label}</text>'
    )


def _name(
    name: Text, middle: float, room: float, panel: _Panel, language: Language
) -> Iterator[str]:
    """Draw a player's name below the chart, in two lines if it does not fit in one."""
    lines = _broken(said(name, language), room - 6, _TEXT_SIZE, most=2)
    for number, line in enumerate(lines):
        y = panel.bottom + 27 + _NAME_STEP * number
        yield f'<text x="{middle:.1f}" y="{y}" text-anchor="middle">{escape(line)}</text>'


def _number(value: float, language: Language, room: float = inf) -> str:
    """Return a number with one decimal, if it has one and there is room for it."""
    whole, tenths = abs(round(value)), round(abs(value) * 10)
    sign = "−" * (value < 0 < tenths)
    exact = f"{sign}{said(in_tenths(value), language)}"
    fits = tenths % 10 and _width(exact, _NUMBER_SIZE) <= room
    return exact if fits else f"{sign}{whole}"


def _legend(
    entries: Iterable[tuple[str, str]], panel: _Panel, top: float
) -> tuple[list[str], int]:
    """Return a legend of colours with their labels, and its number of rows."""
    parts: list[str] = []
    x, row = float(_LEFT), 0
    for colour, name in entries:
        label = _fitted(name, _WIDEST_NAME, _TEXT_SIZE)
        width = 17 + _width(label, _TEXT_SIZE) + 24
        if x > _LEFT and x + width > panel.right:
            x, row = _LEFT, row + 1
        y = top + _LEGEND_STEP * row
        parts += [
            f'<rect x="{x:.0f}" y="{y:g}" width="11" height="11" fill="{colour}"/>',
            f'<text x="{x + 17:.0f}" y="{y + 10:g}">{escape(label)}</text>',
        ]
        x += width
    return parts, row + 1


# Dots.


def _dots(plot: DotPlot, panel: _Panel, top: float, language: Language) -> Iterator[str]:
    ticks = _ticks(value for values in plot.values for value in values)
    left, y = _left_of(ticks), _vertical(ticks, top + 20, panel.bottom)
    yield from _rows(ticks, left, panel.right, y)
    room = (panel.right - _ROOM_FOR_AVERAGE - left) / len(plot.names)
    width = min(room, _WIDEST_DOTS)
    for number, (name, values) in enumerate(zip(plot.names, plot.values, strict=True)):
        middle = left + room * (number + 0.5)
        first = middle - 0.25 * width
        points = [
            (first + 0.5 * width * (index + 0.5) / len(values), y(value))
            for index, value in enumerate(values)
        ]
        yield from _round_marks(points, _colour(number), 7, opacity=0.7)
        average = sum(values) / len(values)
        label = _number(average, language)
        yield _average_line(label, middle, 0.3 * width, y(average))
        yield from _name(name, middle, room, panel, language)


def _average_line(label: str, middle: float, half: float, y: float) -> str:
    return (
        f'<path d="M{middle - half:.1f} {y:.1f}H{middle + half:.1f}" stroke="{_INK}" '
        'stroke-width="2"/>'
        f'<text x="{middle + half + 4:.1f}" y="{y + 4:.1f}" font-size="{_NUMBER_SIZE}" '
        f'stroke="{_PAPER}" stroke-width="4" paint-order="stroke">{label}</text>'
    )


def _round_marks(
    points: Sequence[_Point], colour: str, size: float, opacity: float = 1
) -> Iterator[str]:
    """Draw dots as one path of zero-length lines, because a long history has thousands."""
    if points:
        path = "".join(f"M{x:.1f} {y:.1f}h0" for x, y in points)
        yield (
            f'<path d="{path}" stroke="{colour}" stroke-width="{size}" stroke-linecap="round" '
            f'stroke-opacity="{opacity}"/>'
        )


# Lines.


def _lines(chart: LineChart, panel: _Panel, top: float) -> Iterator[str]:
    entries = [(_colour(number), line.name) for number, line in enumerate(chart.lines)]
    legend, rows = _legend(entries, panel, top)
    yield from legend
    top += 10 + _LEGEND_STEP * rows
    ticks = _ticks([*chart.axis, *(value for line in chart.lines for value in line.values)])
    moves = max(len(line.values) for line in chart.lines) - 1
    left = _left_of(ticks)
    x, y = _horizontal(moves, left, panel.right - 10), _vertical(ticks, top, panel.bottom)
    yield from _rows(ticks, left, panel.right, y)
    yield from _columns(moves, left, panel, x)
    lines = [
        [(x(move), y(value)) for move, value in enumerate(line.values)] for line in chart.lines
    ]
    for number, points in enumerate(lines):
        yield _polyline(points, _colour(number))
    for number, (line, points) in enumerate(zip(chart.lines, lines, strict=True)):
        marked = [points[move] for move in line.marks] if moves else points
        yield from _round_marks(marked, _PAPER, 12)
        yield from _round_marks(marked, _colour(number), 9)


def _polyline(points: Sequence[_Point], colour: str) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return (
        f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2" '
        'stroke-linejoin="round"/>'
    )


def _columns(moves: int, left: float, panel: _Panel, x: _Scale) -> Iterator[str]:
    """Draw the horizontal axis with the numbers of the moves."""
    bottom = panel.bottom
    yield f'<path d="M{left:.1f} {bottom}H{panel.right}" stroke="{_INK}"/>'
    for move in _ticks([0, moves], steps=12):
        if 0 <= move <= moves:
            yield (
                f'<path d="M{x(move):.1f} {bottom}v4" stroke="{_INK}"/>'
                f'<text x="{x(move):.1f}" y="{bottom + 16}" font-size="{_NUMBER_SIZE}" '
                f'text-anchor="middle">{move}</text>'
            )
    middle = (left + panel.right) / 2
    yield f'<text x="{middle:.1f}" y="{panel.height - 14}" text-anchor="middle">moves</text>'


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


# Axes.


def _ticks(values: Iterable[float], steps: int = 8) -> range:
    """Return evenly spaced round integers that cover all values, with about `steps` steps."""
    found = list(values)
    least, most = floor(min(found)), ceil(max(found))
    if least == most:
        least, most = least - 1, most + 1
    sizes = (size * 10**power for power in count() for size in (1, 2, 5))
    step = next(size for size in sizes if size * steps >= most - least)
    first, last = least // step * step, -(-most // step) * step
    return range(first, last + 1, step)


def _left_of(ticks: Sequence[int]) -> float:
    """Return the left end of the horizontal axis, which leaves space for the numbers beside it."""
    return _LEFT + 8 + max(_width(str(tick), _NUMBER_SIZE) for tick in (ticks[0], ticks[-1]))


def _horizontal(moves: int, left: float, right: float) -> _Scale:
    """Return the scale from a move to its horizontal position."""
    pixels = (right - left) / max(1, moves)
    return lambda move: left + move * pixels


def _vertical(ticks: Sequence[int], top: float, bottom: float) -> _Scale:
    """Return the scale from a value to its vertical position."""
    pixels = (bottom - top) / (ticks[-1] - ticks[0])
    return lambda value: bottom - (value - ticks[0]) * pixels


def _rows(ticks: Sequence[int], left: float, right: float, y: _Scale) -> Iterator[str]:
    """Draw a horizontal line with a number for each tick. The line at zero is dark."""
    for tick in ticks:
        colour = _INK if tick == 0 else _GRID
        yield (
            f'<path d="M{left:.1f} {y(tick):.1f}H{right}" stroke="{colour}"/>'
            f'<text x="{left - 8:.1f}" y="{y(tick) + 4:.1f}" font-size="{_NUMBER_SIZE}" '
            f'text-anchor="end">{_number(tick, Language.ENGLISH)}</text>'
        )


# Texts that fit.


_BREAK = re.compile(r"-| +(?![:;!?%»])")  # French has spaces before these


def _broken(text: str, room: float, size: float, most: int) -> list[str]:
    """Return a text in at most `most` lines of `room` pixels. Breaks are at spaces and hyphens."""
    lines: list[str] = []
    left = one_line(text)
    while left and len(lines) < most - 1 and _width(left, size) > room:
        ends = [found.end() for found in _BREAK.finditer(left)]
        fitting = [end for end in ends if _width(left[:end].rstrip(" "), size) <= room]
        end = max(fitting, default=min(ends, default=len(left)))
        lines.append(_fitted(left[:end].rstrip(" "), room, size))
        left = left[end:]
    return [*lines, _fitted(left, room, size)] if left else lines


def _fitted(name: str, room: float, size: float) -> str:
    """Return a name on one line, cut to at most `room` pixels."""
    name = one_line(name)
    if _width(name, size) <= room:
        return name
    while name and _width(f"{name}…", size) > room:
        name = name[:-1]
    return f"{name}…"


def _width(text: str, size: float) -> float:
    """Estimate the width of a text in pixels.

    The viewer chooses the font, so this assumes a wide one.
    """
    return size * sum(map(_em, text))


def _em(char: str) -> float:
    if combining(char):
        return 0
    if east_asian_width(char) in "WF":
        return 1.3  # the width of the widest emoji
    if char in " .,:;'!|()[]fijlrtI":
        return 0.38
    if char in "mwMW@%—…":
        return 0.98
    return 0.75 if char.isupper() else 0.62
