"""The pages about past games: the latest results, and how often each player has won."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from triqueta.screens.lists import NamesScreen
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import TextScreen
from triqueta.table.scene import Choice, MenuPage, Scene, SoftKey, Station, StationView

if TYPE_CHECKING:
    from triqueta.table.table import Table

LAST_GAMES = 20
_LINES = 5


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a person, or of a robot of a level, in a game."""

    name: Text
    points: int
    has_won: bool


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game, with its players best first.

    `date` is the day when it was started, or "" if it is not known. `mark` names the game or the
    edition, or is "" for the usual one.
    """

    date: str
    mark: Text
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """The number of games that a person, or the robots of a level, have played and won."""

    name: Text
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class GameWins:
    """The standings of all players in one game, most wins first.

    `game` is the id of the game. `mark` is its name, or "" for the table's main game.
    """

    game: str
    mark: Text
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class PastGames:
    """The history that players can look at.

    `last` has the latest games, newest first. `wins` and `with_robots` have the standings in each
    game without and with robots, those of the table's main game first.
    """

    last: tuple[PastGame, ...] = ()
    wins: tuple[GameWins, ...] = ()
    with_robots: tuple[GameWins, ...] = ()


class PastGamesPage(MenuPage):
    """A menu of the games that were played on this device."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._past = table.services.past_games()

    def title(self) -> Text:
        return say("Past games")

    def answers(self, station: Station) -> list[Choice]:
        last = LastGamesPage(self._past.last)
        wins = WinsPage(self._of_this_game(self._past.wins))
        with_robots = WinsWithRobotsPage(self._of_this_game(self._past.with_robots))
        answers = [
            (last, Choice(1, say("Latest games"), partial(station.open, last))),
            (wins, Choice(2, wins.TITLE, partial(station.open, wins))),
            (with_robots, Choice(3, with_robots.TITLE, partial(station.open, with_robots))),
        ]
        return [answer for page, answer in answers if page.pages]

    def _of_this_game(self, wins: tuple[GameWins, ...]) -> tuple[GameWins, ...]:
        """Return the standings of the game on the table, or of all games if there is none."""
        session = self.table.session
        return (
            wins if session is None else tuple(one for one in wins if one.game == session.game_id)
        )

    def view_for(self, station: Station) -> StationView:
        if self._past.last:
            return super().view_for(station)
        text = say("No game has been finished here yet.")
        back = SoftKey(say("Back"), station.close)
        return StationView(TextScreen(title=self.title(), text=text), soft=(back, None, None))


class TurningPage(Scene):
    """A base class for pages with several screens. After the last one comes the first."""

    def __init__(self, pages: int) -> None:
        self.pages = pages
        self._number = 0

    def screen(self, number: int) -> NamesScreen:
        """Return the screen with a number, counted from 0."""
        raise NotImplementedError

    def corner(self, number: int) -> str:
        return f"{number + 1}/{self.pages}" if self.pages > 1 else ""

    def view_for(self, station: Station) -> StationView:
        back = SoftKey(say("Back"), station.close)
        onward = SoftKey(say("Next"), self._turn) if self.pages > 1 else None
        return StationView(self.screen(self._number), soft=(back, None, onward))

    def _turn(self) -> None:
        self._number = (self._number + 1) % self.pages


class LastGamesPage(TurningPage):
    """The latest games, one per screen, with the points of all players and stars for winners."""

    def __init__(self, games: tuple[PastGame, ...]) -> None:
        super().__init__(len(games))
        self._games = games

    def screen(self, number: int) -> NamesScreen:
        game = self._games[number]
        title = _shown(game.date) if game.date else say("Date unknown")
        if game.mark:
            title = say("{date}, {mark}", date=title, mark=game.mark)
        return NamesScreen(
            title=title,
            corner=self.corner(number),
            lines=tuple((one.name, one.has_won, one.points) for one in game.scores),
        )


def _shown(date: str) -> Text:
    """Return an ISO date in the order that a language writes it in."""
    year, month, day = date.split("-")
    return say("{year}-{month}-{day}", year=year, month=month, day=day)


class WinsPage(TurningPage):
    """The wins and the number of games of each player. Each game starts on a new screen."""

    TITLE: Text = say("Wins")

    def __init__(self, wins: tuple[GameWins, ...]) -> None:
        self._shown = [
            (one.mark, one.standings[first : first + _LINES])
            for one in wins
            for first in range(0, len(one.standings), _LINES)
        ]
        super().__init__(len(self._shown))

    def screen(self, number: int) -> NamesScreen:
        mark, standings = self._shown[number]
        return NamesScreen(
            title=self.title(mark) if mark else self.TITLE,
            corner=self.corner(number),
            lines=tuple((who.name, False, self.value(who)) for who in standings),
        )

    def title(self, mark: Text) -> Text:
        """Return the title for a game other than the table's main game."""
        return say("Wins, {game}", game=mark)

    def value(self, who: Standing) -> Text:
        return say("{wins} of {games}", wins=who.wins, games=who.games)


class WinsWithRobotsPage(WinsPage):
    """The wins in games with robots, in a short format that leaves space for long names."""

    TITLE = say("Wins (with robots)")

    def title(self, mark: Text) -> Text:
        return say("{game} (with robots)", game=mark)

    def value(self, who: Standing) -> Text:
        return f"{who.wins} / {who.games}"
