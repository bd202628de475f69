"""What is said about pods: the question a new one asks, and why one can't be used."""

from __future__ import annotations

from collections.abc import Mapping

from triqueta.screens.phrases import Text, say
from triqueta.screens.question import Answer, Question, TextScreen
from triqueta.screens.screen import Screen
from triqueta.table.events import SEATS
from triqueta.table.table import Table

OLDER = say("A pod is too old for this table: update the pod")
NEWER = say("A pod is too new for this table: update the table")
DOES_NOT_FIT = say("A pod has the wrong keys or the wrong screen")
NO_SCREEN = say("A pod's screen does not answer")


def free_seats(table: Table) -> dict[int, Text]:
    """The seats without a display of their own, and what they are called."""
    names = table.play.names if table.play else ()
    seats = range(len(names) or SEATS)
    return {
        seat: names[seat] if names else say("Seat {seat}", seat=seat + 1)
        for seat in seats
        if not table.has_station(seat) and not table.is_robot(seat)
    }


def who_sits_here(seats: Mapping[int, Text]) -> Screen:
    """The question of a pod that belongs to no seat yet; the petals are the seats' numbers."""
    title = say("Who sits here?")
    if not seats:
        return TextScreen(title=title, text=say("Every seat has a display of its own."))
    answers = tuple(Answer(seat + 1, name) for seat, name in seats.items())
    return Question(title=title, answers=answers)
