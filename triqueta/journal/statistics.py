"""What finished games say about their players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from triqueta.journal.summaries import Summary
from triqueta.records.game_record import Result
from triqueta.records.lines import one_line


@dataclass
class PlayerStatistics:
    """One player's games added up. A win shared with others counts as a win for each.

    All robots of a level are one player, whatever they are called; its name is the level.
    """

    name: str
    is_robot: bool = False
    scores: list[int] = field(default_factory=list)
    wins: int = 0
    shared_wins: int = 0
    counts: Counter[str] = field(default_factory=Counter)  # whatever the game counts

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
    """As it may be printed, in a line."""
    name = one_line(player.name)
    return f"robot: {name}" if player.is_robot else name


@dataclass(frozen=True)
class Statistics:
    """How many games were finished, and their players, most wins first."""

    games: int
    players: list[PlayerStatistics]

    def document(self) -> dict[str, object]:
        return {"games": self.games, "players": [who.document() for who in self.players]}


def statistics_of(
    game: str, summaries: Iterable[Summary], *, with_robots: bool = False
) -> Statistics:
    """Of the finished games of one kind, either those of people alone or those with robots.

    They are taken one by one: there may be many.
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
