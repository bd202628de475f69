"""Draws stats.png: the statistics of some evenings of random players.

.venv/bin/python -m hardware.pictures.make_stats
"""

from pathlib import Path
from random import Random

from triqueta.cli.plot import draw
from triqueta.games.triqueta.rules import Edition, Game, Record, Setup, deal
from triqueta.journal.statistics import statistics_of
from triqueta.journal.summary import summary_of
from triqueta.players import random_player

NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva")
GAMES = 24
STATS = Path(__file__).with_name("stats.png")


def random_game(rng: Random) -> Game:
    players = tuple(rng.sample(NAMES, rng.randint(2, 5)))
    edition = rng.choice(list(Edition))
    piles = deal(rng.randbytes(32), edition, len(players), "")
    game, choose = Game(Setup(edition, players, 0, piles)), random_player(rng)
    while game.legal_moves:
        game.play(choose(game))
    return game


def make(file: Path) -> None:
    rng = Random(5)
    draw(statistics_of(summary_of(Record(random_game(rng))) for _ in range(GAMES)).players, file)


if __name__ == "__main__":
    make(STATS)
