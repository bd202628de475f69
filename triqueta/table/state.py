"""What a table is made of: its state, which outlives a restart, and the services around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from triqueta.screens.phrases import Language, Text, said, say
from triqueta.screens.station import DIM_AFTER, OFF_AFTER, ROBOT_PAUSE, SEATS
from triqueta.table.charts import Chart
from triqueta.table.past_games import PastGames
from triqueta.table.registry import Registry
from triqueta.table.session import AnySession

RECENT_NAMES = 12


def default_name(number: int, language: Language) -> str:
    """What somebody is called who does not care for a name."""
    return said(say("Player {seat}", seat=number), language)


_DEFAULT_NAMES = {
    default_name(number, language) for number in range(1, SEATS + 1) for language in Language
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """Language, brightness, the names used lately, and the players of last time."""

    language: Language | None = None
    soft_light: bool = False
    recent_names: tuple[str, ...] = ()
    last_players: tuple[str, ...] = ()
    last_robots: Mapping[int, str] = field(default_factory=dict)  # their seats and levels
    last_coach: bool = False  # whether they had one

    def after(
        self, players: tuple[str, ...], robots: Mapping[int, str], *, coach: bool = False
    ) -> Preferences:
        """What is remembered when these players have begun a game, some of them robots."""
        people = [name for seat, name in enumerate(players) if seat not in robots]
        names = [name for name in people if name not in _DEFAULT_NAMES]
        others = [name for name in self.recent_names if name not in names]
        return replace(
            self,
            recent_names=(*names, *others)[:RECENT_NAMES],
            last_players=players,
            last_robots=dict(robots),
            last_coach=coach,
        )


@dataclass(frozen=True, slots=True)
class NewGame:
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

    def before(self) -> NewGame | None:
        """One question back, where there is a way."""
        if self.secret:
            return None
        if self.same_players:
            return NewGame()
        answered = (
            (self.seat is not None, replace(self, seat=None)),
            (self.edition is not None and not self.tutorial, replace(self, game="", edition=None)),
            (self.robot is not None, replace(self, robot=None)),
            (bool(self.names), self._without_last()),
            (self.players > 0, replace(self, players=0)),
            (self.other_players or self.tutorial, NewGame()),
        )
        return next((before for is_answered, before in answered if is_answered), None)

    def _without_last(self) -> NewGame:
        names = self.names[:-1]
        robots = {seat: level for seat, level in self.robots.items() if seat < len(names)}
        return replace(self, names=names, robots=robots)

    def with_person(self, name: str) -> NewGame:
        return replace(self, names=(*self.names, name), spelled=None)

    def with_robot(self, name: str, level: str) -> NewGame:
        robots = {**self.robots, len(self.names): level}
        return replace(self, names=(*self.names, name), robots=robots, robot=None)

    def cuts_of(self, seat: int) -> int:
        return sum(cut.startswith(f"{seat + 1}:") for cut in self.cuts)


@dataclass(frozen=True, slots=True)
class SeatSettings:
    """Language and brightness of a seat's own station; None is as at the table.

    They are the seat's and not the station's, so a phone that was asleep has its language again.
    Switched off, they are forgotten: who sits there next time starts with those of the table.
    """

    language: Language | None = None
    soft_light: bool | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """All of a table that is to be the same again after a restart.

    Its parts are replaced, never changed, but for the session, whose entries only grow: so it is
    quickly seen what is new.
    """

    preferences: Preferences = field(default_factory=Preferences)
    new_game: NewGame = field(default_factory=NewGame)
    session: AnySession | None = None
    seat_key: bytes = field(default=b"", repr=False)  # the seats' codes are derived from it


NOT_OPEN = say("To let phones join, start the table with: triqueta play --lan")
SWITCHED_OFF = say(
    "Phones are disabled. To let them join, set [web] enabled = true in table.toml."
)
NO_SERVER = say("Phones can't join: the web server didn't start. See the log.")
NO_NETWORK = say("This table isn't on a network yet. Phones can join once it is.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The games that can be played, and all that a table can't know by itself.

    `new_secret` gives 32 random bytes for a shuffle, `new_seat_key` as many for the codes of the
    seats. `seat_link` is the address where a phone becomes a seat's own station, if there is one;
    `why_no_link` says how there could be. `has_played` says whether a person of some name stands
    in the history. `past_games` tells what was played before, and `charts` what the finished
    games of one id say about their players. `languages` are those that the device can be set to.

    After so many seconds without a key the displays are dimmed, and switched off.
    `robot_pause` is how many seconds a robot's move can be read, and a person's be taken back
    before a robot answers.
    """

    games: Registry
    new_secret: Callable[[], bytes]
    new_seat_key: Callable[[], bytes]
    seat_link: Callable[[int], str | None] = lambda _: None
    why_no_link: Callable[[], Text] = lambda: NOT_OPEN
    has_played: Callable[[str], bool] = lambda _: False
    past_games: Callable[[], PastGames] = PastGames
    charts: Callable[[str, bool], tuple[Chart, ...]] = lambda *_: ()
    languages: Sequence[Language] = tuple(Language)
    dim_after: float = DIM_AFTER
    off_after: float = OFF_AFTER
    robot_pause: float = ROBOT_PAUSE
