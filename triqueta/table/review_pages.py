"""After a game: everybody's costliest decisions, worked out bit by bit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from triqueta.screens.advice import DearScreen
from triqueta.screens.phrases import Text, say
from triqueta.screens.question import TextScreen
from triqueta.screens.screen import Screen
from triqueta.table.any_game import Play
from triqueta.table.coach import Decision, costliest, in_tenths, more_or_less
from triqueta.table.hint_page import Told
from triqueta.table.open_table import OpenReview
from triqueta.table.rooms import Offer, PetalKey, Room, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.table.table import Table

PAUSE = 0.05  # seconds


class ReviewWork:
    """The review of a game that is over; nobody has to wait for it."""

    def __init__(self, play: Play, decisions: Iterator[Decision], at_once: int) -> None:
        self.play = play
        self.is_done = False
        self._at_once = at_once
        self._left = decisions
        self._decisions: list[Decision] = []

    def go_on(self) -> None:
        if self.is_done:
            return
        some = list(islice(self._left, self._at_once))
        self._decisions += some
        self.is_done = len(some) < self._at_once

    def dearest(self, seat: int) -> list[Decision]:
        return costliest(self._decisions, seat)

    def in_the_open(self) -> tuple[OpenReview, ...]:
        return tuple(
            OpenReview(name, tuple(map(_in_a_line, self.dearest(seat))))
            for seat, name in enumerate(self.play.names)
        )


def _in_a_line(one: Decision) -> Text:
    return say(
        "{moment}: {chosen} ({points}). Better: {best} ({more}, {reason}). Lost: {lost}",
        moment=one.moment,
        chosen=one.chosen.label,
        points=more_or_less(one.chosen.points),
        best=one.best.label,
        more=more_or_less(one.best.points),
        reason=one.best.reason,
        lost=in_tenths(one.loss),
    )


def review_key(table: Table, station: Station, seat: int) -> SoftKey | None:
    """Once all is over and there is a coach: what a player's decisions were worth."""
    if table.review is None:
        return None
    page = ReviewPage(table, table.review, seat)
    return SoftKey(say("Review"), partial(station.open, page))


class ReviewPage(Room):
    """One decision to a page; petal keys turn to other players."""

    HELP = say("Everybody's three costliest decisions, with what would have been better.")

    def __init__(self, table: Table, work: ReviewWork, seat: int = 0) -> None:
        self.table = table
        self._work = work
        self._seat = seat
        self._number = 0

    def offer(self, station: Station) -> Offer:
        back = SoftKey(say("Back"), station.close)
        if not self._work.is_done:
            text = say("The coach looks back at the game ...")
            return Offer(TextScreen(title=say("Review"), text=text), soft=(back, None, None))
        return Offer(
            self._screen(),
            petals={
                seat + 1: PetalKey(name, partial(self._turn_to, seat))
                for seat, name in enumerate(self._work.play.names)
            },
            soft=(back, self._why_key(station), SoftKey(say("Next"), self._next)),
            why_not=lambda _: self.HELP,  # three keys leave no room for a menu
        )

    def _why_key(self, station: Station) -> SoftKey | None:
        dear = self._work.dearest(self._seat)
        if not dear:
            return None
        return SoftKey(say("Why?"), partial(station.open, WhyPage(dear[self._number])))

    def _screen(self) -> Screen:
        name, dear = self._work.play.names[self._seat], self._work.dearest(self._seat)
        if not dear:
            text = say("No decision has cost any points. Well played!")
            return TextScreen(title=name, text=text)
        one = dear[self._number]
        return DearScreen(
            title=name,
            corner=f"{self._number + 1}/{len(dear)}",
            moment=one.moment,
            lost=more_or_less(-one.loss),
            chosen=(one.chosen.label, more_or_less(one.chosen.points)),
            better=(one.best.label, more_or_less(one.best.points)),
            reason=one.best.reason,
        )

    def _turn_to(self, seat: int) -> None:
        self._seat, self._number = seat, 0

    def _next(self) -> None:
        if self._number + 1 < len(self._work.dearest(self._seat)):
            self._number += 1
        else:
            self._turn_to((self._seat + 1) % len(self._work.play.names))


class WhyPage(Room):
    """All that might have been done instead, as a hint would have told it."""

    HELP = say("What could be done then, best first. A petal key tells why.")

    def __init__(self, one: Decision) -> None:
        self._told = Told(one.moment, one.advice)

    def offer(self, station: Station) -> Offer:
        back = SoftKey(say("Back"), station.close)
        return Offer(
            self._told.screen(),
            petals=self._told.petals(),
            soft=(back, None, None),
            why_not=lambda _: self.HELP,
        )
