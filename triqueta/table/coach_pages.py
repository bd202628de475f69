"""The pages of the coach: hints for the player to act, and a review after the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from triqueta.screens.lists import CostlyDecisionScreen, HintScreen
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Screen, TextScreen
from triqueta.screens.station import PETALS
from triqueta.table.coach import (
    MOST_ADVICE,
    Advice,
    AnyCoach,
    Decision,
    costliest,
    in_tenths,
    more_or_less,
)
from triqueta.table.private_pages import Hands, SharedHandPage, hand_over
from triqueta.table.scene import PetalKey, Scene, SoftKey, Station, StationView
from triqueta.table.session import AnySession
from triqueta.table.spectator_view import OpenReview

if TYPE_CHECKING:
    from triqueta.table.game_scene import GameScene
    from triqueta.table.table import Table


class AdviceList:
    """A list of advice on one screen. Each petal key shows the reason for another piece of it."""

    def __init__(self, title: Text, advice: tuple[Advice, ...]) -> None:
        self._title = title
        self._advice = advice
        self._first = 0

    def petals(self) -> dict[int, PetalKey]:
        return {
            number: key for number, key in self.all_petals().items() if number <= len(self._advice)
        }

    def all_petals(self) -> dict[int, PetalKey]:
        """Return keys for all petals, which don't reveal how much advice there is."""
        return {
            number: PetalKey(say("Why number {number}?", number=number), partial(self._tell, at))
            for at, number in enumerate(range(1, PETALS + 1))
        }

    def _tell(self, at: int) -> None:
        if at < len(self._advice):
            self._first = at

    def screen(self) -> HintScreen:
        shown = self._advice[self._first : self._first + MOST_ADVICE]
        return HintScreen(
            title=self._title,
            corner=f"{self._first + 1}/{len(self._advice)}",
            options=tuple((one.label, more_or_less(one.points)) for one in shown),
            reason=shown[0].reason,
            number=self._first + 1,
        )


ALL_EQUAL = say("All choices are equally good")


def open_hint(scene: GameScene[Any], coach: AnyCoach, station: Station, seat: int) -> None:
    """Open a hint for a seat, at its own station if it has one.

    At a shared table station the hint is shown only while Look is held.
    """
    advice = coach.advise(scene.session.view(seat), scene.session.moves(seat))
    page = HintPage(scene, coach, seat, advice)
    if not scene.is_private(station, seat):
        hand_over(scene.table, page.hands, station, seat, page)
    elif len(advice) < 2:
        scene.table.tell(station, ALL_EQUAL)
    else:
        station.open(page)


class HintPage(Scene):
    """The coach's advice for one seat. It closes when the game continues."""

    bound_to_turn = True

    def __init__(
        self, scene: GameScene[Any], coach: AnyCoach, seat: int, advice: tuple[Advice, ...]
    ) -> None:
        self._scene = scene
        self._about = coach.about
        self._seat = seat
        self._title = say("Hint for {name}", name=scene.name(seat))
        self._has_choice = len(advice) > 1
        self._list = AdviceList(self._title, advice)
        hold_look = say(
            "Tilt the device towards you and hold “Look” for your hint. Petal 2: the next best."
        )
        self.hands = Hands(scene.session.names, lambda _: self._screen(), hold_look)

    def _screen(self) -> Screen:
        if self._has_choice:
            return self._list.screen()
        return TextScreen(title=self._title, text=ALL_EQUAL)

    def help(self, station: Station) -> Text:
        return self._about

    def view_for(self, station: Station) -> StationView:
        menu = self._scene.menu_key(station, self)
        if self._scene.is_private(station, self._seat):
            back = SoftKey(say("Back"), station.close)
            return StationView(
                self._screen(),
                petals=self._list.petals(),
                soft=(back, None, menu),
                why_not=lambda _: say("Petal 2: the next best"),
            )
        view = SharedHandPage(self._scene.table, self.hands, self._seat).view_for(station)
        back_key, look, _ = view.soft
        if station.looking or look is None:
            return view
        return replace(view, petals=self._list.all_petals(), soft=(back_key, look, menu))


PAUSE = 0.05  # seconds between two steps of a review


class ReviewWork:
    """The review of a finished game, computed in small steps so that keys don't have to wait.

    Each step takes `at_once` decisions from the iterator.
    """

    def __init__(self, session: AnySession, decisions: Iterator[Decision], at_once: int) -> None:
        self.session = session
        self.is_done = False
        self._at_once = at_once
        self._left = decisions
        self._decisions: list[Decision] = []

    def go_on(self) -> None:
        """Compute the next step."""
        if self.is_done:
            return
        some = list(islice(self._left, self._at_once))
        self._decisions += some
        self.is_done = len(some) < self._at_once

    def costliest(self, seat: int) -> list[Decision]:
        """Return the decisions of a seat that lost the most points, the worst first."""
        return costliest(self._decisions, seat)

    def spectator_reviews(self) -> tuple[OpenReview, ...]:
        return tuple(
            OpenReview(name, tuple(map(_in_a_line, self.costliest(seat))))
            for seat, name in enumerate(self.session.names)
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
    """Return the key that opens the review of a seat, or None if there is no review."""
    if table.review is None:
        return None
    page = ReviewPage(table, table.review, seat)
    return SoftKey(say("Review"), partial(station.open, page))


class ReviewPage(Scene):
    """The costliest decisions of a player, one at a time. Petal keys choose another player."""

    HELP = say("Everyone's three costliest decisions, and what would have been better.")

    def __init__(self, table: Table, work: ReviewWork, seat: int = 0) -> None:
        self.table = table
        self._work = work
        self._seat = seat
        self._number = 0

    def view_for(self, station: Station) -> StationView:
        back = SoftKey(say("Back"), station.close)
        if not self._work.is_done:
            text = say("The coach is reviewing the game ...")
            return StationView(TextScreen(title=say("Review"), text=text), soft=(back, None, None))
        return StationView(
            self._screen(),
            petals={
                seat + 1: PetalKey(name, partial(self._turn_to, seat))
                for seat, name in enumerate(self._work.session.names)
            },
            soft=(back, self._why_key(station), SoftKey(say("Next"), self._next)),
            why_not=lambda _: self.HELP,  # there is no menu, because all soft keys are in use
        )

    def _why_key(self, station: Station) -> SoftKey | None:
        dear = self._work.costliest(self._seat)
        if not dear:
            return None
        return SoftKey(say("Why?"), partial(station.open, WhyPage(dear[self._number])))

    def _screen(self) -> Screen:
        name, dear = self._work.session.names[self._seat], self._work.costliest(self._seat)
        if not dear:
            text = say("No decision has cost any points. Well played!")
            return TextScreen(title=name, text=text)
        one = dear[self._number]
        return CostlyDecisionScreen(
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
        if self._number + 1 < len(self._work.costliest(self._seat)):
            self._number += 1
        else:
            self._turn_to((self._seat + 1) % len(self._work.session.names))


class WhyPage(Scene):
    """All advice for a decision of the review, as a hint would have shown it."""

    HELP = say("Your options at that point, best first. Press a petal to see why.")

    def __init__(self, one: Decision) -> None:
        self._list = AdviceList(one.moment, one.advice)

    def view_for(self, station: Station) -> StationView:
        back = SoftKey(say("Back"), station.close)
        return StationView(
            self._list.screen(),
            petals=self._list.petals(),
            soft=(back, None, None),
            why_not=lambda _: self.HELP,
        )
