"""Charts as SVG: bars on a page; bars, dots and lines on a sheet."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from triqueta.screens.phrases import Language, Text
from triqueta.table.charts import (
    Chart,
    DotPlot,
    Line,
    LineChart,
    Plot,
    Series,
    draw_page,
    draw_sheet,
)
from triqueta.table.names import robot_of

SVG = "{http://www.w3.org/2000/svg}"
CHARTS = (
    Chart(
        "Points & <more>",
        ("Ana", "<b>Ben</b>", "Maximilian-Alexander"),
        (Series("kept", "#123456", (1.5, -2.0, 0.0)), Series("shadow", "#654321", (3, 0, 1))),
    ),
)
DOTS = DotPlot("Scores", ("Ana", "Ben"), ((10, 20, 30), (-5,)))
RACE = LineChart("Race", (Line("Ana", (0, 5, 10), marks=(1,)), Line("Ben", (10, 10, 0))))
ODD_NAME = "<b>&\0\x1b\ud83d\u202e\n"
ESCAPED = "<b>&\\x00\\x1b\\ud83d\\u202e\\n"


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own


def texts(svg: str) -> list[str]:
    """Return the texts in an SVG picture, which has to be well-formed."""
    return [text.text or "" for text in parsed(svg).iter(f"{SVG}text")]


def paths(svg: str, colour: str) -> list[str]:
    """Return the paths that are drawn in a colour."""
    return [
        path.get("d", "")
        for path in parsed(svg).iter(f"{SVG}path")
        if path.get("stroke") == colour
    ]


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.]+) ([\d.]+)", path)]


class TestPage:
    def test_bars_are_as_high_as_their_numbers(self) -> None:
        picture = draw_page(CHARTS, Language.ENGLISH)
        bars = [
            float(rect.get("height", ""))
            for rect in parsed(picture).iter(f"{SVG}rect")
            if rect.get("fill") == "#123456" and rect.get("width") != "11"
        ]
        assert bars[0] / bars[1] == pytest.approx(0.75, abs=0.01)
        assert bars[2] == 0
        found = texts(picture)
        assert {"Points & <more>", "<b>Ben</b>", "1.5", "−2", "0", "3"} <= set(found)

    def test_a_long_name_has_two_lines_or_is_cut(self) -> None:
        def shown(name: Text, players: int) -> list[str]:
            bars = (Series("", "#000000", (1,) * players), Series("", "#000000", (1,) * players))
            drawn = draw_page([Chart("", (name,) * players, bars)], Language.FRENCH)
            lines = [line for line in texts(drawn) if line not in ("", "1")]
            return lines[: len(lines) // players]

        assert shown("Maximilian-Alexander", 1) == ["Maximilian-Alexander"]
        assert shown("Jean-Christophe", 4) == ["Jean-", "Christophe"]
        assert shown("Maximilian-Alexander", 10) == ["Maxi…", "Alexa…"]
        assert shown("Bartholomäus", 10) == ["Barth…"]
        assert shown("Anne Marie von und zu", 5) == ["Anne", "Marie vo…"]
        assert shown(robot_of("easy"), 5) == ["Robot :", "débutant"]

    def test_a_long_title_has_two_lines(self) -> None:
        flat = Chart("Points " * 12, ("Ana",), (Series("best", "#000000", (1,)),))
        drawn = draw_page([flat], Language.ENGLISH)
        assert re.findall(r'y="(\d+)" font-size="17"', drawn) == ["26", "46"]
        assert '<text x="37" y="66">best</text>' in drawn

    def test_numbers_are_written_as_in_the_language(self) -> None:
        values = (12.5, -12.5, 30.0, -0.01, 123.4)
        chart = Chart("", tuple("ABCDE"), (Series("", "#000000", values),))
        english, german = (
            texts(draw_page([chart], language)) for language in (Language.ENGLISH, Language.GERMAN)
        )
        assert {"12.5", "−12.5", "30", "0", "123.4"} <= set(english)
        assert {"12,5", "−12,5", "30", "0", "123,4"} <= set(german)

    def test_decimals_are_left_out_where_they_do_not_fit(self) -> None:
        series = tuple(Series("", "#000000", (-123.4,) * 10) for _ in range(2))
        drawn = texts(draw_page([Chart("", tuple("ABCDEFGHIJ"), series)], Language.ENGLISH))
        assert drawn.count("−123") == 20

    def test_nothing_in_it_needs_more_than_the_pages_allow(self) -> None:
        text = draw_page(CHARTS, Language.ENGLISH)
        assert "style" not in text
        assert "<script" not in text

    def test_nothing_but_zeros_can_be_drawn(self) -> None:
        flat = Chart("", ("Ana",), (Series("", "#000000", (0,)),))
        assert "0" in texts(draw_page([flat], Language.ENGLISH))

    def test_every_byte(self) -> None:
        chart = Chart("Points", ("Ana", "Ben"), (Series("best", "#123456", (4, -1)),))
        assert draw_page([chart], Language.FRENCH).splitlines() == [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 260" lang="fr" role="img" '
            'font-family="sans-serif" font-size="13" fill="#2b2622">',
            "<title>Statistiques</title>",
            '<rect width="400" height="260" fill="#fffaf0"/>',
            '<g transform="translate(0 0)">',
            "<title>Points</title>",
            '<text x="20" y="26" font-size="17" font-weight="bold">Points</text>',
            '<rect x="20" y="36" width="11" height="11" fill="#123456"/>',
            '<text x="37" y="46">best</text>',
            '<rect x="86.0" y="76.0" width="44.2" height="107.2" fill="#123456"/>',
            '<text x="108.1" y="72.0" font-size="11" text-anchor="middle">4</text>',
            '<text x="110.0" y="237" text-anchor="middle">Ana</text>',
            '<rect x="266.0" y="183.2" width="44.2" height="26.8" fill="#123456"/>',
            '<text x="288.1" y="222.0" font-size="11" text-anchor="middle">−1</text>',
            '<text x="290.0" y="237" text-anchor="middle">Ben</text>',
            '<path d="M20 183.2H380" stroke="#2b2622"/>',
            "</g>",
            "</svg>",
        ]


class TestSheet:
    def test_names_are_escaped(self) -> None:
        bars = Chart("", (ODD_NAME,), (Series("", "#000000", (1,)),))
        lines = LineChart("", (Line(ODD_NAME, (1, 2)),))
        for plot in (bars, DotPlot("", (ODD_NAME,), ((1,),)), lines):
            drawn = draw_sheet(ODD_NAME, [plot])
            assert texts(drawn).count(ESCAPED) == 2
            assert drawn.encode()

    def test_a_long_name_is_cut_where_the_next_one_begins(self) -> None:
        long = "Maximilian-Alexander von und zu"
        for count, is_cut in ((1, False), (5, True), (8, True)):
            chart = Chart("", (long,) * count, (Series("", "#000000", (1,) * count),))
            assert (long not in texts(draw_sheet("", [chart, chart]))) == is_cut

    @pytest.mark.parametrize(
        ("plots", "places"),
        [
            ([CHARTS[0], DOTS], ["0 56", "640 56"]),
            ([CHARTS[0], DOTS, CHARTS[0]], ["0 56", "640 56", "0 396"]),
            ([DotPlot("", tuple("abcdef"), ((1,),) * 6), DOTS], ["0 56", "0 396"]),
            ([RACE, RACE], ["0 56", "0 456"]),
        ],
    )
    def test_two_small_plots_are_side_by_side(self, plots: list[Plot], places: list[str]) -> None:
        drawn = draw_sheet("Title", plots)
        assert re.findall(r"translate\((.*)\)", drawn) == places

    def test_zeros_lie_on_a_line_at_the_bottom(self) -> None:
        flat = Chart("", ("Ana",), (Series("", "#000000", (0,)),))
        (line,) = paths(draw_sheet("", [flat]), "#2b2622")
        assert line == "M20 290.0H1260"


class TestDots:
    def test_each_game_has_one_at_the_height_of_its_points(self) -> None:
        drawn = draw_sheet("", [DOTS])
        (ana,) = paths(drawn, "#4f7942")
        (x1, y10), (x2, y20), (x3, y30) = points(ana)
        assert x1 < x2 < x3
        assert y10 - y20 == pytest.approx(y20 - y30, abs=0.2)
        assert y10 > y20
        (ben,) = paths(drawn, "#b5651d")
        ((x, y),) = points(ben)
        assert x > x3
        assert y - y10 == pytest.approx(1.5 * (y10 - y20), abs=0.2)
        assert texts(drawn).count("20") == 2  # the average, and a label of the axis

    def test_equal_points_have_an_axis(self) -> None:
        assert {"4", "5", "6"} <= set(texts(draw_sheet("", [DotPlot("", ("Ana",), ((5, 5),))])))


class TestLines:
    def test_are_at_the_values_before_and_after_each_move(self) -> None:
        drawn = draw_sheet("", [RACE])
        line, mark = paths(drawn, "#4f7942")
        (x0, y0), (x1, y5), (x2, y10) = points(line)
        assert x1 - x0 == pytest.approx(x2 - x1, abs=0.2)
        assert y0 - y5 == pytest.approx(y5 - y10, abs=0.2)
        assert y0 > y10
        assert points(mark) == [(x1, y5)]
        (ben,) = paths(drawn, "#b5651d")
        assert points(ben) == [(x0, y10), (x1, y10), (x2, y0)]

    def test_a_game_without_a_move_is_a_dot(self) -> None:
        line, dot = paths(draw_sheet("", [LineChart("", (Line("Ana", (7.5,)),))]), "#4f7942")
        assert points(dot) == points(line)

    def test_the_axis_has_what_is_asked_for(self) -> None:
        chart = LineChart("", (Line("Ana", (40, 60)),), axis=(0, 100))
        assert {"0", "20", "80", "100"} <= set(texts(draw_sheet("", [chart])))

    def test_the_legend_has_more_rows_for_many_names(self) -> None:
        names = [f"{number} {'m' * 15}" for number in range(8)]
        drawn = draw_sheet("", [LineChart("", tuple(Line(name, (1, 2)) for name in names))])
        rows = [re.search(rf'y="(\d+)">{name}', drawn) for name in names]
        assert [row[1] for row in rows if row] == ["46"] * 5 + ["64"] * 3
