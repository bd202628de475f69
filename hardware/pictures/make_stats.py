"""Draw stats.svg: the statistics of some games between random players.

.venv/bin/python -m hardware.pictures.make_stats
"""

from pathlib import Path
from random import Random

from triqueta.games.triqueta.model import STATISTICS
from triqueta.games.triqueta.rules import Edition, Game, Setup, deal
from triqueta.games.triqueta.spec import SPEC
from triqueta.journal.statistics import detailed_plots, statistics_of
from triqueta.journal.summaries import summary_of
from triqueta.records.record import Record
from triqueta.table.charts import draw_sheet

NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva")
GAMES = 24
STATS = Path(__file__).with_name("stats.svg")


def random_game(rng: Random) -> Game:
    players = tuple(rng.sample(NAMES, rng.randint(2, 5)))
    edition = rng.choice(list(Edition))
    piles = deal(rng.randbytes(32), edition, len(players), "")
    game = Game(Setup(edition, players, 0, piles))
    while game.legal_moves:
        game.play(game.random_move(rng))
    return game


def picture() -> str:
    rng = Random(5)
    games = [summary_of(Record(random_game(rng), {})) for _ in range(GAMES)]
    found = statistics_of(SPEC.id, games)
    return draw_sheet(SPEC.title, detailed_plots(found.players, STATISTICS.pictures))


if __name__ == "__main__":
    STATS.write_text(picture(), "utf-8")
