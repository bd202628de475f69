"""A seat whose own station has gone in mid-game: nobody stands in for it without a question."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.screens.phrases import Text, say
from triqueta.table.rooms import Choice, Offer, SoftKey, Station, question

if TYPE_CHECKING:
    from triqueta.table.table import Table


def is_missed(table: Table, seat: int) -> bool:
    """Whether a seat's own station is away, and nobody has said that it plays at the table."""
    return seat in table.away - table.played_here


def ask_whether_to_wait(
    table: Table,
    station: Station,
    seat: int,
    waits: Text,
    soft: tuple[SoftKey | None, SoftKey | None, SoftKey | None],
) -> Offer:
    """A phone that sleeps may be back in a moment: until then nobody else decides or looks."""
    name = table.play.names[seat] if table.play else ""
    wait = partial(table.tell, station, waits)
    play_here = partial(table.played_here.add, seat)
    return question(
        say("{name}: display asleep", name=name),
        [
            Choice(1, say("Wait"), wait, say("until the display is back")),
            Choice(2, say("Play here"), play_here, say("only {name} may look", name=name)),
        ],
        soft,
        lambda _: waits,
    )
