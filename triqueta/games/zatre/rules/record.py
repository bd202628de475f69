"""The record of a game of Zatre: a whole game as one JSON document that any program can check."""

from __future__ import annotations

from triqueta.games.zatre.rules.game import Game
from triqueta.games.zatre.rules.setup import Setup
from triqueta.records.document import all_of, parse, read
from triqueta.records.errors import RecordError, SetupError
from triqueta.records.record_of import RecordOf, check_format

FORMAT = "zatre-record/1"


class Record(RecordOf[Game]):
    """A game of Zatre, finished or not, and whatever else its document says about it."""

    __slots__ = ()

    FORMAT = FORMAT
    DEALT = ("players", "opening", "bag")

    game: Game

    @classmethod
    def loads(cls, text: str | bytes) -> Record:
        """Read a record and play it through; RecordError says where it is wrong, and why."""
        return cls.read(parse(text))

    @classmethod
    def read(cls, document: dict[str, object]) -> Record:
        """The same of a document that has been parsed."""
        return cls.replayed(Game(read_setup(document)), document)

    def dealt(self) -> dict[str, object]:
        setup = self.game.setup
        return {
            "players": list(setup.players),
            "opening": list(setup.opening),
            "bag": setup.bag,
        }

    def result(self) -> dict[str, list[int]] | None:
        outcome = self.game.outcome
        if outcome is None:
            return None
        return {"scores": list(outcome.scores), "winners": list(outcome.winners)}


def read_setup(document: dict[str, object]) -> Setup:
    check_format(document, FORMAT)
    players = all_of(read(document, "players", list), str, "players")
    opening = all_of(read(document, "opening", list), str, "opening")
    try:
        return Setup(tuple(players), tuple(opening), read(document, "bag", str))
    except SetupError as error:
        raise RecordError(str(error)) from None
