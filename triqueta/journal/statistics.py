"""Statistics of finished games: numbers and charts per player, and the list of past games."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from triqueta.journal.dates import shown_day
from triqueta.journal.file import Notice, refuse
from triqueta.journal.summaries import (
    Count,
    Summary,
    last_finished,
    read_standings,
    read_summaries,
)
from triqueta.records.record import Result
from triqueta.records.text import one_line
from triqueta.screens.phrases import Text
from triqueta.table.charts import (
    AVERAGE,
    BEST,
    GAMES_PLAYED,
    MOST_PLAYERS,
    POINTS,
    WINS,
    WINS_OF_GAMES,
    Chart,
    DotPlot,
    Plot,
    Series,
)
from triqueta.table.names import robot_of
from triqueta.table.past_games import (
    LAST_GAMES,
    GameWins,
    PastGame,
    PastGames,
    Score,
    Standing,
)
from triqueta.table.registry import Registry
from triqueta.table.spec import Bars


@dataclass
class PlayerStatistics:
    """The results of one player over all games. A shared win counts as a win for each winner.

    All robots of a level are one player, whose name is the level.
    """

    name: str
    is_robot: bool = False
    scores: list[int] = field(default_factory=list)
    wins: int = 0
    shared_wins: int = 0
    counts: Counter[str] = field(default_factory=Counter)  # further counts, defined by the game

    @property
    def games(self) -> int:
        return len(self.scores)

    @property
    def average(self) -> float:
        return sum(self.scores) / len(self.scores)

    @property
    def best(self) -> int:
        return max(self.scores)

    def document(self) -> dict[str, object]:
        return {
            "name": self.name,
            **({"robot": True} if self.is_robot else {}),
            "games": self.games,
            "wins": self.wins,
            "shared_wins": self.shared_wins,
            "average": round(self.average, 2),
            "best": self.best,
            "scores": self.scores,
            **self.counts,
        }

    def add(self, seat: int, result: Result) -> None:
        has_won = seat in result.winners
        self.scores.append(result.scores[seat])
        self.wins += has_won
        self.shared_wins += has_won and len(result.winners) > 1
        for name, numbers in result.counts.items():
            self.counts[name] += numbers[seat]


def name_of(player: PlayerStatistics) -> str:
    """Return a player's name for printing, on one line; robots are marked."""
    name = one_line(player.name)
    return f"robot: {name}" if player.is_robot else name


@dataclass(frozen=True)
class Statistics:
    """The number of finished games, and their players, most wins first."""

    games: int
    players: list[PlayerStatistics]

    @property
    def can_be_drawn(self) -> bool:
        """Whether there is something to compare: a single game has its own score table."""
        return self.games > 1

    def document(self) -> dict[str, object]:
        return {"games": self.games, "players": [who.document() for who in self.players]}


def statistics_of(
    game: str, summaries: Iterable[Summary], *, with_robots: bool = False
) -> Statistics:
    """Return the statistics of all finished games with the id `game`.

    They cover either the games with robots or those without. The summaries are consumed one by
    one: there may be many.
    """
    finished = 0
    players: dict[tuple[str, bool], PlayerStatistics] = {}
    for summary in summaries:
        if summary.result is None or summary.game != game or bool(summary.robots) != with_robots:
            continue
        finished += 1
        for seat, name in enumerate(summary.players):
            who = summary.robots.get(seat, name), seat in summary.robots
            if who not in players:
                players[who] = PlayerStatistics(*who)
            players[who].add(seat, summary.result)
    ranked = sorted(players.values(), key=lambda player: (-player.wins, -player.average))
    return Statistics(finished, ranked)


_PALE, _GREEN, _BLUE = "#b9ac8e", "#4f7942", "#3b6ea5"


def charts(
    connection: sqlite3.Connection,
    games: Registry,
    name: str,
    *,
    with_robots: bool = False,
    notice: Notice = refuse,
) -> tuple[Chart, ...]:
    """Return the charts of all finished games with the id `name`; () for fewer than two."""
    summaries = (summary for _, summary in read_summaries(connection, notice))
    found = statistics_of(name, summaries, with_robots=with_robots)
    if not found.can_be_drawn or name not in games:
        return ()
    return page_charts(found.players, games.model(name).statistics.pictures)


def page_charts(
    players: Sequence[PlayerStatistics], pictures: Sequence[Bars]
) -> tuple[Chart, ...]:
    """Return the charts for a page."""
    shown = players[:MOST_PLAYERS]
    return _wins(shown), _points(shown), *_pictures(shown, pictures)


def detailed_plots(
    players: Sequence[PlayerStatistics], pictures: Sequence[Bars]
) -> tuple[Plot, ...]:
    """Return the plots for a sheet: those for a page, but with the points of every single game."""
    shown = players[:MOST_PLAYERS]
    title = "Points, game by game (line: average)"
    points = DotPlot(title, _names(shown), tuple(tuple(player.scores) for player in shown))
    return _wins(shown), points, *_pictures(shown, pictures)


def _names(players: Sequence[PlayerStatistics]) -> tuple[Text, ...]:
    return tuple(robot_of(who.name) if who.is_robot else who.name for who in players)


def _wins(players: Sequence[PlayerStatistics]) -> Chart:
    games = Series(GAMES_PLAYED, _PALE, tuple(player.games for player in players))
    wins = Series(WINS, _GREEN, tuple(player.wins for player in players))
    return Chart(WINS_OF_GAMES, _names(players), (games, wins))


def _points(players: Sequence[PlayerStatistics]) -> Chart:
    average = Series(AVERAGE, _BLUE, tuple(player.average for player in players))
    best = Series(BEST, _GREEN, tuple(player.best for player in players))
    return Chart(POINTS, _names(players), (average, best))


def _pictures(players: Sequence[PlayerStatistics], pictures: Sequence[Bars]) -> Iterator[Chart]:
    for picture in pictures:
        series = (
            Series(label, colour, tuple(who.counts[count] / who.games for who in players))
            for label, colour, count in picture.bars
        )
        yield Chart(picture.title, _names(players), tuple(series))


def past_games(
    connection: sqlite3.Connection, games: Registry, notice: Notice = refuse
) -> PastGames:
    finished = islice(last_finished(connection, notice), LAST_GAMES)
    last = [_past_game(summary, games) for summary in finished]
    counts = tuple(read_standings(connection, notice))
    people = [count for count in counts if not count.with_robots]
    with_robots = [count for count in counts if count.with_robots]
    return PastGames(tuple(last), _by_game(people, games), _by_game(with_robots, games))


def _past_game(summary: Summary, games: Registry) -> PastGame:
    scores = [
        Score(_name(summary, seat), points, has_won)
        for seat, (_, points, has_won) in enumerate(summary.scores())
    ]
    ranking = summary.result.ranking if summary.result else ()
    best_first = tuple(scores[seat] for seat in ranking)
    edition = games.edition(summary.game, summary.edition)
    return PastGame(shown_day(summary.date), edition.mark if edition else "", best_first)


def _name(summary: Summary, seat: int) -> Text:
    return robot_of(summary.robots[seat]) if seat in summary.robots else summary.players[seat]


def _by_game(counts: Iterable[Count], games: Registry) -> tuple[GameWins, ...]:
    """Return the wins per game: the table's own game first, games not installed here last."""
    found: dict[str, list[Count]] = {spec.id: [] for spec in games}
    for count in sorted(counts, key=lambda count: (-count.wins, count.games, count.who)):
        found.setdefault(count.game, []).append(count)
    return tuple(
        GameWins(name, _mark_of(name, games), tuple(map(_standing, players)))
        for name, players in found.items()
        if players
    )


def _mark_of(name: str, games: Registry) -> Text:
    """Return the mark of a game in a list, or its id if it is not installed here."""
    return games[name].editions[0].mark if name in games else name


def _standing(count: Count) -> Standing:
    return Standing(robot_of(count.who) if count.is_robot else count.who, count.games, count.wins)
