"""The game record: a whole game as one JSON document that any program can check."""

from __future__ import annotations

from triqueta.games.triqueta.rules.game import Game
from triqueta.games.triqueta.rules.setup import Pile, Setup
from triqueta.games.triqueta.rules.tiles import Edition
from triqueta.records.document import checked, parse, read
from triqueta.records.errors import RecordError, RulesError
from triqueta.records.record_of import RecordOf, check_format

FORMAT = "triqueta-record/1"


class Record(RecordOf[Game]):
    """A game of Triqueta, finished or not, and whatever else its document says about it."""

    __slots__ = ()

    FORMAT = FORMAT
    DEALT = ("edition", "players", "rock", "piles")

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
            "edition": str(setup.edition),
            "players": list(setup.players),
            "rock": setup.rock,
            "piles": [list(pile) for pile in setup.piles],
        }

    def result(self) -> dict[str, list[int]] | None:
        outcome = self.game.outcome
        if outcome is None:
            return None
        return {
            "scores": list(outcome.scores),
            "tiles": list(outcome.tiles),
            "winners": list(outcome.winners),
        }


def read_setup(document: dict[str, object]) -> Setup:
    check_format(document, FORMAT)
    edition = read(document, "edition", str)
    if edition not in tuple(Edition):
        raise RecordError(f'edition: "{edition}" instead of "base" or "shadow"')
    players = read(document, "players", list)
    rock = read(document, "rock", int)
    piles = read(document, "piles", list)
    try:
        return Setup(
            Edition(edition),
            tuple(checked(player, str, "players: a name") for player in players),
            rock,
            tuple(_read_pile(pile, number) for number, pile in enumerate(piles, start=1)),
        )
    except RulesError as error:
        raise RecordError(str(error)) from None


def _read_pile(pile: object, number: int) -> Pile:
    petals = checked(pile, list, f"piles: pile {number}")
    return tuple(checked(petal, str, f"piles: a petal of pile {number}") for petal in petals)
