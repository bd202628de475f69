"""Past games: a list of names with a number behind each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Screen

_TOP = 12


@dataclass(frozen=True, kw_only=True)
class NamesScreen(Screen):
    """Up to five lines, each a name, a star for the winners, and a number at the right."""

    title: Text
    corner: Text
    lines: tuple[tuple[Text, bool, Text], ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, self.corner)
        pitch = min(10, 41 // max(1, len(self.lines)))
        for number, (name, starred, value) in enumerate(self.lines):
            y = _TOP + pitch * number
            x = canvas.text(1, y, name)
            if starred:
                canvas.text(x + 3, y, "★")
            canvas.text_right(WIDTH - 1, y, value)

    def words(self) -> Iterator[Text]:
        yield self.title
        if self.corner:
            yield self.corner
        for name, starred, value in self.lines:
            yield say("{key}: {answer}", key=name, answer=value)
            if starred:
                yield say("{name} has won", name=name)
