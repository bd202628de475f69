"""Spelling a name with the petal keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Screen

_TOP = 21


@dataclass(frozen=True, kw_only=True)
class SpellingScreen(Screen):
    """The name so far, and the letters, or groups of letters, on the petal keys."""

    title: Text
    name: str
    choices: tuple[str, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        canvas.text(1, 12, f"{self.name}_")
        columns = 2 if len(self.choices[0]) > 1 else 5
        for number, choice in enumerate(self.choices, start=1):
            line, column = divmod(number - 1, columns)
            x, y = column * (WIDTH // columns), _TOP + 2 + 10 * line
            canvas.petal_number(x, y, number)
            canvas.text(x + 10, y, shown(choice))

    def words(self) -> Iterator[Text]:
        yield self.title
        yield self.name
        for number, choice in enumerate(self.choices, start=1):
            yield say("{key}: {answer}", key=number, answer=shown(choice))


def shown(letters: str) -> str:
    return letters.replace(" ", "·")
