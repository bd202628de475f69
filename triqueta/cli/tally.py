"""What many games add up to: scores, lengths and shares of wins by seat."""

from __future__ import annotations

from collections.abc import Iterator

from triqueta.records.game_record import GameRecord


class Range:
    """The mean and the extremes of some numbers."""

    def __init__(self) -> None:
        self._count = 0
        self._sum = 0
        self._least = 0
        self._most = 0

    def add(self, number: int) -> None:
        self._least = min(self._least, number) if self._count else number
        self._most = max(self._most, number) if self._count else number
        self._count += 1
        self._sum += number

    def document(self) -> dict[str, float]:
        mean = self._sum / self._count
        return {"mean": round(mean, 3), "least": self._least, "most": self._most}


class Tally:
    """Grows game by game; a win shared by n players counts as 1/n for each."""

    def __init__(self, edition: str, players: int, seed: int, player: str) -> None:
        self.edition = edition
        self.player = player
        self.seed = seed
        self.games = 0
        self.moves = 0
        self.seconds = 0.0
        self.length = Range()
        self.scores = [Range() for _ in range(players)]
        self.wins = [0.0] * players

    def add(self, record: GameRecord) -> None:
        result = record.result
        if result is None:
            raise ValueError("only finished games are tallied")
        self.games += 1
        self.moves += len(record.moves)
        self.length.add(len(record.moves))
        for scores, score in zip(self.scores, result.scores, strict=True):
            scores.add(score)
        for seat in result.winners:
            self.wins[seat] += 1 / len(result.winners)

    def document(self) -> dict[str, object]:
        return {
            "games": self.games,
            "edition": self.edition,
            "players": len(self.wins),
            "player": self.player,
            "seed": self.seed,
            "scores": [scores.document() for scores in self.scores],
            "wins": [round(wins / self.games, 4) for wins in self.wins],
            "length": self.length.document(),
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games / self.seconds, 1),
            "moves_per_second": round(self.moves / self.seconds),
        }

    def lines(self) -> Iterator[str]:
        games = "1 game" if self.games == 1 else f"{self.games:,} games"
        yield f"{games}, {self.edition}, {len(self.wins)} {self.player} players, seed {self.seed}"
        for seat, (scores, wins) in enumerate(zip(self.scores, self.wins, strict=True), start=1):
            spread = _spread(scores)
            yield f"  seat {seat}: {spread} points, {wins / self.games:6.1%} of wins"
        yield f"  length: {_spread(self.length)} moves"
        yield (
            f"  speed: {self.games / self.seconds:,.0f} games and "
            f"{self.moves / self.seconds:,.0f} moves per second, dealing included"
        )


def _spread(numbers: Range) -> str:
    found = numbers.document()
    return f"{found['mean']:.1f} ({found['least']} to {found['most']})"
