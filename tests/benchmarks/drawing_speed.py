"""Measure what drawing a screen costs, compared to luma.oled's conversion of one full frame.

    .venv/bin/pip install -q -e '.[bench]'
    .venv/bin/python -m tests.benchmarks.drawing_speed

Random players play whole games by keys. After every key the table's frame is computed and drawn.
Then luma.oled's SSD1306 driver converts the same picture for a bus that discards it. Both are
timed picture by picture in the same run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import TypeVar

from PIL import Image

from tests.benchmarks.goals import Goal, report
from tests.table.autopilot import step
from tests.table.evening import Evening, in_game, new_play
from triqueta.games.triqueta.rules import Edition
from triqueta.screens.frame import picture

GAMES = 6
MOST_CONVERSIONS = 1.0  # the limit for drawing a picture, in conversions
T = TypeVar("T")


def luma_conversion() -> Callable[[Image.Image], object]:
    """Return the display function of luma's driver, on a bus that discards everything."""
    from luma.oled.device import ssd1306  # only this benchmark needs it

    class NoBus:
        def command(self, *_: int) -> None:
            pass

        def data(self, _: list[int]) -> None:
            pass

        def cleanup(self) -> None:
            pass

    display: Callable[[Image.Image], object] = ssd1306(NoBus(), width=128, height=64).display
    return display


def evening(seed: int) -> Evening:
    edition = Edition.SHADOW if seed % 2 else Edition.BASE
    return in_game(new_play(edition=edition, players=2 + seed % 4))


def after_each_key(seed: int) -> Iterator[Evening]:
    rng, played = Random(seed), evening(seed)
    while not played.session.over:
        step(played, rng)
        yield played


def drawn(played: Evening) -> Image.Image:
    return picture(played.frame())


def timed(work: Callable[[T], object], what: T) -> float:
    started = perf_counter()
    work(what)
    return perf_counter() - started


def main() -> int:
    convert = luma_conversion()
    drawing, converting = [], []
    for seed in range(GAMES):
        for played in after_each_key(seed):
            drawing.append(timed(drawn, played))
            converting.append(timed(convert, drawn(played)))
    print(f"{len(drawing)} pictures of {GAMES} games, Python {sys.version.split()[0]}")
    rows = {"drawing": drawing, "luma.oled's conversion": converting}
    for name, times in rows.items():
        p99 = quantiles(times, n=100)[98]
        print(f"  {name:23} median {median(times) * 1e3:6.3f} ms   99 % {p99 * 1e3:6.3f} ms")
    at_median = median(drawing) / median(converting)
    at_99 = quantiles(drawing, n=100)[98] / quantiles(converting, n=100)[98]
    return report(
        Goal("drawing, relative to luma.oled's conversion, median", at_median, MOST_CONVERSIONS),
        Goal("drawing, relative to luma.oled's conversion, 99 %", at_99, MOST_CONVERSIONS),
    )


if __name__ == "__main__":
    sys.exit(main())
