"""How a game has ended: everybody's points, the winners first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Screen

_TOP = 12


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's line: the points as they are drawn, and in words."""

    name: str
    points: str
    in_words: Text
    has_won: bool


@dataclass(frozen=True, kw_only=True)
class RankingScreen(Screen):
    """Everybody's total, best first; the winners are starred."""

    title: Text
    lines: tuple[Ranked, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        pitch = min(10, 41 // len(self.lines))
        for place, line in enumerate(self.lines):
            y = _TOP + pitch * place
            canvas.petal_number(0, y, place + 1)
            x = canvas.text(10, y, line.name)
            if line.has_won:
                canvas.text(x + 3, y, "★")
            canvas.text_right(WIDTH - 1, y, line.points)

    def words(self) -> Iterator[Text]:
        yield self.title
        for line in self.lines:
            yield line.in_words
        for line in self.lines:
            if line.has_won:
                yield say("{name} has won", name=line.name)
