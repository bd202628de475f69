"""A game that is being set up: the answers given so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been answered; which question comes next follows from it."""

    other_players: bool = False  # than those of last time
    same_players: bool = False
    tutorial: bool = False  # a first game, whose edition and deal are no question
    coach: bool = False  # whoever is to act may ask for a hint
    players: int = 0
    names: tuple[str, ...] = ()
    robots: Mapping[int, str] = field(default_factory=dict)  # the seats that have one: its level
    spelled: str | None = None  # as much of the next name as has been spelled
    robot: str | None = None  # the name of the next one, whose level is to be chosen
    game: str = ""
    edition: str | None = None
    seat: int | None = None  # the answer to the question that the game asks
    secret: bytes = b""  # with all answers given, the shuffle is sealed: from here on no way back
    cutting: bool = False
    cutter: int = 0  # whose turn it is to cut at the table
    cuts: tuple[str, ...] = ()

    def before(self) -> Draft | None:
        """One question back, where there is a way."""
        if self.secret:
            return None
        if self.same_players:
            return Draft()
        answered = (
            (self.seat is not None, replace(self, seat=None)),
            (self.edition is not None and not self.tutorial, replace(self, game="", edition=None)),
            (self.robot is not None, replace(self, robot=None)),
            (bool(self.names), self._without_last()),
            (self.players > 0, replace(self, players=0)),
            (self.other_players or self.tutorial, Draft()),
        )
        return next((before for is_answered, before in answered if is_answered), None)

    def _without_last(self) -> Draft:
        names = self.names[:-1]
        robots = {seat: level for seat, level in self.robots.items() if seat < len(names)}
        return replace(self, names=names, robots=robots)

    def with_person(self, name: str) -> Draft:
        return replace(self, names=(*self.names, name), spelled=None)

    def with_robot(self, name: str, level: str) -> Draft:
        robots = {**self.robots, len(self.names): level}
        return replace(self, names=(*self.names, name), robots=robots, robot=None)

    def cuts_of(self, seat: int) -> int:
        return sum(cut.startswith(f"{seat + 1}:") for cut in self.cuts)
