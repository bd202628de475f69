"""Make journals of every game quickly, without keys and screens."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random
from typing import Self

from tests.games.every_game import TESTED
from tests.journal.saved_evening import DATE
from triqueta.games import installed_games
from triqueta.journal.database import open_for_writing, transaction
from triqueta.journal.file import LOGS, beside
from triqueta.journal.games import add_game
from triqueta.journal.journal import Journal
from triqueta.records.record import AnyRecord
from triqueta.screens.phrases import Language
from triqueta.table.session import AnySession
from triqueta.table.state import Preferences, TableState

OWN_GAMES = ("triqueta", "zatre", "ettana")


def finished(game: str, seed: int) -> AnyRecord:
    tested = TESTED[game]
    session = tested.play(2, seed)
    record = installed_games().random_game(
        game, tested.edition, session.names, session.proof, Random(seed)
    )
    proof = {"proof": session.proof.document()}
    return installed_games().read({**record.document(), "date": DATE, **proof})


def add_history(file: Path, games: int, *names: str) -> list[AnyRecord]:
    """Add `games` finished games of each of the games in `names` to a journal."""
    records = [finished(name, seed) for name in names for seed in range(games)]
    with closing(open_for_writing(file)) as connection, transaction(connection):
        for record in records:
            add_game(connection, record, at_table=False)
    return records


def next_entry(session: AnySession, rng: Random) -> str:
    seat = session.current_player or 0
    return session.chance() or session.pending_ack(seat) or rng.choice(session.moves(seat))


class SavedSession:
    """A game for two that is saved entry by entry as the host does, but without a table.

    If the journal has a running game, it is resumed.
    """

    def __init__(self, file: Path, game: str, seed: int = 99) -> None:
        self.journal = Journal(file, now=lambda: DATE)
        self.session = self.journal.state.session or TESTED[game].play(2, seed)
        self._rng = Random(seed)
        preferences = Preferences(language=Language.ENGLISH, last_players=self.session.names)
        self._state = TableState(preferences, self.journal.state.new_game, self.session)
        self.journal.save(self._state)

    def play_on(self, entries: int) -> Self:
        """Apply this many entries, or fewer if the game ends before."""
        for _ in range(entries):
            if not self.session.over:
                self.apply(next_entry(self.session, self._rng))
        return self

    def apply(self, entry: str) -> None:
        self.session.apply(entry)
        self.journal.save(self._state)

    def close(self) -> None:
        self.journal.close()


def unplugged(file: Path, game: str, entries: int) -> tuple[dict[str, bytes], list[str]]:
    """Play a game; return the files as a power cut would leave them, and the game's entries."""
    playing = SavedSession(file, game).play_on(entries)
    assert playing.journal.status is None
    left = {part: beside(file, part).read_bytes() for part in LOGS}
    playing.close()
    return left, list(playing.session.entries)


def put(file: Path, parts: dict[str, bytes]) -> Path:
    """Write the files of a journal into a new folder."""
    file.parent.mkdir(parents=True)
    for part, content in parts.items():
        beside(file, part).write_bytes(content)
    return file
