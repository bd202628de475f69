"""What a finished game leaves to download: its record, and a chart of the statistics as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from triqueta.records.document import encoded
from triqueta.records.text import one_line
from triqueta.runtime.host import Host
from triqueta.screens.phrases import Language, said, say
from triqueta.table.past_games import Chart, Series
from triqueta.table.session import AnySession

_WIDTH = 640
_HEIGHT = 250  # of each chart
_LEFT, _RIGHT = 20, 620
_TOP, _BOTTOM = 76, 210
_INK = "#2b2622"
_LONGEST_NAME = 10
_WIDEST_BAR = 48.0


def drawn(charts: Sequence[Chart], language: Language) -> str:
    """One below the other. Attributes alone say how: the pages allow no styles within."""
    height = _HEIGHT * len(charts)
    title = said(say("Statistics"), language)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'lang="{language}" role="img" font-family="sans-serif" font-size="13" fill="{_INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fffaf0"/>',
    ]
    for number, chart in enumerate(charts):
        parts.append(f'<g transform="translate(0 {_HEIGHT * number})">')
        parts += _chart(chart, language)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>\n"])


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where zero is, how many pixels a point has, and how wide a bar is."""

    zero: float
    pixels: float
    width: float

    @classmethod
    def of(cls, chart: Chart) -> _Scale:
        values = [value for series in chart.series for value in series.values]
        most, least = max(0.0, *values), min(0.0, *values)
        pixels = (_BOTTOM - _TOP) / ((most - least) or 1)
        room = (_RIGHT - _LEFT) / len(chart.names)
        width = min(_WIDEST_BAR, 0.8 * room / len(chart.series))
        return cls(_TOP + most * pixels, pixels, width)


def _chart(chart: Chart, language: Language) -> Iterator[str]:
    title = escape(said(chart.title, language))
    yield f"<title>{title}</title>"
    yield f'<text x="{_LEFT}" y="26" font-size="17" font-weight="bold">{title}</text>'
    yield from _legend(chart.series, language)
    scale = _Scale.of(chart)
    room = (_RIGHT - _LEFT) / len(chart.names)
    for number, name in enumerate(chart.names):
        middle = _LEFT + room * (number + 0.5)
        left = middle - scale.width * len(chart.series) / 2
        for place, series in enumerate(chart.series):
            yield from _bar(
                series.colour, series.values[number], left + scale.width * place, scale
            )
        label = _short(said(name, language))
        yield f'<text x="{middle:.1f}" y="236" text-anchor="middle">{label}</text>'
    yield f'<path d="M{_LEFT} {scale.zero:.1f}H{_RIGHT}" stroke="{_INK}"/>'


def _legend(series: Sequence[Series], language: Language) -> Iterator[str]:
    for number, one in enumerate(series):
        x = _LEFT + 200 * number
        yield f'<rect x="{x}" y="36" width="11" height="11" fill="{one.colour}"/>'
        yield f'<text x="{x + 17}" y="46">{escape(said(one.label, language))}</text>'


def _bar(colour: str, value: float, x: float, scale: _Scale) -> Iterator[str]:
    """With its number at its end: over it, or under it below zero."""
    height, width = abs(value) * scale.pixels, scale.width
    top = scale.zero - height if value > 0 else scale.zero
    yield (
        f'<rect x="{x:.1f}" y="{top:.1f}" width="{0.92 * width:.1f}" height="{height:.1f}" '
        f'fill="{colour}"/>'
    )
    end = top - 4 if value >= 0 else top + height + 12
    number = f"{value:.1f}".removesuffix(".0")
    yield (
        f'<text x="{x + 0.46 * width:.1f}" y="{end:.1f}" font-size="11" '
        f'text-anchor="middle">{number}</text>'
    )


def _short(name: str) -> str:
    name = one_line(name)
    return escape(name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…")


@dataclass(frozen=True, slots=True)
class RecordFile:
    name: str
    content: bytes


class Downloads:
    """Of the game on the table, once nothing of it is hidden any more."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._charts_of: AnySession | None = None
        self._charts: tuple[Chart, ...] = ()

    def record(self) -> RecordFile | None:
        play = self._finished()
        if play is None:
            return None
        suffix = self._host.table.games.suffix(play.game_id)
        name = f"game-{play.proof.commitment[:8]}{suffix}"
        return RecordFile(name, encoded(play.document()))

    def has_plot(self) -> bool:
        return bool(self._found_charts())

    def plot(self, language: Language) -> str | None:
        """As SVG; None if there is nothing to draw."""
        charts = self._found_charts()
        return drawn(charts, language) if charts else None

    def _finished(self) -> AnySession | None:
        play = self._host.table.play
        return play if play is not None and play.spectator_view().score is not None else None

    def _found_charts(self) -> tuple[Chart, ...]:
        """Looked up once for each game: the history may be long, and anybody may ask."""
        play = self._finished()
        if play is None:
            return ()
        if self._charts_of is not play:
            charts = self._host.table.services.charts(play.game_id, bool(play.robots))
            self._charts_of, self._charts = play, charts
        return self._charts
