"""Past games at the table: the last ones, and who has won how often."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from triqueta.screens.names import NamesScreen
from triqueta.screens.phrases import Text, say
from triqueta.screens.question import TextScreen
from triqueta.table.rooms import Choice, MenuPage, Offer, Room, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.table.table import Table

LAST_GAMES = 20
_LINES = 5


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody, or a robot of some level, has reached in a game."""

    name: Text
    points: int
    has_won: bool


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game: the day it was begun, if that is known, and the players, best first.

    `mark` says how it was played, where that is not the usual way.
    """

    date: str
    mark: Text
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How often somebody, or robots of a level, have played and won."""

    name: Text
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class PastGames:
    """The last games, newest first; everybody's standing, most wins first.

    Games with robots have standings of their own.
    """

    last: tuple[PastGame, ...] = ()
    standings: tuple[Standing, ...] = ()
    with_robots: tuple[Standing, ...] = ()


class PastGamesPage(MenuPage):
    """What was played on this device."""

    HELP = say("The last games, and who has won how often.")

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._past = table.world.past_games()

    def title(self) -> Text:
        return say("Past games")

    def answers(self, station: Station) -> list[Choice]:
        last, wins = LastGamesPage(self._past.last), WinsPage(self._past.standings)
        with_robots = WinsWithRobotsPage(self._past.with_robots)
        answers = [
            Choice(1, say("Last games"), partial(station.open, last)),
            Choice(2, wins.TITLE, partial(station.open, wins)),
            Choice(3, with_robots.TITLE, partial(station.open, with_robots)),
        ]
        found = (self._past.last, self._past.standings, self._past.with_robots)
        return [answer for answer, some in zip(answers, found, strict=True) if some]

    def offer(self, station: Station) -> Offer:
        if self._past.last:
            return super().offer(station)
        text = say("No game has been finished here yet.")
        back = SoftKey(say("Back"), station.close)
        return Offer(TextScreen(title=self.title(), text=text), soft=(back, None, None))


class TurningPage(Room):
    """Leaf through pages; after the last comes the first."""

    def __init__(self, pages: int) -> None:
        self._pages = pages
        self._number = 0

    def screen(self, number: int) -> NamesScreen:
        raise NotImplementedError

    def corner(self, number: int) -> str:
        return f"{number + 1}/{self._pages}" if self._pages > 1 else ""

    def offer(self, station: Station) -> Offer:
        back = SoftKey(say("Back"), station.close)
        onward = SoftKey(say("Next"), self._turn) if self._pages > 1 else None
        return Offer(self.screen(self._number), soft=(back, None, onward))

    def _turn(self) -> None:
        self._number = (self._number + 1) % self._pages


class LastGamesPage(TurningPage):
    """One game to a page: everybody's points, the winners starred."""

    def __init__(self, games: tuple[PastGame, ...]) -> None:
        super().__init__(len(games))
        self._games = games

    def screen(self, number: int) -> NamesScreen:
        game = self._games[number]
        title = game.date or say("Date unknown")
        if game.mark:
            title = say("{date}, {mark}", date=title, mark=game.mark)
        return NamesScreen(
            title=title,
            corner=self.corner(number),
            lines=tuple((one.name, one.has_won, one.points) for one in game.scores),
        )


class WinsPage(TurningPage):
    """Who has won how many of how many games."""

    TITLE: Text = say("Wins")

    def __init__(self, standings: tuple[Standing, ...]) -> None:
        super().__init__(-(-len(standings) // _LINES))
        self._standings = standings

    def screen(self, number: int) -> NamesScreen:
        shown = self._standings[_LINES * number : _LINES * (number + 1)]
        return NamesScreen(
            title=self.TITLE,
            corner=self.corner(number),
            lines=tuple((who.name, False, self.value(who)) for who in shown),
        )

    def value(self, who: Standing) -> Text:
        return say("{wins} of {games}", wins=who.wins, games=who.games)


class WinsWithRobotsPage(WinsPage):
    """The same, where names are long."""

    TITLE = say("Wins with robots")

    def value(self, who: Standing) -> Text:
        return f"{who.wins} / {who.games}"
