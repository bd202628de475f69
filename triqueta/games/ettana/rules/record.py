"""The record of a game of Ettana: a whole game as one JSON document that any program can check."""

from __future__ import annotations

from triqueta.games.ettana.rules.game import Game
from triqueta.games.ettana.rules.pattern_deck import PatternDeck
from triqueta.games.ettana.rules.setup import Layout, Setup
from triqueta.records.document import all_of, parse, read
from triqueta.records.errors import RecordError, SetupError, UnknownDeckError
from triqueta.records.record_of import RecordOf, check_format

FORMAT = "ettana-record/1"


class Record(RecordOf[Game]):
    """A game of Ettana, finished or not, and whatever else its document says about it."""

    __slots__ = ()

    FORMAT = FORMAT
    DEALT = ("players", "threads", "numbers", "reserve", "patterns", "deck", "actions")

    game: Game

    @classmethod
    def loads(cls, text: str | bytes, deck: PatternDeck) -> Record:
        """Read a record and play it through; RecordError says where it is wrong, and why."""
        return cls.read(parse(text), deck)

    @classmethod
    def read(cls, document: dict[str, object], deck: PatternDeck) -> Record:
        """The same of a document that has been parsed."""
        return cls.replayed(Game(read_setup(document, deck)), document)

    def dealt(self) -> dict[str, object]:
        setup, layout = self.game.setup, self.game.setup.layout
        named = {"deck": setup.deck.name} if setup.names_deck else {}
        return {
            "players": list(setup.players),
            "threads": list(layout.threads),
            "numbers": list(layout.numbers),
            "reserve": layout.reserve,
            "patterns": list(layout.patterns),
            **named,
            "actions": list(layout.actions),
        }

    def result(self) -> dict[str, list[int]] | None:
        outcome = self.game.outcome
        if outcome is None:
            return None
        return {"annas": list(outcome.annas), "winners": list(outcome.winners)}


def read_setup(document: dict[str, object], deck: PatternDeck) -> Setup:
    """What was dealt; the deck that it was played with is given, and has to be the right one."""
    check_format(document, FORMAT)
    players = all_of(read(document, "players", list), str, "players")
    try:
        layout = Layout(
            threads=tuple(all_of(read(document, "threads", list), str, "threads")),
            numbers=tuple(all_of(read(document, "numbers", list), str, "numbers")),
            reserve=read(document, "reserve", str),
            patterns=tuple(all_of(read(document, "patterns", list), int, "patterns")),
            actions=tuple(all_of(read(document, "actions", list), str, "actions")),
        )
        return Setup(tuple(players), layout, deck, names_deck=_names(document, deck))
    except SetupError as error:
        raise RecordError(str(error)) from None


def _names(document: dict[str, object], deck: PatternDeck) -> bool:
    if "deck" not in document:
        return False
    named = read(document, "deck", str)
    if named != deck.name:
        raise other_deck(named, deck)
    return True


def other_deck(named: str, deck: PatternDeck) -> UnknownDeckError:
    """The refusal of a game that says that it was played with another deck."""
    return UnknownDeckError(
        f"deck: it was played with {named[:16]}..., and this one is {deck.name[:16]}..."
    )
