"""How long the rescue of a damaged journal takes, with 10, 1,000 and 10,000 games in it.

    .venv/bin/python -m tests.benchmarks.rescue_growth

Random people have played, in both editions, two to five of them. A bit of the header is flipped,
so nothing of the file can be believed, and all of its games are there to be rescued.
"""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from triqueta.cli.deal import default_names
from triqueta.journal.database import create, open_for_reading
from triqueta.journal.files import set_aside
from triqueta.journal.games import add_game, read_games
from triqueta.journal.rescue import rescue
from triqueta.players import random_cuts, random_player
from triqueta.rules import Edition, Game, Proof, Record, Setup, deal
from triqueta.rules.shuffle import SECRET_BYTES

GAMES = (10, 1_000, 10_000)


def random_record(rng: Random) -> Record:
    edition, players = rng.choice(tuple(Edition)), rng.randint(2, 5)
    proof = Proof.of(rng.randbytes(SECRET_BYTES), random_cuts(players, rng))
    piles = deal(proof.secret, edition, players, proof.cuts)
    game = Game(Setup(edition, default_names(players), rng.randrange(players), piles))
    choose = random_player(rng)
    while game.legal_moves:
        game.play(choose(game))
    return Record(game, {"date": "2026-11-14T20:15:00+01:00", "proof": proof.document()})


def damaged_journal(path: Path, games: int) -> None:
    rng = Random(games)
    records = [random_record(rng) for _ in range(games)]
    create(
        path, lambda new: [add_game(new, record, at_table=False) for record in records] and None
    )
    content = bytearray(path.read_bytes())
    content[68] ^= 1  # it does not look like ours any more
    path.write_bytes(content)


def rescue_seconds(folder: Path, games: int) -> float:
    """How long it takes to set a journal aside and to begin a new one with all of its games."""
    path = folder / f"{games}.db"
    damaged_journal(path, games)
    started = perf_counter()
    rescued = rescue(set_aside(path), path)
    seconds = perf_counter() - started
    with closing(open_for_reading(path)) as connection:
        assert sum(1 for _ in read_games(connection)) == rescued == games
    return seconds


def main() -> None:
    with TemporaryDirectory(dir=Path(sys.argv[1]) if len(sys.argv) > 1 else Path()) as folder:
        for games in GAMES:
            print(f"a rescue of {games:6,} games: {rescue_seconds(Path(folder), games):6.2f} s")


if __name__ == "__main__":
    main()
