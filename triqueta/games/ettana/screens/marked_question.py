"""A question whose answers have a drawing each: a thread's mark, or a card's icon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.games.ettana.screens.art import action_icon, thread_mark
from triqueta.screens.canvas import Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.phrases import say as say_of_the_house
from triqueta.screens.screen import Screen

_TOP = 11
_PITCHES = (10, 8)  # from line to line: the higher one, if there is room, as icons need


@dataclass(frozen=True, slots=True)
class MarkedAnswer:
    """An answer, its petal key, and the thread or the action card that is drawn beside it."""

    petal: int
    label: Text
    mark: str = ""
    icon: str = ""


@dataclass(frozen=True, kw_only=True)
class MarkedQuestion(Screen):
    title: Text
    answers: tuple[MarkedAnswer, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        pitch = _PITCHES[len(self.answers) > 4]
        for number, answer in enumerate(self.answers):
            y = _TOP + pitch * number
            canvas.petal_number(0, y, answer.petal)
            if answer.mark:
                canvas.stamp(11, y + 1, thread_mark(answer.mark))
            if answer.icon:
                canvas.stamp(9, y - 1, action_icon(answer.icon))
            canvas.text(21, y, answer.label)

    def words(self) -> Iterator[Text]:
        yield self.title
        for answer in self.answers:
            yield say_of_the_house("{key}: {answer}", key=answer.petal, answer=answer.label)
